// SPDX-License-Identifier: Apache-2.0
//
// Settings of a multiscale entropy, as entered by users.
#pragma once

#include <string>
#include <vector>

#include "biotropy/entropy/request.hpp"
#include "biotropy/study/measure_settings.hpp"

namespace biotropy::study {

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

/// Appends everything that the values depend on, besides the measure.
void record(const entropy::MultiscaleParameters& parameters, std::vector<files::Parameter>& list);

}  // namespace biotropy::study
