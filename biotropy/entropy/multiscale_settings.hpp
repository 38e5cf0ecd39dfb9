// SPDX-License-Identifier: Apache-2.0
//
// A multiscale entropy as a user requests it: the given options of scales. Their table is like that of the options of
// measures (options.hpp).
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/settings.hpp"

namespace biotropy::entropy {

/// An option of scales.
struct MultiscaleOption : OptionRow<MultiscaleParameters> {
  /// Whether the option has an effect.
  bool (*is_used)(const MultiscaleParameters&);
  std::string_view used_by;    ///< the methods that use it, for a message
  std::string_view otherwise;  ///< other defaults and the methods that have them; empty if there is one default

  /// The default: "original; rmse, variance: scale".
  std::string usual() const;
};

/// Every option of scales but the list of scales itself, in the order of the help.
std::span<const MultiscaleOption> multiscale_options();

struct MultiscaleSettings {
  std::map<std::string_view, OptionValue> options;  ///< the given ones, by name

  /// Gives an option a value. @throws Error invalid_argument.
  void set(const MultiscaleOption& option, const OptionValue& value);
  /// The given value; null if there is none.
  const OptionValue* given(std::string_view option) const;

  /// @param measure the measure at every scale, with its convention. @param n_samples as in Settings::parameters().
  /// @throws Error invalid_argument.
  MultiscaleParameters parameters(const Settings& measure, std::vector<int> scales, std::size_t n_samples = 0) const;
};

/// Scales of a list, or from 1 on to a single number. @throws Error invalid_argument.
std::vector<int> scale_list(const std::string& text);

/// "RCMSE of SampEn", for people.
std::string title(const MultiscaleParameters& parameters);

}  // namespace biotropy::entropy
