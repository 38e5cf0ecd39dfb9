// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "biotropy/error.hpp"

namespace biotropy::files {

Orientation orientation(std::string_view word) {
  if (word == "rows") return Orientation::rows;
  if (word == "columns") return Orientation::columns;
  if (word == "automatic") return Orientation::automatic;
  throw Error::argument("orientation", std::string(word), "automatic, rows or columns");
}

char separator(std::string_view word) {
  if (word == "comma") return ',';
  if (word == "semicolon") return ';';
  if (word == "tab") return '\t';
  if (word == "blank") return ' ';
  throw Error::argument("separator", std::string(word), "comma, semicolon, tab or blank");
}

char decimal(std::string_view word) {
  if (word == "point") return '.';
  if (word == "comma") return ',';
  throw Error::argument("decimal", std::string(word), "point or comma");
}

NeededChannels needed_channels(const std::string& list) {
  return [list](const series::Recording& described) -> std::vector<std::size_t> {
    try {
      return series::select_channels(described, list);
    } catch (const Error&) {
      return {};
    }
  };
}

NeededChannels no_channels() {
  return [](const series::Recording&) { return std::vector<std::size_t>(); };
}

void validate(const OpenOptions& options) {
  if (options.rate && !(std::isfinite(*options.rate) && *options.rate > 0.0)) {
    throw Error::argument("rate", fmt::format("{}", *options.rate), "a finite number of samples per second above 0");
  }
  if (options.separator && std::string_view(",;\t ").find(*options.separator) == std::string_view::npos) {
    throw Error::argument("separator", fmt::format("'{}'", *options.separator), "one of ',', ';', tab and blank");
  }
  if (options.decimal != '.' && options.decimal != ',') {
    throw Error::argument("decimal", fmt::format("'{}'", options.decimal), "'.' or ','");
  }
  if (options.separator == options.decimal) {
    throw Error::argument("separator", fmt::format("'{}'", options.decimal), "another one than the decimal comma");
  }
  const auto in_names = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '~';
  };
  if (!std::all_of(options.annotator.begin(), options.annotator.end(), in_names)) {
    throw Error::argument("annotator", options.annotator, "a name of letters, digits, '_', '-' and '~', such as atr,");
  }
}

}  // namespace biotropy::files
