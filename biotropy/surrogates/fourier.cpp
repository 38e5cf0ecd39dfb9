// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "biotropy/surrogates/fourier_internal.hpp"

namespace biotropy::surrogates {

namespace {

// Beyond it a convolution is faster than a stage of that size.
constexpr std::size_t kLargestRadix = 31;

std::size_t largest_prime_factor(std::size_t n) {
  std::size_t largest = 1;
  for (std::size_t factor = 2; factor * factor <= n; ++factor) {
    for (; n % factor == 0; n /= factor) largest = factor;
  }
  return std::max(largest, n);
}

std::vector<FourierStage> stages_of(std::size_t n) {
  std::vector<FourierStage> stages;
  for (std::size_t radix = 4, stride = 1; n > 1;) {
    if (n % radix == 0) {
      stages.push_back({radix, n, stride});
      n /= radix;
      stride *= radix;
    } else {
      radix = radix == 4 ? 2 : radix == 2 ? 3 : radix + 2;
    }
  }
  return stages;
}

std::vector<Complex> roots_of(std::size_t n, std::size_t wanted) {
  std::vector<Complex> roots(wanted);
  for (std::size_t k = 0; k < wanted; ++k) roots[k] = std::conj(unit_root(k, n));
  return roots;
}

bool is_paired(std::size_t n) {
  return n % 2 == 0;
}

}  // namespace

ComplexFourier::ComplexFourier(std::size_t n, std::size_t together)
    : n_(n),
      together_(together),
      convolved_(largest_prime_factor(n) > kLargestRadix ? std::bit_ceil(2 * n - 1) : 0),
      stages_(stages_of(std::max(n, convolved_))),
      roots_(roots_of(std::max(n, convolved_), std::max(n, convolved_))),
      data_(2 * together * roots_.size()),
      work_(data_.size()) {
  if (convolved_ > 0) prepare_convolution();
}

void ComplexFourier::prepare_convolution() {
  ComplexFourier of_chirp(convolved_, 1);
  for (std::uint64_t k = 0; k < n_; ++k) {
    const Complex root = unit_root(k * k % (2 * n_), 2 * n_);
    chirp_.push_back(std::conj(root));
    for (const std::size_t row : {k, (convolved_ - k) % convolved_}) {
      of_chirp.data()[2 * row] = root.real();
      of_chirp.data()[2 * row + 1] = root.imag();
    }
  }
  of_chirp.transform();
  const double scale = 1.0 / static_cast<double>(convolved_);  // exact
  for (std::size_t k = 0; k < convolved_; ++k) {
    transformed_chirp_.emplace_back(of_chirp.data()[2 * k] * scale, -of_chirp.data()[2 * k + 1] * scale);
  }
}

void ComplexFourier::transform() {
  const auto work = [&] { surrogates::transform(together_, stages_, roots_, data_, work_); };
  if (convolved_ == 0) return work();
  multiply(together_, false, chirp_, data_);
  std::fill(data_.begin() + static_cast<std::ptrdiff_t>(2 * together_ * n_), data_.end(), 0.0);
  work();
  // The inverse transform is the conjugate of that of the conjugate.
  multiply(together_, true, transformed_chirp_, data_);
  work();
  multiply(together_, true, chirp_, data_);
}

Fourier::Fourier(std::size_t n, std::size_t together)
    : n_(n), together_(together), complex_(is_paired(n) ? n / 2 : n, together) {
  if (is_paired(n)) roots_ = roots_of(n, n / 2 + 1);
}

void Fourier::forward(std::span<const double> x, std::span<double> spectrum) {
  Rows& data = complex_.data();
  if (!roots_.empty()) {
    // Two rows of samples are one of complex samples.
    std::copy(x.begin(), x.end(), data.begin());
    complex_.transform();
    make_spectrum(together_, roots_, data, spectrum);
    return;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t real = i / together_ * 2 * together_ + i % together_;
    data[real] = x[i];
    data[real + together_] = 0.0;
  }
  complex_.transform();
  std::copy_n(data.begin(), spectrum.size(), spectrum.begin());
}

// By the transform of the conjugate; a real series is its own.
void Fourier::inverse(std::span<const double> spectrum, std::span<double> x) {
  Rows& data = complex_.data();
  if (!roots_.empty()) {
    make_pairs(together_, roots_, spectrum, data);
    complex_.transform();
    for (std::size_t t = 0; t < n_; ++t) {
      const double sign = t % 2 == 0 ? 1.0 : -1.0;
      for (std::size_t i = t * together_; i < (t + 1) * together_; ++i) x[i] = sign * data[i];
    }
    return;
  }
  const double scale = 1.0 / static_cast<double>(n_);
  for (std::size_t k = 0; k < n_; ++k) {
    const bool given = k < n_frequencies();
    const double* from = spectrum.data() + 2 * together_ * (given ? k : n_ - k);
    for (std::size_t i = 0; i < together_; ++i) {
      data[2 * together_ * k + i] = from[i] * scale;
      data[2 * together_ * k + together_ + i] = (given ? -scale : scale) * from[together_ + i];
    }
  }
  complex_.transform();
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = data[i / together_ * 2 * together_ + i % together_];
}

// The octant of the angle is found in integers. Within it the Taylor polynomials of sine and cosine are evaluated by
// additions and multiplications alone, which IEEE 754 defines to the last bit.

namespace {

constexpr double kQuarterPi = 0.78539816339744830962;
constexpr std::size_t kTerms = 9;

// Coefficients of powers of -x^2: 1 / first!, 1 / (first + 2)!, ...
constexpr std::array<double, kTerms> inverse_factorials(int first) {
  std::array<double, kTerms> coefficients{};
  double factorial = 1.0;
  int number = 0;
  for (std::size_t term = 0; term < kTerms; ++term) {
    const int wanted = first + 2 * static_cast<int>(term);
    while (number < wanted) factorial *= ++number;
    coefficients[term] = 1.0 / factorial;
  }
  return coefficients;
}

// The terms after the first: alternating signs, from the last one on.
double tail(const std::array<double, kTerms>& coefficients, double square) {
  double sum = 0.0;
  for (std::size_t term = kTerms; term-- > 0;) sum = coefficients[term] - square * sum;
  return sum;
}

}  // namespace

std::complex<double> unit_root(std::uint64_t k, std::uint64_t n) {
  static constexpr auto kSine = inverse_factorials(3), kCosine = inverse_factorials(4);
  const std::uint64_t eighths = 8 * (k % n), octant = eighths / n, rest = eighths % n;
  const std::uint64_t from_axis = octant % 2 == 0 ? rest : n - rest;
  const double x = kQuarterPi * (static_cast<double>(from_axis) / static_cast<double>(n));
  const double square = x * x;
  const double s = x - x * (square * tail(kSine, square));
  const double c = 1.0 - (0.5 * square - square * square * tail(kCosine, square));
  switch (octant) {
    case 0:
      return {c, s};
    case 1:
      return {s, c};
    case 2:
      return {-s, c};
    case 3:
      return {-c, s};
    case 4:
      return {-c, -s};
    case 5:
      return {-s, -c};
    case 6:
      return {s, -c};
    default:
      return {c, -s};
  }
}

}  // namespace biotropy::surrogates
