// SPDX-License-Identifier: Apache-2.0
//
// Settings of reading: facts that files may not contain, as entered by users.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/options.hpp"
#include "biotropy/files/results/results.hpp"

namespace biotropy::study {

struct ReadSettings {
  std::optional<double> rate;
  std::string orientation = "automatic", variable, columns, separator, decimal = "point";
  bool ignore_channel_table = false, allow_maxshield = false;
  /// For WFDB records, which a study does not accept.
  std::string annotator;
  bool outside_files = false;

  /// @throws Error invalid_argument.
  files::OpenOptions open_options() const;
};

/// Appends the settings that were given.
void record(const ReadSettings& settings, std::vector<files::Parameter>& parameters);

}  // namespace biotropy::study
