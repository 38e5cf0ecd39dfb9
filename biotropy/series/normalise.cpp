// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/normalise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::series {

namespace {

/// Squares of samples outside this range would underflow or overflow, so these samples are scaled first. Scaling by a
/// power of two changes no digit; everything in between is left unchanged.
constexpr double kSmall = 1e-130, kLarge = 1e145;
/// Differences of samples up to this size, and their sums, are finite.
constexpr double kLargest = 1e300;

// Samples are processed in lanes with separate sums: the sums are independent, and the short loops over lanes become
// vector instructions.
constexpr std::size_t kLanes = 8;
using Lanes = std::array<double, kLanes>;

// Compensated sums; the rounding error of an addition is found without a branch (Knuth).
struct LaneSums {
  Lanes sums{}, carries{};
};

void add(LaneSums& to, const Lanes& terms) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const double next = to.sums[lane] + terms[lane], part = next - to.sums[lane];
    to.carries[lane] += (to.sums[lane] - (next - part)) + (terms[lane] - part);
    to.sums[lane] = next;
  }
}

// Adds the sums of blocks, also compensated.
double sum_of(std::span<const LaneSums> blocks) {
  LaneSums all;
  for (const LaneSums& of_block : blocks) add(all, of_block.sums);
  for (const LaneSums& of_block : blocks) add(all, of_block.carries);
  LaneSums one;
  for (const double sum : all.sums) add(one, {sum});
  for (const double carry : all.carries) add(one, {carry});
  return one.sums[0] + one.carries[0];
}

// Blocks do not depend on the number of threads, so neither do the sums.
constexpr std::size_t kBlock = 32768;

template <typename Visit>
void by_blocks(Samples samples, Visit visit) {
  const std::size_t blocks = (samples.size() + kBlock - 1) / kBlock;
  const auto block = [&](std::size_t b) {
    visit(b, samples.subspan(b * kBlock, std::min(kBlock, samples.size() - b * kBlock)));
  };
  if (blocks == 1) return block(0);
  parallel_for(blocks, nullptr, block);
}

// The last samples, which do not fill all lanes; the rest is missing.
Lanes last_lanes(Samples samples) {
  Lanes last;
  last.fill(std::numeric_limits<double>::quiet_NaN());
  std::copy(samples.end() - static_cast<std::ptrdiff_t>(samples.size() % kLanes), samples.end(), last.begin());
  return last;
}

// Result of the first pass over some samples.
struct Extent {
  std::size_t n = 0;
  double least = INFINITY, greatest = -INFINITY;
  LaneSums sums;
};

Extent extent_of_block(Samples samples) {
  LaneSums sums;
  Lanes least, greatest;
  std::array<std::size_t, kLanes> present{};
  least.fill(INFINITY);
  greatest.fill(-INFINITY);
  const Lanes last = last_lanes(samples);
  const std::size_t whole = samples.size() / kLanes * kLanes;
  for (std::size_t begin = 0; begin <= whole; begin += kLanes) {
    const double* const values = begin < whole ? samples.data() + begin : last.data();
    Lanes terms;
    for (std::size_t lane = 0; lane < kLanes; ++lane) terms[lane] = std::isnan(values[lane]) ? 0.0 : values[lane];
    for (std::size_t lane = 0; lane < kLanes; ++lane) present[lane] += std::isnan(values[lane]) ? 0 : 1;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      least[lane] = values[lane] < least[lane] ? values[lane] : least[lane];
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      greatest[lane] = values[lane] > greatest[lane] ? values[lane] : greatest[lane];
    }
    add(sums, terms);
  }
  return {std::accumulate(present.begin(), present.end(), std::size_t{0}),
          *std::min_element(least.begin(), least.end()), *std::max_element(greatest.begin(), greatest.end()), sums};
}

// Extent of all samples, and their sum.
std::pair<Extent, double> extent(Samples samples) {
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

LaneSums squares_of_block(Samples samples, double mean, int exponent) {
  LaneSums sums;
  // In two steps, because the power of two that scales the smallest samples to 1 is no double.
  const int half = -exponent / 2;
  const double scale = std::ldexp(1.0, half), rest = std::ldexp(1.0, -exponent - half);
  const Lanes last = last_lanes(samples);
  const std::size_t whole = samples.size() / kLanes * kLanes;
  for (std::size_t begin = 0; begin <= whole; begin += kLanes) {
    const double* const values = begin < whole ? samples.data() + begin : last.data();
    Lanes deviations, terms;
    for (std::size_t lane = 0; lane < kLanes; ++lane) deviations[lane] = (values[lane] - mean) * scale * rest;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      terms[lane] = std::isnan(deviations[lane]) ? 0.0 : deviations[lane] * deviations[lane];
    }
    add(sums, terms);
  }
  return sums;
}

double sum_of_squares(Samples samples, double mean, int exponent) {
  std::vector<LaneSums> sums((samples.size() + kBlock - 1) / kBlock);
  by_blocks(samples, [&](std::size_t b, Samples block) { sums[b] = squares_of_block(block, mean, exponent); });
  return sum_of(sums);
}

}  // namespace

Moments moments(Samples samples, int ddof) {
  if (ddof != 0 && ddof != 1) throw Error::argument("ddof", std::to_string(ddof), "0 or 1");
  const auto [all, sum] = extent(samples);
  const double least = all.least, greatest = all.greatest;
  Moments result;
  result.n = all.n;
  if (result.n < static_cast<std::size_t>(1 + ddof)) {
    throw Error(ErrorCode::too_short,
                fmt::format("{} samples have no standard deviation (ddof {}): at least {} are needed", result.n, ddof,
                            1 + ddof));
  }
  result.mean = sum / static_cast<double>(result.n);
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
  result.sd = std::sqrt(sum_of_squares(samples, result.mean, exponent) /
                        static_cast<double>(result.n - static_cast<std::size_t>(ddof)));
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
