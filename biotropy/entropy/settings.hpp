// SPDX-License-Identifier: Apache-2.0
//
// A measure as a user asks for it: its convention, lists of m and r, and the options that were given. What was not
// given is as the convention has it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/options.hpp"

namespace biotropy::entropy {

struct Settings {
  Measure measure = Measure::sampen;
  Convention convention = Convention::richman_moorman;
  std::vector<int> m;                               ///< empty: that of the measure
  std::vector<double> r;                            ///< empty: that of the convention
  std::map<std::string_view, OptionValue> options;  ///< all others that were given, by the name of their option

  /// Gives an option a value; m and r become lists of one.
  void set(const Option& option, const OptionValue& value);
  /// The value that was given; null without one.
  const OptionValue* given(std::string_view option) const;

  /// The m that were given, or that of the measure.
  std::vector<int> lengths() const;
  /// @throws Error invalid_argument; also for several m without r where the convention has an r for each m.
  Grid grid() const;
  /// Parameters with the first m and r. @param n_samples of the series, 0 where it is not known: antropy depends on it.
  /// @throws Error invalid_argument, also for an option that the measure does not have; no_engine.
  Parameters parameters(std::size_t n_samples = 0) const;
  /// @throws Error invalid_argument where there are several m or r. @param purpose of a single one, for the message.
  void require_single(const std::string& purpose) const;
};

}  // namespace biotropy::entropy
