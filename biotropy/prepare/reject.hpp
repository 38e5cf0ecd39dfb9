// SPDX-License-Identifier: Apache-2.0
//
// Rejection of (epoch, channel), with the reason as a sentence that gives the value and the limit. Limits are in the
// unit of the channel, so microvolt and tesla are treated alike.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "biotropy/notice.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::prepare {

struct Rejection {
  std::optional<double> max_peak_to_peak{};  ///< rejects artefacts above it
  std::optional<double> min_peak_to_peak{};  ///< rejects flat channels below it
  bool constant = true;                      ///< rejects if all samples are equal
  bool missing = true;                       ///< rejects any NaN; infinite samples are always rejected
  /// A run of at least this many equal samples at the beginning or end of the whole channel is padding; 0: no test.
  std::size_t padding = 0;
};

/// Throws invalid_argument for a limit that is negative or not finite, limits that reject everything, or padding of 1
/// sample.
void validate(const Rejection& rejection);

/// Sets the reason of each (epoch, channel) of one channel that has none yet: infinite samples, missing ones, all
/// equal, peak-to-peak above or below its limit; the first that holds. Padding needs the whole channel: see prepare().
void reject_channel(series::Epochs& epochs, std::size_t channel, const Rejection& rejection);

struct PeakToPeak {
  double value = 0.0;
  std::string unit;  ///< of the channel
};

/// Of all that is not rejected.
PeakToPeak largest_peak_to_peak(const series::Epochs& epochs);

/// A notice if the largest peak-to-peak is less than a thousandth of the limit, as of one in another unit.
std::optional<Notice> notice_of_far_limit(const PeakToPeak& largest, const std::optional<double>& limit);

/// reject_channel() for every channel. @throws Error as validate().
void reject(series::Epochs& epochs, const Rejection& rejection);

// A value and its unit, for messages of this room.

/// "12.5 uV", or "12.5" for a channel without a unit.
std::string with_unit(double value, const std::string& unit);

}  // namespace biotropy::prepare
