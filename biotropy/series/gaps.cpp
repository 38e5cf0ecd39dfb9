// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/gaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::series {

namespace {

constexpr std::size_t kMostMissing = 100'000'000;

// Each sample that is a gap as often as the gap is wide.
template <typename IsGap>
std::vector<double> widened(Samples samples, std::size_t gaps, int tau, const IsGap& is_gap) {
  const auto width = static_cast<std::size_t>(tau);
  if (gaps > kMostMissing / width) {
    throw Error::argument(
        "tau", std::to_string(tau),
        fmt::format("shorter, as {} gaps of this width take more than {} missing samples", gaps, kMostMissing));
  }
  std::vector<double> result;
  result.reserve(samples.size() + gaps * (width - 1));
  for (std::size_t i = 0; i < samples.size(); ++i) result.insert(result.end(), is_gap(i) ? width : 1, samples[i]);
  return result;
}

}  // namespace

std::vector<double> with_gaps(Samples samples, std::span<const std::size_t> gap_starts, int tau) {
  std::vector<double> result;
  result.reserve(samples.size() + gap_starts.size() * static_cast<std::size_t>(tau));
  std::size_t begin = 0;
  for (const std::size_t start : gap_starts) {
    if (start < begin || start > samples.size()) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("gap at sample {} is out of order or outside {} samples", start, samples.size()));
    }
    result.insert(result.end(), samples.begin() + static_cast<std::ptrdiff_t>(begin),
                  samples.begin() + static_cast<std::ptrdiff_t>(start));
    result.insert(result.end(), static_cast<std::size_t>(tau), kNaN);
    begin = start;
  }
  result.insert(result.end(), samples.begin() + static_cast<std::ptrdiff_t>(begin), samples.end());
  return result;
}

std::vector<double> with_wide_gaps(Samples samples, int tau) {
  return widened(samples, missing_count(samples), tau, [&](std::size_t i) { return std::isnan(samples[i]); });
}

std::vector<double> with_wide_gaps(Samples samples, GapMarks gaps, int tau) {
  const auto marked = static_cast<std::size_t>(std::count(gaps.begin(), gaps.end(), 1));
  return widened(samples, marked, tau, [&](std::size_t i) { return !gaps.empty() && gaps[i] != 0; });
}

std::vector<std::size_t> indices_with_wide_gaps(Samples samples, int tau) {
  std::vector<std::size_t> indices;
  indices.reserve(samples.size());
  std::size_t next = 0;
  for (const double value : samples) {
    indices.push_back(next);
    next += std::isnan(value) ? static_cast<std::size_t>(tau) : 1;
  }
  return indices;
}

}  // namespace biotropy::series
