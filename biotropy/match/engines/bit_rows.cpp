// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/bit_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/engines/bit_rows.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#include "biotropy/match/engines/bit_rows-inl.hpp"

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(FindRuns);
HWY_EXPORT(RowWords);
HWY_EXPORT(RowPositions);
HWY_EXPORT(CountsColumns);
HWY_EXPORT(BuildTable);
HWY_EXPORT(CountRows);
HWY_EXPORT(SumCounts);

namespace {

// Adds the counts of the templates of a series of n samples.
void add_counts(const std::uint16_t* counts, std::size_t n, const Rule& rule, std::size_t position, Tally& tally) {
  std::uint32_t* destination = rule.per_template ? tally.per_template(position).data() : nullptr;
  const std::size_t templates = template_count(rule, n, rule.lengths[position]);
  tally.add_total(position, HWY_DYNAMIC_DISPATCH(SumCounts)(counts, templates, destination));
}

}  // namespace

void PartnerRanks::set(std::size_t partner, const CommonOrder& order, std::size_t series) {
  order.rank_words(series, of_one_);
  words_.resize(of_one_.size() * kPartners);
  for (std::size_t k = 0; k < of_one_.size(); ++k) words_[k * kPartners + partner] = of_one_[k];
}

void PartnerRanks::find_runs(std::span<const PlaceCode> begins, std::span<const PlaceCode> ends) {
  const std::size_t n = begins.size();
  stride_ = (n + kRowBlock - 1) / kRowBlock * kRowBlock;
  runs_.resize(stride_ * kPartners);
  HWY_DYNAMIC_DISPATCH(FindRuns)(begins.data(), ends.data(), n, words_.data(), stride_, runs_.data());
  for (std::size_t partner = 0; partner < kPartners; ++partner) {
    std::fill_n(runs_.data() + partner * stride_ + n, stride_ - n, Run{0});
  }
}

double table_bytes(std::size_t n) {
  constexpr double smallest_row = 64.0;
  return (static_cast<double>(n) + 1.0) * std::max(smallest_row, static_cast<double>(n) / 8.0);
}

void BitRows::build(std::span<const std::uint32_t> sorted_times, std::size_t n_y) {
  n_y_ = n_y;
  table_.resize((sorted_times.size() + 1) * HWY_DYNAMIC_DISPATCH(RowWords)(n_y));
  HWY_DYNAMIC_DISPATCH(BuildTable)(sorted_times.data(), sorted_times.size(), n_y, table_.data());
}

bool counts_both_ways(const Rule& rule, std::size_t n) {
  return HWY_DYNAMIC_DISPATCH(CountsColumns)(rule, n);
}

void BitRows::count(std::span<const Run> runs, std::size_t n_x, const TemplateSet& of_x, const TemplateSet& of_y,
                    const Rule& rule, Tally& tally, Tally* other_way) {
  const std::size_t row_words = HWY_DYNAMIC_DISPATCH(RowWords)(n_y_);
  const auto longest = static_cast<std::size_t>(rule.lengths.back());
  // One slot more than M needs holds the mask of the partners counted under TemplateRule::common.
  state_.assign(((longest - 1) * static_cast<std::size_t>(rule.tau) + 1) * row_words, 0);
  counts_.resize(runs.size() * rule.lengths.size());
  const std::size_t positions = HWY_DYNAMIC_DISPATCH(RowPositions)(n_y_);
  if (other_way != nullptr) {
    planes_.resize(2 * kColumnPlanes * longest * row_words);
    column_counts_.resize(positions * rule.lengths.size());
  }
  const RowJob job{table_.data(),
                   runs,
                   n_x,
                   n_y_,
                   &of_x,
                   &of_y,
                   &rule,
                   state_.data(),
                   counts_.data(),
                   planes_.data(),
                   other_way != nullptr ? column_counts_.data() : nullptr};
  const RowResult result = HWY_DYNAMIC_DISPATCH(CountRows)(job);
  for (std::size_t position = 0; position < rule.lengths.size(); ++position) {
    tally.add_total(position, result.totals[position]);
    if (other_way != nullptr)
      add_counts(column_counts_.data() + position * positions, n_y_, rule, position, *other_way);
    if (!result.has_counts[position]) continue;
    std::uint16_t* counts = counts_.data() + position * runs.size();
    const std::size_t templates = template_count(rule, n_x, rule.lengths[position]);
    for (std::size_t i = 0; i < templates && !of_x.is_full(); ++i) {
      if (!of_x.contains(i)) counts[i] = 0;
    }
    add_counts(counts, n_x, rule, position, tally);
  }
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
