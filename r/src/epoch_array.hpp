// SPDX-License-Identifier: Apache-2.0
//
// Epochs of an array of R, (samples, channels, epochs), and the values that na.pass makes NA.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "biotropy/entropy/parameters.hpp"
#include "biotropy/series/epochs.hpp"
#include "parameters.hpp"

namespace biotropy::r {

class EpochArray {
 public:
  /// @param gaps with na.pass no series with a missing sample is measured. @param labels must outlive the epochs.
  EpochArray(const series::EpochView& epochs, entropy::Measure measure, const entropy::Parameters& parameters,
             const NaAction& gaps, std::span<const std::string> labels);

  /// Passes the values that the other one passes, too.
  void pass_with(const EpochArray& other);

  series::EpochView view() const;
  /// Number of values: one for each series, for each epoch, for each channel, or one for all.
  std::size_t n_values() const { return passed_.size(); }
  /// Whether a value is NA because a series that it is of has a missing sample (na.pass).
  bool passed(std::size_t value) const { return passed_[value] != 0; }

 private:
  std::size_t value_of(std::size_t series) const;
  void mark();

  series::EpochView epochs_;
  std::size_t of_epoch_;
  std::vector<std::string> reasons_;
  std::vector<char> passed_;
};

}  // namespace biotropy::r
