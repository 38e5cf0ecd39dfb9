// SPDX-License-Identifier: Apache-2.0
//
// Contiguous segments of a recording, and the positions of their samples after decimation: a recording is a sequence
// of segments with missing time between them, and each is filtered and decimated separately, starting from its first
// sample.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace biotropy::prepare {

/// Samples [begin, end) of the recording, without a gap; the first becomes sample `kept_begin`.
struct Segment {
  std::size_t begin = 0, end = 0;
  std::size_t kept_begin = 0;

  std::size_t size() const { return end - begin; }
};

class Timeline {
 public:
  /// @throws Error invalid_data unless the gap positions increase and lie within the samples.
  Timeline(std::size_t n_samples, std::span<const std::size_t> gap_starts, std::size_t factor);

  const std::vector<Segment>& segments() const { return segments_; }
  std::size_t factor() const { return factor_; }
  /// Number of kept samples.
  std::size_t n_kept() const { return n_kept_; }
  /// Gaps among the kept samples.
  std::vector<std::size_t> kept_gaps() const;
  /// Sample of the recording that became sample `kept`.
  std::size_t source(std::size_t kept) const;

 private:
  std::size_t factor_;
  std::size_t n_kept_ = 0;
  std::vector<Segment> segments_;
};

}  // namespace biotropy::prepare
