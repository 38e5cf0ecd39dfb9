// SPDX-License-Identifier: Apache-2.0
//
// Samples of many shapes, the same in every run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace biotropy::sicamm {

struct Sample {
  std::string name;
  std::vector<double> points;
};

/// Samples of n points each: light and heavy tails, edges, two peaks, ties, isolated points.
std::vector<Sample> samples(std::size_t n, std::uint64_t seed);

}  // namespace biotropy::sicamm
