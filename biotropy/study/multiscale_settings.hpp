// SPDX-License-Identifier: Apache-2.0
//
// The scales of an entropy at many of them as text, and the options beside them.
#pragma once

#include <string>
#include <vector>

#include "biotropy/entropy/multiscale_settings.hpp"
#include "biotropy/study/measure_settings.hpp"

namespace biotropy::study {

struct MultiscaleSettings {
  std::string scales = "1-20";
  entropy::MultiscaleSettings options;

  /// @throws Error invalid_argument.
  entropy::MultiscaleParameters parameters(const entropy::Settings& measure) const;
};

/// Everything that the values depend on beside the measure, for the record.
void record(const entropy::MultiscaleParameters& parameters, std::vector<files::Parameter>& list);

}  // namespace biotropy::study
