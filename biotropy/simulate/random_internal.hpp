// SPDX-License-Identifier: Apache-2.0
//
// Random numbers that are the same on every machine: the engine is fixed by the C++ standard, and the distributions
// are those of Boost, whose algorithms do not differ between standard libraries.
#pragma once

#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

namespace biotropy::simulate {

class Random {
 public:
  /// A stream of its own for every seed and place (group, subject), however many are drawn from the others.
  explicit Random(std::uint64_t seed, std::initializer_list<std::uint32_t> place = {}) {
    std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
    words.insert(words.end(), place);
    std::seed_seq sequence(words.begin(), words.end());
    engine_.seed(sequence);
  }

  /// Mean 0, SD 1.
  double normal() { return normal_(engine_); }

  /// In [0, 1).
  double uniform() { return uniform_(engine_); }

 private:
  std::mt19937_64 engine_;
  boost::random::normal_distribution<double> normal_;
  boost::random::uniform_01<double> uniform_;
};

}  // namespace biotropy::simulate
