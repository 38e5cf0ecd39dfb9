// SPDX-License-Identifier: Apache-2.0
#include "tests/groups/naive_networks.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <random>

namespace biotropy::groups {

namespace {

std::vector<double> normal_values(std::mt19937_64& engine, std::size_t n) {
  std::normal_distribution<double> normal;
  std::vector<double> values(n);
  for (double& value : values) value = normal(engine);
  return values;
}

void fill(std::mt19937_64& engine, bool directed, const std::vector<double>& mean_of_row, Network& network) {
  std::normal_distribution<double> normal;
  const std::size_t n = network.channels;
  network.table.entries = n * n;
  network.table.values.resize(network.rows() * n * n);
  for (std::size_t row = 0; row < network.rows(); ++row) {
    for (std::size_t from = 0; from < n; ++from) {
      for (std::size_t to = 0; to < n; ++to) {
        const double value = mean_of_row[row] + normal(engine);
        network.at(row, from, to) = from == to ? 1.0 : !directed && to < from ? network.at(row, to, from) : value;
      }
    }
  }
}

double residual_squares(const Eigen::MatrixXd& design, const Eigen::VectorXd& values) {
  return (values - design * design.colPivHouseholderQr().solve(values)).squaredNorm();
}

/// Constant or subjects, and covariates.
Eigen::MatrixXd reduced_design(const Network& network) {
  const auto rows = static_cast<Eigen::Index>(network.rows());
  const auto covariates = static_cast<Eigen::Index>(network.covariate_count);
  const bool paired = !network.subject_of.empty();
  const Eigen::Index blocks = paired ? *std::max_element(network.subject_of.begin(), network.subject_of.end()) + 1 : 1;
  Eigen::MatrixXd design = Eigen::MatrixXd::Zero(rows, blocks + covariates);
  for (Eigen::Index row = 0; row < rows; ++row) {
    design(row, paired ? network.subject_of[static_cast<std::size_t>(row)] : 0) = 1.0;
    for (Eigen::Index k = 0; k < covariates; ++k) {
      design(row, blocks + k) = network.covariates[static_cast<std::size_t>(row * covariates + k)];
    }
  }
  return design;
}

Eigen::MatrixXd full_design(const Network& network) {
  const Eigen::MatrixXd reduced = reduced_design(network);
  Eigen::MatrixXd design = Eigen::MatrixXd::Zero(reduced.rows(), reduced.cols() + network.table.groups - 1);
  design.leftCols(reduced.cols()) = reduced;
  for (Eigen::Index row = 0; row < design.rows(); ++row) {
    const int group = network.table.group_of[static_cast<std::size_t>(row)];
    if (group > 0) design(row, reduced.cols() + group - 1) = 1.0;
  }
  return design;
}

double regression_statistic(const Network& network, const Eigen::VectorXd& values,
                            const std::vector<std::uint32_t>& order, bool t) {
  const Eigen::MatrixXd reduced = reduced_design(network), full = full_design(network);
  const Eigen::VectorXd fitted = reduced * reduced.colPivHouseholderQr().solve(values), residuals = values - fitted;
  Eigen::VectorXd arranged = fitted;
  for (std::size_t row = 0; row < order.size(); ++row) {
    arranged[static_cast<Eigen::Index>(row)] += residuals[static_cast<Eigen::Index>(order[row])];
  }
  const double squares = residual_squares(full, arranged);
  const auto added = static_cast<double>(full.cols() - reduced.cols());
  const double f = (residual_squares(reduced, arranged) - squares) / added /
                   (squares / static_cast<double>(full.rows() - full.cols()));
  const Eigen::VectorXd coefficients = full.colPivHouseholderQr().solve(arranged);
  return t ? std::copysign(std::sqrt(f), coefficients[coefficients.size() - 1]) : f;
}

/// All edges that can be reached from an edge through others that share a channel.
void reach(std::size_t edge, const std::vector<std::pair<std::size_t, std::size_t>>& edges, std::vector<int>& number,
           int its_number) {
  number[edge] = its_number;
  for (std::size_t other = 0; other < edges.size(); ++other) {
    if (number[other] != 0) continue;
    const auto [a, b] = edges[edge];
    const auto [c, d] = edges[other];
    if (a == c || a == d || b == c || b == d) reach(other, edges, number, its_number);
  }
}

std::vector<std::vector<std::pair<std::size_t, std::size_t>>> components_above(const std::vector<double>& statistics,
                                                                               std::size_t channels, bool directed,
                                                                               double threshold) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (std::size_t from = 0; from < channels; ++from) {
    for (std::size_t to = directed ? 0 : from + 1; to < channels; ++to) {
      if (from != to && statistics[from * channels + to] > threshold) edges.emplace_back(from, to);
    }
  }
  std::vector<int> number(edges.size(), 0);
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> components;
  for (std::size_t edge = 0; edge < edges.size(); ++edge) {
    if (number[edge] != 0) continue;
    components.emplace_back();
    reach(edge, edges, number, static_cast<int>(components.size()));
    for (std::size_t other = 0; other < edges.size(); ++other) {
      if (number[other] == static_cast<int>(components.size())) components.back().push_back(edges[other]);
    }
  }
  return components;
}

}  // namespace

Network random_network(unsigned seed, std::size_t channels, const std::vector<std::size_t>& sizes, bool directed) {
  std::mt19937_64 engine(seed);
  Network network{.channels = channels};
  network.table.groups = static_cast<int>(sizes.size());
  for (std::size_t group = 0; group < sizes.size(); ++group) {
    network.table.group_of.insert(network.table.group_of.end(), sizes[group], static_cast<int>(group));
  }
  std::shuffle(network.table.group_of.begin(), network.table.group_of.end(), engine);
  fill(engine, directed, std::vector<double>(network.rows()), network);
  return network;
}

Network paired_network(unsigned seed, std::size_t channels, std::size_t subjects, int groups, bool directed) {
  std::mt19937_64 engine(seed);
  Network network{.channels = channels};
  network.table.groups = groups;
  const std::vector<double> mean_of_subject = normal_values(engine, subjects);
  std::vector<std::pair<int, int>> rows;
  for (std::size_t subject = 0; subject < subjects; ++subject) {
    for (int group = 0; group < groups; ++group) rows.emplace_back(static_cast<int>(subject), group);
  }
  std::shuffle(rows.begin(), rows.end(), engine);
  std::vector<double> mean_of_row;
  for (const auto& [subject, group] : rows) {
    network.subject_of.push_back(subject);
    network.table.group_of.push_back(group);
    mean_of_row.push_back(5.0 * mean_of_subject[static_cast<std::size_t>(subject)]);
  }
  fill(engine, directed, mean_of_row, network);
  return network;
}

void add_covariates(unsigned seed, std::size_t count, Network& network) {
  std::mt19937_64 engine(seed);
  network.covariate_count = count;
  network.covariates = normal_values(engine, network.rows() * count);
}

double naive_statistic(const Network& network, const std::vector<double>& values,
                       const std::vector<std::uint32_t>& order, EdgeStatistic kind) {
  if (kind != EdgeStatistic::h) {
    const Eigen::VectorXd column =
        Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
    return regression_statistic(network, column, order, kind == EdgeStatistic::t);
  }
  std::vector<std::vector<double>> by_group(static_cast<std::size_t>(network.table.groups));
  for (std::size_t row = 0; row < order.size(); ++row) {
    by_group[static_cast<std::size_t>(network.table.group_of[row])].push_back(values[order[row]]);
  }
  return naive_h(by_group);
}

std::vector<double> naive_statistics(const Network& network, const std::vector<std::uint32_t>& order,
                                     EdgeStatistic kind, bool directed) {
  const std::size_t n = network.channels;
  std::vector<double> statistics(n * n, kNaN);
  for (std::size_t from = 0; from < n; ++from) {
    for (std::size_t to = 0; to < n; ++to) {
      if (from == to) continue;
      if (!directed && to < from) {
        statistics[from * n + to] = statistics[to * n + from];
        continue;
      }
      std::vector<double> values;
      for (std::size_t row = 0; row < network.rows(); ++row) values.push_back(network.table.at(row, from * n + to));
      statistics[from * n + to] = naive_statistic(network, values, order, kind);
    }
  }
  return statistics;
}

NaiveSizes naive_sizes(const std::vector<double>& statistics, std::size_t channels, bool directed, double threshold,
                       const ThresholdFree& free) {
  NaiveSizes found{.components = components_above(statistics, channels, directed, threshold)};
  for (const auto& component : found.components) {
    double intensity = 0.0;
    for (const auto& [from, to] : component) intensity += statistics[from * channels + to] - threshold;
    found.largest_extent = std::max(found.largest_extent, static_cast<double>(component.size()));
    found.largest_intensity = std::max(found.largest_intensity, intensity);
  }
  found.scores.assign(statistics.size(), 0.0);
  for (int level = 1;; ++level) {
    const double height = level * free.step;
    const auto components = components_above(statistics, channels, directed, height);
    if (components.empty()) break;
    for (const auto& component : components) {
      for (const auto& [from, to] : component) {
        found.scores[from * channels + to] += std::pow(static_cast<double>(component.size()), free.extent_power) *
                                              std::pow(height, free.height_power) * free.step;
      }
    }
  }
  for (const double score : found.scores) found.largest_score = std::max(found.largest_score, score);
  return found;
}

}  // namespace biotropy::groups
