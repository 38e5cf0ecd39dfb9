// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <complex>
#include <numbers>
#include <set>

#include "biotropy/simulate/signals.hpp"
#include "tests/error_of.hpp"
#include "tests/simulate/naive.hpp"

namespace biotropy::simulate {
namespace {

using naive::Series;

Series make(std::string_view kind, std::size_t samples, std::optional<double> parameter = {}, std::uint64_t seed = 1) {
  return signal({signal_kind(kind).kind, samples, parameter, seed});
}

double entropy(const Series& series) {
  return naive::sample_entropy(series, 2, 0.2);
}

double autocorrelation(const Series& x, std::size_t lag) {
  const Series z = naive::z_score(x);
  double sum = 0.0;
  for (std::size_t i = 0; i + lag < z.size(); ++i) sum += z[i] * z[i + lag];
  return sum / static_cast<double>(z.size() - lag);
}

/// Mean power over the frequencies first..last of a series, in cycles per series.
double power(const Series& x, int first, int last) {
  double sum = 0.0;
  for (int cycles = first; cycles <= last; ++cycles) {
    std::complex<double> transform;
    const double step = 2.0 * std::numbers::pi * cycles / static_cast<double>(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) transform += std::polar(x[i], -step * static_cast<double>(i));
    sum += std::norm(transform);
  }
  return sum / (last - first + 1);
}

TEST(Signals, EveryKindIsReproducibleAndDependsOnTheSeed) {
  for (const SignalDescription& kind : signal_kinds()) {
    const Series series = make(kind.name, 300);
    EXPECT_EQ(series.size(), 300u) << kind.name;
    EXPECT_EQ(series, make(kind.name, 300)) << kind.name;
    EXPECT_TRUE(std::all_of(series.begin(), series.end(), [](double x) { return std::isfinite(x); })) << kind.name;
    if (kind.kind != SignalKind::sine) {
      EXPECT_NE(series, make(kind.name, 300, {}, 2)) << kind.name;
    }
  }
}

TEST(Signals, FirstValuesAreTheSameOnEveryMachine) {
  EXPECT_THAT(make("uniform", 3), ElementsAre(0.039553558638226419, 0.47214495083232122, 0.1465131708409147));
  EXPECT_THAT(make("gaussian", 3), ElementsAre(-0.090351167965081233, -1.3036721775640276, 0.24497892292064818));
}

TEST(Signals, KindsAreListedInTheirOrder) {
  std::size_t position = 0;
  for (const SignalDescription& kind : signal_kinds()) EXPECT_EQ(static_cast<std::size_t>(kind.kind), position++);
}

TEST(Signals, GaussianNoiseHasItsTheoreticalSampleEntropy) {
  const Series series = make("gaussian", 8000);
  EXPECT_NEAR(naive::mean(series), 0.0, 0.04);
  EXPECT_NEAR(naive::sd(series), 1.0, 0.03);
  EXPECT_NEAR(entropy(series), -std::log(std::erf(0.1)), 0.03);
}

TEST(Signals, UniformNoiseHasItsTheoreticalSampleEntropy) {
  const Series series = make("uniform", 8000);
  EXPECT_TRUE(std::all_of(series.begin(), series.end(), [](double x) { return x >= 0.0 && x < 1.0; }));
  const double distance = 0.2 / std::sqrt(12.0);
  EXPECT_NEAR(entropy(series), -std::log(2 * distance - distance * distance), 0.03);
}

TEST(Signals, SineRepeatsExactly) {
  const Series series = make("sine", 1000, 25.0);
  for (std::size_t i = 25; i < series.size(); ++i) ASSERT_EQ(series[i], series[i - 25]);
  EXPECT_EQ(series[0], 0.0);
  EXPECT_LT(entropy(series), 0.3);
}

TEST(Signals, LogisticMapIsChaoticAtFourAndPeriodicAtThreeAndAHalf) {
  EXPECT_NEAR(naive::sample_entropy(make("logistic", 4000), 2, 0.05), std::numbers::ln2, 0.08);
  const Series cycle = make("logistic", 1000, 3.5);
  for (std::size_t i = 4; i < cycle.size(); ++i) ASSERT_NEAR(cycle[i], cycle[i - 4], 1e-12);
  EXPECT_NEAR(entropy(cycle), 0.0, 0.01);
}

TEST(Signals, MixGoesFromTheSineToNoise) {
  const Series sine = make("mix", 2000, 0.0);
  for (std::size_t i = 12; i < sine.size(); ++i) ASSERT_EQ(sine[i], sine[i - 12]);
  double previous = -1.0;
  for (const double p : {0.0, 0.1, 0.3, 0.6}) {
    const Series series = make("mix", 2000, p);
    EXPECT_NEAR(naive::sd(series), 1.0, 0.05) << p;
    EXPECT_GT(entropy(series), previous) << p;
    previous = entropy(series);
  }
  EXPECT_GT(previous, 1.5);
}

TEST(Signals, PinkNoiseHasAsMuchPowerInEveryOctave) {
  constexpr int kOctaves = 7;
  Series per_octave(kOctaves, 0.0);
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Series series = make("pink", 4096, {}, seed);
    for (int octave = 0; octave < kOctaves; ++octave) {
      const int first = 8 << octave, width = 8 << octave;
      per_octave[static_cast<std::size_t>(octave)] +=
          power(series, first, std::min(first + width - 1, first + 15)) * width;
    }
  }
  const auto [least, most] = std::minmax_element(per_octave.begin(), per_octave.end());
  EXPECT_LT(*most / *least, 2.0) << testing::PrintToString(per_octave);
}

TEST(Signals, Ar1HasTheAutocorrelationOfItsParameter) {
  const Series series = make("ar1", 20000, 0.8);
  EXPECT_NEAR(naive::sd(series), 1.0, 0.05);
  EXPECT_NEAR(autocorrelation(series, 1), 0.8, 0.02);
  EXPECT_NEAR(autocorrelation(series, 2), 0.64, 0.04);
  EXPECT_NEAR(autocorrelation(make("ar1", 20000, -0.5), 1), -0.5, 0.03);
}

TEST(Signals, IntervalsAreStepsOfTheClockAndFullOfTies) {
  const Series series = make("rr", 5000);
  for (const double interval : series) ASSERT_EQ(interval * 128, std::round(interval * 128));
  EXPECT_NEAR(naive::mean(series), 0.8, 0.1);
  EXPECT_GT(*std::min_element(series.begin(), series.end()), 0.29);
  const std::size_t distinct = std::set<double>(series.begin(), series.end()).size();
  EXPECT_GT(distinct, 20u);
  EXPECT_LT(distinct, 150u);
  const Series fine = make("rr", 5000, 1000.0);
  EXPECT_GT(std::set<double>(fine.begin(), fine.end()).size(), 150u);
}

void expect_argument_error(const SignalSettings& settings, const std::string& message) {
  const Error error = error_of([&] { signal(settings); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_EQ(error.what(), message);
}

TEST(Signals, MistakesAreNamed) {
  expect_argument_error({SignalKind::gaussian, 0, {}, 1}, "samples is 0; it must be an integer of at least 1");
  expect_argument_error({SignalKind::mix, 10, 1.5, 1}, "p is 1.5; it must be a number from 0 to 1");
  expect_argument_error({SignalKind::logistic, 10, std::nan(""), 1}, "a is nan; it must be a number from 0 to 4");
  expect_argument_error({SignalKind::pink, 10, 1.0, 1},
                        "parameter is 1; it must be none (the kind pink has no parameter)");
}

TEST(Signals, UnknownKindListsTheKnownOnes) {
  const Error error = error_of([&] { signal_kind("brown"); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_STREQ(error.what(), "kind is brown; it must be one of gaussian, uniform, sine, logistic, mix, pink, ar1, rr");
}

}  // namespace
}  // namespace biotropy::simulate
