// SPDX-License-Identifier: Apache-2.0
//
// Templates that contain a missing sample.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "biotropy/entropy/settings.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::cli {

/// For each m a note: "37 of 998 templates touch a missing sample or a gap and were left out", over every (epoch,
/// channel) with at least one template; none where none was left out.
/// @param templates_m valid templates of each (epoch, channel) of a cell of the grid.
Notices omitted_templates(const series::Epochs& epochs, const entropy::Settings& measuring,
                          const std::function<std::vector<std::uint64_t>(std::size_t cell)>& templates_m);

}  // namespace biotropy::cli
