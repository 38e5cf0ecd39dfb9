// SPDX-License-Identifier: Apache-2.0
//
// The scales of an entropy at many of them, in the words in which people give them.
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

/// "RCMSE of SampEn", for people.
std::string title(const entropy::MultiscaleParameters& parameters);

/// Everything that the values depend on beside the measure, for the record.
void record(const entropy::MultiscaleParameters& parameters, std::vector<files::Parameter>& list);

}  // namespace biotropy::study
