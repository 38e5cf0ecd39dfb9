// SPDX-License-Identifier: Apache-2.0
//
// Prepares the epochs of a measure from a recording, in a fixed order:
//   1. padding (a run of one value at an end of a channel) is found, and left out of all further steps; if the whole
//      recording is one epoch, it begins and ends where no channel is padded, and a channel that would leave less than
//      half of the longest one is rejected;
//   2. the band filter, 3. the notches, 4. decimation, each on the whole continuous channel, separately on either side
//      of a gap, so that filters start at the ends of the data and not at the edges of epochs;
//   5. epochs are cut, and filtered now with FilterEach::epoch;
//   6. an (epoch, channel) is rejected for the first of these that holds: the channel is bad, a gap inside, a
//      span marked as bad inside, padding inside, samples between two gaps that are too few to filter, constant in the
//      recording, infinite or missing samples, constant, peak-to-peak above its limit, below its limit.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "biotropy/prepare/decimate.hpp"
#include "biotropy/prepare/epochs.hpp"
#include "biotropy/prepare/filter.hpp"
#include "biotropy/prepare/iir.hpp"
#include "biotropy/prepare/reject.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::prepare {

/// Samples to which the band filter and the notches are applied.
enum class FilterEach {
  recording,  ///< the whole recording, before decimation, so that epochs have no edge effects
  epoch       ///< each epoch separately, after decimation (Martinez-Zarzuela et al. 2013)
};

/// A span of the recording that somebody has marked as bad.
struct BadSpan {
  double onset = 0.0, end = 0.0;  ///< seconds from the start of the recording
  std::string text;               ///< of the mark
};

/// By default changes nothing, and rejects only constant, missing or infinite samples.
struct Preparation {
  BandFilter filter{};
  std::vector<double> notches{};  ///< frequencies in hertz
  double notch_quality = kNotchQuality;
  FilterEach filter_each = FilterEach::recording;
  std::size_t decimation = 1;
  AntiAlias anti_alias = AntiAlias::chebyshev;
  EpochSettings cutting{};  ///< samples after decimation
  Rejection rejection{};
  std::vector<BadSpan> bad_spans{};  ///< epochs that share time with one are rejected, as for missing samples
};

/// The samples of a channel are freed, or become those of its epochs, as soon as it is prepared: a recording that is
/// given away takes no memory beside its epochs.
/// @throws Error invalid_argument for a parameter that the rate or the recording does not allow, and for bad spans of a
/// recording without a rate; missing_values or
/// invalid_data naming the channel if samples to be filtered are NaN or infinite; too_short if no segment of the
/// recording is long enough for the filters or the epoch, or no epoch for filters of each.
series::Epochs prepare(series::Recording recording, std::span<const std::size_t> channels,
                       const Preparation& preparation, const Execution& execution = {});

}  // namespace biotropy::prepare
