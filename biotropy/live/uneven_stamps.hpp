// SPDX-License-Identifier: Apache-2.0
//
// Gaps between time stamps that were set when samples were sent, as those of the Lab Streaming Layer: samples that come
// late and catch up later are not a gap. A stamp is a gap where it is later, or earlier, than one period after the one
// before it by more than half a period and twice as much as stamps have lately caught up.
#pragma once

#include <array>
#include <limits>
#include <span>

namespace biotropy::live {

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
