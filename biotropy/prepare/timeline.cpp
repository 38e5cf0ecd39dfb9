// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "biotropy/error.hpp"

namespace biotropy::prepare {

Timeline::Timeline(std::size_t n_samples, std::span<const std::size_t> gap_starts, std::size_t factor)
    : factor_(factor) {
  std::size_t begin = 0;
  const auto add = [&](std::size_t end) {
    if (end == begin) return;
    segments_.push_back({begin, end, n_kept_});
    n_kept_ += (end - begin + factor - 1) / factor;
    begin = end;
  };
  std::size_t previous = 0;
  for (const std::size_t start : gap_starts) {
    if (start < previous || start > n_samples) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("gap at sample {} is out of order or outside {} samples", start, n_samples));
    }
    add(start);
    previous = start;
  }
  add(n_samples);
}

std::vector<std::size_t> Timeline::kept_gaps() const {
  std::vector<std::size_t> gaps;
  for (std::size_t k = 1; k < segments_.size(); ++k) gaps.push_back(segments_[k].kept_begin);
  return gaps;
}

std::size_t Timeline::source(std::size_t kept) const {
  const auto next = std::upper_bound(segments_.begin(), segments_.end(), kept,
                                     [](std::size_t position, const Segment& s) { return position < s.kept_begin; });
  const Segment& segment = *(next - 1);
  return segment.begin + (kept - segment.kept_begin) * factor_;
}

}  // namespace biotropy::prepare
