// SPDX-License-Identifier: Apache-2.0
//
// Whether time stamps come at the rate that is believed. Features have bands in Hz, and windows a number of samples:
// samples of another rate would be measured and classified without any sign that something is wrong. Nor do stamps of
// the right rate that are uneven, as those of packets, fit: each spacing beyond the longest allowed is a gap, and so is
// each step backwards. A spacing that the next ones make up for shows that nothing is missing.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "biotropy/notice.hpp"

namespace biotropy::live {

/// How a fault calls what a stream does with stamps.
struct StampWords {
  std::string_view at_a_gap;         ///< what happens at each gap
  std::string_view rate_is;          ///< what says the rate
  std::string_view at_another_rate;  ///< what is wrong then
};

class StampRate {
 public:
  /// @param rate that is believed, in Hz.
  explicit StampRate(double rate) : rate_(rate) {}

  /// The time between two stamps, in seconds. @param gap whether it is one.
  void add(double spacing, bool gap);

  /// The fault of the last ones, once there are enough, until the next is added. Their rate is that without the gaps,
  /// or with them where most are gaps. @param gap_name what the user calls the longest spacing.
  std::optional<Notice> fault(std::string_view gap_name, const StampWords& words) const;

 private:
  static constexpr std::size_t kEnough = 200;

  struct Span {
    std::size_t spacings = 0;
    double seconds = 0.0;
  };

  // Gaps that were none, among all spacings so far.
  struct MadeUp {
    std::size_t gaps = 0;
    Span since;  // the last gap, while it may still be made up for
  };

  bool known() const { return spacings_ + backwards_ == kEnough; }
  double with_gaps() const;
  void look_for_made_up(double spacing, bool gap);

  double rate_;
  MadeUp made_up_;
  std::size_t spacings_ = 0, gaps_ = 0, backwards_ = 0;  // spacings_ are those that are not backwards
  double seconds_ = 0.0, gap_seconds_ = 0.0;
  Span to_first_gap_, to_last_gap_;
};

}  // namespace biotropy::live
