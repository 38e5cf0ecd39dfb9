// SPDX-License-Identifier: Apache-2.0
//
// What a measure and its options ask of a recording, and how they and a test are recorded in the parameters of a
// result.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "biotropy/entropy/request.hpp"
#include "biotropy/entropy/settings.hpp"
#include "biotropy/entropy/surrogate_settings.hpp"
#include "biotropy/files/results/results.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::study {

/// Missing samples to insert at gaps in time, so that no template spans them; 0: such an epoch is rejected.
/// @param at_scales for a multiscale entropy, which widens gaps at each scale.
std::size_t gap_fill(const entropy::Settings& settings, bool at_scales = false);

/// True for the membership exp(-d^n / r) with n other than 1, whose values depend on the unit even if r is in SD units.
bool unit_matters_to_membership(const entropy::Settings& settings);

/// Whether values, notices or a test depend on all channels together: a multivariate measure; a test, which draws for
/// all; and an r or a membership in the unit of the samples, which is compared with that of every channel.
bool needs_all_channels(const entropy::Settings& settings, const entropy::SurrogateSettings& surrogates);

/// Those of the one entry of a multivariate measure: "all", and the unit that all channels have.
void join_channels(std::vector<std::string>& labels, std::vector<std::string>& units);

/// An absolute r is one number for all channels and recordings, which must have one unit, as they must for such a
/// membership. Channels of unknown unit are passed over. An r with a unit, "10 uV", becomes a number in that of the
/// channels, which must be known; recordings may then differ in it.
class OneUnit {
 public:
  explicit OneUnit(entropy::Settings settings);

  /// The settings for a recording. @throws Error invalid_argument for a channel in another unit than one of this
  /// recording or of one before, or of another quantity than r.
  entropy::Settings settings_for(const series::Epochs& epochs);

 private:
  entropy::Settings settings_;
  bool is_absolute_, is_membership_;
  std::string unit_, label_;  // of the first channel with one
};

/// Value of an option in a record.
files::ParameterValue recorded(const OptionValue& value);

/// Appends the options of a table that a result depends on.
template <typename Settings>
void record(std::span<const OptionRow<Settings>> rows, const Settings& settings,
            std::vector<files::Parameter>& parameters, const std::string& prefix = "") {
  each_recorded(rows, settings, [&](const auto& row, const OptionValue& value) {
    parameters.push_back({prefix + std::string(row.name), recorded(value)});
  });
}

/// Appends everything that the values, and their test, depend on.
void record(const entropy::Request& request, std::vector<files::Parameter>& parameters);

// Settings of a multiscale entropy, as entered by users.

struct MultiscaleSettings {
  std::string scales = "1-20";
  entropy::MultiscaleSettings options;

  /// @throws Error invalid_argument.
  entropy::MultiscaleParameters parameters(const entropy::Settings& measure) const;
  /// Asks for these scales. @throws Error invalid_argument.
  void put(entropy::Request& request) const;
};

/// The scales; entropy::multiscale_options() has the rest.
std::span<const OptionRow<MultiscaleSettings>> scales_options();

}  // namespace biotropy::study
