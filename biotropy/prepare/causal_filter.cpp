// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/causal_filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "biotropy/error.hpp"

namespace biotropy::prepare {

namespace {

// Delayed sums for a constant input of 1 that has lasted for ever.
std::vector<double> sums_of_ones(const Sections& sections) {
  std::vector<double> sums;
  double level = 1.0;
  for (const Section& s : sections) {
    const double output = level * (s.b0 + s.b1 + s.b2) / (1.0 + s.a1 + s.a2);
    sums.push_back(output - s.b0 * level);
    sums.push_back(s.b2 * level - s.a2 * output);
    level = output;
  }
  return sums;
}

bool has_zero_at_dc(const Sections& sections) {
  return std::any_of(sections.begin(), sections.end(), [](const Section& s) { return s.b0 + s.b1 + s.b2 == 0.0; });
}

}  // namespace

CausalFilter::CausalFilter(Sections sections)
    : sections_(std::move(sections)),
      unit_(sums_of_ones(sections_)),
      states_(unit_.size()),
      removes_constants_(has_zero_at_dc(sections_)) {}

double CausalFilter::step(double sample) {
  if (!std::isfinite(sample)) {
    reset();
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (!std::exchange(started_, true)) {
    offset_ = removes_constants_ ? sample : 0.0;
    for (std::size_t i = 0; i < states_.size(); ++i) states_[i] = removes_constants_ ? 0.0 : unit_[i] * sample;
  }
  double value = sample - offset_;
  for (std::size_t k = 0; k < sections_.size(); ++k) {
    const Section& s = sections_[k];
    const double output = s.b0 * value + states_[2 * k];
    states_[2 * k] = s.b1 * value - s.a1 * output + states_[2 * k + 1];
    states_[2 * k + 1] = s.b2 * value - s.a2 * output;
    value = output;
  }
  // Sums that have overflowed would stay so for ever.
  if (std::isfinite(value)) return value;
  reset();
  return std::numeric_limits<double>::quiet_NaN();
}

void CausalFilter::append_state(std::vector<double>& state) const {
  state.push_back(started_ ? 1.0 : 0.0);
  state.push_back(started_ ? offset_ : 0.0);
  for (const double sum : states_) state.push_back(started_ ? sum : 0.0);
}

void CausalFilter::restore(std::span<const double> state) {
  const bool finite = std::all_of(state.begin(), state.end(), [](double value) { return std::isfinite(value); });
  if (state.size() != state_size() || !finite || !(state[0] == 0.0 || state[0] == 1.0)) {
    throw Error(ErrorCode::invalid_data, fmt::format("{} numbers that are no state of this filter", state.size()));
  }
  started_ = state[0] == 1.0;
  offset_ = state[1];
  std::copy(state.begin() + 2, state.end(), states_.begin());
}

}  // namespace biotropy::prepare
