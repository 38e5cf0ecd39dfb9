// SPDX-License-Identifier: Apache-2.0
//
// How often the network test rejects: without a difference as often as it says, with one most of the time.
#include "tests/groups/naive_networks.hpp"

namespace biotropy::groups {
namespace {

constexpr int kDataSets = 1000;
// Three standard errors of a share of 0.05 among 1,000.
constexpr double kMargin = 3.0 * 0.0068920;

struct Rates {
  double extent = 0.0, intensity = 0.0, score = 0.0;
};

NetworkSettings quick() {
  NetworkSettings settings{.threshold = 1.0, .threshold_free = ThresholdFree{0.4, 3.0, 0.25}};
  settings.permutations.permutations = 199;
  return settings;
}

/// Share of data sets with a p of at most 0.05.
template <typename Make>
Rates rejection_rates(const NetworkSettings& settings, const Make& make) {
  Rates rates;
  for (unsigned seed = 0; seed < kDataSets; ++seed) {
    const Network network = make(seed);
    const NetworkTest test = network_test(network.table.view(), settings, network.design());
    double extent = 1.0, intensity = 1.0, score = 1.0;
    for (const Component& one : test.components) {
      extent = std::min(extent, one.p_extent);
      intensity = std::min(intensity, one.p_intensity);
    }
    for (const double p : test.score_p) score = std::fmin(score, p);
    rates.extent += (extent <= 0.05) / static_cast<double>(kDataSets);
    rates.intensity += (intensity <= 0.05) / static_cast<double>(kDataSets);
    rates.score += (score <= 0.05) / static_cast<double>(kDataSets);
  }
  return rates;
}

// Equal extents of different arrangements make the test of extents smaller than its level, never larger.
void expect_level(const Rates& rates) {
  EXPECT_LE(rates.extent, 0.05 + kMargin);
  EXPECT_NEAR(rates.intensity, 0.05, kMargin);
  EXPECT_NEAR(rates.score, 0.05, kMargin);
}

TEST(NetworkRates, TwoGroupsWithoutADifference) {
  expect_level(rejection_rates(quick(), [](unsigned seed) { return random_network(seed, 6, {7, 8}, false); }));
}

TEST(NetworkRates, DirectedGroupsWithoutADifference) {
  expect_level(rejection_rates(quick(), [](unsigned seed) { return random_network(3000 + seed, 5, {6, 5, 5}, true); }));
}

TEST(NetworkRates, PairsWithoutADifference) {
  expect_level(rejection_rates(quick(), [](unsigned seed) { return paired_network(5000 + seed, 6, 9, 2, false); }));
}

/// Every edge follows a covariate that differs between the groups.
Network driven_by_covariate(unsigned seed) {
  Network network = random_network(9000 + seed, 6, {8, 8}, false);
  add_covariates(seed, 1, network);
  for (std::size_t row = 0; row < network.rows(); ++row) {
    network.covariates[row] += network.table.group_of[row];
    for (std::size_t from = 0; from < 6; ++from) {
      for (std::size_t to = 0; to < 6; ++to)
        network.at(row, from, to) += from == to ? 0.0 : 2.0 * network.covariates[row];
    }
  }
  return network;
}

TEST(NetworkRates, ACovariateThatDiffersBetweenGroups) {
  expect_level(rejection_rates(quick(), driven_by_covariate));
  const Rates without = rejection_rates(quick(), [](unsigned seed) {
    Network network = driven_by_covariate(seed);
    network.covariates.clear();
    network.covariate_count = 0;
    return network;
  });
  EXPECT_GT(without.intensity, 0.2);
}

TEST(NetworkRates, APlantedComponentIsFound) {
  constexpr int kSets = 100;
  NetworkSettings settings = quick();
  settings.threshold = 2.5;
  int by_extent = 0, by_intensity = 0, by_score = 0;
  std::size_t planted = 0, edges = 0;
  for (unsigned seed = 0; seed < kSets; ++seed) {
    Network network = random_network(12000 + seed, 20, {15, 15}, false);
    // Channel 0 and its edges to channels 1 to 10 differ by 1.2 SD.
    for (std::size_t row = 0; row < network.rows(); ++row) {
      for (std::size_t to = 1; to <= 10; ++to) {
        network.at(row, 0, to) = network.at(row, to, 0) += 1.2 * network.table.group_of[row];
      }
    }
    const NetworkTest test = network_test(network.table.view(), settings);
    if (test.components.empty()) continue;
    by_extent += test.components[0].p_extent < 0.05;
    by_intensity += test.components[0].p_intensity < 0.05;
    by_score += *std::min_element(test.score_p.begin() + 1, test.score_p.begin() + 11) < 0.05;
    edges += test.components[0].extent;
    for (std::size_t to = 1; to <= 10; ++to) planted += test.component[to] == 1;
  }
  EXPECT_GT(by_extent, 80);
  EXPECT_GT(by_intensity, 80);
  EXPECT_GT(by_score, 80);
  EXPECT_GT(static_cast<double>(planted), 0.6 * static_cast<double>(10 * kSets));
  EXPECT_GT(static_cast<double>(planted), 0.6 * static_cast<double>(edges));
}

}  // namespace
}  // namespace biotropy::groups
