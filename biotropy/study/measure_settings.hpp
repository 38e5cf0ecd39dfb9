// SPDX-License-Identifier: Apache-2.0
//
// A measure and its parameters in the words in which people give them, on a command line or in the description of a
// study: what is left out is as the convention has it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/grid.hpp"
#include "biotropy/files/results.hpp"

namespace biotropy::study {

struct MeasureSettings {
  explicit MeasureSettings(entropy::Measure preset) : measure_name(entropy::name(preset)) {}

  std::string measure_name, convention_name{entropy::name(entropy::Convention::richman_moorman)};
  std::string m = "2", r;  ///< lists
  int tau = 1;
  // What is empty or absent is as the convention has it.
  std::string r_unit, boundary, templates, bias, undefined, membership;
  std::optional<int> ddof;
  std::optional<std::int64_t> theiler;
  std::optional<double> fuzzy_power, membership_corner;
  bool keep_local_mean = false;
  std::string missing, counter;  // missing: empty where nothing was said, which stands for "raise"

  entropy::Measure measure() const;
  entropy::Convention convention() const;
  /// The values of m. @throws Error invalid_argument.
  std::vector<int> lengths() const;
  /// The values of r. @throws Error invalid_argument; also for several m where the convention has an r for each.
  std::vector<double> tolerances() const;
  entropy::Grid grid() const { return {lengths(), tolerances()}; }
  /// @throws Error invalid_argument where there are several m or r. @param purpose of a single one, for the message.
  void require_single(const std::string& purpose) const;
  /// With the first m and r. @param n_samples of the series, 0 where it is not known: antropy depends on it.
  /// @throws Error invalid_argument, no_counter.
  entropy::Parameters parameters(std::size_t n_samples = 0) const;
  /// Missing samples to put in where time is missing, so that no template straddles it; 0: such an epoch is rejected.
  /// @param at_scales for a multiscale entropy, which widens them at each scale.
  std::size_t gap_fill(bool at_scales = false) const;

 private:
  template <typename Value>
  void set_fuzzy(const char* option, const std::string& text, const Value& given, Value& value) const;
  void set_membership(entropy::Parameters& parameters) const;
};

/// "Cross-ApEn", for people.
std::string title(entropy::Measure measure);

/// Everything that the values depend on, for the record.
void record(const MeasureSettings& settings, std::vector<files::Parameter>& parameters);

}  // namespace biotropy::study
