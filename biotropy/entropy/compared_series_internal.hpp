// SPDX-License-Identifier: Apache-2.0
//
// The series of a measure as they are compared: several series are z-scored if the tolerance is in SD units; otherwise
// the samples are used unchanged.
#pragma once

#include <span>
#include <vector>

#include "biotropy/entropy/templates.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::entropy {

class ComparedSeries {
 public:
  /// Samples are copied only for z-scoring. @param v ignored by measures of one series. @throws as require_usable.
  ComparedSeries(Measure measure, Samples u, Samples v, const Parameters& parameters);
  /// @param series one, two for a cross measure, and any number of channels for a multivariate one.
  ComparedSeries(Measure measure, std::vector<Samples> series, const Parameters& parameters);

  ComparedSeries(const ComparedSeries&) = delete;  // its spans may point to its own scores
  ComparedSeries& operator=(const ComparedSeries&) = delete;

  std::span<const Samples> series() const { return series_; }
  match::Pair pair() const { return {0, is_cross(measure_) ? 1U : 0U}; }
  Samples x() const { return series_.front(); }
  Samples y() const { return series_[pair().y]; }
  /// The tolerance in the units of the samples; 0 for a measure without one. @throws Error constant_series.
  double tolerance(const Parameters& parameters) const;

 private:
  Measure measure_;
  std::vector<Samples> series_;
  std::vector<double> scores_;
};

/// Computes the measure of the series or of the pair.
Entropy compare(Measure measure, const ComparedSeries& compared, const Parameters& parameters,
                const Execution& execution);

}  // namespace biotropy::entropy
