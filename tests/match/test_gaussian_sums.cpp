// SPDX-License-Identifier: Apache-2.0
//
// Fuzzy sums with a Gaussian membership, found without looking at every pair, against the sum over all pairs in long
// double.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/match/fuzzy/gaussian_sum_internal.hpp"
#include "inputs.hpp"
#include "naive.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::match {
namespace {

constexpr double kLargestError = 1e-12;

struct GaussianCase {
  int length = 3;
  double r = 0.2;
  bool local = true;
  int tau = 1;
  std::int64_t theiler = kKeepAllPairs;
  TemplateRule templates = TemplateRule::all;
  Membership membership{};
};

Rule rule_of(const GaussianCase& one) {
  return Rule{.lengths = {one.length}, .tau = one.tau, .r = one.r, .templates = one.templates, .theiler = one.theiler};
}

std::optional<FuzzySum> found_sum(const std::vector<double>& u, const std::vector<double>& v, const GaussianCase& one,
                                  int threads = 1) {
  std::vector<std::optional<FuzzySum>> found;
  const FuzzyQuery query{{{}, 1, {}, rule_of(one)}, one.membership, one.local};
  const std::array<std::pair<Samples, Samples>, 1> both{{{u, v}}};
  with_threads({threads, nullptr}, [&] { found = gaussian_sums(query, one.length, both, nullptr); });
  return found.front();
}

void expect_naive_sum(const std::vector<double>& u, const std::vector<double>& v, const GaussianCase& one) {
  const auto found = found_sum(u, v, one);
  const NaiveSum expected = naive_fuzzy_sums(u, v, rule_of(one), one.membership, one.local).front();
  ASSERT_TRUE(found) << u.size() << " and " << v.size() << " samples, length " << one.length << ", r " << one.r;
  EXPECT_EQ(found->pairs, expected.pairs);
  const auto error = std::abs(static_cast<long double>(found->total) - expected.total);
  EXPECT_LE(error, kLargestError * expected.total)
      << u.size() << " and " << v.size() << " samples, length " << one.length << ", r " << one.r << ", local "
      << one.local << ", relative error " << static_cast<double>(error / expected.total);
}

// Every length and treatment of the mean that is summed in this way.
std::vector<GaussianCase> all_cases(double r) {
  return {{1, r, true}, {2, r, true}, {3, r, true}, {1, r, false}, {2, r, false}};
}

TEST(GaussianSums, EqualTheSumOverAllPairsAtEverySizeOfHalves) {
  for (const std::size_t n : {4U, 5U, 31U, 32U, 34U, 35U, 63U, 66U, 67U, 68U, 130U, 259U, 514U}) {
    const auto u = noise(n, static_cast<unsigned>(n)), v = noise(n / 2 + 3, static_cast<unsigned>(n) + 1);
    for (GaussianCase one : all_cases(1.5)) {
      expect_naive_sum(u, v, one);
      expect_naive_sum(v, u, one);
      expect_naive_sum(u, u, one);
      one.theiler = kExcludeSelf;
      expect_naive_sum(u, u, one);
    }
  }
}

TEST(GaussianSums, EqualTheSumOverAllPairsForEveryTolerance) {
  const auto u = noise(300, 1), v = noise(211, 2);
  for (const double r : {0.1, 0.2, 1.0, 7.0, 1e3, 1e9}) {
    for (const GaussianCase& one : all_cases(r)) {
      expect_naive_sum(u, u, one);
      expect_naive_sum(u, v, one);
    }
  }
}

// In tables and in sweeps of up to sixty strips.
TEST(GaussianSums, EqualTheSumOverAllPairsForManyStrips) {
  const auto u = noise(1800, 21), v = noise(1400, 22), few = noise(250, 24), many = noise(4200, 25);
  std::vector<double> slow = noise(1800, 23);
  for (std::size_t i = 1; i < slow.size(); ++i) slow[i] += 0.95 * slow[i - 1];
  for (GaussianCase one : {GaussianCase{3, 0.15}, GaussianCase{2, 0.15, false}}) {
    expect_naive_sum(slow, v, one);
    expect_naive_sum(few, many, one);
    one.theiler = kExcludeSelf;
    expect_naive_sum(u, u, one);
  }
}

TEST(GaussianSums, FormsDelaysAndTemplates) {
  const auto u = noise(200, 3), v = noise(150, 4);
  for (const MembershipForm form : {MembershipForm::exponential, MembershipForm::chen, MembershipForm::gaussian}) {
    for (const int tau : {1, 3}) {
      for (const TemplateRule templates : {TemplateRule::all, TemplateRule::common}) {
        for (GaussianCase one : all_cases(0.3)) {
          one.membership.form = form;
          one.tau = tau;
          one.templates = templates;
          expect_naive_sum(u, u, one);
          expect_naive_sum(u, v, one);
        }
      }
    }
  }
}

TEST(GaussianSums, TiesConstantsAndMissingSamples) {
  std::mt19937_64 generator(5);
  std::vector<double> lattice(300), beats(300), gaps = noise(300, 6);
  for (double& value : lattice) value = static_cast<double>(generator() % 5);
  for (double& value : beats) value = static_cast<double>(100 + generator() % 9) / 128.0;
  gaps[0] = gaps[77] = gaps[200] = gaps[299] = NAN;
  const std::vector<double> constant(100, 3.25);
  for (const GaussianCase& one : all_cases(0.9)) {
    expect_naive_sum(lattice, lattice, one);
    expect_naive_sum(lattice, beats, one);
    expect_naive_sum(constant, constant, one);
    expect_naive_sum(constant, lattice, one);
    expect_naive_sum(gaps, gaps, one);
    expect_naive_sum(gaps, lattice, one);
  }
  for (const GaussianCase& one : all_cases(0.01)) expect_naive_sum(beats, beats, one);
}

TEST(GaussianSums, ScalesOffsetsAndOutliers) {
  const auto tiny = noise(200, 7, 1e-13), huge = noise(200, 8, 6.0, 200000.0), beside = noise(250, 19, 5.0, 200007.0);
  auto outliers = noise(300, 9);
  outliers[10] = 150.0;
  outliers[11] = 150.1;
  outliers[200] = -40.0;
  for (const GaussianCase& one : all_cases(2e-14)) expect_naive_sum(tiny, tiny, one);
  for (const GaussianCase& one : all_cases(1.2)) {
    expect_naive_sum(huge, huge, one);
    expect_naive_sum(huge, beside, one);
  }
  for (const GaussianCase& one : all_cases(0.2)) expect_naive_sum(outliers, outliers, one);
}

TEST(GaussianSums, WhereTheErrorCouldBeLargerThereIsNone) {
  const std::vector<double> apart{0, 1, 3, 7, 15, 31, 63, 127};
  EXPECT_FALSE(found_sum(apart, apart, {3, 0.05, true, 1, kExcludeSelf}));
  auto outlier = noise(100, 10);
  for (const double value : {1e6, -1e300, 1.7e308, HUGE_VAL}) {
    outlier[50] = value;
    EXPECT_FALSE(found_sum(outlier, outlier, {}));
  }
  EXPECT_FALSE(found_sum(apart, apart, {3, 1e-310}));
}

TEST(GaussianSums, WherePairsAreFasterThereIsNone) {
  const auto spread = noise(300, 20);
  for (const GaussianCase& one : {GaussianCase{3, 0.01}, GaussianCase{2, 0.01, false}}) {
    EXPECT_FALSE(found_sum(spread, spread, one));
    EXPECT_FALSE(found_sum(spread, noise(310, 21), one));
  }
}

TEST(GaussianSums, OneTemplateAndNone) {
  const std::vector<double> one{0.5, 0.1, 0.9}, none{NAN, 1.0, 2.0}, others = noise(40, 24);
  EXPECT_EQ(found_sum(none, others, {}).value().pairs, 0U);
  expect_naive_sum(one, others, {3, 1.0});
  expect_naive_sum(one, one, {3, 1.0});
}

// Entropies of these are 0, not a rounding error to either side.
TEST(GaussianSums, PairsWhoseDistancesAreAllZeroAreCounted) {
  std::vector<double> ramp, constant(2100, 0.1);
  for (int i = 0; i < 2500; ++i) ramp.push_back(i);
  for (const int length : {2, 3}) {
    EXPECT_EQ(found_sum(ramp, ramp, {.length = length, .r = 144.0, .theiler = kExcludeSelf})->total,
              static_cast<double>((2501 - length) * (2500 - length)));
    EXPECT_EQ(found_sum(constant, constant, {.length = length})->total, std::pow(2101 - length, 2));
  }
  const std::vector<double> noise = inputs(2200, 0, 1)[0].x;
  EXPECT_EQ(found_sum(noise, constant, {.length = 1})->total, 2200.0 * 2100.0);
}

TEST(GaussianSums, ManyEqualAddendsRoundOffNothing) {
  // Every one of 2e8 pairs has the degree 1.
  const std::vector<double> constant(20002, 0.7);
  for (const int length : {2, 3}) {
    const auto found = found_sum(constant, constant, {length, 0.2, true, 1, kExcludeSelf});
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->total / static_cast<double>(found->pairs), 1.0, kLargestError);
  }
}

TEST(GaussianSums, AreTheSameBitsOnEveryInstructionSetAndThreadCountAndWhenExchanged) {
  const auto u = noise(9000, 11), v = noise(1400, 12);
  for (const GaussianCase& one : all_cases(0.2)) {
    const double self = found_sum(u, u, one).value().total, cross = found_sum(u, v, one).value().total;
    EXPECT_EQ(found_sum(v, u, one).value().total, cross);
    for (const std::string& set : EveryInstructionSet()) {
      EXPECT_EQ(found_sum(u, u, one).value().total, self) << set;
      EXPECT_EQ(found_sum(u, v, one).value().total, cross) << set;
    }
    for (const int threads : {2, 3}) EXPECT_EQ(found_sum(u, u, one, threads).value().total, self) << threads;
  }
}

// Every pair of a matrix has the bits that it has alone, whatever the partners and the threads.
TEST(GaussianSums, AMatrixHasTheSumsOfItsPairs) {
  std::vector<std::vector<double>> data;
  for (unsigned s = 0; s < 5; ++s) data.push_back(noise(300 + 40 * s, 30 + s));
  data.push_back(data[2]);
  data[1][100] = 40.0;  // in another frame
  data[3][50] = NAN;
  const std::vector<Samples> series(data.begin(), data.end());
  std::vector<Pair> pairs;
  for (std::uint32_t x = 0; x < series.size(); ++x) {
    for (std::uint32_t y = 0; y < series.size(); ++y) pairs.push_back({x, y});
  }
  for (const bool local : {true, false}) {
    Rule rule = rule_of({3, 0.2});
    rule.lengths = {1, 2, 3};
    for (const int threads : {1, 2, 3}) {
      fuzzy_sums({{series, series.size(), pairs, rule}, {}, local},
                 [&](const FuzzySums& sums) {
                   const auto &u = data[pairs[sums.pair].x], &v = data[pairs[sums.pair].y];
                   for (std::size_t l = 0; l < 3; ++l) {
                     const int length = rule.lengths[l];
                     if (!may_be_gaussian(u, v, {{{}, 1, {}, rule}, {}, local}, length)) continue;
                     const auto alone = found_sum(u, v, {length, 0.2, local});
                     EXPECT_EQ(sums.lengths[l].total, alone.value().total) << sums.pair << ", length " << length;
                   }
                 },
                 {threads, nullptr});
    }
  }
}

TEST(GaussianSums, LongSeriesAreSummedSo) {
  const auto u = noise(350, 13), v = noise(292, 14);
  Rule rule = rule_of({2, 0.2, true, 1, kExcludeSelf, TemplateRule::common});
  const std::array<Samples, 2> both{u, v};
  for (const Pair pair : {Pair{0, 0}, Pair{0, 1}}) {
    rule.theiler = pair.x == pair.y ? kExcludeSelf : kKeepAllPairs;
    rule.lengths = pair.x == pair.y ? std::vector<int>{3, 4} : std::vector<int>{2};
    const FuzzyQuery query{{both, 2, std::span(&pair, 1), rule}, {}, true};
    const Samples y = both[pair.y];
    std::vector<FuzzySum> found;
    fuzzy_sums(query, [&](const FuzzySums& sums) { found.assign(sums.lengths.begin(), sums.lengths.end()); });
    const auto expected = naive_fuzzy_sums(u, pair.y == 0 ? u : v, rule, {}, true);
    const std::array<std::pair<Samples, Samples>, 1> alone{{{u, y}}};
    for (std::size_t l = 0; l < found.size(); ++l) {
      EXPECT_EQ(may_be_gaussian(u, y, query, rule.lengths[l]), rule.lengths[l] < 4);
      EXPECT_EQ(found[l].pairs, expected[l].pairs);
      EXPECT_LE(std::abs(static_cast<long double>(found[l].total) - expected[l].total),
                kLargestError * expected[l].total);
      if (rule.lengths[l] == 4) continue;
      EXPECT_EQ(found[l].total, gaussian_sums(query, rule.lengths[l], alone, nullptr).front().value().total);
    }
  }
}

TEST(GaussianSums, OtherQueriesAreNot) {
  const auto u = noise(3000, 15), v = noise(3000, 16);
  const auto may = [&](const std::vector<double>& x, const GaussianCase& one, int length) {
    return may_be_gaussian(u, x, {{{}, 1, {}, rule_of(one)}, one.membership, one.local}, length);
  };
  EXPECT_TRUE(may(u, {3, 0.2, true, 1, kExcludeSelf}, 3));
  EXPECT_FALSE(may(u, {3, 0.2, true, 1, 1}, 3));
  EXPECT_FALSE(may(v, {3, 0.2, true, 1, kExcludeSelf}, 3));
  EXPECT_FALSE(may(v, {3, 0.2, false}, 3));
  EXPECT_FALSE(may(v, {4, 0.2}, 4));
  EXPECT_FALSE(may(noise(250, 17), {3, 0.2}, 3));
  for (const double n : {1.0, 2.5}) {
    EXPECT_FALSE(may(v, {3, 0.2, true, 1, -1, TemplateRule::all, {MembershipForm::exponential, n, 0.0}}, 3));
  }
  EXPECT_FALSE(may(v, {3, 0.2, true, 1, -1, TemplateRule::all, {MembershipForm::bell, 2.0, 0.0}}, 3));
}

TEST(GaussianSums, CancellingStops) {
  const auto u = noise(3000, 18);
  CancelFlag flag;
  flag.cancel();
  const std::array<std::pair<Samples, Samples>, 1> both{{{u, u}}};
  EXPECT_THROW(gaussian_sums({{{}, 1, {}, rule_of({})}, {}, true}, 3, both, &flag), Error);
}

}  // namespace
}  // namespace biotropy::match
