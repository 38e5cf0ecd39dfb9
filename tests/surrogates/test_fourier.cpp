// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "biotropy/random_internal.hpp"
#include "biotropy/surrogates/fourier_internal.hpp"
#include "biotropy/surrogates/unit_root.hpp"

namespace biotropy::surrogates {
namespace {

using Long = long double;
constexpr Long kTwoPi = 2 * std::numbers::pi_v<Long>;

std::vector<double> noise(std::size_t n) {
  Random random(n);
  std::vector<double> x(n);
  for (double& value : x) value = random.normal();
  return x;
}

TEST(UnitRoot, IsWithinItsErrorAtEveryAngle) {
  for (const std::uint64_t n : {1ULL, 2ULL, 3ULL, 7ULL, 8ULL, 360ULL, 1021ULL, 4096ULL, 1ULL << 53}) {
    for (std::uint64_t step = 0; step < 4096; ++step) {
      const std::uint64_t k = n > 4096 ? step * (n / 4096) + step * step : step;
      const Long angle = kTwoPi * static_cast<Long>(k % n) / static_cast<Long>(n);
      const Complex root = unit_root(k, n);
      ASSERT_LT(std::abs(root.real() - std::cos(angle)), 2.3e-16L) << k << " of " << n;
      ASSERT_LT(std::abs(root.imag() - std::sin(angle)), 2.3e-16L) << k << " of " << n;
    }
  }
}

TEST(UnitRoot, IsExactOnTheAxes) {
  EXPECT_EQ(unit_root(0, 12), Complex(1.0, 0.0));
  EXPECT_EQ(unit_root(3, 12), Complex(0.0, 1.0));
  EXPECT_EQ(unit_root(6, 12), Complex(-1.0, 0.0));
  EXPECT_EQ(unit_root(9, 12), Complex(0.0, -1.0));
  EXPECT_EQ(unit_root(25, 12), unit_root(1, 12));
}

// Bits of any machine: a change of an operation or of the order of operations changes them.
TEST(UnitRoot, HasTheSameBitsEverywhere) {
  EXPECT_EQ(unit_root(1, 7), Complex(0x1.3f3a0e28bedd1p-1, 0x1.904c37505de4bp-1));
  EXPECT_EQ(unit_root(5, 9), Complex(-0x1.e11f642522d1cp-1, -0x1.5e3a8748a0bf5p-2));
}

// Lengths of small factors, of a large prime factor, and both; against the sum itself in more digits.
TEST(Fourier, IsTheSumOfItsDefinition) {
  for (const std::size_t n : {2U, 3U, 4U, 5U, 16U, 31U, 37U, 60U, 77U, 97U, 121U, 148U, 256U, 331U, 360U}) {
    const std::vector<double> x = noise(n);
    Fourier fourier(n);
    std::vector<Complex> spectrum(fourier.n_frequencies());
    fourier.forward(x, spectrum);
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
      Long real = 0.0L, imaginary = 0.0L;
      for (std::size_t t = 0; t < n; ++t) {
        const Long angle = kTwoPi * static_cast<Long>(k * t % n) / static_cast<Long>(n);
        real += x[t] * std::cos(angle);
        imaginary -= x[t] * std::sin(angle);
      }
      ASSERT_LT(std::abs(spectrum[k].real() - real), 1e-13L * static_cast<Long>(n)) << n;
      ASSERT_LT(std::abs(spectrum[k].imag() - imaginary), 1e-13L * static_cast<Long>(n)) << n;
    }
  }
}

TEST(Fourier, GivesTheSeriesBack) {
  for (const std::size_t n : {2U, 9U, 100U, 1009U, 4096U, 7500U, 10007U}) {
    const std::vector<double> x = noise(n);
    Fourier fourier(n);
    std::vector<Complex> spectrum(fourier.n_frequencies());
    std::vector<double> back(n);
    fourier.forward(x, spectrum);
    fourier.inverse(spectrum, back);
    for (std::size_t t = 0; t < n; ++t) ASSERT_NEAR(back[t], x[t], 1e-13) << n;
  }
}

}  // namespace
}  // namespace biotropy::surrogates
