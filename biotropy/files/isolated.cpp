// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/isolated_internal.hpp"

#include <fmt/format.h>

#include <system_error>

#include "biotropy/error.hpp"

namespace biotropy::files {

std::unique_ptr<Isolated> isolated(const std::function<void(const Sender&)>& work, const IsolationLimits& limits) {
  try {
    return std::make_unique<Isolated>(work, limits);
  } catch (const std::system_error& failure) {
    throw InputError(ErrorCode::io, failure.what());
  }
}

InputError unfinished(Isolated& child, const Input& input, std::string_view damaged) {
  const Ending ending = child.ending();
  switch (ending.cause) {
    case Ending::Cause::crash:
      return input.bad_file(damaged);
    case Ending::Cause::exit:
      return input.error(ErrorCode::internal, fmt::format("the process that read it did not finish: {}", ending.how));
    case Ending::Cause::outside:
      break;
  }
  return input.error(ErrorCode::io, fmt::format("the process that read it did not finish: {}; try again", ending.how));
}

}  // namespace biotropy::files
