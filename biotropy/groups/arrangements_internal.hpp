// SPDX-License-Identifier: Apache-2.0
//
// Arrangements of labels among rows: all of them if they are few, otherwise random ones. Labels are exchanged within
// blocks: one block of all subjects, or the rows of each subject of a paired design.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace biotropy::groups {

/// Number of different arrangements of the labels, or `limit` + 1 if there are more. n! / (n_1! n_2! ...) is a product
/// of binomial coefficients, so every step is an integer.
std::uint64_t count_arrangements(std::span<const std::uint16_t> labels, std::uint64_t limit);

class Arrangements {
 public:
  /// All arrangements of the labels if they are at most `wanted`, otherwise that many random ones.
  /// @param block_size rows of a block; 0: all rows. Blocks follow each other.
  Arrangements(std::span<const std::uint16_t> labels, std::uint64_t wanted, std::uint64_t seed,
               std::size_t block_size = 0);

  bool exact() const { return exact_; }
  std::uint64_t count() const { return count_; }

  /// Labels of the next arrangement: the same sequence for the same seed on every machine.
  const std::vector<std::uint16_t>& next();

 private:
  std::span<std::uint16_t> block(std::size_t first) { return std::span(labels_).subspan(first, block_size_); }

  std::vector<std::uint16_t> labels_;
  std::size_t block_size_;
  std::uint64_t count_ = 1;
  bool exact_, begun_ = false;
  std::mt19937_64 engine_;
};

}  // namespace biotropy::groups
