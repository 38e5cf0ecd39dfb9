// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/normalise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/series/lane_sums_internal.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::series {

namespace {

/// Squares of samples outside this range would underflow or overflow, so these samples are scaled first. Scaling by a
/// power of two changes no digit; everything in between is left unchanged.
constexpr double kSmall = 1e-130, kLarge = 1e145;
/// Differences of samples up to this size, and their sums, are finite.
constexpr double kLargest = 1e300;

// What the mean may lose by rounding, in SD: below it z-scores have 9 right digits.
constexpr double kNegligible = 1e-9;

// A sum of two numbers, of which the second is what rounding took from the first.
struct TwoParts {
  double high, low;
};

// Adds the sums of blocks, also compensated.
TwoParts sum_of(std::span<const LaneSums> blocks) {
  LaneSums all;
  for (const LaneSums& of_block : blocks) add(all, of_block.sums);
  for (const LaneSums& of_block : blocks) add(all, of_block.carries);
  double sum = 0.0, carry = 0.0;
  for (const Lanes& terms : {all.sums, all.carries}) {
    for (const double term : terms) {
      const double next = sum + term, part = next - sum;
      carry += (sum - (next - part)) + (term - part);
      sum = next;
    }
  }
  const double high = sum + carry;
  return {high, carry - (high - sum)};
}

// Blocks do not depend on the number of threads, so neither do the sums. A series of one needs no memory of its own.
constexpr std::size_t kBlock = 32768;

template <typename Visit>
void by_blocks(Samples samples, Visit visit) {
  const std::size_t blocks = (samples.size() + kBlock - 1) / kBlock;
  const auto block = [&](std::size_t b) {
    visit(b, samples.subspan(b * kBlock, std::min(kBlock, samples.size() - b * kBlock)));
  };
  parallel_for(blocks, nullptr, block);
}

// Extent of all samples, and their sum.
std::pair<Extent, TwoParts> extent(Samples samples) {
  if (samples.size() <= kBlock) {
    const Extent one = extent_of_block(samples);
    return {one, sum_of(std::span(&one.sums, 1))};
  }
  std::vector<Extent> blocks((samples.size() + kBlock - 1) / kBlock);
  by_blocks(samples, [&](std::size_t b, Samples block) { blocks[b] = extent_of_block(block); });
  Extent all;
  std::vector<LaneSums> sums;
  for (const Extent& block : blocks) {
    all.n += block.n;
    all.least = std::min(all.least, block.least);
    all.greatest = std::max(all.greatest, block.greatest);
    sums.push_back(block.sums);
  }
  return {all, sum_of(sums)};
}

double sum_of_squares(Samples samples, const Moments& of, int exponent) {
  // In two steps, because the power of two that scales the smallest samples to 1 is not a double.
  const int half = -exponent / 2;
  const Deviation deviation{of.mean, std::ldexp(1.0, half), std::ldexp(1.0, -exponent - half), of.n < samples.size()};
  if (samples.size() <= kBlock) {
    const LaneSums sums = squares_of_block(samples, deviation);
    return sum_of(std::span(&sums, 1)).high;
  }
  std::vector<LaneSums> sums((samples.size() + kBlock - 1) / kBlock);
  by_blocks(samples, [&](std::size_t b, Samples block) { sums[b] = squares_of_block(block, deviation); });
  return sum_of(sums).high;
}

}  // namespace

Moments moments(Samples samples, int ddof) {
  if (ddof != 0 && ddof != 1) throw Error::argument("ddof", std::to_string(ddof), "0 or 1");
  const auto [all, sum] = extent(samples);
  const double least = all.least, greatest = all.greatest;
  Moments result;
  result.n = all.n;
  if (result.n < std::size_t{1} + static_cast<std::size_t>(ddof)) {
    throw Error(ErrorCode::too_short,
                fmt::format("there are {} for a standard deviation with ddof = {}; there must be at least {}",
                            counted(result.n, "sample"), ddof, 1 + ddof));
  }
  const auto n = static_cast<double>(result.n);
  result.mean = sum.high / n;
  // The rounded mean of equal samples may differ from them, so a constant is recognised by its range.
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
  double squares = sum_of_squares(samples, result, exponent);
  const double lost = (std::fma(-result.mean, n, sum.high) + sum.low) / n, rest = std::ldexp(lost, -exponent);
  if (std::abs(rest) > kNegligible * std::sqrt(squares / n)) {
    result.mean_rest = lost;
    squares -= n * rest * rest;
  }
  result.sd = std::sqrt(squares / static_cast<double>(result.n - static_cast<std::size_t>(ddof)));
  if (exponent != 0) result.sd = std::ldexp(result.sd, exponent);
  return result;
}

void normalise(Samples samples, int ddof, std::span<double> result) {
  const Moments m = moments(samples, ddof);
  if (m.sd == 0.0) {
    throw Error(ErrorCode::constant_series,
                fmt::format("all {} samples equal {}: a constant series has no z-score", m.n, m.mean));
  }
  for (std::size_t i = 0; i < samples.size(); ++i) result[i] = (samples[i] - m.mean - m.mean_rest) / m.sd;
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

namespace {

// Squared deviations in units of the variance, less their mean of 1; 0 for a missing sample.
std::vector<double> squared_deviations(Samples samples, const Moments& of) {
  std::vector<double> squares;
  for (const double sample : samples) {
    const double deviation = (sample - of.mean - of.mean_rest) / of.sd;
    squares.push_back(std::isnan(sample) ? 0.0 : deviation * deviation - 1.0);
  }
  return squares;
}

// Means of neighbours where there are more than so many: the mean of all has the same error, and lags are fewer.
std::vector<double> shortened(const std::vector<double>& values) {
  constexpr std::size_t most = std::size_t{1} << 15;
  const std::size_t block = (values.size() + most - 1) / most;
  if (block <= 1) return values;
  std::vector<double> means;
  for (std::size_t begin = 0; begin + block <= values.size(); begin += block) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
    means.push_back(std::accumulate(first, first + static_cast<std::ptrdiff_t>(block), 0.0) /
                    static_cast<double>(block));
  }
  return means;
}

}  // namespace

double log_sd_error(Samples samples) {
  const Moments of = moments(samples, 0);
  if (of.sd == 0.0) return 0.0;
  const std::vector<double> squares = shortened(squared_deviations(samples, of));
  // As many as are present, of these means.
  const double n =
      static_cast<double>(of.n) * static_cast<double>(squares.size()) / static_cast<double>(samples.size());
  const auto covariance = [&](std::size_t lag) {
    double sum = 0.0;
    for (std::size_t t = lag; t < squares.size(); ++t) sum += squares[t - lag] * squares[t];
    return sum / n;
  };
  double of_lags = 0.0;  // from 0 on; all lags of both signs have twice that, but 0 only once
  for (std::size_t lag = 0; 2 * lag < squares.size(); lag += 2) {
    const double pair = covariance(lag) + covariance(lag + 1);
    if (pair <= 0.0) break;
    of_lags += pair;
  }
  const double variance_of_mean = std::max(2.0 * of_lags - covariance(0), 0.0) / n;
  return 0.5 * std::sqrt(variance_of_mean);
}

}  // namespace biotropy::series
