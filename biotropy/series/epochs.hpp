// SPDX-License-Identifier: Apache-2.0
//
// Epochs of a recording: the array (epoch, channel, sample) that all batch work starts from, with the reason for every
// rejected (epoch, channel).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/series/samples.hpp"

namespace biotropy::series {

struct Epochs {
  std::size_t n_epochs = 0;
  std::size_t n_channels = 0;
  std::size_t n_times = 0;
  /// Samples from one epoch to the next where epochs overlap and share their samples; 0: every epoch has its own.
  std::size_t step = 0;
  /// (epoch * n_channels + channel) * n_times + sample; with a step channel * n_shared() + epoch * step + sample.
  std::vector<double> data;
  std::vector<std::string> reasons;  ///< epoch * n_channels + channel: reason for rejection; empty: used

  std::vector<std::string> labels;  ///< one per channel
  std::vector<std::string> units;   ///< one per channel
  double rate = 1.0;                ///< samples per second
  bool has_rate = true;
  /// epoch * n_times + sample, with a step epoch * step + sample: 1 where a missing sample (NaN) of all channels was
  /// inserted because time is missing, 0 where a missing one is a value that is unknown; empty: none was inserted.
  std::vector<std::uint8_t> gaps;
  std::vector<double> onsets;  ///< one per epoch: seconds (samples without a rate) from the start of the recording
  /// Seconds from the start of the recording, where missing samples were inserted and all are one epoch; otherwise
  /// empty, as without a rate.
  std::vector<double> times;
  Notices notices;             ///< parts left out and why (samples that fill no epoch)

  std::size_t index(std::size_t epoch, std::size_t channel) const { return epoch * n_channels + channel; }
  std::size_t n_shared() const { return n_epochs == 0 ? 0 : (n_epochs - 1) * step + n_times; }
  Samples samples(std::size_t epoch, std::size_t channel) const {
    const std::size_t begin = step > 0 ? channel * n_shared() + epoch * step : index(epoch, channel) * n_times;
    return Samples(data).subspan(begin, n_times);
  }
};

/// Input of the measures: a view of epochs in any memory, for instance that of a caller, which must outlive it.
struct EpochView {
  std::size_t n_epochs = 0;
  std::size_t n_channels = 0;
  std::size_t n_times = 0;
  std::size_t step = 0;                  ///< as in Epochs
  Samples data;                          ///< as in Epochs
  std::span<const std::string> reasons;  ///< as in Epochs
  GapMarks gaps;                         ///< as in Epochs
  std::span<const std::string> labels;   ///< one per channel; empty: unknown
  std::span<const std::string> units;    ///< one per channel; empty: unknown

  EpochView(std::size_t epochs, std::size_t channels, std::size_t times, Samples samples)
      : n_epochs(epochs), n_channels(channels), n_times(times), data(samples) {}
  EpochView(const Epochs& epochs)  // NOLINT(google-explicit-constructor): Epochs are one of the places
      : n_epochs(epochs.n_epochs),
        n_channels(epochs.n_channels),
        n_times(epochs.n_times),
        step(epochs.step),
        data(epochs.data),
        reasons(epochs.reasons),
        gaps(epochs.gaps),
        labels(epochs.labels),
        units(epochs.units) {}

  std::size_t n_shared() const { return n_epochs == 0 ? 0 : (n_epochs - 1) * step + n_times; }
  Samples samples(std::size_t epoch, std::size_t channel) const {
    const std::size_t begin = step > 0 ? channel * n_shared() + epoch * step : (epoch * n_channels + channel) * n_times;
    return data.subspan(begin, n_times);
  }
  /// Of one epoch; empty if nothing was inserted in any.
  GapMarks gaps_of(std::size_t epoch) const {
    return gaps.empty() ? gaps : gaps.subspan(epoch * (step > 0 ? step : n_times), n_times);
  }
};

}  // namespace biotropy::series
