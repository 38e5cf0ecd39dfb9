// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "biotropy/prepare/filter.hpp"
#include "biotropy/prepare/iir.hpp"
#include "biotropy/prepare/sections.hpp"
#include "fixtures.hpp"

namespace biotropy::prepare {
namespace {

TEST(ZeroPhase, ButterworthEqualsScipy) {
  for (const Fixture& fixture : fixtures("butterworth_zero_phase")) {
    const auto& p = fixture.parameters;
    const Sections sections = butterworth({p[1], p[2]}, static_cast<int>(p[0]), p[3]);
    const std::vector<double> samples = fixture_series(static_cast<std::size_t>(p[4]));
    EXPECT_LT(relative_error(stored(zero_phase(sections, samples)), fixture.values), 1e-9)
        << "order " << p[0] << ", " << p[1] << " to " << p[2] << " at " << p[3] << " Hz, " << p[4] << " samples";
  }
}

TEST(ZeroPhase, NotchEqualsScipy) {
  for (const Fixture& fixture : fixtures("notch")) {
    const auto& p = fixture.parameters;
    const std::vector<double> samples = fixture_series(static_cast<std::size_t>(p[3]));
    EXPECT_LT(relative_error(stored(zero_phase(notch(p[0], p[1], p[2]), samples)), fixture.values), 1e-9)
        << p[0] << " of " << p[2] << " Hz";
  }
}

// The definition, sample by sample, with the steady state found by filtering a constant for long enough.
std::vector<double> by_definition(const Sections& sections, const std::vector<double>& samples) {
  const auto pass = [&](std::vector<double> values) {
    const std::size_t settling = 20000;
    values.insert(values.begin(), settling, values.front());
    for (const Section& s : sections) {
      std::vector<double> output(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) {
        output[i] = s.b0 * values[i];
        if (i >= 1) output[i] += s.b1 * values[i - 1] - s.a1 * output[i - 1];
        if (i >= 2) output[i] += s.b2 * values[i - 2] - s.a2 * output[i - 2];
      }
      values = output;
    }
    values.erase(values.begin(), values.begin() + settling);
    std::reverse(values.begin(), values.end());
    return values;
  };
  const std::size_t length = reflection_length(sections);
  const std::vector<double> both = pass(pass(extended(samples, length)));
  return {both.begin() + static_cast<std::ptrdiff_t>(length), both.end() - static_cast<std::ptrdiff_t>(length)};
}

TEST(ZeroPhase, EqualsItsDefinition) {
  const std::vector<double> samples = noise(300, 1);
  for (const Sections& sections : {butterworth({0.0, 20.0}, 3, 128.0), butterworth({2.0, 20.0}, 2, 128.0),
                                   butterworth({5.0, kInfinity}, 4, 128.0), notch(50.0, 30.0, 128.0)}) {
    EXPECT_LT(relative_error(zero_phase(sections, samples), by_definition(sections, samples)), 1e-10);
  }
}

TEST(ZeroPhase, ReflectionTurnsAboutTheEndPoints) {
  const std::vector<double> samples = {1.0, 2.0, 4.0, 8.0};
  EXPECT_EQ(extended(samples, 3), (std::vector<double>{-6, -2, 0, 1, 2, 4, 8, 12, 14, 15}));
  EXPECT_EQ(extended(samples, 0), samples);
}

TEST(ZeroPhase, AnImpulseInTheMiddleGivesASymmetricResponse) {
  std::vector<double> impulse(2001, 0.0);
  impulse[1000] = 1.0;
  const std::vector<double> response = zero_phase(butterworth({8.0, 30.0}, 4, 256.0), impulse);
  for (std::size_t i = 0; i < 1000; ++i) EXPECT_NEAR(response[i], response[2000 - i], 1e-13) << i;
  EXPECT_EQ(std::max_element(response.begin(), response.end()) - response.begin(), 1000);
}

TEST(ZeroPhase, ConstantsAndSlopesHaveNoTransient) {
  std::vector<double> constant(200, 3.25), slope(200);
  for (std::size_t i = 0; i < slope.size(); ++i) slope[i] = 5.0 - 0.25 * static_cast<double>(i);
  const Sections low = butterworth({0.0, 10.0}, 4, 100.0);
  const Sections high = butterworth({10.0, kInfinity}, 4, 100.0);
  for (const double value : zero_phase(low, constant)) EXPECT_NEAR(value, 3.25, 1e-11);
  for (const double value : zero_phase(high, constant)) EXPECT_NEAR(value, 0.0, 1e-11);
  EXPECT_LT(relative_error(zero_phase(low, slope), slope), 0.02);
}

TEST(ZeroPhase, NotchRemovesTheMainsAndKeepsTheRest) {
  const double rate = 500.0;
  const std::size_t n = 5000;
  const std::vector<double> rhythm = sine(10.0, rate, n);
  std::vector<double> mixed = sine(50.0, rate, n, 20.0);
  for (std::size_t i = 0; i < n; ++i) mixed[i] += rhythm[i];
  const std::vector<double> clean = zero_phase(notch(50.0, 30.0, rate), mixed);
  // Away from the ends, after the settling time of the notch.
  const series::Samples inner = series::Samples(clean).subspan(1500, 2000);
  EXPECT_LT(relative_error(inner, series::Samples(rhythm).subspan(1500, 2000)), 1e-3);
}

TEST(ZeroPhase, ALargeOffsetDoesNotDisturbABandPass) {
  // Amplifier offsets of 200,000 uV under an EEG with an SD of 6 uV occur in practice.
  const Sections sections = butterworth({0.1, 40.0}, 4, 512.0);
  std::vector<double> samples = noise(4000, 2), lifted = samples;
  for (double& sample : lifted) sample += 200000.0;
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = lifted[i] - 200000.0;
  EXPECT_LT(relative_error(zero_phase(sections, lifted), zero_phase(sections, samples)), 1e-11);
}

RC_GTEST_PROP(ZeroPhase, ScaleDoesNotMatter, ()) {
  // Powers of two scale exactly, so even the rounding must be the same: no magnitude is built in.
  const int exponent = *rc::gen::inRange(-300, 300);
  const int order = *rc::gen::inRange(1, 7);
  const std::vector<double> samples = noise(200, *rc::gen::arbitrary<unsigned>());
  const Sections sections = butterworth({0.5, 40.0}, order, 128.0);
  std::vector<double> scaled = samples;
  for (double& sample : scaled) sample = std::ldexp(sample, exponent);
  const std::vector<double> plain = zero_phase(sections, samples);
  const std::vector<double> result = zero_phase(sections, scaled);
  for (std::size_t i = 0; i < plain.size(); ++i) RC_ASSERT(result[i] == std::ldexp(plain[i], exponent));
}

TEST(ZeroPhase, MagnetometerAmplitudesAreFilteredAsWell) {
  const Filter butter = make_filter({.band = {0.5, 40.0}}, 678.17);
  const Filter fir = make_filter({.band = {2.0, 40.0}, .design = FilterDesign::fir}, 678.17);
  const std::vector<double> samples = noise(3000, 3);
  std::vector<double> tesla = samples;
  for (double& sample : tesla) sample *= 1e-13;
  for (const Filter* filter : {&butter, &fir}) {
    std::vector<double> wanted = filter->apply(samples);
    for (double& value : wanted) value *= 1e-13;
    EXPECT_LT(relative_error(filter->apply(tesla), wanted), 1e-12);
  }
}

}  // namespace
}  // namespace biotropy::prepare
