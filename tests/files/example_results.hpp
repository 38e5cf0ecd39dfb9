// SPDX-License-Identifier: Apache-2.0
//
// Results with all difficulties of a writer: values that need 17 digits, counts above 2^32, infinite and undefined
// values, a rejected channel, labels with separators, quotes and repetitions.
#pragma once

#include <string>
#include <vector>

#include "biotropy/files/results/results.hpp"

namespace biotropy::files::test {

/// Owns the data of the views in FileResults.
struct ExampleResults {
  std::string path;
  std::vector<std::string> labels;
  std::size_t n_epochs;
  bool pairs;
  std::vector<double> values, tolerances, mean;
  std::vector<std::uint64_t> matches_m, matches_m1, templates_m, templates_m1;
  std::vector<std::string> reasons;
  std::vector<std::uint32_t> valid_epochs;

  /// The first channel is rejected in the last epoch; the second value is infinite.
  ExampleResults(std::string path, std::vector<std::string> labels, std::size_t n_epochs, bool pairs);

  FileResults view() const;
  std::size_t cells() const { return labels.size() * (pairs ? labels.size() : 1); }
};

ResultsHead example_head(bool pairs, std::size_t n_inputs = 1);

}  // namespace biotropy::files::test
