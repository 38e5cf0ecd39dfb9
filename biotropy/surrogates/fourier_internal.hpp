// SPDX-License-Identifier: Apache-2.0
//
// The discrete Fourier transform of one or eight real series at a time, of any length, with the same bits on every
// machine: additions and multiplications alone, over roots of unity that do not come from the mathematical library. A
// length with a large prime factor becomes a convolution of a power of two (Bluestein 1970), so no length is slow.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/surrogates/fourier_rows_internal.hpp"

namespace biotropy::surrogates {

/// Of complex series.
class ComplexFourier {
 public:
  /// @param together 1 or kMostTogether series.
  ComplexFourier(std::size_t n, std::size_t together);

  /// Its first n rows are the series.
  Rows& data() { return data_; }
  /// The series become their transforms.
  void transform();

 private:
  void prepare_convolution();

  std::size_t n_, together_;
  std::size_t convolved_;  // length of the convolution; 0 where n has small prime factors alone
  std::vector<FourierStage> stages_;
  std::vector<Complex> roots_;                      // exp(-2 pi i k / n) of all n, or of the convolution
  Rows data_, work_;                                // of n, or of the convolution
  std::vector<Complex> chirp_, transformed_chirp_;  // of the convolution; conjugates
};

/// Of real series. One object for each thread: transforms use its memory. An even number of samples is transformed as
/// half as many complex ones, which takes half the time.
class Fourier {
 public:
  /// @param n at least 2. @param together 1 or kMostTogether series.
  explicit Fourier(std::size_t n, std::size_t together = 1);

  std::size_t size() const { return n_; }
  std::size_t together() const { return together_; }
  /// Frequencies of a real series that are kept: 0 to n / 2.
  std::size_t n_frequencies() const { return n_ / 2 + 1; }

  /// @param x n rows of samples. @param spectrum n_frequencies() rows of sums of x[t] exp(-2 pi i k t / n).
  void forward(std::span<const double> x, std::span<double> spectrum);
  /// The series of spectra; forward() and inverse() give the series back.
  void inverse(std::span<const double> spectrum, std::span<double> x);

 private:
  std::size_t n_, together_;
  ComplexFourier complex_;      // of n, or of n / 2 where n is even
  std::vector<Complex> roots_;  // exp(-2 pi i k / n) up to k = n / 2, where n is even
};

// Roots of unity without the mathematical library, whose sines differ between machines in their last bit.

/// exp(2 pi i k / n), within 2.3e-16 of it in each part and the same on every machine. @param n from 1 to 2^53.
std::complex<double> unit_root(std::uint64_t k, std::uint64_t n);

}  // namespace biotropy::surrogates
