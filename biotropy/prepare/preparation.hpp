// SPDX-License-Identifier: Apache-2.0
//
// From a recording to the epochs that a measure works on, in a fixed order:
//   1. padding (a run of one value at an end of a channel) is found, and left out of everything that follows; where the
//      whole recording is one epoch, it begins and ends where no channel is padded;
//   2. the band filter, 3. the notches, 4. decimation, each on the whole continuous channel, separately on either side
//      of a gap, so that filters start at the ends of the data and not at the edges of epochs;
//   5. epochs are cut, and filtered now where FilterEach::epoch asks for it;
//   6. an (epoch, channel) is rejected for the first of these that holds: a gap inside, padding inside, samples between
//      two gaps that are too few to filter, constant in the recording, infinite or missing samples, constant,
//      peak-to-peak above its limit, below its limit.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "biotropy/prepare/decimate.hpp"
#include "biotropy/prepare/epochs.hpp"
#include "biotropy/prepare/filter.hpp"
#include "biotropy/prepare/notch.hpp"
#include "biotropy/prepare/reject.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::prepare {

/// Which samples the band filter and the notches are applied to.
enum class FilterEach {
  recording,  ///< the whole recording, before decimation: the edges of epochs are no ends for the filter
  epoch       ///< each epoch by itself, after decimation (Martinez-Zarzuela et al. 2013)
};

/// Changes nothing as it stands, and rejects only what is constant, missing or infinite.
struct Preparation {
  BandFilter filter{};
  std::vector<double> notches{};  ///< frequencies in hertz
  double notch_quality = kNotchQuality;
  FilterEach filter_each = FilterEach::recording;
  std::size_t decimation = 1;
  AntiAlias anti_alias = AntiAlias::chebyshev;
  Cutting cutting{};  ///< in samples after decimation
  Rejection rejection{};
};

/// @throws Error invalid_argument for a parameter outside what the rate and the recording allow; missing_values or
/// invalid_data naming the channel where samples to be filtered are NaN or infinite; too_short where no stretch of the
/// recording is long enough for the filters or the epoch, or no epoch for filters of each.
series::Epochs prepare(const series::Recording& recording, std::span<const std::size_t> channels,
                       const Preparation& preparation, const Execution& execution = {});

}  // namespace biotropy::prepare
