// SPDX-License-Identifier: Apache-2.0
//
// The last samples of a series that grows, in one piece of memory: they move to the front of it once in at least as
// many samples as the window has.
#pragma once

#include <cstddef>
#include <span>

#include "biotropy/aligned.hpp"

namespace biotropy::match {

class WindowSamples {
 public:
  /// Positions move by multiples of this, so that rows of bits move by whole words and vectors.
  static constexpr std::size_t kMove = 512;

  explicit WindowSamples(std::size_t window);

  /// Positions in memory, a multiple of kMove.
  std::size_t capacity() const { return samples_.size(); }
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return end_; }
  std::size_t size() const { return end_ - begin_; }
  const double* data() const { return samples_.data(); }
  double operator[](std::size_t position) const { return samples_[position]; }
  std::span<const double> samples() const { return std::span<const double>(samples_).subspan(begin_, size()); }

  /// Appends a sample. @returns by how much all positions have decreased before: 0 or a multiple of kMove.
  std::size_t push(double sample);
  /// Leaves out the oldest sample.
  void pop() { ++begin_; }
  void clear() { begin_ = end_ = 0; }

 private:
  AlignedVector<double> samples_;
  std::size_t begin_ = 0, end_ = 0;
};

}  // namespace biotropy::match
