// SPDX-License-Identifier: Apache-2.0
//
// What a matrix between channels says of each channel: the mean over its partners, in both directions. The result is
// again one value for every subject and entry (a channel), so it can be compared between groups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::groups {

/// Subjects x channels, at subject * channels + channel. Partners whose value is missing (NaN) are left out.
struct Nodes {
  std::vector<double> out;               ///< mean over partners of (channel, partner): templates come from the channel
  std::vector<double> in;                ///< mean over partners of (partner, channel): templates are matched in it
  std::vector<std::uint32_t> out_count;  ///< partners in the mean; 0 makes it NaN
  std::vector<std::uint32_t> in_count;
};

/// `matrices`: subjects x channels x channels; the diagonal is not looked at.
/// @throws Error invalid_argument for channels = 0; invalid_data where the matrices are not whole.
Nodes node_means(std::span<const double> matrices, std::size_t channels);

}  // namespace biotropy::groups
