// SPDX-License-Identifier: Apache-2.0
//
// Distribution of durations, in bins of an eighth of an octave from a tenth of a microsecond on; allocates nothing
// while measuring.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace biotropy::cli {

class Latencies {
 public:
  void add(double microseconds);

  /// "p50 5.2, p99 9, p99.9 12, most 31 us"; each at most a twelfth too large.
  std::string text() const;

 private:
  double quantile(double share) const;

  std::array<std::uint64_t, 256> counts_{};
  std::uint64_t total_ = 0;
  double most_ = 0.0;
};

}  // namespace biotropy::cli
