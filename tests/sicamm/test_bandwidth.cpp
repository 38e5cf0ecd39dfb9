// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/density/bandwidth.hpp"
#include "tests/sicamm/naive_density.hpp"
#include "tests/sicamm/samples.hpp"

namespace biotropy::sicamm {
namespace {

// Mean of ln f at every point, from the points of other groups.
double naive_left_out(const std::vector<double>& points, const std::vector<std::uint32_t>& group, double h) {
  double sum = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<double> others;
    for (std::size_t k = 0; k < points.size(); ++k) {
      if (group[k] != group[i]) others.push_back(points[k]);
    }
    sum += static_cast<double>(naive_log_density(others, {}, h, points[i]));
  }
  return sum / static_cast<double>(points.size());
}

// No factor of the fine grid is more likely, up to rounding of the search.
void expect_most_likely(const std::vector<double>& points, const std::vector<std::uint32_t>& group,
                        const Bandwidth& found, const std::string& name) {
  const double silverman = silverman_bandwidth(points).value;
  EXPECT_NEAR(found.value, found.factor * silverman, 1e-12 * found.value);
  const double at_found = naive_left_out(points, group, found.value);
  for (double factor = 0.05; factor <= 2.0; factor *= 1.4) {
    EXPECT_GE(at_found, naive_left_out(points, group, factor * silverman) - 2e-3) << name << ", factor " << factor;
  }
}

std::vector<std::uint32_t> each_alone(std::size_t n) {
  std::vector<std::uint32_t> group(n);
  for (std::size_t i = 0; i < n; ++i) group[i] = static_cast<std::uint32_t>(i);
  return group;
}

TEST(Median, OfPointsAndOfWeightedPoints) {
  EXPECT_EQ(median(std::vector<double>{3.0, 1.0, 2.0}), 2.0);
  EXPECT_EQ(median(std::vector<double>{4.0, 1.0, 2.0, 3.0}), 2.5);
  EXPECT_EQ(median(std::vector<double>{4.0, 1.0, 2.0, 3.0}, std::vector<double>{1.0, 1.0, 1.0, 1.0}), 2.5);
  EXPECT_EQ(median(std::vector<double>{4.0, 1.0, 2.0, 3.0}, std::vector<double>{9.0, 1.0, 1.0, 1.0}), 4.0);
  EXPECT_EQ(median(std::vector<double>{5.0, 7.0}, std::vector<double>{0.0, 1.0}), 7.0);
  EXPECT_THROW(median({}), Error);
}

TEST(Silverman, IsTheRuleOfThePaper) {
  const std::vector<double> points = {1.0, 2.0, 4.0, 8.0, 16.0};
  // Median 4, deviations 3 2 0 4 12 with median 3.
  EXPECT_DOUBLE_EQ(silverman_bandwidth(points).value, 3.0 / 0.6745 * std::pow(4.0 / 15.0, 0.2));
  EXPECT_EQ(silverman_bandwidth(points).scale, ScaleSource::mad);
}

TEST(Silverman, TakesTheRangeWhereMostPointsAreEqual) {
  const Bandwidth found = silverman_bandwidth(std::vector<double>{0.0, 0.0, 0.0, 5.0});
  EXPECT_DOUBLE_EQ(found.value, 5.0 * std::pow(4.0 / 12.0, 0.2));
  EXPECT_EQ(found.scale, ScaleSource::range);
}

TEST(Silverman, IsOneWhereAllPointsAreEqual) {
  for (const auto rule : {silverman_bandwidth, leave_one_out_bandwidth}) {
    const Bandwidth found = rule(std::vector<double>{7.0, 7.0}, {});
    EXPECT_EQ(found.value, 1.0);
    EXPECT_EQ(found.scale, ScaleSource::none);
  }
}

TEST(Silverman, EqualWeightsChangeNothing) {
  const auto points = samples(101, 1)[0].points;
  const std::vector<double> weights(points.size(), 0.25);
  EXPECT_NEAR(silverman_bandwidth(points, weights).value, silverman_bandwidth(points).value, 1e-14);
}

TEST(Silverman, RefusesWhatIsNoSample) {
  EXPECT_THROW(silverman_bandwidth({}), Error);
  EXPECT_THROW(silverman_bandwidth(std::vector<double>{1.0, std::numeric_limits<double>::infinity()}), Error);
}

TEST(LeaveOneOut, IsTheMostLikely) {
  for (const Sample& sample : samples(250, 11)) {
    if (sample.name == "whole numbers") continue;  // ties are left out together
    expect_most_likely(sample.points, each_alone(sample.points.size()), leave_one_out_bandwidth(sample.points),
                       sample.name);
  }
}

TEST(LeaveOneOut, IsNotDrawnToZeroByTies) {
  EXPECT_GT(leave_one_out_bandwidth(samples(500, 12)[7].points).factor, 0.3);
}

TEST(LeaveOneOut, WeightsCountLikeCopiesOfWholeGroups) {
  std::vector<double> points = samples(5000, 3)[3].points, twice = points;
  twice.insert(twice.end(), points.begin(), points.end());
  const std::vector<double> weights(points.size(), 2.0);
  // Silverman's differ by their n, the most likely bandwidths do not.
  EXPECT_NEAR(leave_one_out_bandwidth(points, weights).value / leave_one_out_bandwidth(twice).value, 1.0, 0.02);
}

TEST(LeaveOneOut, FindsTheBestForSharpAndForSmoothSamples) {
  const auto kinds = samples(20000, 4);
  EXPECT_LT(leave_one_out_bandwidth(kinds[1].points).factor, 0.5) << "edges of a uniform sample";
  EXPECT_GT(leave_one_out_bandwidth(kinds[0].points).factor, 0.7) << "a normal sample";
}

TEST(Blocked, IsTheMostLikely) {
  for (const Sample& sample : samples(250, 13)) {
    std::vector<std::uint32_t> fold;
    for (std::uint32_t i = 0; i < 250; ++i) fold.push_back(i / 10 % 5);
    expect_most_likely(sample.points, fold, blocked_bandwidth(sample.points, fold), sample.name);
  }
}

TEST(Blocked, IsWiderThanLeaveOneOutForOverlappingWindows) {
  // Moving averages of 100: neighbours are nearly equal, so leaving out one of them leaves its copies.
  std::mt19937_64 engine(14);
  std::normal_distribution<double> normal;
  std::vector<double> noise(20100), points(20000);
  for (double& x : noise) x = normal(engine);
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = 0; k < 100; ++k) points[i] += noise[i + k] / 10.0;
  }
  std::vector<std::uint32_t> fold;
  for (std::uint32_t i = 0; i < points.size(); ++i) fold.push_back(i / 1000 % 5);
  EXPECT_GT(blocked_bandwidth(points, fold).factor, 1.3 * leave_one_out_bandwidth(points).factor);
}

TEST(Blocked, IsSilvermansWhereNothingIsLeftOut) {
  const auto points = samples(100, 15)[0].points;
  const std::vector<std::uint32_t> one_fold(points.size(), 3);
  EXPECT_EQ(blocked_bandwidth(points, one_fold).factor, 1.0);
  EXPECT_THROW(blocked_bandwidth(points, std::vector<std::uint32_t>(7, 0)), Error);
}

}  // namespace
}  // namespace biotropy::sicamm
