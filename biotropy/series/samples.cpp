// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::series {

namespace {

// Number of samples with a property that no finite sample has, on the enclosing threads.
template <typename Property>
std::size_t count(Samples samples, Property has) {
  constexpr std::size_t worth_a_thread = 32768;
  const auto within = [&](std::size_t begin, std::size_t end) -> std::size_t {
    const Samples part = samples.subspan(begin, end - begin);
    return are_finite(part) ? 0 : static_cast<std::size_t>(std::count_if(part.begin(), part.end(), has));
  };
  if (samples.size() <= worth_a_thread) return within(0, samples.size());
  const Pieces pieces(samples.size(), worth_a_thread);
  std::vector<std::size_t> found(pieces.size(), 0);
  for_each_piece(pieces,
                 [&](std::size_t piece, std::size_t begin, std::size_t end) { found[piece] = within(begin, end); });
  return std::accumulate(found.begin(), found.end(), std::size_t{0});
}

}  // namespace

std::size_t template_count(std::size_t n, int length, int tau) {
  const std::size_t reach = static_cast<std::size_t>(length - 1) * static_cast<std::size_t>(tau);
  return n > reach ? n - reach : 0;
}

std::size_t valid_template_count(Samples samples, std::size_t templates, int length, int tau) {
  if (missing_count(samples) == 0) return templates;
  std::size_t valid = 0;
  for (std::size_t i = 0; i < templates; ++i) {
    bool touches_missing = false;
    for (int k = 0; k < length; ++k) {
      touches_missing |= std::isnan(samples[i + static_cast<std::size_t>(k) * static_cast<std::size_t>(tau)]);
    }
    valid += touches_missing ? 0 : 1;
  }
  return valid;
}

void require_finite_or_missing(Samples samples) {
  if (count(samples, [](double value) { return std::isinf(value); }) == 0) return;
  const auto infinite = std::find_if(samples.begin(), samples.end(), [](double value) { return std::isinf(value); });
  throw Error(ErrorCode::invalid_data,
              fmt::format("sample {} (from 0) is {}: samples must be finite (NaN marks a missing one)",
                          infinite - samples.begin(), *infinite));
}

std::size_t missing_count(Samples samples) {
  return count(samples, [](double value) { return std::isnan(value); });
}

}  // namespace biotropy::series
