// SPDX-License-Identifier: Apache-2.0
//
// The measure and its parameters.
#pragma once

#include <string>
#include <vector>

#include "biotropy/entropy/parameters.hpp"
#include "biotropy/files/results.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct MeasureOptions {
  explicit MeasureOptions(entropy::Measure preset) : measure_name(entropy::name(preset)) {}

  std::string measure_name;
  std::string r_unit = "sd", boundary = "closed", bias = "max", undefined = "natural", missing = "raise";
  entropy::Parameters given;  ///< numbers as given; what is named above is not in it

  entropy::Measure measure() const;
  /// @throws Error invalid_argument, no_counter.
  entropy::Parameters parameters() const;
  /// Missing samples to put in where time is missing, so that no template straddles it; 0: such an epoch is rejected.
  std::size_t gap_fill() const;
};

/// "Cross-ApEn", for people.
std::string title(entropy::Measure measure);

/// Options of the measures of one series, or of those of two.
void add_measure_options(CLI::App& command, MeasureOptions& options, bool cross);

/// Everything that the values depend on, for the record.
void record(const MeasureOptions& options, std::vector<files::Parameter>& parameters);

}  // namespace biotropy::cli
