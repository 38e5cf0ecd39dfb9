// SPDX-License-Identifier: Apache-2.0
//
// Computation of a value from samples, shared by measures of one kind: by counts of matching templates (matching.cpp),
// sums of membership (membership_sums.cpp) or counts of ordinal patterns (permutation.cpp).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "biotropy/entropy/entropy.hpp"

namespace biotropy::entropy {

/// Series measured together: groups (epochs) of `group_size` series, and the pairs of every group. A measure of one
/// series takes pairs of a series with itself.
struct Batch {
  Measure measure;
  std::span<const series::Samples> series;
  std::span<const TemplateCount> templates;  ///< of each series, as Family::templates gives them
  std::size_t group_size;
  std::span<const match::Pair> pairs;
  double tolerance;  ///< in the unit of the samples
};

/// Receives every (group, pair) once, in any order, from several threads at the same time.
using Receive = std::function<void(std::size_t group, std::size_t pair, const Entropy& entropy)>;

/// Numerator and denominator of a ratio whose logarithm is a value.
struct Ratio {
  double at_m = 0.0, at_m1 = 0.0;
};

/// Refuses pooled epochs for measures without them. @param purpose for the message. @throws Error invalid_argument.
void require_single_epochs(const Parameters& parameters, std::string_view purpose);

class Family {
 public:
  virtual ~Family() = default;

  /// Checks conditions on several parameters. @throws Error invalid_argument.
  virtual void validate(Measure measure, const Parameters& parameters) const = 0;

  /// Refuses an option of the measure that has no effect with the other options. @throws Error invalid_argument.
  virtual void require_use(std::string_view /*option*/, const std::string& /*value*/,
                           const Parameters& /*parameters*/) const {}

  /// The least number of samples of a series.
  virtual std::size_t least_samples(Measure measure, const Parameters& parameters) const = 0;

  /// Whether measure() refuses samples as require_known_samples() does: then they need not be read before.
  virtual bool checks_samples() const { return false; }

  /// Templates of a series that touch no missing sample.
  virtual TemplateCount templates(Measure measure, series::Samples samples, const Parameters& parameters) const = 0;

  /// Measures every pair of the batch. @returns the engine that counted; empty if no matches are counted.
  virtual std::string_view measure(const Batch& batch, const Parameters& parameters, const Receive& receive,
                                   const Execution& execution) const = 0;

  /// The ratio of one coarse-grained series, which RCMSE sums over several; only for measures with kRatio.
  virtual Ratio ratio(const Entropy& /*entropy*/) const { return {}; }

  /// Whether one query can give the counts of several m (grid.cpp).
  virtual bool shares_lengths() const { return false; }

  /// As numbers_of().
  virtual std::span<const Number> numbers() const { return {}; }

  /// As unit_of().
  virtual std::string_view unit(const Parameters& parameters) const;

  /// As expected_seconds().
  virtual double seconds(double n, const Parameters& parameters) const = 0;
};

}  // namespace biotropy::entropy
