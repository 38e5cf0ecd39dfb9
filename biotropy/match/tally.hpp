// SPDX-License-Identifier: Apache-2.0
//
// Counts of one pair of series, while they are made.
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/match/engine.hpp"

namespace biotropy::match {

class Tally {
 public:
  /// @param n_x samples of the series whose templates are counted.
  Tally(const Rule& rule, std::size_t n_x);

  /// Sets all counts to zero, for the next pair with a series of the same length.
  void clear();

  /// Samples of the series whose templates are counted.
  std::size_t samples() const { return samples_; }

  /// Counts for each template of x at the length rule.lengths[position].
  std::span<std::uint32_t> per_template(std::size_t position) { return counts_[position]; }

  /// Adds `change` (modulo 2^64, so also a negative one) to a total that is not the sum of per-template counts.
  void add_total(std::size_t position, std::uint64_t change) { totals_[position] += change; }

  /// Adds one match (or, with -1, removes one) of template i.
  void add(std::size_t position, std::size_t i, std::int32_t change = 1) {
    totals_[position] += static_cast<std::uint64_t>(static_cast<std::int64_t>(change));
    if (per_template_) counts_[position][i] += static_cast<std::uint32_t>(change);
  }

  bool wants_per_template() const { return per_template_; }

  /// Passes the counts to the sink.
  void send(std::size_t group, std::size_t pair, const Sink& sink) const;

 private:
  bool per_template_;
  std::size_t samples_;
  std::vector<std::uint64_t> totals_;
  std::vector<std::vector<std::uint32_t>> counts_;
};

}  // namespace biotropy::match
