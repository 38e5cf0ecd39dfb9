// SPDX-License-Identifier: Apache-2.0
//
// Fixed-lag smoothing, most of the gain of smoothing for a short delay: the class of the sample `lag` steps ago, from
// all samples up to now. A backward pass over the last `lag` samples corrects the results of the forward filter.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "biotropy/sicamm/markov/forward_filter.hpp"

namespace biotropy::sicamm {

class FixedLag {
 public:
  static constexpr std::size_t kLargestLag = 1'000'000;

  /// @throws Error invalid_data as validate(chain) does; invalid_argument for a lag above kLargestLag.
  FixedLag(const Chain& chain, std::size_t lag);

  /// Adds a sample; see ForwardFilter::step, whose value is returned. Allocates nothing.
  double step(std::span<const double> log_densities);

  /// Posterior, from all samples so far, of the one `back` steps ago; `back` is at most the lag, and below the number
  /// of samples. Valid until the next call of a member. Allocates nothing.
  std::span<const double> posterior(std::size_t back);

  std::size_t lag() const { return ring_ - 1; }

  /// Number of samples available: at most lag + 1.
  std::size_t held() const { return held_; }

  const ForwardFilter& filter() const { return filter_; }

  void reset();

  /// State from which restore() continues.
  std::vector<double> state() const;

  /// Continues from a state of a decoder with the same chain and lag. @throws Error invalid_data for an invalid state.
  void restore(std::span<const double> state);

 private:
  std::size_t slot(std::size_t back) const { return (newest_ + ring_ - back) % ring_ * filter_.classes(); }

  ForwardFilter filter_;
  std::size_t ring_, held_ = 0, newest_ = 0;
  std::vector<double> log_densities_, filtered_;  // ring buffers
  std::vector<double> backward_, next_, sums_, posterior_;
};

}  // namespace biotropy::sicamm
