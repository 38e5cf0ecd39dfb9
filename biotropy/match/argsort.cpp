// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/argsort.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace biotropy::match {

namespace {

constexpr int kDigitBits = 11;
constexpr int kDigits = 3;
constexpr std::size_t kBuckets = std::size_t{1} << kDigitBits;

// An item holds the upper half of the ordered bit pattern above the position.
std::uint64_t item(double value, std::size_t position) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0.0 becomes 0.0: they are equal
  const std::uint64_t ordered = (bits >> 63) != 0 ? ~bits : bits | (std::uint64_t{1} << 63);
  return (ordered & 0xffffffff00000000U) | position;
}

std::size_t digit(std::uint64_t value, int pass) {
  return (value >> (32 + pass * kDigitBits)) & (kBuckets - 1);
}

void radix_sort(std::vector<std::uint64_t>& items) {
  std::array<std::array<std::uint32_t, kBuckets>, kDigits> histogram{};
  for (const std::uint64_t value : items) {
    for (int pass = 0; pass < kDigits; ++pass) ++histogram[static_cast<std::size_t>(pass)][digit(value, pass)];
  }
  std::vector<std::uint64_t> other(items.size());
  for (int pass = 0; pass < kDigits; ++pass) {
    auto& starts = histogram[static_cast<std::size_t>(pass)];
    std::uint32_t begin = 0;
    for (auto& start : starts) begin += std::exchange(start, begin);
    for (const std::uint64_t value : items) other[starts[digit(value, pass)]++] = value;
    items.swap(other);
  }
}

}  // namespace

std::vector<std::uint32_t> argsort(std::span<const double> values) {
  std::vector<std::uint64_t> items;
  items.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) items.push_back(item(values[i], i));
  }
  constexpr std::size_t comparison_is_faster_below = 512;
  if (items.size() < comparison_is_faster_below) {
    std::sort(items.begin(), items.end());
  } else {
    radix_sort(items);
  }
  std::vector<std::uint32_t> order(items.size());
  std::transform(items.begin(), items.end(), order.begin(),
                 [](std::uint64_t v) { return static_cast<std::uint32_t>(v); });

  for (std::size_t begin = 0; begin < items.size();) {
    std::size_t end = begin + 1;
    while (end < items.size() && (items[end] >> 32) == (items[begin] >> 32)) ++end;
    if (end - begin > 1) {
      std::sort(
          order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end),
          [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b] || (values[a] == values[b] && a < b); });
    }
    begin = end;
  }
  return order;
}

}  // namespace biotropy::match
