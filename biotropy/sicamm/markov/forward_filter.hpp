// SPDX-License-Identifier: Apache-2.0
//
// Algorithm 1 of Garcia-Molla et al. 2019, in logarithms: the posterior of the class of the last sample given all
// samples so far. With a_k the log posterior, L_k the log density of the sample in class k and P the transitions,
//
//     a_k <- ln sum_j exp(a_j + ln P_jk) + L_k - z,
//
// where z makes the posteriors sum to 1. z is the log-likelihood of the sample given the previous ones. Nothing
// underflows, so the effect of an artefact decays as fast as the chain allows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

class ForwardFilter {
 public:
  /// @throws Error invalid_data as validate(chain) does.
  explicit ForwardFilter(const Chain& chain);

  /// One log density for each class; -infinity is allowed, NaN and +infinity are not (not checked here). Returns z. A
  /// sample that is impossible in every class leaves the prediction unchanged and returns -infinity; log densities that
  /// are all 0 stand for a missing sample. Allocates nothing.
  double step(std::span<const double> log_densities);

  std::span<const double> log_posterior() const { return log_posterior_; }
  std::span<const double> posterior() const { return posterior_; }

  std::size_t classes() const { return log_posterior_.size(); }
  bool started() const { return started_; }

  /// ln transitions, by destination: [to * classes + from].
  std::span<const double> log_transitions_to() const { return log_transitions_to_; }

  /// Returns to the state before the first sample.
  void reset();

  /// Returns to the state after a sample with these log posteriors.
  /// @throws Error invalid_data unless they are those of a distribution.
  void restore(std::span<const double> log_posterior);

 private:
  std::vector<double> log_priors_, log_transitions_to_, log_posterior_, posterior_, predicted_, sums_;
  bool started_ = false;
};

}  // namespace biotropy::sicamm
