// SPDX-License-Identifier: Apache-2.0
//
// A multiscale entropy as a user asks for it: the options of its scales that were given. They stand in a table as those
// of measures do (options.hpp).
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
struct MultiscaleOption : OptionText {
  /// The value that holds: where none was chosen, the default.
  std::function<OptionValue(const MultiscaleParameters&)> get;
  /// @throws Error invalid_argument for a value that the parameter cannot hold.
  std::function<void(const OptionText&, MultiscaleParameters&, const OptionValue&)> set;
  /// Whether the option has an effect.
  bool (*is_used)(const MultiscaleParameters&);
  std::string_view used_by;  ///< who has it, for a message

  std::string_view otherwise;  ///< for whom the default is another one, and which; empty where it is one for all

  /// The default: "original; rmse, variance: scale".
  std::string usual() const;
};

/// Every option of scales but the list of scales itself, in the order of the help.
std::span<const MultiscaleOption> multiscale_options();

/// The option of that name, with hyphens or underscores; null where there is none.
const MultiscaleOption* find_multiscale_option(std::string_view name);

struct MultiscaleSettings {
  std::map<std::string_view, OptionValue> options;  ///< those that were given, by their names

  /// Gives an option a value. @throws Error invalid_argument.
  void set(const MultiscaleOption& option, const OptionValue& value);
  /// The value that was given; null without one.
  const OptionValue* given(std::string_view option) const;

  /// @param measure the measure at every scale, with its convention. @param n_samples as in Settings::parameters().
  /// @throws Error invalid_argument.
  MultiscaleParameters parameters(const Settings& measure, std::vector<int> scales, std::size_t n_samples = 0) const;
};

/// "RCMSE of SampEn", for people.
std::string title(const MultiscaleParameters& parameters);

}  // namespace biotropy::entropy
