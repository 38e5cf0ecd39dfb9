// SPDX-License-Identifier: Apache-2.0
//
// Time stamps of streams: their gaps, and whether they come at the rate that is believed. Features have bands in Hz,
// and windows a number of samples: samples of another rate would be measured and classified without any sign that
// something is wrong. Nor do stamps of the right rate that are uneven, as those of packets, fit: each spacing beyond
// the longest allowed is a gap, and so is each step backwards. A spacing that the next ones make up for shows that
// nothing is missing.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
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

// Gaps between time stamps that were set when samples were sent, as those of the Lab Streaming Layer: samples that come
// late and catch up later are not a gap. A stamp is a gap where it is later, or earlier, than one period after the one
// before it by more than half a period and twice as much as stamps have lately caught up.

class UnevenStamps {
 public:
  /// @param rate of the samples, in Hz.
  explicit UnevenStamps(double rate);

  /// The next stamp, in seconds; NaN: a sample without a stamp, which is not a gap.
  bool follows_gap(double stamp);

  /// Takes the next stamp for the first one. How uneven they are is not forgotten.
  void restart() { last_ = std::numeric_limits<double>::quiet_NaN(); }

  /// Numbers from which restore() goes on. restore() throws Error invalid_data for numbers of no state.
  std::array<double, 3> state() const { return {last_, caught_up_, uneven_}; }
  void restore(std::span<const double, 3> state);

 private:
  double period_, decay_;
  double last_ = std::numeric_limits<double>::quiet_NaN();
  double caught_up_ = 0.0;  // seconds by which stamps come earlier than they would at the rate, lately
  double uneven_;           // the most of it, decaying
};

}  // namespace biotropy::live
