// SPDX-License-Identifier: Apache-2.0
//
// Table of the options of all measures: name, allowed values, default, measures and help. It defines the options of the
// program and their help, the keys of study.toml, the keywords of Python and the arguments of R, the checks and their
// messages, the records of results, and the table in docs/measures.md.
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

/// Name, kind and texts of an option of measures or of scales.
struct OptionText {
  std::string_view name;  ///< in C++, Python and R; with hyphens for underscores in the program and study.toml
  OptionKind kind;
  std::string_view symbol;   ///< placeholder of the value in the help, such as N; empty for words and flags
  std::string_view unit;     ///< of the value; may be empty
  std::string_view allowed;  ///< in messages, after "is not allowed: "; empty for words
  std::string_view help;     ///< one line
  std::string_view more;     ///< further sentences for the references of Python and R; may be empty

  std::vector<std::string> (*words)();  ///< null unless the kind is word

  /// Whether this is its name, with hyphens or underscores.
  bool is_named(std::string_view text) const;
  /// The allowed values, for a message. @param quote placed around each word.
  std::string allowed_values(std::string_view quote = "") const;
};

/// An option of measures.
struct Option : OptionText {
  unsigned groups;  ///< the measures with one of these groups have it; 0: every measure
  /// The chosen value, or the default of the measure.
  std::function<OptionValue(Measure, const Parameters&)> get;
  /// @throws Error invalid_argument for a value that the parameter cannot hold.
  std::function<void(const OptionText&, Parameters&, const OptionValue&)> set;
  std::function<bool(const Parameters&)> is_allowed;

  bool applies(Measure measure) const;
  /// The default, then the measures with another one: "0, ApEn -1".
  std::string usual(std::span<const Measure> measures) const;
};

/// Every option of a measure, in the order of the help.
std::span<const Option> options();

/// The option of that name, with hyphens or underscores; null if there is none.
const Option* find_option(std::string_view name);

/// The name with hyphens: "r-unit".
std::string hyphenated(std::string_view name);

/// Refuses an option that has no effect on the measure, unless its value is the usual one.
/// @param usual the defaults, or the parameters of a convention. @throws Error invalid_argument.
void reject_unused(const Option& option, Measure measure, const Parameters& usual, const Parameters& chosen);

}  // namespace biotropy::entropy
