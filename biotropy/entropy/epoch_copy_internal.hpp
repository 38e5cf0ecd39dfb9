// SPDX-License-Identifier: Apache-2.0
//
// Epochs in memory of their own, z-scored before they are compared: each by itself, or all epochs of a channel
// together.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "biotropy/entropy/parameters.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::entropy {

class EpochCopy {
 public:
  /// The epochs [first, first + n); no two of them share samples.
  EpochCopy(const series::EpochView& epochs, std::size_t first, std::size_t n);

  std::size_t n_series() const { return reasons_.size(); }

  /// Series `index` (epoch * channels + channel), and why it is not used; empty if it is.
  std::span<double> samples(std::size_t index) { return std::span(samples_).subspan(index * n_times_, n_times_); }
  std::string& reason(std::size_t index) { return reasons_[index]; }
  series::GapMarks gaps(std::size_t index) const { return view().gaps_of(index / n_channels_); }

  /// Rejects the series that require_known_samples() refuses.
  void require_known(Missing missing);

  /// Z-scores every series by itself. One without an SD is rejected.
  void normalise_each(int ddof);
  /// Z-scores every channel over all of its used epochs together.
  void normalise_together(int ddof);

  series::EpochView view() const;

 private:
  /// Calls check(samples) for the series that are not rejected, and rejects those for which it throws.
  template <typename Check>
  void reject_each(const Check& check);
  void normalise_channel(std::size_t channel, int ddof);

  std::size_t n_channels_, n_times_;
  std::vector<std::uint8_t> gaps_;  // as Epochs have them
  std::vector<double> samples_;
  std::vector<std::string> reasons_;
};

}  // namespace biotropy::entropy
