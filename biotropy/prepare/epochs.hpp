// SPDX-License-Identifier: Apache-2.0
//
// Cutting a recording into epochs of equal length, with or without overlap. Where time is missing inside an epoch it is
// either rejected, or missing samples (NaN) are put in, which every measure can leave out.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "biotropy/prepare/timeline.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::prepare {

struct Cutting {
  std::size_t length = 0;           ///< samples of an epoch; 0: the whole recording is one epoch
  double overlap = 0.0;             ///< part of an epoch that the next one repeats, from 0 to below 1
  std::size_t overlap_samples = 0;  ///< the same in samples; at most one of the two may be given
  /// NaN samples put in at each gap: the delay tau of a measure keeps every template from straddling it.
  /// 0: an epoch with a gap inside is rejected.
  std::size_t gap_fill = 0;
};

/// Throws invalid_argument for an overlap outside [0, 1), as long as the epoch, given twice, or without a
/// length, and for a gap fill above a million.
void validate(const Cutting& cutting);

/// What all chosen channels must share, so that their samples are of the same instants.
struct Timing {
  std::size_t n_samples = 0;
  double rate = 1.0;
  bool has_rate = true;
  std::vector<std::size_t> gap_starts{};
  std::vector<series::Piece> pieces{};  ///< between the gaps, with the time at which each begins
};

/// @throws Error invalid_argument for no channel, a position beyond the recording, or channels of several rates (naming
/// them); invalid_data for channels of several lengths or with different gaps; too_short for no samples.
Timing common_timing(const series::Recording& recording, std::span<const std::size_t> channels);

/// Where the epochs of a series with gaps lie.
class EpochGrid {
 public:
  /// Gap positions increase and lie inside the series.
  /// @throws Error too_short where the samples do not fill one epoch.
  EpochGrid(std::size_t n_samples, std::span<const std::size_t> gap_starts, const Cutting& cutting);

  std::size_t n_epochs() const { return n_epochs_; }
  std::size_t n_times() const { return n_times_; }
  /// Samples at the end that belong to no epoch.
  std::size_t left_over() const { return left_over_; }

  /// Whether missing samples stand where time is missing.
  bool fills_gaps() const { return fill_ > 0 && !gap_starts_.empty(); }

  /// First and last sample of the series that the epoch holds (filled gaps are no samples of the series).
  std::size_t first(std::size_t epoch) const { return source(epoch * step_); }
  std::size_t last(std::size_t epoch) const { return source(epoch * step_ + n_times_ - 1); }

  /// Copies one channel into its place in every epoch, and gives the reason to those with a gap inside.
  void copy(series::Samples samples, std::size_t channel, series::Epochs& epochs) const;

 private:
  std::size_t source(std::size_t filled) const;

  std::vector<std::size_t> gap_starts_;
  std::size_t fill_ = 0;
  std::size_t n_times_ = 0, step_ = 1, n_epochs_ = 0, left_over_ = 0;
};

/// Epochs of the size of the grid, NaN throughout, with labels, units and onsets. An onset is the time of the first
/// sample of the recording in the epoch, with the gaps in front of it as far as their length is known.
/// @throws Error out_of_memory.
series::Epochs blank_epochs(const series::Recording& recording, std::span<const std::size_t> channels,
                            const Timing& timing, const Timeline& timeline, const EpochGrid& grid);

/// The chosen channels as they are, cut into epochs.
series::Epochs cut(const series::Recording& recording, std::span<const std::size_t> channels, const Cutting& cutting);

}  // namespace biotropy::prepare
