// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/argsort.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "biotropy/match/engines/sort_items.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kBuckets = std::size_t{1} << kDigitBits;
constexpr std::size_t kWorthAThread = 32768;

// True if a few values show that steps of equal width separate most of them.
bool are_spread(std::span<const double> values, double least, double greatest) {
  constexpr std::size_t drawn = 512, most_in_a_bucket = 16;
  const double range = greatest - least;
  if (!(range > 0.0 && std::isfinite(range) && std::isfinite(kKeySteps / range))) return false;
  const SortKeys keys(least, greatest, true);
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
    const ValueRange range = range_of(values.subspan(begin, end - begin));
    starts[piece + 1] = range.present;
    least[piece] = range.least;
    greatest[piece] = range.greatest;
  });
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  constexpr std::size_t comparison_is_faster_below = 512;
  const double low = *std::ranges::min_element(least), high = *std::ranges::max_element(greatest);
  const SortKeys keys(low, high, values.size() >= comparison_is_faster_below && are_spread(values, low, high));
  std::vector<std::uint64_t> items(starts.back());
  for_each_piece(parts, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    make_items(values.subspan(begin, end - begin), begin, keys, items.data() + starts[piece]);
  });
  const Pieces pieces(items.size(), kWorthAThread);
  if (items.size() < comparison_is_faster_below) {
    std::sort(items.begin(), items.end());
  } else {
    std::vector<std::uint64_t> other(items.size());
    for (int pass = 0; pass < keys.digits(); ++pass, items.swap(other)) sort_by_digit(items, other, pieces, pass);
  }
  std::vector<std::uint32_t> order(items.size());
  for_each_piece(pieces, [&](std::size_t, std::size_t begin, std::size_t end) {
    take_positions(std::span(items).subspan(begin, end - begin), order.data() + begin);
  });
  // A run of ties belongs to the piece in which its second item is.
  for_each_piece(pieces, [&](std::size_t, std::size_t begin, std::size_t end) {
    const auto ties = [&](std::size_t k) { return (items[k - 1] ^ items[k]) >> 32 == 0; };
    while (begin > 1 && begin < end && ties(begin) && ties(begin - 1)) ++begin;
    for (std::size_t tie; (tie = next_tie(std::span(items).first(end), begin)) < end;) {
      for (begin = tie + 1; begin < items.size() && ties(begin);) ++begin;
      finish_run(values, std::span(order).subspan(tie - 1, begin - tie + 1));
    }
  });
  return order;
}

}  // namespace biotropy::match
