// SPDX-License-Identifier: Apache-2.0
//
// Series (channels of an epoch) that a measure gives no value, so that they are in no mean over epochs. A program
// rejects most of them when it reads a recording; an array of a caller has them still.
#pragma once

#include <string>
#include <vector>

#include "biotropy/entropy/parameters.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::entropy {

/// What a measure takes.
struct SeriesTaken {
  bool missing = false, constant = false;
  int ddof = 1;  ///< of the SD that tells what is constant
};

SeriesTaken series_taken(Measure measure, const Parameters& parameters);

/// Why each (epoch, channel) has no value: that of the view, or of its samples; empty: it may have one. Lengths are not
/// looked at, as all epochs have the same. @throws Error cancelled.
std::vector<std::string> series_without_value(const series::EpochView& epochs, const SeriesTaken& taken,
                                              const Execution& execution);

}  // namespace biotropy::entropy
