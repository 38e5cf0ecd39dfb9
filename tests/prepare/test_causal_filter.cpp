// SPDX-License-Identifier: Apache-2.0
//
// Filters of live samples: the cascade from its difference equations, and the passes of zero_phase, which equals SciPy.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "biotropy/error.hpp"
#include "biotropy/prepare/causal_filter.hpp"
#include "biotropy/prepare/iir.hpp"

namespace biotropy::prepare {
namespace {

constexpr double kRate = 250.0;

std::vector<double> noise_on(double offset, std::size_t n, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  std::vector<double> x;
  for (std::size_t i = 0; i < n; ++i) x.push_back(offset + normal(engine) + std::sin(0.2 * static_cast<double>(i)));
  return x;
}

std::vector<double> run(const Sections& sections, const std::vector<double>& x) {
  CausalFilter filter(sections);
  std::vector<double> y;
  for (const double value : x) y.push_back(filter.step(value));
  return y;
}

// y_i = b0 x_i + b1 x_(i-1) + b2 x_(i-2) - a1 y_(i-1) - a2 y_(i-2), for an input that was its first sample for ever.
std::vector<double> naive(const Sections& sections, const std::vector<double>& x) {
  std::vector<long double> values(x.begin(), x.end());
  for (const Section& s : sections) {
    const long double gain = (static_cast<long double>(s.b0) + s.b1 + s.b2) / (1.0L + s.a1 + s.a2);
    long double x1 = values[0], x2 = values[0], y1 = gain * values[0], y2 = y1;
    for (long double& value : values) {
      const long double y = s.b0 * value + s.b1 * x1 + s.b2 * x2 - s.a1 * y1 - s.a2 * y2;
      x2 = x1;
      x1 = value;
      y2 = y1;
      y1 = y;
      value = y;
    }
  }
  return {values.begin(), values.end()};
}

std::vector<Sections> several() {
  return {butterworth({8.0, 30.0}, 4, kRate), butterworth({1.0, 1.0 / 0.0}, 3, kRate),
          butterworth({0.0, 40.0}, 5, kRate), notch(50.0, kNotchQuality, kRate)};
}

TEST(CausalFilter, IsItsDifferenceEquation) {
  for (const Sections& sections : several()) {
    const auto x = noise_on(5.0, 2000, 1);
    const auto found = run(sections, x), expected = naive(sections, x);
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-10) << i;
  }
}

TEST(CausalFilter, ThereAndBackIsTheZeroPhaseFilter) {
  for (const Sections& sections : several()) {
    const auto x = noise_on(0.0, 600, 2);
    const auto before = static_cast<std::ptrdiff_t>(reflection_length(sections));
    std::vector<double> extended;
    for (auto i = before; i > 0; --i) extended.push_back(2.0 * x[0] - x[static_cast<std::size_t>(i)]);
    extended.insert(extended.end(), x.begin(), x.end());
    for (std::ptrdiff_t i = 2; i <= before + 1; ++i) extended.push_back(2.0 * x.back() - *(x.end() - i));
    auto twice = run(sections, extended);
    std::reverse(twice.begin(), twice.end());
    twice = run(sections, twice);
    std::reverse(twice.begin(), twice.end());
    const auto expected = zero_phase(sections, x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_NEAR(twice[i + static_cast<std::size_t>(before)], expected[i], 1e-9) << i;
    }
  }
}

TEST(CausalFilter, AConstantHasNoTransient) {
  for (const double y : run(several()[0], std::vector<double>(100, 3e6))) ASSERT_EQ(y, 0.0);
  for (const double y : run(several()[2], std::vector<double>(100, 7.0))) ASSERT_NEAR(y, 7.0, 1e-12);
}

TEST(CausalFilter, StartsAnewAfterASampleThatIsMissing) {
  for (const Sections& sections : several()) {
    auto x = noise_on(2.0, 300, 3);
    const std::vector<double> rest(x.begin() + 101, x.end());
    x[100] = std::nan("");
    auto found = run(sections, x);
    EXPECT_TRUE(std::isnan(found[100]));
    EXPECT_EQ(std::vector<double>(found.begin() + 101, found.end()), run(sections, rest));
    x[100] = 1.7e308;
    x[101] = -1.7e308;
    found = run(sections, x);
    EXPECT_TRUE(std::isfinite(found.back()));
  }
}

TEST(CausalFilter, GoesOnFromAStateBitForBit) {
  for (const Sections& sections : several()) {
    const auto x = noise_on(2.0, 400, 4), whole = run(sections, x);
    CausalFilter filter(sections), other(sections);
    for (std::size_t i = 0; i < x.size(); ++i) {
      std::vector<double> state;
      filter.append_state(state);
      EXPECT_EQ(state.size(), filter.state_size());
      if (i % 37 == 0) other.restore(state);
      ASSERT_EQ(filter.step(x[i]), whole[i]);
      ASSERT_EQ(other.step(x[i]), whole[i]);
    }
    EXPECT_THROW(other.restore(std::vector<double>(3, 0.0)), Error);
    std::vector<double> wrong(filter.state_size(), 0.0);
    wrong[0] = 0.5;
    EXPECT_THROW(other.restore(wrong), Error);
    wrong = std::vector<double>(filter.state_size(), std::nan(""));
    EXPECT_THROW(other.restore(wrong), Error);
  }
}

}  // namespace
}  // namespace biotropy::prepare
