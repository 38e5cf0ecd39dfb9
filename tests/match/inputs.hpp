// SPDX-License-Identifier: Apache-2.0
//
// Test series for every engine: random, tied, lattice, constant, monotone, smooth, with missing samples, at extreme
// scales, and of every length around the size of words, vectors and blocks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace biotropy::match {

struct Input {
  std::string name;
  std::vector<double> x, y;
  double r;  ///< a tolerance that makes some, but not all, samples match
};

/// Every kind of series at n samples; x and y are different realisations (of different lengths if requested).
std::vector<Input> inputs(std::size_t n_x, std::size_t n_y, std::uint64_t seed);

/// Normal noise, different for each seed.
std::vector<double> noise(std::size_t n, unsigned seed, double sd = 1.0, double offset = 0.0);

}  // namespace biotropy::match
