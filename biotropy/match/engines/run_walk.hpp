// SPDX-License-Identifier: Apache-2.0
//
// The sorted values that match a value are one run, because fl(x - y) is monotone in y, and its ends only move forward
// as the value grows: one walk finds the runs of a whole sorted series with the exact predicate.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// Places [begin, end) of a sorted list.
struct PlaceRun {
  std::uint32_t begin = 0, end = 0;
};

class RunWalk {
 public:
  RunWalk(std::span<const double> sorted, double r, Boundary boundary)
      : sorted_(sorted), reach_(greatest_match(r, boundary)) {}

  /// Jumps to the run of a value, for walks that do not start at the first value.
  void seek(double value) {
    const auto place = [&](auto holds) {
      return static_cast<std::size_t>(std::partition_point(sorted_.begin(), sorted_.end(), holds) - sorted_.begin());
    };
    begin_ = place([&](double sorted) { return is_below(sorted, value); });
    end_ = place([&](double sorted) { return is_reached(sorted, value); });
  }

  /// Places that match `value`, which must not be less than the previous one; may be an empty run.
  PlaceRun next(double value) {
    begin_ = pass(begin_, [&](double sorted) { return is_below(sorted, value); });
    end_ = pass(end_, [&](double sorted) { return is_reached(sorted, value); });
    return {static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(std::max(begin_, end_))};
  }

 private:
  // The subtractions are ordered so that places before and behind the run have the right sign.
  bool is_below(double sorted, double value) const { return value - sorted > reach_; }
  bool is_reached(double sorted, double value) const { return sorted - value <= reach_; }

  // First place from here on that is not passed. The number of steps is unpredictable, so a few places are compared at
  // once, without branches, and the results added.
  std::size_t pass(std::size_t place, auto passed) const {
    constexpr std::size_t at_once = 4;
    while (place + at_once <= sorted_.size()) {
      std::size_t count = 0;
      for (std::size_t k = 0; k < at_once; ++k) count += passed(sorted_[place + k]) ? 1 : 0;
      place += count;
      if (count < at_once) return place;
    }
    while (place < sorted_.size() && passed(sorted_[place])) ++place;
    return place;
  }

  std::span<const double> sorted_;
  double reach_;
  std::size_t begin_ = 0, end_ = 0;
};

/// Run of each of the sorted values `of` among the sorted values `in`.
inline std::vector<PlaceRun> matching_runs(std::span<const double> of, std::span<const double> in, double r,
                                           Boundary boundary) {
  RunWalk walk(in, r, boundary);
  std::vector<PlaceRun> runs;
  for (const double value : of) runs.push_back(walk.next(value));
  return runs;
}

}  // namespace biotropy::match
