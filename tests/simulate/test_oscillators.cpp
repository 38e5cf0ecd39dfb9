// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "biotropy/simulate/oscillators.hpp"
#include "tests/error_of.hpp"
#include "tests/simulate/naive.hpp"

namespace biotropy::simulate {
namespace {

Oscillators small(double coupling) {
  return Oscillators{.channels = 12, .samples = 3000, .coupling = coupling};
}

double correlation(const naive::Series& u, const naive::Series& v) {
  const naive::Series x = naive::z_score(u), y = naive::z_score(v);
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum / static_cast<double>(x.size() - 1);
}

/// Upward crossings of zero per second.
double cycles_per_second(const naive::Series& x, double rate) {
  std::size_t crossings = 0;
  for (std::size_t i = 1; i < x.size(); ++i) crossings += x[i - 1] < 0 && x[i] >= 0;
  return static_cast<double>(crossings) * rate / static_cast<double>(x.size());
}

TEST(Oscillators, AreTheSameForTheSameSeedAndOthersForAnother) {
  const auto first = oscillate(small(28), 7, 1, 2);
  EXPECT_EQ(first.size(), 12u);
  EXPECT_EQ(first[0].size(), 3000u);
  EXPECT_EQ(first, oscillate(small(28), 7, 1, 2));
  EXPECT_NE(first, oscillate(small(28), 8, 1, 2));
  EXPECT_NE(first, oscillate(small(28), 7, 2, 1));
}

TEST(Oscillators, LastSampleOfALongRunIsTheSameOnEveryMachine) {
  const auto channels = oscillate({}, 1);
  EXPECT_EQ(channels[0][0], -0.86928711652065904);
  EXPECT_EQ(channels[147][50175], -0.74192813268476643);
}

TEST(Oscillators, SwingAtTheirFrequencyWhenCoupled) {
  Oscillators settings = small(36);
  settings.sensor_noise = 0.0;
  settings.frequency_sd = 0.5;
  EXPECT_NEAR(cycles_per_second(oscillate(settings, 1)[0], settings.rate), 10.0, 0.6);
  settings.frequency = 20.0;
  EXPECT_NEAR(cycles_per_second(oscillate(settings, 1)[0], settings.rate), 20.0, 1.5);
}

TEST(Oscillators, CouplingBringsThemIntoStep) {
  const auto coupled = oscillate(small(36), 3), alone = oscillate(small(0), 3);
  EXPECT_GT(std::abs(correlation(coupled[0], coupled[1])), 0.5);
  EXPECT_LT(std::abs(correlation(alone[0], alone[1])), 0.2);
}

TEST(Oscillators, AFactorIsThatOfItsChannel) {
  Oscillators settings = small(36);
  settings.coupling_factors.assign(settings.channels, 1.0);
  EXPECT_EQ(oscillate(settings, 3), oscillate(small(36), 3));
  settings.coupling_factors[0] = 0.0;
  const auto channels = oscillate(settings, 3);
  EXPECT_LT(std::abs(correlation(channels[0], channels[1])), 0.2);
  EXPECT_GT(std::abs(correlation(channels[1], channels[2])), 0.5);
}

TEST(Oscillators, StayBoundedWhateverTheStrengths) {
  Oscillators settings = small(84);
  settings.damping = 0.1;
  settings.noise = 1000.0;
  for (const auto& channel : oscillate(settings, 1)) {
    EXPECT_TRUE(std::all_of(channel.begin(), channel.end(), [](double x) { return std::abs(x) < 1e4; }));
  }
}

TEST(Oscillators, StopWhenAsked) {
  CancelFlag cancel;
  cancel.cancel();
  EXPECT_EQ(error_of([&] { oscillate(small(28), 1, 0, 0, &cancel); }).code(), ErrorCode::cancelled);
}

void expect_argument_error(const Oscillators& settings, const std::string& parameter) {
  EXPECT_THAT(error_of([&] { oscillate(settings, 1); }), refuses(parameter));
}

TEST(Oscillators, MistakesAreNamed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto with = [](auto change) {
    Oscillators settings = small(28);
    change(settings);
    return settings;
  };
  expect_argument_error(with([](auto& s) { s.channels = 0; }), "channels");
  expect_argument_error(with([](auto& s) { s.samples = 0; }), "samples");
  expect_argument_error(with([](auto& s) { s.rate = 0; }), "rate");
  expect_argument_error(with([](auto& s) { s.frequency = 50; }), "frequency");
  expect_argument_error(with([](auto& s) { s.frequency_sd = -1; }), "frequency_sd");
  expect_argument_error(with([](auto& s) { s.damping = 0; }), "damping");
  expect_argument_error(with([](auto& s) { s.coupling = 100; }), "coupling");
  expect_argument_error(with([&](auto& s) { s.coupling = nan; }), "coupling");
  expect_argument_error(with([](auto& s) { s.coupling_factors = {1.0}; }), "coupling_factors");
  expect_argument_error(with([&](auto& s) { s.coupling_factors.assign(12, nan); }), "coupling_factors");
  expect_argument_error(with([&](auto& s) { s.noise = nan; }), "noise");
  expect_argument_error(with([](auto& s) { s.sensor_noise = -1; }), "sensor_noise");
}

}  // namespace
}  // namespace biotropy::simulate
