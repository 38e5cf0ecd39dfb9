// SPDX-License-Identifier: Apache-2.0
//
// Which (epoch, channel) must not be used, and why, as a sentence with the value and the limit. Limits are in the unit
// of the channel, so nothing here depends on whether that is the microvolt or the tesla.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "biotropy/series/epochs.hpp"
#include "biotropy/series/samples.hpp"

namespace biotropy::prepare {

struct Rejection {
  std::optional<double> max_peak_to_peak{};  ///< above it: an artefact
  std::optional<double> min_peak_to_peak{};  ///< below it: a flat channel
  bool constant = true;                      ///< all samples equal
  bool missing = true;                       ///< any NaN; infinite samples are always a reason
  /// A run of at least so many equal samples at the beginning or end of the whole channel is padding; 0: not looked
  /// for.
  std::size_t padding = 0;
};

/// Throws invalid_argument for a limit that is negative or not finite, limits that leave nothing, or padding of 1
/// sample.
void validate(const Rejection& rejection);

/// Samples in a run of one value at the beginning and at the end of a channel.
struct Padding {
  std::size_t head = 0, tail = 0;
};

/// Runs shorter than `least` count as none. Of a constant channel all samples are head and none is tail.
Padding find_padding(series::Samples samples, std::size_t least);

/// Gives a reason to each (epoch, channel) of one channel that has none yet: infinite samples, missing ones, all equal,
/// peak-to-peak above or below its limit; the first that holds. Padding needs the whole channel: see prepare().
void reject_channel(series::Epochs& epochs, std::size_t channel, const Rejection& rejection);

/// The same for every channel. @throws Error as validate().
void reject(series::Epochs& epochs, const Rejection& rejection);

}  // namespace biotropy::prepare
