// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/markov/fixed_lag.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/markov/log_sum_exp_internal.hpp"

namespace biotropy::sicamm {

FixedLag::FixedLag(const Chain& chain, std::size_t lag) : filter_(chain), ring_(lag + 1) {
  if (lag > kLargestLag) {
    throw Error::argument("lag", std::to_string(lag), "an integer from 0 to " + std::to_string(kLargestLag));
  }
  const std::size_t classes = filter_.classes();
  log_densities_.resize(ring_ * classes);
  filtered_.resize(ring_ * classes);
  for (auto* scratch : {&backward_, &next_, &sums_, &posterior_}) scratch->resize(classes);
}

double FixedLag::step(std::span<const double> log_densities) {
  const double z = filter_.step(log_densities);
  newest_ = (newest_ + 1) % ring_;
  held_ = std::min(held_ + 1, ring_);
  const auto place = static_cast<std::ptrdiff_t>(slot(0));
  // A sample impossible in every class was left out by the filter, and has no information about earlier samples either.
  if (z > -std::numeric_limits<double>::infinity())
    std::copy(log_densities.begin(), log_densities.end(), log_densities_.begin() + place);
  else
    std::fill_n(log_densities_.begin() + place, filter_.classes(), 0.0);
  std::copy(filter_.log_posterior().begin(), filter_.log_posterior().end(), filtered_.begin() + place);
  return z;
}

std::span<const double> FixedLag::posterior(std::size_t back) {
  const std::size_t classes = filter_.classes();
  const auto into = filter_.log_transitions_to();
  std::fill(backward_.begin(), backward_.end(), 0.0);
  for (std::size_t later = 0; later < back; ++later) {
    const double* densities = log_densities_.data() + slot(later);
    for (std::size_t from = 0; from < classes; ++from) {
      for (std::size_t to = 0; to < classes; ++to) {
        sums_[to] = into[to * classes + from] + densities[to] + backward_[to];
      }
      next_[from] = log_sum_exp(sums_);
    }
    // Only differences between classes matter; without this, sums over a long lag would lose digits.
    const double largest = *std::max_element(next_.begin(), next_.end());
    for (std::size_t k = 0; k < classes; ++k) backward_[k] = next_[k] - largest;
  }
  const double* filtered = filtered_.data() + slot(back);
  for (std::size_t k = 0; k < classes; ++k) sums_[k] = filtered[k] + backward_[k];
  const double z = log_sum_exp(sums_);
  for (std::size_t k = 0; k < classes; ++k) posterior_[k] = std::exp(sums_[k] - z);
  return posterior_;
}

void FixedLag::reset() {
  filter_.reset();
  held_ = 0;
}

std::vector<double> FixedLag::state() const {
  const std::size_t classes = filter_.classes();
  std::vector<double> state;
  for (std::size_t back = held_; back-- > 0;) {
    for (const auto* ring : {&log_densities_, &filtered_}) {
      const auto begin = ring->begin() + static_cast<std::ptrdiff_t>(slot(back));
      state.insert(state.end(), begin, begin + static_cast<std::ptrdiff_t>(classes));
    }
  }
  return state;
}

void FixedLag::restore(std::span<const double> state) {
  const std::size_t classes = filter_.classes(), held = state.size() / (2 * classes);
  const bool are_logs = std::all_of(state.begin(), state.end(), [](double value) {
    return value < std::numeric_limits<double>::infinity();  // false for NaN too
  });
  if (held > ring_ || state.size() != held * 2 * classes || !are_logs) {
    throw Error(ErrorCode::invalid_data, std::to_string(state.size()) + " numbers that are no state of this decoder");
  }
  reset();
  for (std::size_t i = 0; i < held; ++i) {
    const auto densities = state.subspan(i * 2 * classes, classes);
    const auto filtered = state.subspan((i * 2 + 1) * classes, classes);
    filter_.restore(filtered);
    newest_ = (newest_ + 1) % ring_;
    std::copy(densities.begin(), densities.end(), log_densities_.begin() + static_cast<std::ptrdiff_t>(slot(0)));
    std::copy(filtered.begin(), filtered.end(), filtered_.begin() + static_cast<std::ptrdiff_t>(slot(0)));
  }
  held_ = held;
}

}  // namespace biotropy::sicamm
