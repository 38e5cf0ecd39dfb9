// SPDX-License-Identifier: Apache-2.0
//
// Keyword arguments by their names: a table says how each sets a field, and what does not fit is an error that names
// the argument, its value and what is allowed.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <map>
#include <string>
#include <type_traits>

#include "biotropy/error.hpp"

namespace biotropy::python {

namespace nb = nanobind;

/// repr() of a value, for a message.
inline std::string shown(const nb::handle& value) {
  return nb::cast<std::string>(nb::repr(value));
}

/// True and False are numbers to Python, but not what is meant by one. @throws Error invalid_argument.
template <typename T>
T number(const char* argument, const nb::handle& value, const char* allowed) {
  T result{};
  const bool is_truth = !std::is_same_v<T, bool> && PyBool_Check(value.ptr());
  if (is_truth || !nb::try_cast(value, result)) throw Error::argument(argument, shown(value), allowed);
  return result;
}

/// @throws Error invalid_argument.
inline std::string text(const char* argument, const nb::handle& value) {
  return number<std::string>(argument, value, "a word");
}

template <typename Settings>
using OptionSetters = std::map<std::string, void (*)(Settings&, const nb::handle&)>;

/// None leaves the default. @throws Error invalid_argument, also for an argument that does not exist.
template <typename Settings>
void set_options(Settings& settings, const OptionSetters<Settings>& setters, const nb::dict& options) {
  for (const auto& [key, value] : options) {
    if (value.is_none()) continue;
    const auto name = nb::cast<std::string>(key);
    const auto setter = setters.find(name);
    if (setter == setters.end()) throw Error(ErrorCode::invalid_argument, "there is no parameter named " + name);
    setter->second(settings, value);
  }
}

}  // namespace biotropy::python
