// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <numbers>

#include "biotropy/prepare/iir.hpp"
#include "fixtures.hpp"

namespace biotropy::prepare {
namespace {

std::vector<double> coefficients(const Sections& sections) {
  std::vector<double> flat;
  for (const Section& s : sections) flat.insert(flat.end(), {s.b0, s.b1, s.b2, s.a1, s.a2});
  return flat;
}

// |H| of one pass.
double gain(const Sections& sections, double frequency, double rate) {
  const std::complex<double> delay = std::polar(1.0, -2.0 * std::numbers::pi * frequency / rate);
  std::complex<double> response = 1.0;
  for (const Section& s : sections) {
    response *= (s.b0 + s.b1 * delay + s.b2 * delay * delay) / (1.0 + s.a1 * delay + s.a2 * delay * delay);
  }
  return std::abs(response);
}

TEST(FilterDesign, ButterworthHasTheSectionsOfScipy) {
  for (const Fixture& fixture : fixtures("butterworth")) {
    const auto& p = fixture.parameters;
    const Sections sections = butterworth({p[1], p[2]}, static_cast<int>(p[0]), p[3]);
    const std::vector<double> got = coefficients(sections);
    ASSERT_EQ(got.size(), fixture.values.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      // With an edge at a quarter of the rate some coefficients are zero but for rounding, which is the cosine's.
      const double size = std::abs(fixture.values[i]), allowed = size < 1e-15 ? 1e-15 : 1e-11 * size;
      EXPECT_NEAR(got[i], fixture.values[i], allowed)
          << "coefficient " << i << " of order " << p[0] << ", " << p[1] << " to " << p[2] << " at " << p[3] << " Hz";
    }
  }
}

TEST(FilterDesign, ChebyshevHasTheSectionsOfScipy) {
  for (const Fixture& fixture : fixtures("chebyshev")) {
    const auto& p = fixture.parameters;
    const Sections sections = chebyshev({p[1], p[2]}, static_cast<int>(p[0]), p[4], p[3]);
    EXPECT_LT(relative_error(coefficients(sections), fixture.values), 1e-12) << "order " << p[0];
  }
}

TEST(FilterDesign, ButterworthHalvesThePowerAtTheEdges) {
  for (int order = 1; order <= kMaxFilterOrder; ++order) {
    const Sections band = butterworth({8.0, 13.0}, order, 128.0);
    EXPECT_NEAR(gain(band, 8.0, 128.0), std::sqrt(0.5), 1e-8) << order;
    EXPECT_NEAR(gain(band, 13.0, 128.0), std::sqrt(0.5), 1e-8) << order;
    EXPECT_NEAR(gain(butterworth({0.0, 20.0}, order, 128.0), 20.0, 128.0), std::sqrt(0.5), 1e-8) << order;
    EXPECT_NEAR(gain(butterworth({20.0, kInfinity}, order, 128.0), 20.0, 128.0), std::sqrt(0.5), 1e-8) << order;
  }
}

TEST(FilterDesign, ButterworthPassesAndStopsWhereItShould) {
  const Sections low = butterworth({0.0, 20.0}, 6, 128.0);
  EXPECT_NEAR(gain(low, 0.0, 128.0), 1.0, 1e-12);
  EXPECT_NEAR(gain(low, 64.0, 128.0), 0.0, 1e-12);
  const Sections high = butterworth({20.0, kInfinity}, 6, 128.0);
  EXPECT_NEAR(gain(high, 0.0, 128.0), 0.0, 1e-12);
  EXPECT_NEAR(gain(high, 64.0, 128.0), 1.0, 1e-12);
}

TEST(FilterDesign, OrderOfAnOddBandPassWithRealPolesIsKept) {
  // So wide that the real pole of the prototype splits into two real ones.
  const Sections sections = butterworth({0.5, 60.0}, 3, 128.0);
  EXPECT_EQ(sections.size(), 3u);
  EXPECT_NEAR(gain(sections, 0.5, 128.0), std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(gain(sections, 60.0, 128.0), std::sqrt(0.5), 1e-9);
}

TEST(FilterDesign, NotchRemovesItsFrequencyAndHasTheWidthOfItsQuality) {
  const Sections sections = notch(50.0, 30.0, 500.0);
  EXPECT_NEAR(gain(sections, 50.0, 500.0), 0.0, 1e-12);
  EXPECT_NEAR(gain(sections, 0.0, 500.0), 1.0, 1e-12);
  EXPECT_NEAR(gain(sections, 250.0, 500.0), 1.0, 1e-12);
  // The notch is 50 / 30 Hz wide at half the power, symmetric except for frequency warping.
  EXPECT_NEAR(gain(sections, 50.0 - 50.0 / 60.0, 500.0), std::sqrt(0.5), 0.01);
  EXPECT_NEAR(gain(sections, 50.0 + 50.0 / 60.0, 500.0), std::sqrt(0.5), 0.01);
}

}  // namespace
}  // namespace biotropy::prepare
