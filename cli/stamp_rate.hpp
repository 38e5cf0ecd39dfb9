// SPDX-License-Identifier: Apache-2.0
//
// Whether time stamps come at the rate that is believed. Features have bands in Hz and transitions a duration: samples
// of another rate would be classified without any sign that something is wrong.
#pragma once

#include <cstddef>

namespace biotropy::cli {

class StampRate {
 public:
  /// The time between two stamps, in seconds. @param gap whether it is one.
  void add(double spacing, bool gap);

  /// Whether there were enough for measured(), which then tells about the last ones, until the next is added.
  bool known() const { return spacings_ == kEnough; }

  /// Stamps per second, without the gaps; with them where most are gaps.
  double measured() const;

 private:
  static constexpr std::size_t kEnough = 200;

  std::size_t spacings_ = 0, gaps_ = 0;
  double seconds_ = 0.0, gap_seconds_ = 0.0;
};

}  // namespace biotropy::cli
