// SPDX-License-Identifier: Apache-2.0
//
// The matches of a value among sorted values are one run, because fl(x - y) is monotone in y, and the ends of the run
// only move forward while the value grows: one walk finds the runs of a whole sorted series with the exact predicate.
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
  RunWalk(std::span<const double> sorted, double r, Boundary boundary) : sorted_(sorted), r_(r), boundary_(boundary) {}

  /// Starts at a value: the walk of one that is not the first needs no way there.
  void seek(double value) {
    const auto place = [&](auto holds) {
      return static_cast<std::size_t>(std::partition_point(sorted_.begin(), sorted_.end(), holds) - sorted_.begin());
    };
    begin_ = place([&](double sorted) { return is_below(sorted, value); });
    end_ = place([&](double sorted) { return is_reached(sorted, value); });
  }

  /// The places that match `value`, which is not less than the one before.
  PlaceRun next(double value) {
    const std::size_t size = sorted_.size();
    while (begin_ < size && is_below(sorted_[begin_], value)) ++begin_;
    end_ = end_ < begin_ ? begin_ : end_;
    while (end_ < size && is_reached(sorted_[end_], value)) ++end_;
    // Where nothing matches (r = 0 and open, say) the walk has passed smaller values only.
    const bool any = begin_ < end_ && matches(value, sorted_[begin_], r_, boundary_);
    return {static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(any ? end_ : begin_)};
  }

 private:
  bool is_below(double sorted, double value) const { return sorted < value && !matches(value, sorted, r_, boundary_); }
  bool is_reached(double sorted, double value) const { return sorted < value || matches(value, sorted, r_, boundary_); }

  std::span<const double> sorted_;
  double r_;
  Boundary boundary_;
  std::size_t begin_ = 0, end_ = 0;
};

/// The run of each of the sorted values `of` among the sorted values `in`.
inline std::vector<PlaceRun> matching_runs(std::span<const double> of, std::span<const double> in, double r,
                                           Boundary boundary) {
  RunWalk walk(in, r, boundary);
  std::vector<PlaceRun> runs;
  for (const double value : of) runs.push_back(walk.next(value));
  return runs;
}

}  // namespace biotropy::match
