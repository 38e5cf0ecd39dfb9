// SPDX-License-Identifier: Apache-2.0
//
// The network test against the naive version, for the same arrangements, and what it refuses.
#include <cmath>
#include <numeric>
#include <random>

#include "tests/groups/naive_networks.hpp"

namespace biotropy::groups {
namespace {

constexpr double kRounding = 1e-9;

std::vector<std::uint32_t> identity(std::size_t rows) {
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

/// Random orders of all rows, or within subjects.
std::vector<std::vector<std::uint32_t>> random_orders(const Network& network, std::size_t count) {
  std::mt19937_64 engine(17);
  std::vector<std::vector<std::uint32_t>> orders;
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<std::uint32_t> order = identity(network.rows()), shuffled = order;
    std::shuffle(shuffled.begin(), shuffled.end(), engine);
    if (network.subject_of.empty()) {
      orders.push_back(shuffled);
      continue;
    }
    // The rows of a subject come in the order in which they have been shuffled.
    const auto by_subject = [&](std::uint32_t a, std::uint32_t b) {
      return network.subject_of[a] < network.subject_of[b];
    };
    std::stable_sort(order.begin(), order.end(), by_subject);
    std::stable_sort(shuffled.begin(), shuffled.end(), by_subject);
    std::vector<std::uint32_t> arranged(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) arranged[order[place]] = shuffled[place];
    orders.push_back(arranged);
  }
  return orders;
}

struct Case {
  const char* name;
  Network network;
  EdgeStatistic kind;
  bool directed;
  double threshold;
  Alternative alternative = Alternative::two_sided;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  all.push_back({"two groups", random_network(1, 7, {6, 5}, false), EdgeStatistic::t, false, 1.1});
  all.push_back({"two groups, directed", random_network(2, 6, {4, 7}, true), EdgeStatistic::t, true, 1.4});
  all.push_back({"greater", random_network(3, 7, {6, 5}, false), EdgeStatistic::t, false, 0.7, Alternative::greater});
  all.push_back({"less", random_network(4, 7, {6, 5}, false), EdgeStatistic::t, false, 0.7, Alternative::less});
  all.push_back({"three groups", random_network(5, 7, {4, 5, 3}, false), EdgeStatistic::f, false, 1.6});
  all.push_back({"ranks", random_network(6, 7, {4, 5, 3}, true), EdgeStatistic::h, true, 3.0});
  all.push_back({"paired", paired_network(7, 7, 8, 2, false), EdgeStatistic::t, false, 1.2});
  all.push_back({"three conditions", paired_network(8, 6, 6, 3, true), EdgeStatistic::f, true, 2.0});
  for (const int with : {0, 4, 6, 7}) {
    Case one = all[static_cast<std::size_t>(with)];
    one.name = "with covariates";
    add_covariates(20 + static_cast<unsigned>(with), 2, one.network);
    all.push_back(one);
  }
  return all;
}

std::vector<double> compared(std::vector<double> statistics, const Case& one) {
  for (double& value : statistics) {
    if (one.kind != EdgeStatistic::t || one.alternative == Alternative::greater) continue;
    value = one.alternative == Alternative::two_sided ? std::abs(value) : -value;
  }
  return statistics;
}

NetworkSettings settings_of(const Case& one) {
  NetworkSettings settings{.statistic = one.kind,
                           .alternative = one.alternative,
                           .threshold = one.threshold,
                           .threshold_free = ThresholdFree{0.5, 2.0, 0.25},
                           .directed = one.directed};
  return settings;
}

double share_at_least(const std::vector<double>& largest, double size) {
  const auto reached =
      std::count_if(largest.begin(), largest.end(), [&](double one) { return one >= size - kRounding; });
  return (static_cast<double>(reached) + 1.0) / (static_cast<double>(largest.size()) + 1.0);
}

void expect_components(const NetworkTest& test, const NaiveSizes& wanted, std::size_t channels) {
  ASSERT_EQ(test.components.size(), wanted.components.size());
  std::size_t edges = 0;
  for (const auto& component : wanted.components) {
    const int number = test.component[component[0].first * channels + component[0].second];
    ASSERT_GT(number, 0);
    const Component& found = test.components[static_cast<std::size_t>(number - 1)];
    EXPECT_EQ(found.extent, component.size());
    for (const auto& [from, to] : component) EXPECT_EQ(test.component[from * channels + to], number);
    edges += component.size();
  }
  const auto filled = std::count_if(test.component.begin(), test.component.end(), [](int one) { return one > 0; });
  EXPECT_EQ(static_cast<std::size_t>(filled), test.directed ? edges : 2 * edges);
}

TEST(NetworkTest, IsThatOfTheNaiveVersionForTheSameArrangements) {
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.name);
    const std::size_t n = one.network.channels;
    const auto orders = random_orders(one.network, 60);
    std::vector<std::uint32_t> flat;
    for (const auto& order : orders) flat.insert(flat.end(), order.begin(), order.end());
    NetworkDesign design = one.network.design();
    design.orders = flat;
    const NetworkSettings settings = settings_of(one);
    const NetworkTest test = network_test(one.network.table.view(), settings, design);

    const std::vector<double> statistics =
        naive_statistics(one.network, identity(one.network.rows()), one.kind, one.directed);
    const NaiveSizes wanted =
        naive_sizes(compared(statistics, one), n, one.directed, one.threshold, *settings.threshold_free);
    std::vector<double> extents, intensities, scores;
    for (const auto& order : orders) {
      const NaiveSizes sizes = naive_sizes(compared(naive_statistics(one.network, order, one.kind, one.directed), one),
                                           n, one.directed, one.threshold, *settings.threshold_free);
      extents.push_back(sizes.largest_extent);
      intensities.push_back(sizes.largest_intensity);
      scores.push_back(sizes.largest_score);
    }
    EXPECT_FALSE(test.exact);
    EXPECT_EQ(test.arrangements, 60u);
    EXPECT_EQ(test.largest_extent, extents);
    for (std::size_t k = 0; k < orders.size(); ++k) {
      EXPECT_NEAR(test.largest_intensity[k], intensities[k], kRounding * (1.0 + intensities[k]));
      EXPECT_NEAR(test.largest_score[k], scores[k], kRounding * (1.0 + scores[k]));
    }
    expect_components(test, wanted, n);
    for (const Component& component : test.components) {
      EXPECT_EQ(component.p_extent, share_at_least(extents, static_cast<double>(component.extent)));
      EXPECT_EQ(component.p_intensity, share_at_least(intensities, component.intensity));
    }
    for (std::size_t entry = 0; entry < n * n; ++entry) {
      if (entry % (n + 1) == 0) {
        EXPECT_TRUE(std::isnan(test.statistic[entry]) && std::isnan(test.score[entry]) &&
                    std::isnan(test.score_p[entry]));
        continue;
      }
      EXPECT_NEAR(test.statistic[entry], statistics[entry], kRounding * (1.0 + std::abs(statistics[entry])));
      const std::size_t mirror = entry % n * n + entry / n;
      const double score = std::max(wanted.scores[entry], one.directed ? 0.0 : wanted.scores[mirror]);
      EXPECT_NEAR(test.score[entry], score, kRounding * (1.0 + score));
      EXPECT_EQ(test.score_p[entry], share_at_least(scores, test.score[entry]));
    }
  }
}

TEST(NetworkTest, EnumeratesWhereArrangementsAreFew) {
  const Network network = random_network(31, 6, {4, 5}, false);
  const NetworkSettings settings = settings_of({"", network, EdgeStatistic::t, false, 1.2});
  const NetworkTest test = network_test(network.table.view(), settings);
  EXPECT_TRUE(test.exact);
  EXPECT_EQ(test.arrangements, 126u);
  std::vector<double> extents, scores;
  for_each_arrangement(network.table.group_of, [&](const std::vector<int>& labels) {
    Network arranged = network;
    arranged.table.group_of = labels;
    std::vector<double> statistics = naive_statistics(arranged, identity(9), EdgeStatistic::t, false);
    for (double& value : statistics) value = std::abs(value);
    const NaiveSizes sizes = naive_sizes(statistics, 6, false, 1.2, *settings.threshold_free);
    extents.push_back(sizes.largest_extent);
    scores.push_back(sizes.largest_score);
  });
  const auto share = [](const std::vector<double>& largest, double size) {
    const auto reached =
        std::count_if(largest.begin(), largest.end(), [&](double one) { return one >= size - kRounding; });
    return static_cast<double>(reached) / static_cast<double>(largest.size());
  };
  ASSERT_FALSE(test.components.empty());
  for (const Component& one : test.components) EXPECT_EQ(one.p_extent, share(extents, static_cast<double>(one.extent)));
  for (std::size_t entry = 1; entry < 6; ++entry) EXPECT_EQ(test.score_p[entry], share(scores, test.score[entry]));
}

TEST(NetworkTest, EnumeratesPairsAndRowsWithCovariates) {
  Network pairs = paired_network(32, 5, 7, 2, false);
  NetworkSettings settings{.threshold = 1.5};
  const NetworkTest flips = network_test(pairs.table.view(), settings, pairs.design());
  EXPECT_TRUE(flips.exact);
  EXPECT_EQ(flips.arrangements, 128u);
  // Flipping all signs changes no |t|.
  std::vector<double> first(flips.largest_extent.begin(), flips.largest_extent.begin() + 64);
  std::vector<double> second(flips.largest_extent.rbegin(), flips.largest_extent.rbegin() + 64);
  EXPECT_EQ(first, second);
  const Network conditions = paired_network(33, 5, 4, 3, false);
  EXPECT_EQ(network_test(conditions.table.view(), settings, conditions.design()).arrangements, 1296u);
  Network few = random_network(34, 5, {3, 3}, false);
  add_covariates(35, 1, few);
  EXPECT_EQ(network_test(few.table.view(), settings, few.design()).arrangements, 720u);
}

bool same(const NetworkTest& a, const NetworkTest& b) {
  const auto p = [](const NetworkTest& test) {
    std::vector<double> all = test.largest_extent;
    for (const Component& one : test.components) all.insert(all.end(), {one.p_extent, one.p_intensity, one.intensity});
    all.insert(all.end(), test.largest_intensity.begin(), test.largest_intensity.end());
    all.insert(all.end(), test.largest_score.begin(), test.largest_score.end());
    return all;
  };
  return p(a) == p(b) && a.component == b.component;
}

TEST(NetworkTest, DependsOnTheSeedAndNotOnTheThreads) {
  const Network network = random_network(41, 20, {12, 14}, true);
  NetworkSettings settings;
  settings.threshold_p = 0.05;
  settings.threshold_free = ThresholdFree{};
  settings.permutations = {.permutations = 1100, .seed = 3};
  const NetworkTest one = network_test(network.table.view(), settings, {}, {}, {.threads = 1});
  EXPECT_TRUE(same(one, network_test(network.table.view(), settings, {}, {}, {.threads = 2})));
  settings.permutations.seed = 4;
  EXPECT_FALSE(same(one, network_test(network.table.view(), settings)));
}

TEST(NetworkTest, AContrastLeavesOtherGroupsOut) {
  const Network three = random_network(42, 6, {5, 6, 4}, false);
  Network two = three;
  two.table.values.clear();
  two.table.group_of.clear();
  two.table.groups = 2;
  for (std::size_t row = 0; row < three.rows(); ++row) {
    const int group = three.table.group_of[row];
    if (group == 1) continue;
    two.table.group_of.push_back(group == 2 ? 0 : 1);
    for (std::size_t entry = 0; entry < 36; ++entry) two.table.values.push_back(three.table.at(row, entry));
  }
  NetworkSettings settings{.threshold = 1.0};
  EXPECT_TRUE(
      same(network_test(three.table.view(), settings, {}, Contrast{2, 0}), network_test(two.table.view(), settings)));
}

TEST(NetworkTest, ThresholdsFromP) {
  const Network two = random_network(43, 5, {10, 12}, false), three = random_network(44, 5, {4, 4, 4}, false);
  NetworkSettings settings{.threshold_p = 0.05};
  EXPECT_NEAR(network_test(two.table.view(), settings).threshold, 2.085963, 1e-6);    // t of 20 degrees
  EXPECT_NEAR(network_test(three.table.view(), settings).threshold, 4.256495, 1e-6);  // F of 2 and 9
  settings.statistic = EdgeStatistic::h;
  EXPECT_NEAR(network_test(three.table.view(), settings).threshold, 5.991465, 1e-6);  // chi-squared of 2
  settings.statistic = EdgeStatistic::t;
  settings.alternative = Alternative::less;
  EXPECT_NEAR(network_test(two.table.view(), settings).threshold, 1.724718, 1e-6);
}

TEST(NetworkTest, EdgesThatCannotBeTestedAreLeftOut) {
  Network network = random_network(45, 6, {5, 6}, false);
  NetworkSettings settings{.threshold = 0.5, .threshold_free = ThresholdFree{}};
  network.at(3, 0, 1) = network.at(3, 1, 0) = kNaN;
  network.at(4, 0, 2) = network.at(4, 2, 0) = kInfinity;
  for (std::size_t row = 0; row < network.rows(); ++row) network.at(row, 0, 3) = network.at(row, 3, 0) = 0.1;
  for (std::size_t row = 0; row < network.rows(); ++row) network.at(row, 2, 2) = kNaN;
  const NetworkTest test = network_test(network.table.view(), settings);
  EXPECT_EQ(test.untested_edges, 3u);
  EXPECT_EQ(test.tested_edges, 12u);
  for (const std::size_t entry : {1u, 2u, 3u}) {
    EXPECT_TRUE(std::isnan(test.statistic[entry]) && std::isnan(test.score_p[entry]));
    EXPECT_EQ(test.component[entry], 0);
  }
  settings.statistic = EdgeStatistic::h;
  EXPECT_EQ(network_test(network.table.view(), settings).untested_edges, 2u);  // ranks know infinite values
}

TEST(NetworkTest, AnEdgeThatCovariatesExplainIsNotTested) {
  Network network = random_network(46, 5, {5, 6}, false);
  add_covariates(47, 1, network);
  for (std::size_t row = 0; row < network.rows(); ++row) {
    network.at(row, 0, 1) = network.at(row, 1, 0) = 7.0 - 3.0 * network.covariates[row];
  }
  NetworkSettings settings{.threshold = 0.5};
  EXPECT_EQ(network_test(network.table.view(), settings, network.design()).untested_edges, 1u);
}

TEST(NetworkTest, GroupsWithoutSpreadHaveALargeStatistic) {
  Network network = random_network(48, 4, {4, 4}, false);
  for (std::size_t row = 0; row < network.rows(); ++row) {
    network.at(row, 0, 1) = network.at(row, 1, 0) = network.table.group_of[row];
  }
  NetworkSettings settings{.threshold = 100.0};
  const NetworkTest test = network_test(network.table.view(), settings);
  EXPECT_NEAR(test.statistic[1], 1e6 * std::sqrt(6.0), 1.0);
  ASSERT_EQ(test.components.size(), 1u);
  EXPECT_EQ(test.components[0].p_extent, 2.0 / 70.0);  // the labels as they are, and exchanged
  settings.threshold_free = ThresholdFree{};
  EXPECT_EQ(error_of([&] { network_test(network.table.view(), settings); }).parameter(), "step");
}

TEST(NetworkTest, AGroupOfOneRow) {
  const Network network = random_network(49, 5, {1, 5}, false);
  NetworkSettings settings{.threshold = 0.5};
  const NetworkTest test = network_test(network.table.view(), settings);
  EXPECT_EQ(test.arrangements, 6u);
  EXPECT_EQ(test.degrees_of_freedom, 4.0);
}

TEST(NetworkTest, NoEdgeAboveTheThreshold) {
  const Network network = random_network(50, 5, {5, 5}, false);
  NetworkSettings settings{.threshold = 1000.0};
  const NetworkTest test = network_test(network.table.view(), settings);
  EXPECT_TRUE(test.components.empty());
  EXPECT_EQ(test.component, std::vector<int>(25, 0));
}

ErrorCode refusal(const Network& network, const NetworkDesign& design, NetworkSettings settings = {}) {
  if (!settings.threshold) settings.threshold = 1.0;
  return error_of([&] { network_test(network.table.view(), settings, design); }).code();
}

TEST(NetworkTest, DesignsThatAreRefused) {
  Network network = random_network(51, 5, {4, 4}, false);
  add_covariates(52, 7, network);
  EXPECT_EQ(refusal(network, network.design()), ErrorCode::invalid_data);  // as many columns as rows
  network.covariates.resize(8);
  network.covariate_count = 1;
  std::fill(network.covariates.begin(), network.covariates.end(), 36.6);
  EXPECT_EQ(refusal(network, network.design()), ErrorCode::invalid_data);  // a constant
  for (std::size_t row = 0; row < 8; ++row) network.covariates[row] = 2.0 + 3.0 * network.table.group_of[row];
  EXPECT_EQ(refusal(network, network.design()), ErrorCode::invalid_data);  // the groups
  network.covariates[2] = kNaN;
  EXPECT_EQ(refusal(network, network.design()), ErrorCode::missing_values);
  network.covariates.resize(7);
  EXPECT_EQ(refusal(network, network.design()), ErrorCode::invalid_data);  // a number is missing
  const Network pair = random_network(53, 5, {1, 1}, false);
  EXPECT_EQ(refusal(pair, {}), ErrorCode::invalid_data);  // no degree of freedom
}

TEST(NetworkTest, PairsThatAreRefused) {
  const Network good = paired_network(54, 5, 5, 2, false);
  for (const std::size_t row : {0u, 3u, 9u}) {
    Network network = good;
    network.table.group_of[row] = 1 - network.table.group_of[row];
    EXPECT_EQ(refusal(network, network.design()), ErrorCode::invalid_data);
    network = good;
    network.subject_of[row] = 99;
    EXPECT_EQ(refusal(network, network.design()), ErrorCode::invalid_data);
  }
  Network network = good;
  for (std::size_t row = 0; row < network.rows(); ++row) {
    if (network.subject_of[row] == 0) network.table.group_of[row] = 0;
  }
  const std::vector<std::string> names{"anna", "ben", "cleo", "dan", "eva"};
  NetworkDesign named = network.design();
  named.subjects = names;
  const Error error = error_of([&] { network_test(network.table.view(), {.threshold = 1.0}, named); });
  EXPECT_THAT(error.what(), HasSubstr("subject anna "));
  network = good;
  network.subject_of.pop_back();
  EXPECT_EQ(refusal(network, network.design()), ErrorCode::invalid_data);
  NetworkSettings ranks{.statistic = EdgeStatistic::h};
  EXPECT_EQ(refusal(good, good.design(), ranks), ErrorCode::invalid_argument);
}

TEST(NetworkTest, OrdersThatAreRefused) {
  const Network network = random_network(55, 4, {3, 3}, false), pairs = paired_network(56, 4, 3, 2, false);
  const std::vector<std::uint32_t> twice{0, 1, 2, 3, 4, 4}, outside{0, 1, 2, 3, 4, 6}, few{0, 1, 2, 3, 4};
  for (const auto& orders : {twice, outside, few}) {
    NetworkDesign design{.orders = orders};
    EXPECT_EQ(refusal(network, design), ErrorCode::invalid_argument);
  }
  const auto other = std::find_if(pairs.subject_of.begin(), pairs.subject_of.end(),
                                  [&](int subject) { return subject != pairs.subject_of[0]; });
  std::vector<std::uint32_t> across = identity(6);
  std::swap(across[0], across[static_cast<std::size_t>(other - pairs.subject_of.begin())]);
  NetworkDesign design = pairs.design();
  design.orders = across;
  EXPECT_EQ(refusal(pairs, design), ErrorCode::invalid_argument);
}

std::string refused(const Network& network, const std::function<void(NetworkSettings&)>& change) {
  NetworkSettings settings{.threshold = 1.0};
  change(settings);
  return error_of([&] { network_test(network.table.view(), settings); }).parameter();
}

TEST(NetworkTest, SettingsThatAreRefused) {
  const Network network = random_network(57, 4, {3, 3}, false), three = random_network(58, 4, {3, 3, 2}, false);
  EXPECT_EQ(refused(network, [](NetworkSettings& s) { s.threshold.reset(); }), "threshold");
  EXPECT_EQ(refused(network, [](NetworkSettings& s) { s.threshold = 0.0; }), "threshold");
  EXPECT_EQ(refused(network, [](NetworkSettings& s) { s.threshold = kNaN; }), "threshold");
  EXPECT_EQ(refused(network, [](NetworkSettings& s) { s.threshold_p = 0.01; }), "threshold");
  for (const double p : {0.0, 1.0, kNaN}) {
    EXPECT_EQ(refused(network, [&](NetworkSettings& s) { s.threshold.reset(), s.threshold_p = p; }), "threshold_p");
  }
  EXPECT_EQ(
      refused(network, [](NetworkSettings& s) { s.statistic = EdgeStatistic::f, s.alternative = Alternative::less; }),
      "alternative");
  EXPECT_EQ(refused(three, [](NetworkSettings& s) { s.statistic = EdgeStatistic::t; }), "statistic");
  EXPECT_EQ(refused(network,
                    [](NetworkSettings& s) {
                      s.threshold_free = ThresholdFree{-1.0, 3.0, 0.1};
                    }),
            "extent_power");
  EXPECT_EQ(refused(network,
                    [](NetworkSettings& s) {
                      s.threshold_free = ThresholdFree{0.4, kNaN, 0.1};
                    }),
            "height_power");
  EXPECT_EQ(refused(network, [](NetworkSettings& s) { s.threshold_free = ThresholdFree{0.4, 3.0, 0.0}; }), "step");
  EXPECT_EQ(refused(network, [](NetworkSettings& s) { s.permutations.permutations = 0; }), "permutations");
}

TEST(NetworkTest, MatricesThatAreRefused) {
  Network network = random_network(59, 4, {3, 3}, true);
  NetworkSettings settings;
  EXPECT_TRUE([&] {
    settings.threshold = 1.0;
    return network_test(network.table.view(), settings).directed;
  }());
  settings.directed = false;
  const Error error = error_of([&] { network_test(network.table.view(), settings); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_data);
  EXPECT_NE(std::string(error.what()).find("row 0 is not symmetric: (0, 1) and (1, 0)"), std::string::npos);
  const Table line = random_table(1, 2, 3, 5, 0, 0.0);
  EXPECT_EQ(error_of([&] { network_test(line.view(), settings); }).code(), ErrorCode::invalid_data);
  std::fill(network.table.values.begin(), network.table.values.end(), 1.0);
  EXPECT_EQ(error_of([&] { network_test(network.table.view(), settings); }).code(), ErrorCode::invalid_data);
}

TEST(NetworkTest, TellsHowFarItIsAndStopsWhenAsked) {
  const Network network = random_network(60, 6, {8, 8}, false);
  NetworkSettings settings{.threshold = 1.0};
  settings.permutations.permutations = 777;
  std::uint64_t done = 0, total = 0;
  network_test(network.table.view(), settings, {}, {}, {}, [&](std::uint64_t now, std::uint64_t all) {
    done = now;
    total = all;
  });
  EXPECT_EQ(done, 777u);
  EXPECT_EQ(total, 777u);
  CancelFlag cancel;
  settings.permutations.permutations = 10'000;
  const auto stop = [&](std::uint64_t, std::uint64_t) { cancel.cancel(); };
  EXPECT_EQ(error_of([&] { network_test(network.table.view(), settings, {}, {}, {.cancel = &cancel}, stop); }).code(),
            ErrorCode::cancelled);
}

}  // namespace
}  // namespace biotropy::groups
