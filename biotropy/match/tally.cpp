// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/tally.hpp"

#include <algorithm>

namespace biotropy::match {

Tally::Tally(const Rule& rule, std::size_t n_x)
    : per_template_(rule.per_template), samples_(n_x), totals_(rule.lengths.size()), counts_(rule.lengths.size()) {
  if (!per_template_) return;
  for (std::size_t position = 0; position < rule.lengths.size(); ++position) {
    counts_[position].resize(template_count(rule, n_x, rule.lengths[position]));
  }
}

void Tally::clear() {
  std::fill(totals_.begin(), totals_.end(), 0);
  for (auto& counts : counts_) std::fill(counts.begin(), counts.end(), 0);
}

void Tally::send(std::size_t group, std::size_t pair, const Sink& sink) const {
  std::vector<LengthCounts> lengths(totals_.size());
  for (std::size_t position = 0; position < totals_.size(); ++position) {
    lengths[position].total = totals_[position];
    if (per_template_) lengths[position].per_template = counts_[position];
  }
  sink({group, pair, lengths});
}

}  // namespace biotropy::match
