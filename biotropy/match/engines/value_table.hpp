// SPDX-License-Identifier: Apache-2.0
//
// Numbers distinct values in order of occurrence: an open-addressing hash table that grows, so that a table of a
// hundred values stays in the first-level cache.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace biotropy::match {

class ValueTable {
 public:
  ValueTable() { grow(); }

  /// Number of a value that is not NaN; 0.0 and -0.0 are the same value.
  std::uint16_t number(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);
    for (std::size_t slot = first_slot(bits);; slot = (slot + 1) & (keys_.size() - 1)) {
      if (keys_[slot] == bits) return numbers_[slot];
      if (keys_[slot] != kEmpty) continue;
      const auto next = static_cast<std::uint16_t>(values_.size());
      keys_[slot] = bits;
      numbers_[slot] = next;
      values_.push_back(value + 0.0);
      if (2 * values_.size() > keys_.size()) grow();
      return next;
    }
  }

  /// Values by their numbers.
  const std::vector<double>& values() const { return values_; }

 private:
  static constexpr std::uint64_t kEmpty = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN());
  static constexpr std::size_t kSmallest = 512, kGrowth = 4;

  std::size_t first_slot(std::uint64_t bits) const {
    // Values on a grid differ only in the upper bits; folding moves these down before the multiplication.
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;
    constexpr int half = 32;
    return ((bits ^ (bits >> half)) * golden) >> shift_;
  }

  void grow() {
    const std::size_t slots = keys_.empty() ? kSmallest : kGrowth * keys_.size();
    shift_ = 64 - std::countr_zero(slots);
    keys_.assign(slots, kEmpty);
    numbers_.assign(slots, 0);
    for (std::size_t number = 0; number < values_.size(); ++number) {
      const auto bits = std::bit_cast<std::uint64_t>(values_[number]);
      std::size_t slot = first_slot(bits);
      while (keys_[slot] != kEmpty) slot = (slot + 1) & (slots - 1);
      keys_[slot] = bits;
      numbers_[slot] = static_cast<std::uint16_t>(number);
    }
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint16_t> numbers_;
  std::vector<double> values_;
  int shift_ = 0;
};

}  // namespace biotropy::match
