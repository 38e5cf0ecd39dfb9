// SPDX-License-Identifier: Apache-2.0
//
// Conversion between fields of parameters and values of options, for the tables of options.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "biotropy/entropy/options.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"

namespace biotropy::entropy {

template <typename T>
struct Held {
  using Type = T;
};
template <typename T>
struct Held<std::optional<T>> {
  using Type = T;
};

template <typename T>
constexpr OptionKind kind_of() {
  if constexpr (std::is_enum_v<T>) return OptionKind::word;
  if constexpr (std::is_same_v<T, bool>) return OptionKind::flag;
  if constexpr (std::is_integral_v<T>) return OptionKind::whole;
  if constexpr (std::is_floating_point_v<T>) return OptionKind::real;
  return OptionKind::name;
}

template <typename T>
OptionValue to_value(const T& field) {
  if constexpr (kind_of<T>() == OptionKind::word) return std::string(word(field));
  if constexpr (kind_of<T>() == OptionKind::whole) return static_cast<std::int64_t>(field);
  if constexpr (kind_of<T>() != OptionKind::word && kind_of<T>() != OptionKind::whole) return field;
}

template <typename T>
T from_value(const OptionText& option, const OptionValue& value) {
  if constexpr (kind_of<T>() == OptionKind::word) {
    return require_choice<T>(std::string(option.name), std::get<std::string>(value));
  } else if constexpr (kind_of<T>() == OptionKind::whole) {
    const auto number = std::get<std::int64_t>(value);
    if (number < std::numeric_limits<T>::min() || number > std::numeric_limits<T>::max()) {
      throw Error::argument(std::string(option.name), text_of(value), std::string(option.allowed));
    }
    return static_cast<T>(number);
  } else {
    return std::get<T>(value);
  }
}

struct Description {
  std::string_view symbol, unit, allowed, help, more{};
};

template <typename T>
OptionText option_text(std::string_view name, const Description& d) {
  OptionText text{name, kind_of<T>(), d.symbol, d.unit, d.allowed, d.help, d.more, nullptr};
  if constexpr (kind_of<T>() == OptionKind::word) text.words = word_list<T>;
  return text;
}

}  // namespace biotropy::entropy
