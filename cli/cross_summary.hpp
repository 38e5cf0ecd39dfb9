// SPDX-License-Identifier: Apache-2.0
//
// Matrices of all pairs of channels: columns for the writers of results, and a printed summary.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/files/results/results.hpp"
#include "biotropy/series/epochs.hpp"

namespace biotropy::cli {

/// Sizes, epochs used and rejected, and the mean over epochs: over pairs, and the smallest and largest pairs.
std::string summary(const std::string& path, const std::string& measure, const series::Epochs& epochs,
                    const entropy::Pairwise& pairs);

/// The same of many scales: a line for each.
std::string summary(const std::string& path, const std::string& title, const series::Epochs& epochs,
                    const std::vector<int>& scales, const std::vector<entropy::Pairwise>& matrices);

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
