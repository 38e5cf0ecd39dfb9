// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>

#include "biotropy/match/fuzzy/fuzzy.hpp"
#include "inputs.hpp"
#include "naive.hpp"
#include "tests/error_of.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::match {
namespace {

constexpr MembershipForm kForms[] = {
    MembershipForm::exponential,  MembershipForm::chen,         MembershipForm::gaussian,
    MembershipForm::sigmoid,      MembershipForm::bell,         MembershipForm::constant_gaussian,
    MembershipForm::triangular,   MembershipForm::trapezoidal1, MembershipForm::trapezoidal2,
    MembershipForm::gudermannian, MembershipForm::z_shaped};
constexpr double kPromised = 1e-12;

Rule rule(double r, int m = 2, int tau = 1, std::int64_t theiler = kExcludeSelf) {
  return Rule{.lengths = {m, m + 1}, .tau = tau, .r = r, .templates = TemplateRule::common, .theiler = theiler};
}

std::vector<FuzzySum> sums(const std::vector<double>& u, const std::vector<double>& v, const Rule& of_rule,
                           const Membership& membership, bool remove_local_mean, int threads = 1) {
  const std::array<Samples, 2> both{u, v};
  const Pair pair{0, &u == &v ? 0U : 1U};
  std::vector<FuzzySum> result;
  const FuzzyQuery query{{both, 2, std::span(&pair, 1), of_rule}, membership, remove_local_mean};
  fuzzy_sums(query, [&](const FuzzySums& found) { result.assign(found.lengths.begin(), found.lengths.end()); },
             {threads, nullptr});
  return result;
}

void expect_naive(const std::vector<double>& u, const std::vector<double>& v, const Rule& of_rule,
                  const Membership& membership, bool remove_local_mean) {
  const auto found = sums(u, v, of_rule, membership, remove_local_mean);
  const auto expected = naive_fuzzy_sums(u, v, of_rule, membership, remove_local_mean);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].pairs, expected[i].pairs);
    const auto error = std::abs(static_cast<long double>(found[i].total) - expected[i].total);
    EXPECT_LE(error, kPromised * expected[i].total)
        << word(membership.form) << " n = " << membership.n << ", r = " << of_rule.r << ", length "
        << of_rule.lengths[i] << ", relative error " << static_cast<double>(error / expected[i].total);
  }
}

Membership membership(MembershipForm form, double n, double r) {
  return {form, n, form == MembershipForm::trapezoidal2 ? 1.7 * r : 0.4};
}

TEST(Membership, DegreesAreThoseOfTheFormulas) {
  for (const MembershipForm form : kForms) {
    Membership membership{.form = form, .corner = form == MembershipForm::trapezoidal2 ? 0.7 : 0.2};
    for (const double distance : {0.0, 0.1, 0.3, 0.35, 0.45, 0.5, 0.59, 0.6, 0.65, 0.9}) {
      const auto expected = static_cast<double>(naive_degree(membership, 0.3, distance));
      EXPECT_NEAR(degree(membership, 0.3, distance), expected, 1e-15) << word(form) << " at " << distance;
    }
  }
}

TEST(FuzzySums, EqualTheLongDoubleSumForEveryForm) {
  const auto u = noise(80, 1), v = noise(67, 2);
  for (const MembershipForm form : kForms) {
    for (const double n : {0.5, 1.0, 2.0, 2.5, 3.0, 17.0}) {
      for (const double r : {0.2, 1.5}) {
        for (const bool local : {true, false}) {
          expect_naive(u, u, rule(r), membership(form, n, r), local);
          expect_naive(u, v, rule(r, 2, 1, kKeepAllPairs), membership(form, n, r), local);
        }
      }
    }
    expect_naive(u, v, rule(0.02, 2, 1, kKeepAllPairs), membership(form, 2.0, 0.02), true);
  }
}

TEST(FuzzySums, EqualTheLongDoubleSumForEveryRule) {
  const auto u = noise(70, 3), v = noise(53, 4);
  for (const int m : {1, 2, 3, 5}) {
    for (const int tau : {1, 3}) {
      for (const std::int64_t theiler : {-1, 0, 1, 7, 1000}) {
        for (const TemplateRule templates : {TemplateRule::all, TemplateRule::common}) {
          Rule of_rule = rule(0.3, m, tau, theiler);
          of_rule.templates = templates;
          expect_naive(u, u, of_rule, {}, true);
          expect_naive(u, v, of_rule, {}, true);
          expect_naive(v, u, of_rule, {}, false);
        }
      }
    }
  }
}

TEST(FuzzySums, LengthsAcrossTheBordersOfVectorsRunsAndBlocks) {
  for (const std::size_t n : {3U, 4U, 9U, 10U, 11U, 66U, 67U, 1027U}) {
    const auto u = noise(n, static_cast<unsigned>(n));
    expect_naive(u, u, rule(0.2), {}, true);
    expect_naive(u, u, rule(4.0), {}, false);
  }
}

TEST(FuzzySums, ManyAddendsLoseNothing) {
  const auto u = noise(5000, 5);
  expect_naive(u, u, rule(50.0, 1), {MembershipForm::triangular, 2.0, 0.0}, false);
}

TEST(FuzzySums, ScaleAndOffsetOfTheSamplesDoNotMatter) {
  const auto tiny = noise(200, 6, 1e-13), huge = noise(200, 7, 6.0, 200000.0);
  expect_naive(tiny, tiny, rule(2e-14), {}, true);
  expect_naive(huge, huge, rule(1.2), {}, true);
  expect_naive(huge, huge, rule(1.2), {}, false);
}

TEST(FuzzySums, TiesOutliersAndConstants) {
  std::vector<double> lattice(300), outliers = noise(300, 8);
  std::mt19937_64 generator(9);
  for (double& value : lattice) value = static_cast<double>(generator() % 7);
  outliers[10] = 1e12;
  outliers[200] = -1e300;
  const std::vector<double> constant(100, 3.25);
  for (const MembershipForm form : {MembershipForm::exponential, MembershipForm::bell, MembershipForm::triangular}) {
    expect_naive(lattice, lattice, rule(0.9), {form, 2.0, 0.0}, true);
    expect_naive(outliers, outliers, rule(0.2), {form, 2.0, 0.0}, false);
    expect_naive(constant, constant, rule(0.1), {form, 2.0, 0.0}, true);
  }
}

TEST(FuzzySums, AFarOutlierDoesNotBlurTheOthers) {
  std::mt19937_64 generator(5);
  std::normal_distribution<double> normal;
  std::vector<double> samples(300);
  for (double& value : samples) value = normal(generator);
  samples[100] = 1e12;
  for (const double offset : {0.0, 1e5}) {
    std::vector<double> shifted = samples;
    for (double& value : shifted) value += offset;
    expect_naive(shifted, shifted, rule(0.02), {}, true);
  }
}

// A power of two changes no sum, down to samples that are no normal numbers.
TEST(FuzzySums, TheSmallestSamplesHaveTheSumsOfLargerOnes) {
  std::mt19937_64 generator(6);
  std::vector<double> samples(200), smallest(200);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i] = static_cast<double>(generator() % 64);
    smallest[i] = samples[i] * 0x1p-1070;
  }
  for (const MembershipForm form : kForms) {
    if (form == MembershipForm::chen) continue;  // depends on the unit
    const Membership right{form, 2.0, 10.0}, same{form, 2.0, 0xap-1070};
    const auto expected = sums(samples, samples, rule(6.0), right, true);
    const auto found = sums(smallest, smallest, rule(0x6p-1070), same, true);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      EXPECT_NEAR(found[k].total, expected[k].total, kPromised * expected[k].total) << word(form);
    }
  }
}

TEST(FuzzySums, WhereEveryMembershipUnderflowsTheSumIsNothing) {
  const std::vector<double> apart{0, 1, 3, 7, 15, 31, 63, 127};
  const auto found = sums(apart, apart, rule(1e-3), {}, true);
  EXPECT_EQ(found[0].total, 0.0);
  EXPECT_EQ(found[1].total, 0.0);
  EXPECT_EQ(found[0].pairs, 30U);
}

TEST(FuzzySums, TemplatesThatTouchAMissingSampleAreLeftOut) {
  auto u = noise(120, 10), v = noise(90, 11);
  u[0] = u[50] = u[119] = v[30] = NAN;
  expect_naive(u, u, rule(0.3), {}, true);
  expect_naive(u, v, rule(0.3, 2, 2, 3), {}, false);
  const std::vector<double> nothing(20, NAN);
  const auto found = sums(nothing, nothing, rule(0.3), {}, true);
  EXPECT_EQ(found[0].pairs, 0U);
  EXPECT_EQ(found[0].total, 0.0);
}

TEST(FuzzySums, AreTheSameBitsOnEveryInstructionSetAndThreadCount) {
  const auto u = noise(500, 12), v = noise(1400, 13);
  for (const MembershipForm form : kForms) {
    for (const double n : {2.0, 2.5}) {
      const Membership of_form = membership(form, n, 0.2);
      const auto auto_sums = sums(u, u, rule(0.2), of_form, true), cross = sums(u, v, rule(0.2), of_form, false);
      for (const std::string& set : EveryInstructionSet()) {
        EXPECT_EQ(sums(u, u, rule(0.2), of_form, true)[1].total, auto_sums[1].total) << set << ", " << word(form);
        EXPECT_EQ(sums(u, v, rule(0.2), of_form, false)[0].total, cross[0].total) << set << ", " << word(form);
      }
      for (const int threads : {2, 3}) {
        EXPECT_EQ(sums(u, u, rule(0.2), of_form, true, threads)[1].total, auto_sums[1].total) << threads;
      }
    }
  }
}

TEST(FuzzySums, AreTheSameBitsWhenTheSeriesAreExchanged) {
  const auto u = noise(300, 18), v = noise(200, 19);
  for (const bool local : {true, false}) {
    EXPECT_EQ(sums(u, v, rule(0.2), {}, local)[0].total, sums(v, u, rule(0.2), {}, local)[0].total);
    EXPECT_EQ(sums(u, v, rule(0.2), {}, local)[1].total, sums(v, u, rule(0.2), {}, local)[1].total);
  }
}

TEST(FuzzySums, ABatchSumsEveryPairOfEveryGroup) {
  const std::vector<std::vector<double>> data{noise(60, 14), noise(60, 15), noise(60, 16), noise(60, 17)};
  const std::vector<Samples> series(data.begin(), data.end());
  const std::vector<Pair> pairs{{0, 0}, {0, 1}, {1, 0}};
  std::vector<std::vector<FuzzySum>> found(6);
  fuzzy_sums({{series, 2, pairs, rule(0.4)}, {}, true}, [&](const FuzzySums& of_pair) {
    found[of_pair.group * 3 + of_pair.pair].assign(of_pair.lengths.begin(), of_pair.lengths.end());
  });
  for (std::size_t group = 0; group < 2; ++group) {
    for (std::size_t pair = 0; pair < 3; ++pair) {
      const auto& u = data[group * 2 + pairs[pair].x];
      const auto& v = data[group * 2 + pairs[pair].y];
      EXPECT_EQ(found[group * 3 + pair][1].total, sums(u, v, rule(0.4), {}, true)[1].total);
    }
  }
}

TEST(FuzzySums, CancellingStops) {
  const auto u = noise(50, 1);
  const std::array<Samples, 1> series{u};
  const Pair pair;
  CancelFlag flag;
  flag.cancel();
  const FuzzyQuery query{{series, 1, std::span(&pair, 1), rule(0.2)}, {}, true};
  EXPECT_THROW(fuzzy_sums(query, [](const FuzzySums&) {}, {1, &flag}), Error);
}

TEST(Membership, MistakesNameTheParameter) {
  const auto parameter_of = [](const Membership& membership, double r) {
    try {
      validate(membership, r);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      return error.parameter();
    }
    return std::string("none");
  };
  EXPECT_EQ(parameter_of({}, 0.0), "r");
  EXPECT_EQ(parameter_of({}, NAN), "r");
  EXPECT_EQ(parameter_of({MembershipForm::exponential, 0.0, 0.0}, 0.2), "fuzzy_power");
  EXPECT_EQ(parameter_of({MembershipForm::chen, INFINITY, 0.0}, 0.2), "fuzzy_power");
  EXPECT_EQ(parameter_of({MembershipForm::sigmoid, 2.0, -1.0}, 0.2), "membership_corner");
  EXPECT_EQ(parameter_of({MembershipForm::trapezoidal2, 2.0, 0.2}, 0.2), "membership_corner");
  EXPECT_EQ(parameter_of({MembershipForm::trapezoidal2, 2.0, 0.3}, 0.2), "none");
}

TEST(Membership, NamesLeadBackToTheirForm) {
  for (const MembershipForm form : kForms) EXPECT_EQ(require_choice<MembershipForm>("membership", word(form)), form);
  EXPECT_THAT(error_of([] { require_choice<MembershipForm>("membership", "linear"); }),
              refuses("membership", "linear"));
}

TEST(Membership, BeyondTheReachEveryDegreeIsAtMostTheLeast) {
  for (const MembershipForm form : kForms) {
    for (const double n : {0.7, 2.0, 5.0}) {
      for (const double r : {1e-13, 0.2, 3.0}) {
        for (const double least : {0.3, 1e-5, 1e-30}) {
          Membership of_form = membership(form, n, r);
          of_form.corner = 1.7 * r;
          const double distance = reach(of_form, r, least);
          if (std::isinf(distance)) continue;
          EXPECT_LE(degree(of_form, r, distance), least) << word(form) << " n = " << n << " r = " << r;
          EXPECT_LE(degree(of_form, r, 2.0 * distance), least) << word(form);
        }
      }
    }
  }
}

}  // namespace
}  // namespace biotropy::match
