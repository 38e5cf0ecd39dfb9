// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdint>

#include "biotropy/surrogates/fourier_internal.hpp"
#include "biotropy/surrogates/unit_root.hpp"

namespace biotropy::surrogates {

namespace {

// Beyond it a convolution is faster than a butterfly of that size.
constexpr std::size_t kLargestRadix = 31;

std::size_t largest_prime_factor(std::size_t n) {
  std::size_t largest = 1;
  for (std::size_t factor = 2; factor * factor <= n; ++factor) {
    for (; n % factor == 0; n /= factor) largest = factor;
  }
  return std::max(largest, n);
}

// Eigen has no transform of a single number.
bool is_paired(std::size_t n) {
  return n % 2 == 0 && n > 2;
}

}  // namespace

ComplexFourier::Plan ComplexFourier::plan_of(std::size_t n) {
  Plan plan;
  plan.m_inverse = false;
  plan.m_twiddles.resize(n);
  for (std::size_t k = 0; k < n; ++k) plan.m_twiddles[k] = std::conj(unit_root(k, n));
  plan.factorize(static_cast<int>(n));
  return plan;
}

ComplexFourier::ComplexFourier(std::size_t n)
    : n_(n),
      convolved_(largest_prime_factor(n) > kLargestRadix ? std::bit_ceil(2 * n - 1) : 0),
      plan_(plan_of(convolved_ > 0 ? convolved_ : n)),
      data_(plan_.m_twiddles.size()),
      work_(data_.size()) {
  if (convolved_ == 0) return;
  for (std::uint64_t k = 0; k < n; ++k) chirp_.push_back(unit_root(k * k % (2 * n), 2 * n));
  std::copy(chirp_.begin(), chirp_.end(), data_.begin());
  std::reverse_copy(chirp_.begin() + 1, chirp_.end(), data_.end() - static_cast<std::ptrdiff_t>(n - 1));
  transformed_chirp_.resize(convolved_);
  plan_.work(0, transformed_chirp_.data(), data_.data(), 1, 1);
}

void ComplexFourier::transform() {
  if (convolved_ == 0) {
    plan_.work(0, work_.data(), data_.data(), 1, 1);
    data_.swap(work_);
    return;
  }
  for (std::size_t k = 0; k < n_; ++k) data_[k] *= std::conj(chirp_[k]);
  std::fill(data_.begin() + static_cast<std::ptrdiff_t>(n_), data_.end(), Complex());
  plan_.work(0, work_.data(), data_.data(), 1, 1);
  // The inverse transform is the conjugate of that of the conjugate.
  for (std::size_t k = 0; k < convolved_; ++k) work_[k] = std::conj(work_[k] * transformed_chirp_[k]);
  plan_.work(0, data_.data(), work_.data(), 1, 1);
  const double scale = 1.0 / static_cast<double>(convolved_);
  for (std::size_t k = 0; k < n_; ++k) data_[k] = std::conj(data_[k] * chirp_[k]) * scale;
}

Fourier::Fourier(std::size_t n) : n_(n), complex_(is_paired(n) ? n / 2 : n) {
  if (!is_paired(n)) return;
  for (std::size_t k = 0; k <= n / 2; ++k) roots_.push_back(std::conj(unit_root(k, n)));
}

void Fourier::forward(std::span<const double> x, std::span<Complex> spectrum) {
  if (!roots_.empty()) return forward_pairs(x, spectrum);
  std::copy(x.begin(), x.end(), complex_.data().begin());
  complex_.transform();
  std::copy_n(complex_.data().begin(), n_frequencies(), spectrum.begin());
}

void Fourier::inverse(std::span<const Complex> spectrum, std::span<double> x) {
  if (!roots_.empty()) return inverse_pairs(spectrum, x);
  const std::span<Complex> data = complex_.data();
  for (std::size_t k = 0; k < n_; ++k) data[k] = k < n_frequencies() ? std::conj(spectrum[k]) : spectrum[n_ - k];
  complex_.transform();
  const auto n = static_cast<double>(n_);
  for (std::size_t t = 0; t < n_; ++t) x[t] = complex_.data()[t].real() / n;
}

// Even samples are the real parts, odd ones the imaginary parts. The sum and the difference of frequency k and of the
// conjugate of h - k are twice the transforms of the even and of the odd samples.
void Fourier::forward_pairs(std::span<const double> x, std::span<Complex> spectrum) {
  const std::size_t h = n_ / 2;
  for (std::size_t k = 0; k < h; ++k) complex_.data()[k] = {x[2 * k], x[2 * k + 1]};
  complex_.transform();
  const std::span<const Complex> pairs = complex_.data();
  for (std::size_t k = 0; k <= h; ++k) {
    const Complex one = pairs[k % h], other = std::conj(pairs[(h - k) % h]);
    const Complex odd = (one - other) * roots_[k];
    spectrum[k] = 0.5 * (one + other + Complex(odd.imag(), -odd.real()));
  }
}

void Fourier::inverse_pairs(std::span<const Complex> spectrum, std::span<double> x) {
  const std::size_t h = n_ / 2;
  for (std::size_t k = 0; k < h; ++k) {
    const Complex one = spectrum[k], other = std::conj(spectrum[h - k]);
    const Complex odd = (one - other) * std::conj(roots_[k]);
    complex_.data()[k] = std::conj(one + other + Complex(-odd.imag(), odd.real()));
  }
  complex_.transform();
  const auto n = static_cast<double>(n_);
  for (std::size_t k = 0; k < h; ++k) {
    const Complex pair = complex_.data()[k];
    x[2 * k] = pair.real() / n;
    x[2 * k + 1] = -pair.imag() / n;
  }
}

}  // namespace biotropy::surrogates
