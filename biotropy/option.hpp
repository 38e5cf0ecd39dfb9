// SPDX-License-Identifier: Apache-2.0
//
// A row of a table of options: name, kind, help, and the field that holds the value. Rows give the options of the
// program and their help, the keys of study.toml, the keywords of Python, the arguments of R and C, and the records of
// results.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/words.hpp"

namespace biotropy {

/// A length of time in samples, or in seconds, which count where the rate is known.
class Length {
 public:
  Length() = default;
  Length(std::size_t samples) : number_(static_cast<double>(samples)) {}  // NOLINT(google-explicit-constructor)
  static Length of_seconds(double seconds);

  bool operator==(const Length&) const = default;
  bool is_zero() const { return number_ == 0.0; }
  bool in_seconds() const { return in_seconds_; }
  /// "512" or "2 s".
  std::string text() const;
  /// The nearest number of samples. @param argument named by errors.
  /// @throws Error invalid_argument for seconds without a rate, or for seconds that hold no sample.
  std::size_t samples(std::optional<double> rate, const char* argument) const;

 private:
  double number_ = 0.0;
  bool in_seconds_ = false;
};

/// A value of an option. Words and names are texts, a length is a whole number or the text of one.
using OptionValue = std::variant<bool, std::int64_t, double, std::string, std::vector<double>>;

/// The value as the program writes it; numbers of a list with commas.
std::string text_of(const OptionValue& value);

enum class OptionKind {
  flag,    ///< bool
  whole,   ///< std::int64_t
  real,    ///< double
  length,  ///< std::int64_t (samples), or a text such as "2 s"
  word,    ///< one of a few texts
  name,    ///< any text
  numbers  ///< std::vector<double>
};

/// Name, kind and texts of an option.
struct OptionText {
  std::string_view name;  ///< in C++, Python and R; with hyphens for underscores in the program and study.toml
  OptionKind kind;
  std::string_view symbol;   ///< placeholder of the value in the help, such as N; empty for words and flags
  std::string_view unit;     ///< of the value; may be empty
  std::string_view allowed;  ///< in messages, after "it must be"; empty for words
  std::string_view help;     ///< one line
  std::string_view more;     ///< further sentences for the references of Python and R; may be empty
  std::string_view group;    ///< heading in the help; empty: that of the table

  std::vector<std::string> (*words)();  ///< null unless the kind is word

  bool is_named(std::string_view text) const { return is_same_word(name, text); }
  /// The allowed values, for a message. @param quote placed around each word.
  std::string allowed_values(std::string_view quote = "") const;
};

/// The parts of a text between separators; none of an empty one.
std::vector<std::string> split(std::string_view text, char separator);

/// The texts, with blanks between them.
std::string joined(const std::vector<std::string>& texts);

/// The name with hyphens: "r-unit".
std::string hyphenated(std::string_view name);

/// What an option goes with, and the limits of its numbers. Names as "notch|notch_line".
struct OptionRules {
  std::string_view needs{};     ///< the options without one of which it has no effect
  std::string_view excludes{};  ///< those beside which it has none
  std::string_view also{};      ///< further names in the program, with hyphens: "-o"
  bool required = false;
  double lowest = -std::numeric_limits<double>::infinity(), highest = std::numeric_limits<double>::infinity();
};

/// @throws Error invalid_argument for a number outside the limits.
void require_within(const OptionText& option, const OptionRules& rules, const OptionValue& value);

/// An option that is a field of `Settings`.
template <typename Settings>
struct OptionRow : OptionText {
  /// The value; nothing where the field is empty.
  std::function<std::optional<OptionValue>(const Settings&)> get;
  /// @throws Error invalid_argument for a value that the field cannot hold.
  std::function<void(const OptionText&, Settings&, const OptionValue&)> put;
  std::string_view example;  ///< as study.toml shows it, if it has no default
  OptionRules rules;
  /// Whether results record it; without one, where the value is not the default.
  std::function<bool(const Settings&)> is_recorded;

  /// Several texts are given one by one.
  /// @throws Error invalid_argument for a value that the field cannot hold, or that is not allowed.
  void set(Settings& settings, const OptionValue& value) const {
    require_within(*this, rules, value);
    put(*this, settings, value);
  }
  std::vector<std::string> needed() const { return split(rules.needs, '|'); }

  OptionRow with(const OptionRules& wanted) && {
    rules = wanted;
    return std::move(*this);
  }
  /// @param list the words that its text may be.
  OptionRow one_of(std::vector<std::string> (*list)()) && {
    words = list;
    return std::move(*this);
  }
  /// The default; empty if there is none.
  std::string usual() const {
    const auto value = get({});
    return value ? text_of(*value) : std::string();
  }
};

/// The row of that name, with hyphens or underscores; null if there is none.
template <typename Row>
const Row* find_row(std::span<const Row> rows, std::string_view name) {
  for (const Row& row : rows) {
    if (row.is_named(name)) return &row;
  }
  return nullptr;
}

/// Calls record(row, value) for the options that a result depends on.
template <typename Settings, typename Record>
void each_recorded(std::span<const OptionRow<Settings>> rows, const Settings& settings, const Record& record) {
  for (const OptionRow<Settings>& row : rows) {
    const auto value = row.get(settings);
    if (value && (row.is_recorded ? row.is_recorded(settings) : value != row.get({}))) record(row, *value);
  }
}

/// Whether any option has another value than its default.
template <typename Settings>
bool given(std::span<const OptionRow<Settings>> rows, const Settings& settings) {
  for (const OptionRow<Settings>& row : rows) {
    if (row.get(settings) != row.get({})) return true;
  }
  return false;
}

template <typename T>
struct Held {
  using Type = T;
};
template <typename T>
struct Held<std::optional<T>> {
  using Type = T;
};

/// A band, which is two numbers as an option.
template <typename T>
concept Limits = requires(T limits) {
  limits.low;
  limits.high;
};

template <typename T>
constexpr OptionKind kind_of() {
  if constexpr (std::is_enum_v<T>) return OptionKind::word;
  if constexpr (std::is_same_v<T, bool>) return OptionKind::flag;
  if constexpr (std::is_integral_v<T>) return OptionKind::whole;
  if constexpr (std::is_same_v<T, Length>) return OptionKind::length;
  if constexpr (std::is_floating_point_v<T>) return OptionKind::real;
  if constexpr (std::is_same_v<T, std::vector<double>> || Limits<T>) return OptionKind::numbers;
  return OptionKind::name;
}

OptionValue value_of_length(const Length& length);

/// @throws Error invalid_argument for another text than a number of samples or seconds, and for a negative number.
Length length_of(const OptionText& option, const OptionValue& value);

inline constexpr std::string_view kLengthAllowed = "a number of samples of at least 1, or seconds such as '2 s'";

/// A length that is no field of settings.
OptionText length_option(std::string_view name);

/// Its samples, at least 1. @throws Error as length_of() and Length::samples().
std::size_t samples_of(const char* name, const OptionValue& value, std::optional<double> rate);

template <typename T>
OptionValue to_value(const T& field) {
  if constexpr (kind_of<T>() == OptionKind::word) {
    return std::string(word(field));
  } else if constexpr (kind_of<T>() == OptionKind::whole) {
    return static_cast<std::int64_t>(field);
  } else if constexpr (kind_of<T>() == OptionKind::length) {
    return value_of_length(field);
  } else if constexpr (Limits<T>) {
    return std::vector<double>{field.low, field.high};
  } else {
    return field;
  }
}

template <typename T>
T from_value(const OptionText& option, const OptionValue& value) {
  if constexpr (kind_of<T>() == OptionKind::word) {
    return require_choice<T>(std::string(option.name), std::get<std::string>(value));
  } else if constexpr (kind_of<T>() == OptionKind::whole) {
    const auto number = std::get<std::int64_t>(value);
    if (std::cmp_less(number, std::numeric_limits<T>::min()) ||
        std::cmp_greater(number, std::numeric_limits<T>::max())) {
      std::string allowed(option.allowed);
      const bool has_no_end = allowed.find("at least") != std::string::npos;
      if (number > 0 && has_no_end) allowed += " and at most " + std::to_string(std::numeric_limits<T>::max());
      throw Error::argument(std::string(option.name), text_of(value), allowed);
    }
    return static_cast<T>(number);
  } else if constexpr (kind_of<T>() == OptionKind::length) {
    return length_of(option, value);
  } else if constexpr (Limits<T>) {
    const auto& numbers = std::get<std::vector<double>>(value);
    if (numbers.size() != 2)
      throw Error::argument(std::string(option.name), text_of(value), std::string(option.allowed));
    return T{numbers[0], numbers[1]};
  } else {
    if (const auto* text = std::get_if<std::string>(&value); text != nullptr && text->empty()) {
      throw Error::argument(std::string(option.name), "an empty text", std::string(option.allowed));
    }
    return std::get<T>(value);
  }
}

/// Texts of a row.
struct OptionHelp {
  std::string_view symbol, unit, allowed, help, more{}, group{};
};

template <typename T>
OptionText option_text(std::string_view name, const OptionHelp& texts) {
  OptionText text{name,       kind_of<T>(), texts.symbol, texts.unit, texts.allowed,
                  texts.help, texts.more,   texts.group,  nullptr};
  if constexpr (kind_of<T>() == OptionKind::word) text.words = word_list<T>;
  return text;
}

/// @param field a member of Settings, or a function that returns a reference to one.
template <typename Settings, typename Field>
OptionRow<Settings> option_row(std::string_view name, Field field, const OptionHelp& texts,
                               std::string_view example = {}, std::string_view needs = {},
                               std::function<bool(const Settings&)> is_recorded = {}) {
  using Stored = std::remove_cvref_t<std::invoke_result_t<Field, Settings&>>;
  using T = typename Held<Stored>::Type;
  OptionRow<Settings> row{option_text<T>(name, texts), {}, {}, example, {needs}, std::move(is_recorded)};
  row.get = [=](const Settings& settings) -> std::optional<OptionValue> {
    const Stored& value = std::invoke(field, settings);
    if constexpr (std::is_same_v<Stored, std::vector<std::string>>) {
      return value.empty() ? std::nullopt : std::optional<OptionValue>(joined(value));
    } else if constexpr (requires { value.empty(); }) {
      return value.empty() ? std::nullopt : std::optional(to_value<T>(value));
    } else if constexpr (std::is_same_v<Stored, T>) {
      return to_value<T>(value);
    } else {
      return value ? std::optional(to_value<T>(*value)) : std::nullopt;
    }
  };
  row.put = [=](const OptionText& self, Settings& settings, const OptionValue& value) {
    if constexpr (std::is_same_v<Stored, std::vector<std::string>>) {
      std::invoke(field, settings).push_back(std::get<std::string>(value));
    } else {
      std::invoke(field, settings) = from_value<T>(self, value);
    }
  };
  return row;
}

}  // namespace biotropy
