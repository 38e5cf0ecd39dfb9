// SPDX-License-Identifier: Apache-2.0
//
// Series in the form in which they are compared: as they are where the tolerance is absolute or taken from the one
// series there is, z-scored where two are compared in units of their SD.
#pragma once

#include <array>
#include <vector>

#include "biotropy/entropy/templates.hpp"

namespace biotropy::entropy {

/// One series and its tolerance in the units of its samples.
class ComparedSeries {
 public:
  /// @throws as require_usable and series::absolute_tolerance.
  ComparedSeries(Samples x, Measure measure, const Parameters& parameters);

  /// Two series. They keep what they point to unless they are z-scored.
  ComparedSeries(Samples u, Samples v, Measure measure, const Parameters& parameters);

  ComparedSeries(const ComparedSeries&) = delete;  // its spans may lead into itself
  ComparedSeries& operator=(const ComparedSeries&) = delete;

  std::span<const Samples> series() const { return std::span(both_).first(cross_ ? 2 : 1); }
  match::Pair pair() const { return {0, cross_ ? 1U : 0U}; }
  Samples x() const { return both_[0]; }
  Samples y() const { return both_[cross_ ? 1 : 0]; }
  double tolerance() const { return tolerance_; }

 private:
  std::array<Samples, 2> both_;
  bool cross_;
  double tolerance_;
  std::vector<double> scores_;
};

}  // namespace biotropy::entropy
