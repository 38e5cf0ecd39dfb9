// SPDX-License-Identifier: Apache-2.0
//
// Recursive filters of a live series: the sections run forwards alone, so that a sample depends on those before it and
// on no later ones. Their phase shifts the signal, as any causal filter does; zero_phase (sections.hpp) is for whole
// recordings. A series starts in the steady state of its first sample, so that an amplifier offset causes no transient
// (scipy.signal.sosfilt with zi = sosfilt_zi times the first sample gives the same).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "biotropy/prepare/sections.hpp"

namespace biotropy::prepare {

class CausalFilter {
 public:
  explicit CausalFilter(Sections sections);

  /// The next sample of the output. NaN for a sample that is not finite, after which the series starts anew.
  double step(double sample);

  /// The next sample starts a series.
  void reset() { started_ = false; }

  std::size_t state_size() const { return 2 + 2 * sections_.size(); }

  /// Appends the state from which restore() continues.
  void append_state(std::vector<double>& state) const;

  /// Continues from a state of a filter with the same sections, bit for bit.
  /// @throws Error invalid_data for an invalid state.
  void restore(std::span<const double> state);

 private:
  Sections sections_;
  std::vector<double> unit_, states_;  // two delayed sums of each section: of a constant input of 1, and now
  bool removes_constants_;
  bool started_ = false;
  double offset_ = 0.0;  // the first sample, where the filter removes constants: it would cost digits of the signal
};

}  // namespace biotropy::prepare
