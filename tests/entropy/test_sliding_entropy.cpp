// SPDX-License-Identifier: Apache-2.0
//
// A measure in a sliding window against compute() on every window: the same bits, the same reasons.
#include "biotropy/entropy/sliding_entropy.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "tests/error_of.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::entropy {
namespace {

const Execution kAlone{1};
constexpr double kMissingSample = std::numeric_limits<double>::quiet_NaN();

struct Signal {
  std::string name;
  std::vector<double> u, v;
};

std::vector<double> coloured_noise(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<double> samples(n);
  double last = 0.0;
  for (double& sample : samples) sample = last = 0.6 * last + normal(generator);
  return samples;
}

// Noise, and what real recordings do.
std::vector<Signal> signals(std::size_t n) {
  std::vector<Signal> all{{"noise", coloured_noise(n, 1), coloured_noise(n, 2)}};
  const auto add = [&](const char* name, const auto& change) {
    Signal signal{name, coloured_noise(n, 3), coloured_noise(n, 4)};
    for (std::size_t i = 0; i < n; ++i) {
      signal.u[i] = change(i, signal.u[i]);
      signal.v[i] = change(i + 7, signal.v[i]);
    }
    all.push_back(std::move(signal));
  };
  add("ties", [](std::size_t, double x) { return std::round(4.0 * x) / 4.0; });
  add("tenths", [](std::size_t, double x) { return 0.1 * std::round(10.0 * x); });
  add("constant stretches", [](std::size_t i, double x) { return i % 200 < 90 ? 1.5 : x; });
  add("a drift", [](std::size_t i, double x) {
    return x * std::exp(0.01 * static_cast<double>(i)) + 0.1 * static_cast<double>(i);
  });
  add("outliers", [](std::size_t i, double x) { return i % 61 == 30 ? 1e5 * x : x; });
  add("gaps", [](std::size_t i, double x) { return i % 97 < 5 ? kMissingSample : x; });
  add("an infinite sample", [n](std::size_t i, double x) { return i == n / 2 ? INFINITY : x; });
  return all;
}

std::uint64_t bits(double value) {
  return std::isnan(value) ? 0 : std::bit_cast<std::uint64_t>(value);
}

void expect_same_entropy(const Entropy& found, const Entropy& expected, const std::string& name) {
  ASSERT_EQ(std::isnan(found.value), std::isnan(expected.value)) << name;
  ASSERT_EQ(bits(found.value), bits(expected.value)) << name << ": " << found.value << " and " << expected.value;
  ASSERT_EQ(found.reason, expected.reason) << name;
  ASSERT_EQ(bits(found.r), bits(expected.r)) << name;
  ASSERT_EQ(found.matches_m, expected.matches_m) << name;
  ASSERT_EQ(found.matches_m1, expected.matches_m1) << name;
  ASSERT_EQ(found.pairs_m, expected.pairs_m) << name;
  ASSERT_EQ(found.pairs_m1, expected.pairs_m1) << name;
  ASSERT_EQ(found.templates_m, expected.templates_m) << name;
  ASSERT_EQ(found.templates_m1, expected.templates_m1) << name;
  ASSERT_EQ(found.unmatched_m, expected.unmatched_m) << name;
  ASSERT_EQ(found.unmatched_m1, expected.unmatched_m1) << name;
}

void check(Measure measure, const Signal& signal, std::size_t window, const Parameters& parameters, std::size_t step) {
  SlidingEntropy sliding(measure, window, parameters);
  for (std::size_t t = 0; t < signal.u.size(); ++t) {
    const double pair[] = {signal.u[t], signal.v[t]};
    sliding.push(std::span(pair).first(sliding.series()));
    ASSERT_EQ(sliding.is_full(), t + 1 >= window);
    if (!sliding.is_full() || (t + 1 - window) % step != 0) continue;
    const Samples u = Samples(signal.u).subspan(t + 1 - window, window);
    const Samples v = Samples(signal.v).subspan(t + 1 - window, window);
    const std::string name =
        signal.name + ", " + std::string(word(measure)) + ", window at " + std::to_string(t + 1 - window);
    ASSERT_NO_FATAL_FAILURE(
        expect_same_entropy(sliding.value(), compute_or_reason(measure, u, v, parameters, kAlone), name));
  }
}

constexpr Measure kCounted[] = {Measure::sampen, Measure::apen, Measure::cross_sampen, Measure::cross_apen};

TEST(SlidingEntropy, EveryWindowHasTheBitsOfItsOwnMeasurement) {
  for (const Signal& signal : signals(420)) {
    for (const Measure measure : kCounted) {
      for (const series::RUnit unit : {series::RUnit::absolute, series::RUnit::sd}) {
        for (const Missing missing : {Missing::omit, Missing::raise}) {
          Parameters parameters{.r_unit = unit, .missing = missing};
          ASSERT_NO_FATAL_FAILURE(check(measure, signal, 80, parameters, 1));
        }
      }
    }
  }
}

TEST(SlidingEntropy, EveryLengthDelayAndStep) {
  for (const Signal& signal : signals(150)) {
    for (int m = 1; m <= 4; ++m) {
      for (int tau = 1; tau <= 3; ++tau) {
        for (const Measure measure : kCounted) {
          Parameters parameters{.m = m,
                                .tau = tau,
                                .r = 0.35,
                                .r_unit = is_cross(measure) ? series::RUnit::absolute : series::RUnit::sd,
                                .missing = Missing::omit};
          const auto shortest = static_cast<std::size_t>(m * tau + 2);
          ASSERT_NO_FATAL_FAILURE(check(measure, signal, shortest, parameters, 1));
          ASSERT_NO_FATAL_FAILURE(check(measure, signal, 60, parameters, 7));
        }
      }
    }
  }
}

TEST(SlidingEntropy, EveryChoiceOfTheMeasure) {
  std::vector<Parameters> choices(7);
  choices[0].boundary = match::Boundary::open;
  choices[1].theiler = match::kKeepAllPairs;
  choices[1].templates = match::TemplateRule::all;
  choices[2].theiler = 3;
  choices[2].base = Base::two;
  choices[3].bias = Bias::zero;
  choices[3].templates = match::TemplateRule::common;
  choices[4].bias = Bias::zero;
  choices[4].missing = Missing::omit;
  choices[5].undefined = Undefined::bound;
  choices[5].r = 0.01;
  choices[6].r = 0.0;
  choices[6].sign = Sign::dropped;
  for (const Signal& signal : signals(160)) {
    for (const Parameters& chosen : choices) {
      for (const Measure measure : kCounted) {
        Parameters parameters = chosen;
        ASSERT_NO_FATAL_FAILURE(check(measure, signal, 70, parameters, 3));
        parameters.r_unit = series::RUnit::absolute;
        ASSERT_NO_FATAL_FAILURE(check(measure, signal, 70, parameters, 3));
      }
    }
  }
}

TEST(SlidingEntropy, EveryInstructionSet) {
  for (const std::string& set : EveryInstructionSet()) {
    for (const Measure measure : kCounted) ASSERT_NO_FATAL_FAILURE(check(measure, signals(300)[0], 130, {}, 5)) << set;
  }
}

TEST(SlidingEntropy, Patterns) {
  for (const Signal& signal : signals(320)) {
    for (const int m : {2, 3, 4, 5}) {
      for (const int tau : {1, 3}) {
        for (const Ties ties : {Ties::time, Ties::equal}) {
          for (const Missing missing : {Missing::raise, Missing::omit}) {
            Parameters parameters{.m = m, .tau = tau, .ties = ties, .missing = missing};
            EXPECT_EQ(SlidingEntropy(Measure::permen, 90, parameters).is_incremental(), m < 5 || ties == Ties::time);
            ASSERT_NO_FATAL_FAILURE(check(Measure::permen, signal, 90, parameters, 1));
          }
        }
      }
    }
  }
  Parameters weighted{.weighted = true};
  EXPECT_FALSE(SlidingEntropy(Measure::permen, 90, weighted).is_incremental());
  ASSERT_NO_FATAL_FAILURE(check(Measure::permen, signals(120)[0], 50, weighted, 5));
}

TEST(SlidingEntropy, OtherMeasuresAreMeasuredAnew) {
  for (const Measure measure : {Measure::fuzzyen, Measure::cross_fuzzyen}) {
    EXPECT_FALSE(SlidingEntropy(measure, 50).is_incremental());
    for (const Signal& signal : signals(120)) ASSERT_NO_FATAL_FAILURE(check(measure, signal, 50, {}, 5));
  }
}

TEST(SlidingEntropy, KeepsCountsWhereTheTemplatesDoNotChangeWithTheWindow) {
  Parameters absolute;
  absolute.r_unit = series::RUnit::absolute;
  Parameters direct;
  direct.engine = "direct";
  EXPECT_TRUE(SlidingEntropy(Measure::sampen, 50).is_incremental());
  EXPECT_TRUE(SlidingEntropy(Measure::cross_apen, 50, absolute).is_incremental());
  EXPECT_FALSE(SlidingEntropy(Measure::cross_apen, 50).is_incremental());  // each window is z-scored
  EXPECT_FALSE(SlidingEntropy(Measure::sampen, 50, direct).is_incremental());
}

TEST(SlidingEntropy, RefusesWhatCannotBeMeasured) {
  EXPECT_THAT(error_of([] { SlidingEntropy(Measure::sampen, 3); }), refuses("window", "3"));
  EXPECT_THAT(error_of([] { SlidingEntropy(Measure::sampen, 0); }), refuses("window", "0"));
  Parameters negative{.r = -1.0};
  EXPECT_THAT(error_of([&] { SlidingEntropy(Measure::sampen, 30, negative); }), refuses("r", "-1"));
  SlidingEntropy sliding(Measure::sampen, 10);
  sliding.push(1.0);
  EXPECT_EQ(error_of([&] { sliding.value(); }).code(), ErrorCode::too_short);
  const double two[] = {1.0, 2.0};
  EXPECT_THAT(error_of([&] { sliding.push(two); }), refuses("samples", "2"));
}

TEST(SlidingEntropy, ClearedBeginsAnew) {
  const Signal signal = signals(200)[0];
  for (const Measure measure : {Measure::sampen, Measure::permen}) {
    SlidingEntropy sliding(measure, 60);
    sliding.push(kMissingSample);
    for (std::size_t t = 0; t < 70; ++t) sliding.push(signal.v[t]);
    if (sliding.is_full()) sliding.value();
    sliding.clear();
    EXPECT_EQ(sliding.size(), 0U);
    for (std::size_t t = 0; t < 60; ++t) sliding.push(signal.u[t]);
    const Entropy expected = compute_or_reason(measure, Samples(signal.u).first(60), {}, {}, kAlone);
    expect_same_entropy(sliding.value(), expected, "cleared");
  }
}

}  // namespace
}  // namespace biotropy::entropy
