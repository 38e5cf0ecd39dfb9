// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/normalise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "biotropy/error.hpp"

namespace biotropy::series {

namespace {

/// Squares of samples beyond these would vanish or overflow, and are taken of scaled ones. Scaling by a power of two
/// changes no digit, and everything in between is left alone.
constexpr double kSmall = 1e-130, kLarge = 1e145;
/// Differences of samples up to here, and their sums, are finite.
constexpr double kLargest = 1e300;

// Neumaier's compensated sum.
class Sum {
 public:
  void add(double value) {
    const double next = sum_ + value;
    carry_ += std::abs(sum_) >= std::abs(value) ? (sum_ - next) + value : (value - next) + sum_;
    sum_ = next;
  }
  double value() const { return sum_ + carry_; }

 private:
  double sum_ = 0.0, carry_ = 0.0;
};

}  // namespace

Moments moments(Samples samples, int ddof) {
  if (ddof != 0 && ddof != 1) throw Error::argument("ddof", std::to_string(ddof), "0 or 1");
  Moments result;
  Sum sum;
  double least = INFINITY, greatest = -INFINITY;
  for (const double value : samples) {
    if (std::isnan(value)) continue;
    sum.add(value);
    least = std::min(least, value);
    greatest = std::max(greatest, value);
    ++result.n;
  }
  if (result.n < static_cast<std::size_t>(1 + ddof)) {
    throw Error(ErrorCode::too_short,
                fmt::format("{} samples have no standard deviation (ddof {}): at least {} are needed", result.n, ddof,
                            1 + ddof));
  }
  result.mean = sum.value() / static_cast<double>(result.n);
  // The rounded mean of equal samples may differ from them: a constant is recognised by its range.
  if (least == greatest) {
    result.mean = least;
    return result;
  }
  const double largest = std::max(std::abs(least), std::abs(greatest));
  if (largest > kLargest) {
    throw Error(ErrorCode::invalid_data, fmt::format("a sample is {}: magnitudes of at most {} can be measured",
                                                     greatest == largest ? greatest : least, kLargest));
  }
  const int exponent = largest < kSmall || largest > kLarge ? std::ilogb(largest) : 0;
  Sum squares;
  for (const double value : samples) {
    if (std::isnan(value)) continue;
    double deviation = value - result.mean;
    if (exponent != 0) deviation = std::ldexp(deviation, -exponent);
    squares.add(deviation * deviation);
  }
  result.sd = std::sqrt(squares.value() / static_cast<double>(result.n - static_cast<std::size_t>(ddof)));
  if (exponent != 0) result.sd = std::ldexp(result.sd, exponent);
  return result;
}

void normalise(Samples samples, int ddof, std::span<double> result) {
  const Moments m = moments(samples, ddof);
  if (m.sd == 0.0) {
    throw Error(ErrorCode::constant_series,
                fmt::format("all {} samples equal {}: a constant series has no z-score", m.n, m.mean));
  }
  for (std::size_t i = 0; i < samples.size(); ++i) result[i] = (samples[i] - m.mean) / m.sd;
}

double absolute_tolerance(Samples samples, double r, RUnit unit, int ddof) {
  if (!std::isfinite(r) || r < 0.0) throw Error::argument("r", fmt::format("{}", r), "a finite number of at least 0");
  if (unit == RUnit::absolute) return r;
  const Moments m = moments(samples, ddof);
  if (m.sd == 0.0) {
    throw Error(
        ErrorCode::constant_series,
        fmt::format("all {} samples equal {}: a tolerance in SD units needs a series that varies", m.n, m.mean));
  }
  return r * m.sd;
}

}  // namespace biotropy::series
