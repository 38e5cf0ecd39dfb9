// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/markov/forward_filter.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/markov/log_sum_exp_internal.hpp"

namespace biotropy::sicamm {

ForwardFilter::ForwardFilter(const Chain& chain) {
  validate(chain);
  const std::size_t classes = chain.classes();
  for (const double p : chain.priors) log_priors_.push_back(std::log(p));
  for (std::size_t to = 0; to < classes; ++to) {
    for (std::size_t from = 0; from < classes; ++from) {
      log_transitions_to_.push_back(std::log(chain.transitions[from * classes + to]));
    }
  }
  posterior_ = chain.priors;
  log_posterior_ = log_priors_;
  predicted_.resize(classes);
  sums_.resize(classes);
}

double ForwardFilter::step(std::span<const double> log_densities) {
  const std::size_t classes = log_posterior_.size();
  if (started_) {
    for (std::size_t to = 0; to < classes; ++to) {
      const double* into = log_transitions_to_.data() + to * classes;
      for (std::size_t from = 0; from < classes; ++from) sums_[from] = log_posterior_[from] + into[from];
      predicted_[to] = log_sum_exp(sums_);
    }
  } else {
    predicted_ = log_priors_;
    started_ = true;
  }
  for (std::size_t k = 0; k < classes; ++k) sums_[k] = predicted_[k] + log_densities[k];
  const double z = log_sum_exp(sums_);
  const bool explained = z > -std::numeric_limits<double>::infinity();
  if (!explained) sums_ = predicted_;
  const double norm = explained ? z : log_sum_exp(predicted_);
  for (std::size_t k = 0; k < classes; ++k) {
    log_posterior_[k] = sums_[k] - norm;
    posterior_[k] = std::exp(log_posterior_[k]);
  }
  return z;
}

void ForwardFilter::reset() {
  started_ = false;
  log_posterior_ = log_priors_;
  for (std::size_t k = 0; k < posterior_.size(); ++k) posterior_[k] = std::exp(log_priors_[k]);
}

void ForwardFilter::restore(std::span<const double> log_posterior) {
  constexpr double rounding = 1e-9;
  // Also false for NaN, and for +infinity.
  const bool fits = log_posterior.size() == classes() && std::abs(log_sum_exp(log_posterior)) <= rounding;
  if (!fits) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{} numbers that are no log posteriors of {} classes", log_posterior.size(), classes()));
  }
  log_posterior_.assign(log_posterior.begin(), log_posterior.end());
  for (std::size_t k = 0; k < posterior_.size(); ++k) posterior_[k] = std::exp(log_posterior_[k]);
  started_ = true;
}

}  // namespace biotropy::sicamm
