// SPDX-License-Identifier: Apache-2.0
//
// Mean of each channel over its partners, in both directions, from a matrix between channels. The result is again one
// value for every subject and entry (a channel), so it can be compared between groups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::groups {

/// Subjects x channels, at subject * channels + channel. Missing partners (NaN) are left out.
struct Nodes {
  std::vector<double> out;  ///< mean over partners of (channel, partner): templates come from the channel
  std::vector<double> in;   ///< mean over partners of (partner, channel): templates are matched in the channel
  std::vector<std::uint32_t> out_count;  ///< partners in the mean; 0 makes it NaN
  std::vector<std::uint32_t> in_count;
};

/// `matrices`: subjects x channels x channels; the diagonal is ignored.
/// @throws Error invalid_argument for channels = 0; invalid_data if the matrices are incomplete.
Nodes node_means(std::span<const double> matrices, std::size_t channels);

}  // namespace biotropy::groups
