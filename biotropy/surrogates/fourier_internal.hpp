// SPDX-License-Identifier: Apache-2.0
//
// The discrete Fourier transform of real series of any length, with the same bits on every machine: the butterflies are
// those of Eigen (kissfft), over roots of unity that do not come from the mathematical library. A length with a large
// prime factor becomes a convolution of a power of two (Bluestein 1970), so no length is slow.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <cstddef>
#include <span>
#include <unsupported/Eigen/FFT>
#include <vector>

namespace biotropy::surrogates {

using Complex = std::complex<double>;

/// Of complex series.
class ComplexFourier {
 public:
  explicit ComplexFourier(std::size_t n);

  /// Its first n numbers are the series.
  std::span<Complex> data() { return data_; }
  /// The series becomes its transform.
  void transform();

 private:
  using Plan = Eigen::internal::kiss_cpx_fft<double>;

  static Plan plan_of(std::size_t n);

  std::size_t n_;
  std::size_t convolved_;  // length of the convolution; 0 where n has small prime factors alone
  Plan plan_;
  std::vector<Complex> data_, work_;                // of n, or of the convolution
  std::vector<Complex> chirp_, transformed_chirp_;  // of the convolution
};

/// Of real series. One object for each thread: transforms use its memory. An even number of samples is transformed as
/// half as many complex ones, which takes half the time.
class Fourier {
 public:
  /// @param n at least 2.
  explicit Fourier(std::size_t n);

  std::size_t size() const { return n_; }
  /// Frequencies of a real series that are kept: 0 to n / 2.
  std::size_t n_frequencies() const { return n_ / 2 + 1; }

  /// @param x n samples. @param spectrum n_frequencies() sums of x[t] exp(-2 pi i k t / n).
  void forward(std::span<const double> x, std::span<Complex> spectrum);
  /// The series of a spectrum; forward() and inverse() give the series back.
  void inverse(std::span<const Complex> spectrum, std::span<double> x);

 private:
  void forward_pairs(std::span<const double> x, std::span<Complex> spectrum);
  void inverse_pairs(std::span<const Complex> spectrum, std::span<double> x);

  std::size_t n_;
  ComplexFourier complex_;      // of n, or of n / 2 where n is even
  std::vector<Complex> roots_;  // exp(-2 pi i k / n) up to k = n / 2, where n is even
};

}  // namespace biotropy::surrogates
