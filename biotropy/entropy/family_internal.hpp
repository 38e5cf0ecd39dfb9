// SPDX-License-Identifier: Apache-2.0
//
// The way from samples to values, which measures of one kind share: by counts of matching templates (matching.cpp), by
// sums of membership (membership_sums.cpp) or by counts of ordinal patterns (permutation.cpp).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "biotropy/entropy/entropy.hpp"

namespace biotropy::entropy {

/// Series to be measured together: groups (epochs) of `group_size` series each, and the pairs of every group. A measure
/// of one series takes pairs of a series with itself.
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

class Family {
 public:
  virtual ~Family() = default;

  /// Checks what depends on several parameters. @throws Error invalid_argument.
  virtual void validate(Measure measure, const Parameters& parameters) const = 0;

  /// Refuses an option of the measure that other options leave without effect. @throws Error invalid_argument.
  virtual void require_use(std::string_view /*option*/, const std::string& /*value*/,
                           const Parameters& /*parameters*/) const {}

  /// Samples that a series needs.
  virtual std::size_t least_samples(Measure measure, const Parameters& parameters) const = 0;

  /// Templates of a series that touch no missing sample.
  virtual TemplateCount templates(Measure measure, series::Samples samples, const Parameters& parameters) const = 0;

  /// Measures every pair of the batch. @returns the engine that counted; empty where none was chosen.
  virtual std::string_view measure(const Batch& batch, const Parameters& parameters, const Receive& receive,
                                   const Execution& execution) const = 0;

  /// The ratio of one coarse-grained series, to be summed over several for RCMSE; of measures with kRatio alone.
  virtual Ratio ratio(const Entropy& /*entropy*/) const { return {}; }

  /// Whether counts of several m can be had from one query (grid.cpp).
  virtual bool shares_lengths() const { return false; }

  /// As numbers_of().
  virtual std::span<const Number> numbers() const { return {}; }

  /// As unit_of().
  virtual std::string_view unit(const Parameters& parameters) const;

  /// As expected_seconds().
  virtual double seconds(double n, const Parameters& parameters) const = 0;
};

}  // namespace biotropy::entropy
