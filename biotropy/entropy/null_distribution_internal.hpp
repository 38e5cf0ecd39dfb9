// SPDX-License-Identifier: Apache-2.0
//
// Values of a family of entries and those of their surrogates, one surrogate after the other: moments, p-values, and
// the distribution of the largest deviation of the family.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/entropy/surrogate_test.hpp"

namespace biotropy::entropy {

class NullDistribution {
 public:
  /// @param observed values of the entries; NaN is not tested. @param most surrogates. @param stop as in
  /// SurrogateSettings.
  NullDistribution(std::span<const double> observed, std::uint32_t most, std::uint32_t stop);

  /// Values of the next surrogate; NaN or infinity where it has none, which counts as beyond the observed value. One
  /// that differs from the observed value by roundings alone is that value.
  void add(std::span<const double> values);

  /// Whether further surrogates change nothing.
  bool finished() const;

  /// Writes the numbers of the entries, the first of them at `first`.
  void write(SurrogateTest& test, std::size_t first) const;

 private:
  // One end of the distribution of an entry.
  struct Tail {
    std::uint32_t reached = 0;  // surrogates at least as far out as the observed value
    std::uint32_t drawn = 0;
  };
  struct Entry {
    double observed = 0.0, mean = 0.0, squares = 0.0;  // mean and sum of squared deviations of the finite values
    std::uint32_t drawn = 0, finite = 0;
    Tail lower, upper;
  };

  bool is_open(const Tail& tail) const { return stop_ == 0 || tail.reached < stop_; }
  double p_of(const Tail& tail) const;
  void write_family(SurrogateTest& test, std::size_t first) const;

  std::uint32_t most_, stop_, drawn_ = 0;
  std::vector<Entry> entries_;
  std::vector<double> values_;  // surrogate by surrogate; empty with a stop
};

}  // namespace biotropy::entropy
