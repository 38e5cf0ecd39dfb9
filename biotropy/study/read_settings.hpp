// SPDX-License-Identifier: Apache-2.0
//
// What the files of recordings do not say, in the words in which people give it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/options.hpp"
#include "biotropy/files/results/results.hpp"

namespace biotropy::study {

struct ReadSettings {
  std::optional<double> rate;
  std::string orientation = "automatic", variable, columns, separator;
  /// Of WFDB records, which a study does not take.
  std::string annotator;
  bool outside_files = false;

  /// @throws Error invalid_argument.
  files::OpenOptions open_options() const;
};

/// Those that were given, for the record.
void record(const ReadSettings& settings, std::vector<files::Parameter>& parameters);

}  // namespace biotropy::study
