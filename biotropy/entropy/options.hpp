// SPDX-License-Identifier: Apache-2.0
//
// One table of the options of all measures. A row says what an option is called, what it may be, its default, which
// measures have it and what it does. From the table come the options of the program and their help, the keys of
// study.toml, the keywords of Python and the arguments of R, the checks and their messages, what results record, and
// the table in docs/measures.md.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "biotropy/entropy/parameters.hpp"

namespace biotropy::entropy {

/// A value of an option. Words and names are texts.
using OptionValue = std::variant<bool, std::int64_t, double, std::string>;

/// The value as the program and study.toml write it.
std::string text_of(const OptionValue& value);

enum class OptionKind {
  flag,   ///< bool
  whole,  ///< std::int64_t
  real,   ///< double
  word,   ///< one of a few texts
  name    ///< any text
};

/// Name, kind and texts of an option, whatever it is an option of.
struct OptionText {
  std::string_view name;  ///< in C++, Python and R; with hyphens for underscores in the program and study.toml
  OptionKind kind;
  std::string_view symbol;   ///< the value in a line of help: N; empty for words and flags
  std::string_view unit;     ///< of the value; empty without one
  std::string_view allowed;  ///< in messages, after "is not allowed: "; empty for words
  std::string_view help;     ///< one line
  std::string_view more;     ///< further sentences for the references of Python and R; empty without any

  std::vector<std::string> (*words)();  ///< null unless the kind is word

  /// Whether this is its name, with hyphens or underscores.
  bool is_named(std::string_view text) const;
  /// What is allowed, for a message. @param quote stands around each word.
  std::string allowed_values(std::string_view quote = "") const;
};

/// An option of measures.
struct Option : OptionText {
  unsigned groups;  ///< a measure with one of these groups has it; 0: every measure has it
  /// The value that holds for the measure: where none was chosen, the default.
  std::function<OptionValue(Measure, const Parameters&)> get;
  /// @throws Error invalid_argument for a value that the parameter cannot hold.
  std::function<void(const OptionText&, Parameters&, const OptionValue&)> set;
  std::function<bool(const Parameters&)> is_allowed;

  bool applies(Measure measure) const;
  /// The default, with the measures for which it is another one: "0, ApEn -1".
  std::string usual(std::span<const Measure> measures) const;
};

/// Every option of a measure, in the order of the help.
std::span<const Option> options();

/// The option of that name, with hyphens or underscores; null where there is none.
const Option* find_option(std::string_view name);

/// The name with hyphens: "r-unit".
std::string hyphenated(std::string_view name);

/// Refuses an option that has no effect on the measure, unless it is as it would be anyway.
/// @param usual the defaults, or the parameters of a convention. @throws Error invalid_argument.
void reject_unused(const Option& option, Measure measure, const Parameters& usual, const Parameters& chosen);

}  // namespace biotropy::entropy
