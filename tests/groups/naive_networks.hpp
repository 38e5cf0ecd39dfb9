// SPDX-License-Identifier: Apache-2.0
//
// Network tests from the equations of the papers: the model is fitted again for every edge and arrangement, components
// are searched from every edge again for every threshold.
#pragma once

#include "biotropy/groups/network_test.hpp"
#include "tests/groups/naive.hpp"

namespace biotropy::groups {

/// Matrices of rows, with what a design needs.
struct Network {
  Table table;
  std::size_t channels = 0;
  std::vector<double> covariates;
  std::size_t covariate_count = 0;
  std::vector<int> subject_of;

  std::size_t rows() const { return table.group_of.size(); }
  NetworkDesign design() const { return {covariates, covariate_count, subject_of, {}}; }
  double& at(std::size_t row, std::size_t from, std::size_t to) {
    return table.values[row * channels * channels + from * channels + to];
  }
};

/// Normal values, 1 on the diagonal, in groups of these sizes.
Network random_network(unsigned seed, std::size_t channels, const std::vector<std::size_t>& sizes, bool directed);
/// Each of `subjects` in each of the groups, with an own mean.
Network paired_network(unsigned seed, std::size_t channels, std::size_t subjects, int groups, bool directed);
void add_covariates(unsigned seed, std::size_t count, Network& network);

/// Statistic of an edge whose values `rows[i]` are those of row i of the design (Freedman and Lane 1983 with
/// covariates).
double naive_statistic(const Network& network, const std::vector<double>& values,
                       const std::vector<std::uint32_t>& order, EdgeStatistic kind);

struct NaiveSizes {
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> components;
  double largest_extent = 0.0, largest_intensity = 0.0, largest_score = 0.0;
  std::vector<double> scores;  // channels x channels
};

/// Components of statistics (channels x channels) above the threshold, and scores.
NaiveSizes naive_sizes(const std::vector<double>& statistics, std::size_t channels, bool directed, double threshold,
                       const ThresholdFree& free);

/// Statistics of all edges (channels x channels) of an arrangement.
std::vector<double> naive_statistics(const Network& network, const std::vector<std::uint32_t>& order,
                                     EdgeStatistic kind, bool directed);

}  // namespace biotropy::groups
