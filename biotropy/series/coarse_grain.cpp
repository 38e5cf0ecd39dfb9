// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/coarse_grain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "biotropy/error.hpp"

namespace biotropy::series {

namespace {

double mean(Samples window) {
  return std::accumulate(window.begin(), window.end(), 0.0) / static_cast<double>(window.size());
}

double variance(Samples window) {
  const double centre = mean(window);
  double squares = 0.0;
  for (const double value : window) squares += (value - centre) * (value - centre);
  return squares / static_cast<double>(window.size());
}

// Means of decimal samples that are equal but for rounding differ by less than this, relative to the largest sample:
// half a unit in the last place for each sample, each addition and the division, of both means.
double rounding_of_means(std::size_t width) {
  constexpr double most = 0x1p-44;  // far above the rounding of long sums, and far below the step of a converter
  return std::min(most, static_cast<double>(width + 1) * 0x1p-52);
}

struct RoundedGrain {
  double value;
  double rounding;  // how far it may be off
  std::size_t place;
};

// In lanes, as one maximum would wait for the other. Passes over NaN.
double largest(Samples samples) {
  std::array<double, 8> most{};
  std::size_t i = 0;
  for (; i + most.size() <= samples.size(); i += most.size()) {
    for (std::size_t k = 0; k < most.size(); ++k) most[k] = std::max(most[k], std::abs(samples[i + k]));
  }
  for (; i < samples.size(); ++i) most[0] = std::max(most[0], std::abs(samples[i]));
  return *std::max_element(most.begin(), most.end());
}

double rounding_of(double value, Samples window, std::size_t width, Grain grain) {
  return rounding_of_means(width) * largest(window) * (grain == Grain::mean ? 1.0 : std::sqrt(value));
}

// Whether two grains at one of the lags may be equal but for rounding, which few series need an order for.
bool rounding_may_matter(Samples grains, std::span<const std::size_t> lags, double rounding) {
  for (const std::size_t lag : lags) {
    unsigned near = 0;
    for (std::size_t j = lag; j < grains.size(); ++j) {
      const double apart = std::abs(grains[j] - grains[j - lag]);
      near |= static_cast<unsigned>(apart != 0.0) & static_cast<unsigned>(apart <= rounding);
    }
    if (near != 0) return true;
  }
  return false;
}

// Each of the ascending grains gets the value of the lowest one that is as good: a tie is never wider than a rounding,
// however many grains are in it.
void join_rounded(const std::vector<RoundedGrain>& sorted, std::vector<double>& grains) {
  for (std::size_t first = 0, i = 1; i < sorted.size(); ++i) {
    const double rounding = std::max(sorted[first].rounding, sorted[i].rounding);
    if (sorted[i].value - sorted[first].value <= rounding) {
      grains[sorted[i].place] = sorted[first].value;
    } else {
      first = i;
    }
  }
}

}  // namespace

std::vector<double> coarse_grain(Samples samples, int scale, Grain grain, int start) {
  if (scale < 1) throw Error::argument("scale", std::to_string(scale), "an integer of at least 1");
  if (start < 0 || start >= scale) {
    throw Error::argument("start", std::to_string(start), fmt::format("an integer from 0 to {}", scale - 1));
  }
  const auto width = static_cast<std::size_t>(scale), first = static_cast<std::size_t>(start);
  std::vector<double> grains(samples.size() > first ? (samples.size() - first) / width : 0);
  for (std::size_t j = 0; j < grains.size(); ++j) {
    const Samples window = samples.subspan(first + j * width, width);
    grains[j] = grain == Grain::mean ? mean(window) : variance(window);
  }
  return grains;
}

std::vector<double> coarse_grain_with_ties(Samples samples, int scale, Grain grain, int start,
                                           std::span<const std::size_t> lags) {
  std::vector<double> grains = coarse_grain(samples, scale, grain, start);
  const auto width = static_cast<std::size_t>(scale), first = static_cast<std::size_t>(start);
  if (scale == 1 || !rounding_may_matter(grains, lags, rounding_of(largest(grains), samples, width, grain))) {
    return grains;
  }
  std::vector<RoundedGrain> sorted;
  sorted.reserve(grains.size());
  for (std::size_t j = 0; j < grains.size(); ++j) {
    if (std::isnan(grains[j])) continue;
    sorted.push_back({grains[j], rounding_of(grains[j], samples.subspan(first + j * width, width), width, grain), j});
  }
  std::sort(sorted.begin(), sorted.end(), [](const RoundedGrain& a, const RoundedGrain& b) {
    return a.value != b.value ? a.value < b.value : a.place < b.place;
  });
  join_rounded(sorted, grains);
  return grains;
}

}  // namespace biotropy::series
