// SPDX-License-Identifier: Apache-2.0
//
// Epochs of an array of R, (samples, channels, epochs), for measures that have one value for all channels of an epoch,
// or for all epochs.
#pragma once

#include <string>
#include <vector>

#include "biotropy/entropy/parameters.hpp"
#include "biotropy/series/epochs.hpp"
#include "parameters.hpp"
#include "values.hpp"

namespace biotropy::r {

class EpochArray {
 public:
  /// @param dimensions samples, channels, epochs. @param gaps with na.pass no series with a missing sample is measured.
  EpochArray(SEXP data, SEXP dimensions, entropy::Measure measure, const entropy::Parameters& parameters,
             const NaAction& gaps);

  series::EpochView view() const;
  /// All channels of the first epoch.
  std::vector<series::Samples> first() const;
  /// Number of values: one for each epoch, for each channel, or one for all.
  std::size_t n_values() const { return passed_.size(); }
  /// Whether a value is NA because a series that it is of has a missing sample (na.pass).
  bool passed(std::size_t value) const { return passed_[value] != 0; }

 private:
  std::size_t n_times_, n_channels_, n_epochs_;
  series::Samples samples_;
  std::vector<std::string> reasons_;
  std::vector<char> passed_;
};

}  // namespace biotropy::r
