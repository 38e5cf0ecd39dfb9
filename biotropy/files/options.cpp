// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/options.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "biotropy/error.hpp"

namespace biotropy::files {

void validate(const OpenOptions& options) {
  if (options.rate && !(std::isfinite(*options.rate) && *options.rate > 0.0)) {
    throw Error::argument("rate", fmt::format("{}", *options.rate), "a finite number of samples per second above 0");
  }
  if (options.separator && std::string_view(",;\t ").find(*options.separator) == std::string_view::npos) {
    throw Error::argument("separator", fmt::format("'{}'", *options.separator), "one of ',', ';', tab and blank");
  }
}

}  // namespace biotropy::files
