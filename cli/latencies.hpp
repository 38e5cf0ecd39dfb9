// SPDX-License-Identifier: Apache-2.0
//
// How long things took, counted in eighths of an octave from a tenth of a microsecond on: as exact as anybody reads it,
// and nothing is allocated while it goes on.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace biotropy::cli {

class Latencies {
 public:
  void add(double microseconds);

  /// "p50 5.2, p99 9, p99.9 12, most 31 us"; each at most a twelfth above the truth.
  std::string text() const;

 private:
  double quantile(double share) const;

  std::array<std::uint64_t, 256> counts_{};
  std::uint64_t total_ = 0;
  double most_ = 0.0;
};

}  // namespace biotropy::cli
