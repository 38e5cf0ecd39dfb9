// SPDX-License-Identifier: Apache-2.0
//
// The series of a measure as they are compared: two series are z-scored if the tolerance is in SD units; otherwise the
// samples are used unchanged.
#pragma once

#include <array>
#include <vector>

#include "biotropy/entropy/templates.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::entropy {

class ComparedSeries {
 public:
  /// Samples are copied only for z-scoring. @param v ignored by measures of one series. @throws as require_usable.
  ComparedSeries(Measure measure, Samples u, Samples v, const Parameters& parameters);

  ComparedSeries(const ComparedSeries&) = delete;  // its spans may point to its own scores
  ComparedSeries& operator=(const ComparedSeries&) = delete;

  std::span<const Samples> series() const { return std::span(both_).first(cross_ ? 2 : 1); }
  match::Pair pair() const { return {0, cross_ ? 1U : 0U}; }
  Samples x() const { return both_[0]; }
  Samples y() const { return both_[cross_ ? 1 : 0]; }
  /// The tolerance in the units of the samples; 0 for a measure without one. @throws Error constant_series.
  double tolerance(const Parameters& parameters) const;

 private:
  std::array<Samples, 2> both_;
  bool cross_, has_tolerance_;
  std::vector<double> scores_;
};

/// Computes the measure of the series or of the pair.
Entropy compare(Measure measure, const ComparedSeries& compared, const Parameters& parameters,
                const Execution& execution);

}  // namespace biotropy::entropy
