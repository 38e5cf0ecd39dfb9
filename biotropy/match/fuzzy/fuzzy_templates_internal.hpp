// SPDX-License-Identifier: Apache-2.0
//
// Templates of one series at one length, for the fuzzy sums: those without a missing sample, without their local mean
// if it is removed, one array per coordinate, sorted by the first coordinate so that similar templates are neighbours.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/aligned.hpp"
#include "biotropy/match/fuzzy/fuzzy_rows_internal.hpp"
#include "biotropy/match/template_set.hpp"

namespace biotropy::match {

class FuzzyTemplates {
 public:
  /// @param length a length of the rule.
  FuzzyTemplates(Samples samples, const Rule& rule, const TemplateSet& set, int length, bool remove_local_mean);

  std::size_t size() const { return size_; }
  FuzzyPlaces places() const { return {pointers_, times_.data()}; }
  std::span<const double> coordinate(std::size_t k) const { return std::span(coordinates_[k]).first(size_); }
  std::span<const double> times() const { return std::span(times_).first(size_); }

 private:
  std::size_t size_ = 0;
  std::vector<AlignedVector<double>> coordinates_;
  std::vector<const double*> pointers_;
  AlignedVector<double> times_;
};

}  // namespace biotropy::match
