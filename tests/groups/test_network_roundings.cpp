// SPDX-License-Identifier: Apache-2.0
//
// Statistics that equal a threshold, or each other, in exact arithmetic, and matrices of extreme scales.
#include <numeric>
#include <random>

#include "tests/groups/naive_networks.hpp"

namespace biotropy::groups {
namespace {

// A single edge with these values.
Network one_edge(const std::vector<double>& values, const std::vector<int>& group_of) {
  Network network{.table = {{}, 4, group_of, 1 + *std::max_element(group_of.begin(), group_of.end())}, .channels = 2};
  for (const double value : values) network.table.values.insert(network.table.values.end(), {1.0, value, value, 1.0});
  return network;
}

NetworkSettings settings_of(EdgeStatistic kind, double threshold) {
  NetworkSettings settings{.statistic = kind, .threshold = threshold};
  settings.permutations.permutations = 2000;
  return settings;
}

// Three groups of three whose values do not overlap have H = 7.2, in 6 of 1,680 arrangements.
TEST(NetworkRoundings, AnHAtTheThresholdIsNotAboveIt) {
  std::vector<int> order{0, 1, 2};
  do {
    std::vector<double> values;
    for (const int place : order) {
      for (const int k : {0, 1, 2}) values.push_back(3.0 * place + k);
    }
    const Network network = one_edge(values, {0, 0, 0, 1, 1, 1, 2, 2, 2});
    EXPECT_TRUE(network_test(network.table.view(), settings_of(EdgeStatistic::h, 7.2)).components.empty());
    for (const double below : {7.1, 7.1999999}) {
      NetworkSettings settings = settings_of(EdgeStatistic::h, below);
      settings.threshold_free = ThresholdFree{};
      const NetworkTest test = network_test(network.table.view(), settings);
      ASSERT_EQ(test.components.size(), 1u);
      EXPECT_EQ(test.components[0].p_extent, 6.0 / 1680.0);
      EXPECT_EQ(test.components[0].p_intensity, 6.0 / 1680.0);
      EXPECT_EQ(test.score_p[1], 6.0 / 1680.0);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

// t of these whole numbers is 3.
TEST(NetworkRoundings, ATAtTheThresholdIsNotAboveItInAnyOrderOfTheRows) {
  std::vector<std::pair<double, int>> rows{{0.0, 0}, {1.0, 0}, {3.0, 0}, {4.0, 0},
                                           {4.0, 1}, {5.0, 1}, {6.0, 1}, {8.0, 1}};
  std::mt19937_64 engine(3);
  for (int time = 0; time < 40; ++time) {
    std::vector<double> values;
    std::vector<int> group_of;
    for (const auto& [value, group] : rows) {
      values.push_back(value);
      group_of.push_back(group);
    }
    const Network network = one_edge(values, group_of);
    const NetworkTest test = network_test(network.table.view(), settings_of(EdgeStatistic::t, 3.0));
    EXPECT_NEAR(test.statistic[1], 3.0, 1e-12);
    EXPECT_TRUE(test.components.empty());
    std::shuffle(rows.begin(), rows.end(), engine);
  }
}

// Every arrangement of eight rows, with levels at which an H is far from every threshold or equal to it.
TEST(NetworkRoundings, ScoresOfAllArrangementsAreThoseOfExactStatistics) {
  constexpr double kRounding = 1e-9;
  const ThresholdFree free;
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Network network = random_network(70 + seed, 3, {5, 3}, false);
    std::vector<std::uint32_t> rows(network.rows());
    std::iota(rows.begin(), rows.end(), 0u);
    const auto sizes_of = [&](const std::vector<int>& labels) {
      Network arranged = network;
      arranged.table.group_of = labels;
      std::vector<double> statistics = naive_statistics(arranged, rows, EdgeStatistic::h, false);
      for (double& value : statistics) value -= kRounding;
      return naive_sizes(statistics, 3, false, 1.0, free);
    };
    std::vector<double> largest;
    for_each_arrangement(network.table.group_of,
                         [&](const std::vector<int>& labels) { largest.push_back(sizes_of(labels).largest_score); });
    NetworkSettings settings = settings_of(EdgeStatistic::h, 1.0);
    settings.threshold_free = free;
    const NetworkTest test = network_test(network.table.view(), settings);
    ASSERT_TRUE(test.exact);
    const std::vector<double> scores = sizes_of(network.table.group_of).scores;
    for (const std::size_t entry : {1u, 2u, 5u}) {
      const auto reached =
          std::count_if(largest.begin(), largest.end(), [&](double one) { return one >= scores[entry] - kRounding; });
      EXPECT_EQ(test.score_p[entry], static_cast<double>(reached) / static_cast<double>(largest.size()));
    }
  }
}

TEST(NetworkRoundings, StatisticsAreTheSameAtEveryScale) {
  for (const EdgeStatistic kind : {EdgeStatistic::t, EdgeStatistic::h}) {
    Network network = random_network(90, 4, {5, 6}, false);
    const bool ranks = kind == EdgeStatistic::h;
    if (!ranks) add_covariates(91, 1, network);
    const NetworkTest test = network_test(network.table.view(), settings_of(kind, 1.0), network.design());
    for (const double scale : {0x1p-560, 0x1p-40, 0x1p560}) {
      Network scaled = network;
      for (double& value : scaled.table.values) value *= scale;
      for (double& value : scaled.covariates) value *= scale;
      const NetworkTest of_scaled = network_test(scaled.table.view(), settings_of(kind, 1.0), scaled.design());
      for (const std::size_t entry : {1u, 2u, 3u, 6u, 7u, 11u}) {
        EXPECT_EQ(of_scaled.statistic[entry], test.statistic[entry]) << scale;
      }
      EXPECT_EQ(of_scaled.largest_intensity, test.largest_intensity) << scale;
    }
  }
}

}  // namespace
}  // namespace biotropy::groups
