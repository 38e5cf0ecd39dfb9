// SPDX-License-Identifier: Apache-2.0
//
// A measure in a window that slides over a series, or over two, as samples come. ApEn, SampEn, permutation entropy of
// short patterns, and Cross-ApEn and Cross-SampEn with r in the units of the samples keep their counts from sample to
// sample; every other measure, and the cross measures with r in SD units, which z-score each window, measure a window
// anew when its value is read. Both give the value of compute() on the window, bit for bit.
#pragma once

#include <memory>
#include <span>

#include "biotropy/entropy/entropy.hpp"

namespace biotropy::entropy {

class SlidingEntropy {
 public:
  /// @param window samples of it. @throws Error invalid_argument for a parameter, or for a window that is shorter than
  /// the measure needs.
  SlidingEntropy(Measure measure, std::size_t window, const Parameters& parameters = {});
  ~SlidingEntropy();
  SlidingEntropy(SlidingEntropy&&) noexcept;
  SlidingEntropy& operator=(SlidingEntropy&&) noexcept;

  Measure measure() const;
  std::size_t window() const;
  /// 2 for a cross measure, otherwise 1.
  std::size_t series() const;

  /// The next sample of each series; NaN marks a missing one. The oldest leaves if the window is full.
  /// @throws Error invalid_argument for another number of samples.
  void push(std::span<const double> samples);
  void push(double x) { push(std::span(&x, 1)); }

  /// Samples in the window.
  std::size_t size() const;
  /// Those of a series, in the order of time.
  Samples samples(std::size_t series) const;
  bool is_full() const { return size() == window(); }

  /// As compute_or_reason() on the samples of the window. @throws Error too_short unless it is full.
  Entropy value();

  /// Begins anew, without samples.
  void clear();

  /// Whether counts are kept from sample to sample.
  bool is_incremental() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Whether a SlidingEntropy of this measure keeps its counts from sample to sample.
bool counts_incrementally(Measure measure, const Parameters& parameters);

}  // namespace biotropy::entropy
