// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace biotropy::sicamm {

constexpr std::size_t kPeerSamples = 3000;

/// The samples of sklearn_fixtures.py, four channels.
std::vector<double> peer_samples();

}  // namespace biotropy::sicamm
