// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/coarse_grain.hpp"

#include <fmt/format.h>

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

}  // namespace biotropy::series
