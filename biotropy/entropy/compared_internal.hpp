// SPDX-License-Identifier: Apache-2.0
//
// Series in the form in which they are compared: as they are where the tolerance is absolute or taken from the one
// series there is, z-scored where two are compared in units of their SD.
#pragma once

#include <array>
#include <vector>

#include "biotropy/entropy/templates.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::entropy {

class ComparedSeries {
 public:
  /// @throws as require_usable.
  ComparedSeries(Samples x, Measure measure, const Parameters& parameters);

  /// Two series. They keep what they point to unless they are z-scored.
  ComparedSeries(Samples u, Samples v, Measure measure, const Parameters& parameters);

  ComparedSeries(const ComparedSeries&) = delete;  // its spans may lead into itself
  ComparedSeries& operator=(const ComparedSeries&) = delete;

  std::span<const Samples> series() const { return std::span(both_).first(cross_ ? 2 : 1); }
  match::Pair pair() const { return {0, cross_ ? 1U : 0U}; }
  Samples x() const { return both_[0]; }
  Samples y() const { return both_[cross_ ? 1 : 0]; }
  /// In the units of the samples; 0 for a measure without one. @throws Error constant_series.
  double tolerance(const Parameters& parameters) const;

 private:
  std::array<Samples, 2> both_;
  bool cross_, has_tolerance_;
  std::vector<double> scores_;
};

/// Measures the pair.
Entropy compare(Measure measure, const ComparedSeries& compared, const Parameters& parameters,
                const Execution& execution);

}  // namespace biotropy::entropy
