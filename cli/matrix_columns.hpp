// SPDX-License-Identifier: Apache-2.0
//
// Matrices of all pairs of channels, one for each m and r, as columns for the writers of results: the entries of a pair
// are contiguous.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/files/results/results.hpp"

namespace biotropy::cli {

class MatrixColumns {
 public:
  /// @param cells at least one, all of the same recording; they must outlive this object.
  explicit MatrixColumns(std::span<const entropy::Pairwise> cells);

  /// Points the results at the columns, which must outlive them. The head lists the numbers.
  void show(files::FileResults& results, const files::ResultsHead& head) const;

 private:
  std::span<const entropy::Pairwise> cells_;
  std::vector<double> values_, mean_, membership_m_, membership_m1_;
  std::vector<std::uint64_t> matches_m_, matches_m1_, templates_m_, templates_m1_;
  std::vector<std::uint32_t> valid_epochs_;
  std::vector<std::string> reasons_;
  std::string engine_;  // the engines, separated by commas
};

}  // namespace biotropy::cli
