// SPDX-License-Identifier: Apache-2.0
//
// Random numbers of the shapes that sources have, the same on every machine: a fixed engine and Boost's distributions.
#pragma once

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <cstddef>
#include <cstdint>
#include <random>

namespace biotropy::sicamm {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

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

}  // namespace biotropy::sicamm
