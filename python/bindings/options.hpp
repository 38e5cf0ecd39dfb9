// SPDX-License-Identifier: Apache-2.0
//
// Keyword arguments by name, with rows of tables of options: an error contains the name of the argument, its value
// and what is allowed.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/option.hpp"

namespace biotropy::python {

namespace nb = nanobind;

/// repr() of a value, for a message.
inline std::string shown(const nb::handle& value) {
  return nb::cast<std::string>(nb::repr(value));
}

/// Whether Python accepts the value as a number of this type. Booleans and texts are refused, and numbers with a
/// fraction if the type is an integer.
template <typename T>
bool is_number(const nb::handle& value) {
  if constexpr (!std::is_arithmetic_v<T> || std::is_same_v<T, bool>) return true;
  if (PyLong_CheckExact(value.ptr())) return true;  // names of types take longer than all else
  if (nb::cast<std::string>(nb::inst_name(value)).find("bool") != std::string::npos) return false;
  const auto has = [type = Py_TYPE(value.ptr())](int slot) { return PyType_GetSlot(type, slot) != nullptr; };
  return has(Py_nb_index) || (std::is_floating_point_v<T> && has(Py_nb_float));
}

/// @throws Error invalid_argument.
template <typename T>
T number(const char* argument, const nb::handle& value, const char* allowed) {
  T result{};
  bool read = is_number<T>(value);
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    const nb::object whole = nb::steal(read ? PyNumber_Index(value.ptr()) : nullptr);
    if (!whole.is_valid()) PyErr_Clear();
    read = whole.is_valid() && nb::try_cast(whole, result);
  } else {
    read = read && nb::try_cast(value, result);
  }
  if (!read) throw Error::argument(argument, shown(value), allowed);
  return result;
}

/// The value that Python gives an option of a table. @throws Error invalid_argument, naming `name`.
OptionValue value_of(const OptionText& option, const char* name, const nb::handle& value);

/// Sets the option of that name; false if the table has none.
template <typename Settings>
bool set_row(Settings& settings, std::span<const OptionRow<Settings>> rows, const std::string& name,
             const nb::handle& value) {
  const OptionRow<Settings>* row = find_row(rows, name);
  if (row != nullptr) row->set(settings, value_of(*row, name.c_str(), value));
  return row != nullptr;
}

template <typename Settings>
struct OptionTable {
  Settings& settings;
  std::span<const OptionRow<Settings>> rows;
};
template <typename Settings>
OptionTable(Settings&, std::span<const OptionRow<Settings>>) -> OptionTable<Settings>;

/// Whether a parameter may have this name: Python knows none in capitals, though the tables do.
inline bool may_be_named(const std::string& name) {
  return std::ranges::none_of(name, [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// Sets each option in the first of the tables that has it; None leaves the default.
/// @throws Error invalid_argument for a name that none of them has, with a near one.
template <typename... Settings>
void set_rows(const nb::dict& options, const OptionTable<Settings>&... tables) {
  for (const auto& [key, value] : options) {
    const auto name = nb::cast<std::string>(key);
    if (value.is_none()) continue;
    if (may_be_named(name) && (set_row(tables.settings, tables.rows, name, value) || ...)) continue;
    std::vector<std::string> known;
    const auto add = [&](const auto& table) {
      for (const auto& row : table.rows) known.emplace_back(row.name);
    };
    (add(tables), ...);
    throw Error(ErrorCode::invalid_argument, "there is no parameter named " + name + suggestion(name, known));
  }
}

/// Calls set(name, value) for each option, which returns whether there is one of that name; None leaves the default.
/// @throws Error invalid_argument for an argument that does not exist.
template <typename Set>
void set_each(const nb::dict& options, const Set& set) {
  for (const auto& [key, value] : options) {
    const auto name = nb::cast<std::string>(key);
    if (!value.is_none() && !(may_be_named(name) && set(name, value)))
      throw Error(ErrorCode::invalid_argument, "there is no parameter named " + name);
  }
}

}  // namespace biotropy::python
