// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "biotropy/random_internal.hpp"
#include "biotropy/surrogates/fourier_internal.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::surrogates {
namespace {

using Long = long double;
constexpr Long kTwoPi = 2 * std::numbers::pi_v<Long>;

std::vector<double> noise(std::size_t n, std::size_t place) {
  Random random(n, {static_cast<std::uint32_t>(place)});
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

// Rows of one or several series, each noise of its own.
Rows rows_of(std::size_t n, std::size_t together) {
  Rows rows(n * together);
  for (std::size_t place = 0; place < together; ++place) set_column(rows, together, place, noise(n, place));
  return rows;
}

// Lengths of small factors, of a large prime factor, and both; against the sum itself in more digits.
TEST(Fourier, IsTheSumOfItsDefinition) {
  for (const std::size_t n : {2U, 3U, 4U, 5U, 16U, 31U, 37U, 60U, 77U, 97U, 121U, 148U, 256U, 331U, 360U}) {
    for (const std::size_t together : {std::size_t{1}, kMostTogether}) {
      const Rows x = rows_of(n, together);
      Fourier fourier(n, together);
      Rows spectra(2 * together * fourier.n_frequencies()), spectrum(2 * fourier.n_frequencies());
      fourier.forward(x, spectra);
      for (std::size_t place = 0; place < together; ++place) {
        get_column(spectra, together, place, spectrum);
        for (std::size_t k = 0; k < fourier.n_frequencies(); ++k) {
          Long real = 0.0L, imaginary = 0.0L;
          for (std::size_t t = 0; t < n; ++t) {
            const Long angle = kTwoPi * static_cast<Long>(k * t % n) / static_cast<Long>(n);
            real += x[t * together + place] * std::cos(angle);
            imaginary -= x[t * together + place] * std::sin(angle);
          }
          ASSERT_LT(std::abs(spectrum[2 * k] - real), 1e-13L * static_cast<Long>(n)) << n;
          ASSERT_LT(std::abs(spectrum[2 * k + 1] - imaginary), 1e-13L * static_cast<Long>(n)) << n;
        }
      }
    }
  }
}

TEST(Fourier, GivesTheSeriesBack) {
  for (const std::size_t n : {2U, 9U, 100U, 1009U, 4096U, 7500U, 10007U}) {
    for (const std::size_t together : {std::size_t{1}, kMostTogether}) {
      const Rows x = rows_of(n, together);
      Fourier fourier(n, together);
      Rows spectra(2 * together * fourier.n_frequencies()), back(x.size());
      fourier.forward(x, spectra);
      fourier.inverse(spectra, back);
      for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(back[i], x[i], 1e-13) << n;
    }
  }
}

// A series has the same bits alone and beside others, with every instruction set.
TEST(Fourier, HasTheSameBitsWithEveryWidth) {
  for (const std::size_t n : {30U, 37U, 1024U}) {
    const Rows x = rows_of(n, kMostTogether);
    std::vector<Rows> wanted(kMostTogether);
    for (const std::string& name : EveryInstructionSet()) {
      Fourier fourier(n, kMostTogether), alone(n, 1);
      const std::vector<double> amplitudes(kMostTogether * fourier.n_frequencies(), 2.5);
      Rows spectra(2 * kMostTogether * fourier.n_frequencies()), back(x.size());
      fourier.forward(x, spectra);
      set_amplitudes(kMostTogether, amplitudes, spectra);
      fourier.inverse(spectra, back);
      for (std::size_t place = 0; place < kMostTogether; ++place) {
        Rows one(n), spectrum(2 * alone.n_frequencies()), beside(n);
        get_column(x, kMostTogether, place, one);
        alone.forward(one, spectrum);
        set_amplitudes(1, std::span(amplitudes).first(alone.n_frequencies()), spectrum);
        alone.inverse(spectrum, one);
        get_column(back, kMostTogether, place, beside);
        EXPECT_EQ(beside, one) << n << name;
        if (wanted[place].empty()) wanted[place] = one;
        EXPECT_EQ(one, wanted[place]) << n << name;
      }
    }
  }
}

TEST(Fourier, AFrequencyWithoutAmplitudeGetsPhaseZero) {
  Rows spectrum = {0.0, 0.0, 3.0, -4.0};
  set_amplitudes(1, std::vector<double>{2.0, 10.0}, spectrum);
  EXPECT_EQ(spectrum, (Rows{2.0, 0.0, 6.0, -8.0}));
}

}  // namespace
}  // namespace biotropy::surrogates
