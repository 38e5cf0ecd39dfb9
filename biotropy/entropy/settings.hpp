// SPDX-License-Identifier: Apache-2.0
//
// A measure as a user requests it: its convention, lists of m and r, and the given options. Other options have the
// values of the convention.
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
  std::map<std::string_view, OptionValue> options;  ///< the other given ones, by name
  std::string r_in{};                               ///< unit of an r such as "10 uV", which is absolute

  /// Gives an option a value. Of m and r it may be a list, also as a text: "1-3", "0.1,0.2", "10 uV"; otherwise they
  /// become lists of one.
  void set(const Option& option, const OptionValue& value);
  /// The given value; null if there is none.
  const OptionValue* given(std::string_view option) const;

  /// The given m, or the default of the measure.
  std::vector<int> lengths() const;
  /// @throws Error invalid_argument; also for several m without r where the convention has an r for each m.
  Grid grid() const;
  /// Parameters with the first m and r. @param n_samples length of the series, on which antropy depends; 0: unknown.
  /// @throws Error invalid_argument, also for an option that the measure does not have; no_engine.
  Parameters parameters(std::size_t n_samples = 0) const;
  /// @throws Error invalid_argument if there are several m or r. @param purpose of a single value, for the message.
  void require_single(const std::string& purpose) const;
};

}  // namespace biotropy::entropy
