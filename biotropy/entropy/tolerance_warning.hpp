// SPDX-License-Identifier: Apache-2.0
//
// An absolute r that seems to be in another unit than the samples: every sample of a series matches every other one,
// or none does. Such values are 0, or missing, and meaningless.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "biotropy/entropy/parameters.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::entropy {

/// A notice of such an r; none for another one. Constant series are not looked at, as they have no range in
/// any unit, nor is r = 0, which means the same in all. @param units of the channels, where they are known.
std::optional<Notice> tolerance_notice(const series::EpochView& epochs, Measure measure, const Parameters& parameters,
                                       std::span<const std::string> units = {});

/// The same for series of one length that lie apart, such as the windows of streams. These are looked at once, in the
/// first full window: a later one may be quiet by chance.
std::optional<Notice> tolerance_notice(std::span<const series::Samples> series, Measure measure,
                                       const Parameters& parameters, std::span<const std::string> units = {});

}  // namespace biotropy::entropy
