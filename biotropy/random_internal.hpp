// SPDX-License-Identifier: Apache-2.0
//
// Random numbers that are the same on every machine: the engine is fixed by the C++ standard, and the distributions
// are those of Boost, whose algorithms do not differ between standard libraries.
#pragma once

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

namespace biotropy {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// A separate stream for every seed and place (group, subject), however many numbers are drawn from the others.
  Random(std::uint64_t seed, std::initializer_list<std::uint32_t> place) {
    std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
    words.insert(words.end(), place);
    std::seed_seq sequence(words.begin(), words.end());
    engine_.seed(sequence);
  }

  /// Mean 0, SD 1.
  double normal() { return normal_(engine_); }
  /// Mean 1.
  double exponential() { return exponential_(engine_); }
  /// In [0, 1).
  double uniform() { return uniform_(engine_); }
  double sign() { return uniform() < 0.5 ? -1.0 : 1.0; }
  /// Below count.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(uniform() * static_cast<double>(count)); }

 private:
  std::mt19937_64 engine_;
  boost::random::normal_distribution<double> normal_;
  boost::random::exponential_distribution<double> exponential_;
  boost::random::uniform_01<double> uniform_;
};

}  // namespace biotropy
