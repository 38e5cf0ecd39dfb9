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

constexpr int kDigitBits = 11;
constexpr int kDigits = 3;
constexpr std::size_t kBuckets = std::size_t{1} << kDigitBits;
constexpr std::size_t kWorthAThread = 32768;

// Packs the upper half of the ordered bit pattern above the position.
std::uint64_t item(double value, std::size_t position) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // turns -0.0 into 0.0, its equal
  const std::uint64_t ordered = (bits >> 63) != 0 ? ~bits : bits | (std::uint64_t{1} << 63);
  return (ordered & 0xffffffff00000000U) | position;
}

std::size_t digit(std::uint64_t value, int pass) {
  return (value >> (32 + pass * kDigitBits)) & (kBuckets - 1);
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

// Items of the samples that are not NaN, in time order.
std::vector<std::uint64_t> items_of(std::span<const double> values) {
  const Pieces pieces(values.size(), kWorthAThread);
  std::vector<std::size_t> starts(pieces.size() + 1, 0);
  for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    const auto present = [](double value) { return !std::isnan(value); };
    starts[piece + 1] = static_cast<std::size_t>(std::ranges::count_if(values.subspan(begin, end - begin), present));
  });
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<std::uint64_t> items(starts.back());
  for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    std::size_t place = starts[piece];
    for (std::size_t i = begin; i < end; ++i) {
      if (!std::isnan(values[i])) items[place++] = item(values[i], i);
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
  std::vector<std::uint64_t> items = items_of(values);
  const Pieces pieces(items.size(), kWorthAThread);
  constexpr std::size_t comparison_is_faster_below = 512;
  if (items.size() < comparison_is_faster_below) {
    std::sort(items.begin(), items.end());
  } else {
    std::vector<std::uint64_t> other(items.size());
    for (int pass = 0; pass < kDigits; ++pass, items.swap(other)) sort_by_digit(items, other, pieces, pass);
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
