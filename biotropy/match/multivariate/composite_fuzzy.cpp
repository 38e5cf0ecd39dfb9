// SPDX-License-Identifier: Apache-2.0

#include <numeric>

#include "biotropy/aligned.hpp"
#include "biotropy/match/fuzzy/fuzzy_rows_internal.hpp"
#include "biotropy/match/multivariate/composite_query.hpp"

namespace biotropy::match {

namespace {

// Vectors of one length, one array for each coordinate.
class CompositeList {
 public:
  CompositeList(std::size_t coordinates, std::size_t vectors)
      : columns_(coordinates, AlignedVector<double>(vectors + kFuzzyPadding)) {}

  void add(const CompositeQuery& query, const Coordinates& of_vector, const std::vector<char>& marks,
           bool remove_mean) {
    const auto value = [&](std::size_t c, std::size_t i) {
      return query.channels[of_vector[c].channel][i + of_vector[c].lag];
    };
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (marks[i] == 0) continue;
      double sum = 0.0;
      for (std::size_t c = 0; c < of_vector.size() && remove_mean; ++c) sum += value(c, i);
      const double mean = sum / static_cast<double>(of_vector.size());
      for (std::size_t c = 0; c < of_vector.size(); ++c) columns_[c][size_] = value(c, i) - mean;
      ++size_;
    }
  }

  /// Over unordered pairs.
  double sum(const Membership& membership, double r, const CancelFlag* cancel) const {
    constexpr std::size_t rows_of_task = 32;
    std::vector<const double*> columns;
    for (const auto& column : columns_) columns.push_back(column.data());
    std::vector<std::uint32_t> begins(size_), ends(size_, static_cast<std::uint32_t>(size_));
    std::iota(begins.begin(), begins.end(), 1U);
    std::vector<double> sums((size_ + rows_of_task - 1) / rows_of_task);
    parallel_for(sums.size(), cancel, [&](std::size_t task) {
      const FuzzyPlaces places{columns};
      const std::size_t first = task * rows_of_task;
      sums[task] = sum_membership({places, places, first, std::min(size_, first + rows_of_task), begins.data(),
                                   ends.data(), -1.0, membership, r});
    });
    return compensated(sums);
  }

 private:
  // Neumaier's sum; no term is negative.
  static double compensated(const std::vector<double>& terms) {
    double total = 0.0, carry = 0.0;
    for (const double term : terms) {
      const double next = total + term;
      carry += total >= term ? (total - next) + term : (term - next) + total;
      total = next;
    }
    return total + carry;
  }

  std::vector<AlignedVector<double>> columns_;
  std::size_t size_ = 0;
};

}  // namespace

CompositeSums composite_sums(const CompositeQuery& query, const Membership& membership, bool remove_local_mean,
                             const Execution& execution) {
  validate(query);
  validate(membership, query.r);
  CompositeSums sums;
  with_threads(execution, [&] {
    const CompositeVectors vectors = composite_vectors(query);
    sums.pairs = composite_pairs(query, vectors);
    const auto sum_of = [&](const CompositeList& list) { return list.sum(membership, query.r, execution.cancel); };
    const std::size_t coordinates_at_m = coordinates(query).size();
    CompositeList shorter(coordinates_at_m, vectors.at_m.size());
    shorter.add(query, coordinates(query), vectors.at_m, remove_local_mean);
    sums.at_m = sum_of(shorter);
    const bool full = query.approach == Approach::full;
    std::size_t longer = 0;
    for (const auto& marks : vectors.at_m1) longer += marks.size();
    CompositeList all(coordinates_at_m + 1, full ? longer : 0);
    for (std::size_t k = 0; k < query.channels.size(); ++k) {
      CompositeList own(coordinates_at_m + 1, full ? 0 : vectors.at_m1[k].size());
      (full ? all : own).add(query, coordinates(query, k), vectors.at_m1[k], remove_local_mean);
      if (!full) sums.at_m1 += sum_of(own);
    }
    if (full) sums.at_m1 = sum_of(all);
  });
  return sums;
}

}  // namespace biotropy::match
