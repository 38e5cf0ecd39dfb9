// SPDX-License-Identifier: Apache-2.0
#include "cli/distinct_outputs.hpp"

#include <fmt/format.h>

#include <map>
#include <system_error>

#include "biotropy/error.hpp"

namespace biotropy::cli {

namespace {

std::filesystem::path resolved(const std::filesystem::path& path) {
  std::error_code failure;
  const std::filesystem::path place = std::filesystem::weakly_canonical(path, failure);
  return failure ? path : place;
}

}  // namespace

void require_distinct(const std::vector<OneOutput>& outputs) {
  std::map<std::filesystem::path, std::string> taken;
  for (const OneOutput& output : outputs) {
    const auto [place, is_new] = taken.emplace(resolved(output.path), output.of);
    if (is_new) continue;
    throw Error::argument("output", output.path.generic_string(),
                          fmt::format("another file than that of {}, for {}", place->second, output.of));
  }
}

}  // namespace biotropy::cli
