// SPDX-License-Identifier: Apache-2.0
//
// Settings of a multiscale entropy, as entered by users.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/study/measure_settings.hpp"

namespace biotropy::study {

struct MultiscaleSettings {
  std::string method = "mse", scales = "1-20", grain = "mean", tolerance_of;
  std::optional<double> cutoff;

  /// @throws Error invalid_argument.
  entropy::MultiscaleParameters parameters(const entropy::Settings& measure) const;
};

/// Title such as "RCMSE of SampEn".
std::string title(const entropy::MultiscaleParameters& parameters);

/// Appends everything that the values depend on, besides the measure.
void record(const entropy::MultiscaleParameters& parameters, std::vector<files::Parameter>& list);

}  // namespace biotropy::study
