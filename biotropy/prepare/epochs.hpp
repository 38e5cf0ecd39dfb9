// SPDX-License-Identifier: Apache-2.0
//
// Cuts a recording into epochs of equal length, with or without overlap: windows that slide are epochs with a short
// step. An epoch with missing time inside is either rejected, or missing samples (NaN) are inserted, which every
// measure can leave out.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "biotropy/option.hpp"
#include "biotropy/prepare/timeline.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::prepare {

struct EpochSettings {
  Length length{};       ///< of an epoch; 0: the whole recording is one epoch
  double overlap = 0.0;  ///< overlap of consecutive epochs as a fraction, from 0 to below 1
  /// From the start of an epoch to that of the next; 0: as the overlap has it. At most one of the two is given.
  Length step{};
  /// NaN samples inserted at each gap: with at least tau of them no template spans the gap. 0: an epoch with a gap
  /// inside is rejected.
  std::size_t gap_fill = 0;

  /// With its lengths in samples. @throws Error invalid_argument for seconds without a rate.
  EpochSettings in_samples(std::optional<double> rate) const;
};

/// Throws invalid_argument for an overlap outside [0, 1), an overlap and a step, one of them without a length, and for
/// a gap fill above a million.
void validate(const EpochSettings& cutting);

/// Timing that all chosen channels must share, so that their samples are simultaneous.
struct Timing {
  std::size_t n_samples = 0;
  double rate = 1.0;
  bool has_rate = true;
  std::vector<std::size_t> gap_starts{};
  std::vector<double> lost_seconds{};  ///< in each gap and those before it; empty if unknown

  /// Samples per second after decimation.
  std::optional<double> rate_after(std::size_t decimation) const;
};

/// @throws Error invalid_argument for no channel, a position beyond the recording, or channels of several rates (naming
/// them); invalid_data for channels of several lengths or with different gaps; too_short for no samples.
Timing common_timing(const series::Recording& recording, std::span<const std::size_t> channels);

/// Seconds (samples without a rate) from the start of the recording to a sample, gaps included.
double time_of(const Timing& timing, std::size_t sample);

/// The same of all samples that are kept, with `fill` evenly between the ends of each gap.
std::vector<double> times_of(const Timing& timing, const Timeline& timeline, std::size_t fill);

/// Positions of the epochs of a series with gaps.
class EpochGrid {
 public:
  /// Gap positions increase and lie inside the series. @param cutting with lengths in samples. @throws Error too_short
  /// if the samples do not fill one epoch.
  EpochGrid(std::size_t n_samples, std::span<const std::size_t> gap_starts, const EpochSettings& cutting);

  std::size_t n_epochs() const { return n_epochs_; }
  std::size_t n_times() const { return n_times_; }
  /// Samples from one epoch to the next.
  std::size_t step() const { return step_; }
  std::size_t gap_fill() const { return fill_; }
  /// Samples at the end that belong to no epoch.
  std::size_t left_over() const { return left_over_; }

  /// First and last sample of the series in the epoch (inserted samples do not count).
  std::size_t first(std::size_t epoch) const { return source(epoch * step_); }
  std::size_t last(std::size_t epoch) const { return source(epoch * step_ + n_times_ - 1); }

  /// Marks the missing samples that are inserted where time is missing.
  void mark_gaps(series::Epochs& epochs) const;

  /// Sets the reason of epochs with a gap inside, of one channel.
  void reject_gaps(std::size_t channel, series::Epochs& epochs) const;

  /// Whether the samples of the only channel lie in these epochs as they do in the recording.
  bool keeps_order(const series::Epochs& epochs) const {
    return epochs.n_channels == 1 && (epochs.step > 0 || step_ == n_times_);
  }

  /// Puts one channel into every epoch. Samples that keep their order become those of the epochs, without a copy.
  void put(std::vector<double> samples, std::size_t channel, series::Epochs& epochs) const;

 private:
  std::size_t source(std::size_t filled) const;

  std::vector<std::size_t> gap_starts_;
  std::size_t fill_ = 0;
  std::size_t n_times_ = 0, step_ = 1, n_epochs_ = 0, left_over_ = 0;
};

/// Whether epochs that overlap have their samples in common, or each a copy of its own that can be changed.
enum class Overlapping { shared, copied };

/// Epochs of the size of the grid with labels, units, onsets, and room for samples that do not keep their order. An
/// onset is the time of the first sample of the recording in the epoch, including previous gaps of known length.
/// @throws Error out_of_memory.
series::Epochs blank_epochs(const series::Recording& recording, std::span<const std::size_t> channels,
                            const Timing& timing, const Timeline& timeline, const EpochGrid& grid,
                            Overlapping overlapping);

/// Chosen channels, unfiltered, cut into epochs.
series::Epochs cut(series::Recording recording, std::span<const std::size_t> channels, const EpochSettings& cutting);

}  // namespace biotropy::prepare
