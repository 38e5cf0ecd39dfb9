// SPDX-License-Identifier: Apache-2.0
//
// Table of the options of all measures: name, allowed values, default, measures and help. It defines the options of the
// program and their help, the keys of study.toml, the keywords of Python and the arguments of R, the checks and their
// messages, the records of results, and the table in docs/measures.md.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/entropy/parameters.hpp"
#include "biotropy/option.hpp"

namespace biotropy::entropy {

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

/// Refuses an option that has no effect on the measure, unless its value is the usual one.
/// @param usual the defaults, or the parameters of a convention. @throws Error invalid_argument.
void reject_unused(const Option& option, Measure measure, const Parameters& usual, const Parameters& chosen);

}  // namespace biotropy::entropy
