// SPDX-License-Identifier: Apache-2.0
#include "python/bindings/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/stl/vector.h>

#include <vector>

namespace biotropy::python {

OptionValue value_of(const OptionText& option, const char* name, const nb::handle& value) {
  const std::string allowed = option.allowed_values("'");
  if (option.symbol == "LIST" && option.kind != OptionKind::name) {  // m and r
    if (nb::isinstance<nb::list>(value)) return number<std::vector<double>>(name, value, allowed.c_str());
    if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
  }
  switch (option.kind) {
    case OptionKind::flag:
      return number<bool>(name, value, "True or False");
    case OptionKind::whole:
      return number<std::int64_t>(name, value, allowed.c_str());
    case OptionKind::real:
      return number<double>(name, value, allowed.c_str());
    case OptionKind::numbers:
      if (std::vector<double> all; nb::try_cast(value, all)) return all;
      return std::vector{number<double>(name, value, allowed.c_str())};
    case OptionKind::length:
      if (!nb::isinstance<nb::str>(value)) return number<std::int64_t>(name, value, allowed.c_str());
      return nb::cast<std::string>(value);
    case OptionKind::word:
    case OptionKind::name:
      break;
  }
  // A list such as channel_m is a text with commas, and a word such as 10 may be given as the number.
  std::vector<int> list;
  std::vector<std::string> names;
  std::string text;
  const bool is_text = nb::isinstance<nb::str>(value);
  if (option.words == nullptr && !is_text && nb::try_cast(value, list)) {
    text = fmt::format("{}", fmt::join(list, ","));
  } else if (option.words == nullptr && !is_text && nb::try_cast(value, names)) {
    text = fmt::format("{}", fmt::join(names, ","));
  } else if ((option.words != nullptr || option.symbol == "LIST") && is_number<std::int64_t>(value)) {
    text = std::to_string(number<std::int64_t>(name, value, allowed.c_str()));
  } else {
    text = number<std::string>(name, value, allowed.c_str());
  }
  return option.words == nullptr ? text : require_word(name, text, option.words(), "'");
}

}  // namespace biotropy::python
