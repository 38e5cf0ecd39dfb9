// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/argsort.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "biotropy/pieces.hpp"

namespace biotropy::match {

namespace {

constexpr int kDigitBits = 12;
constexpr std::size_t kBuckets = std::size_t{1} << kDigitBits;
constexpr double kSteps = (1 << 2 * kDigitBits) - 1;
constexpr std::size_t kWorthAThread = 32768;

// Keys of 32 bits that do not decrease where values grow. Steps of equal width between the least and the greatest value
// need two digits; where too many values would share a step, as with outliers, the upper half of the ordered bit
// pattern needs three.
class Keys {
 public:
  Keys(double least, double greatest, bool linear)
      : least_(least), scale_(kSteps / (greatest - least)), digits_(linear ? 2 : 3) {}

  int digits() const { return digits_; }
  // The rounded difference and product never decrease as the value grows.
  std::uint32_t of(double value) const {
    if (digits_ == 2) return static_cast<std::uint32_t>((value - least_) * scale_);
    const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // turns -0.0 into 0.0, its equal
    return static_cast<std::uint32_t>(((bits >> 63) != 0 ? ~bits : bits | (std::uint64_t{1} << 63)) >> 32);
  }

 private:
  double least_, scale_;
  int digits_;
};

// Samples that are not NaN in a part of the series, and their range.
struct Range {
  std::size_t present = 0;
  double least = INFINITY, greatest = -INFINITY;

  explicit Range(std::span<const double> values) {
    constexpr std::size_t lanes = 4;
    std::array<double, lanes> low{INFINITY, INFINITY, INFINITY, INFINITY};
    std::array<double, lanes> high{-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (std::size_t k = 0; k < values.size(); ++k) {
      const double value = values[k];
      present += std::isnan(value) ? 0 : 1;
      low[k % lanes] = value < low[k % lanes] ? value : low[k % lanes];
      high[k % lanes] = value > high[k % lanes] ? value : high[k % lanes];
    }
    least = *std::ranges::min_element(low);
    greatest = *std::ranges::max_element(high);
  }
};

// True if a few values show that steps of equal width separate most of them.
bool are_spread(std::span<const double> values, double least, double greatest) {
  constexpr std::size_t drawn = 512, most_in_a_bucket = 16;
  const double range = greatest - least;
  if (!(range > 0.0 && std::isfinite(range) && std::isfinite(kSteps / range))) return false;
  const Keys keys(least, greatest, true);
  std::array<std::uint8_t, kBuckets> counts{};
  for (std::size_t k = 0; k < drawn; ++k) {
    const double value = values[values.size() / drawn * k];
    if (!std::isnan(value) && ++counts[keys.of(value) >> kDigitBits] > most_in_a_bucket) return false;
  }
  return true;
}

std::size_t digit(std::uint64_t item, int pass) {
  return (item >> (32 + pass * kDigitBits)) & (kBuckets - 1);
}

// One stable pass. Every piece counts its own digits and so has its own places in every bucket; the result does not
// depend on the number of pieces.
void sort_by_digit(std::span<const std::uint64_t> from, std::span<std::uint64_t> to, const Pieces& pieces, int pass) {
  std::vector<std::array<std::uint32_t, kBuckets>> starts(pieces.size());
  for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    auto& counts = starts[piece];
    counts.fill(0);
    for (std::size_t k = begin; k < end; ++k) ++counts[digit(from[k], pass)];
  });
  std::uint32_t place = 0;
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    for (auto& of_piece : starts) place += std::exchange(of_piece[bucket], place);
  }
  for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    auto& places = starts[piece];
    for (std::size_t k = begin; k < end; ++k) to[places[digit(from[k], pass)]++] = from[k];
  });
}

// Keys of the samples that are not NaN, above their positions, in time order.
std::vector<std::uint64_t> items_of(std::span<const double> values, const Keys& keys, const Pieces& pieces,
                                    std::span<const std::size_t> starts) {
  std::vector<std::uint64_t> items(starts.back());
  for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    std::size_t place = starts[piece];
    for (std::size_t i = begin; i < end; ++i) {
      if (!std::isnan(values[i])) items[place++] = std::uint64_t{keys.of(values[i])} << 32 | i;
    }
  });
  return items;
}

// Sorts the values whose items tie in the upper half. They are in time order, the right order for equal values.
void finish_run(std::span<const double> values, std::span<std::uint32_t> run) {
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return values[a] < values[b] || (values[a] == values[b] && a < b);
  };
  if (!std::is_sorted(run.begin(), run.end(), before)) std::sort(run.begin(), run.end(), before);
}

}  // namespace

std::vector<std::uint32_t> argsort(std::span<const double> values) {
  if (values.empty()) return {};
  const Pieces parts(values.size(), kWorthAThread);
  std::vector<std::size_t> starts(parts.size() + 1, 0);
  std::vector<double> least(parts.size()), greatest(parts.size());
  for_each_piece(parts, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    const Range range(values.subspan(begin, end - begin));
    starts[piece + 1] = range.present;
    least[piece] = range.least;
    greatest[piece] = range.greatest;
  });
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  constexpr std::size_t comparison_is_faster_below = 512;
  const double low = *std::ranges::min_element(least), high = *std::ranges::max_element(greatest);
  const Keys keys(low, high, values.size() >= comparison_is_faster_below && are_spread(values, low, high));
  std::vector<std::uint64_t> items = items_of(values, keys, parts, starts);
  const Pieces pieces(items.size(), kWorthAThread);
  if (items.size() < comparison_is_faster_below) {
    std::sort(items.begin(), items.end());
  } else {
    std::vector<std::uint64_t> other(items.size());
    for (int pass = 0; pass < keys.digits(); ++pass, items.swap(other)) sort_by_digit(items, other, pieces, pass);
  }
  std::vector<std::uint32_t> order(items.size());
  const auto ties = [&](std::size_t a, std::size_t b) { return (items[a] >> 32) == (items[b] >> 32); };
  for_each_piece(pieces, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::transform(items.begin() + static_cast<std::ptrdiff_t>(begin), items.begin() + static_cast<std::ptrdiff_t>(end),
                   order.begin() + static_cast<std::ptrdiff_t>(begin),
                   [](std::uint64_t v) { return static_cast<std::uint32_t>(v); });
  });
  // A run belongs to the piece in which it begins.
  for_each_piece(pieces, [&](std::size_t, std::size_t begin, std::size_t end) {
    while (begin > 0 && begin < end && ties(begin - 1, begin)) ++begin;
    for (std::size_t beyond; begin < end; begin = beyond) {
      for (beyond = begin + 1; beyond < items.size() && ties(begin, beyond);) ++beyond;
      if (beyond - begin > 1) finish_run(values, std::span(order).subspan(begin, beyond - begin));
    }
  });
  return order;
}

}  // namespace biotropy::match
