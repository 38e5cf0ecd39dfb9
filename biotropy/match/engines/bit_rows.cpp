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

#include <hwy/cache_control.h>

#include "biotropy/match/engines/bit_rows-inl.hpp"

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(FindRuns);
HWY_EXPORT(BuildTable);
HWY_EXPORT(CountRows);
HWY_EXPORT(CountsBothWays);
HWY_EXPORT(FillPlacesInTime);
HWY_EXPORT(PlaneWords);
HWY_EXPORT(SumCounts);

namespace {

std::size_t round_up(std::size_t n, std::size_t unit) {
  return (n + unit - 1) / unit * unit;
}

// Tables of the first sample, the third and those behind it; one in the order of time serves all samples.
std::size_t table_count(const Rule& rule, bool both_ways) {
  return both_ways ? 1 : static_cast<std::size_t>(rule.lengths.back() - 1);
}

// The samples of y that enter and leave the runs, in the order of the places where they do: x at a place of the common
// order matches y at another if y's run holds the place of x, so a sample enters at the begin of its own run and leaves
// at its end.
std::vector<std::uint32_t> changing_times(const CommonOrder& order, std::size_t y) {
  const auto times = order.sorted_times(y);
  const auto begins = order.begins(y), ends = order.ends(y);
  std::vector<std::uint32_t> changing;
  changing.reserve(2 * times.size());
  std::size_t left = 0;
  for (std::size_t entered = 0; entered < times.size(); ++entered) {
    const std::uint32_t time = times[entered];
    for (; left < entered && ends[times[left]] <= begins[time]; ++left) changing.push_back(times[left]);
    changing.push_back(time);
  }
  changing.insert(changing.end(), times.begin() + static_cast<std::ptrdiff_t>(left), times.end());
  return changing;
}

// For every sample of y, the position in a row of the template whose sample number `sample` it is.
std::vector<std::uint16_t> positions_by_rank(std::span<const std::uint32_t> sorted_times, std::size_t sample,
                                             std::size_t n_y, const TemplateSet& of_y, const Rule& rule) {
  const auto tau = static_cast<std::size_t>(rule.tau);
  const bool common = rule.templates == TemplateRule::common;
  const std::size_t templates = template_count(rule, n_y, common ? rule.lengths.back() : 2);
  std::vector<std::uint16_t> ranks(n_y, kNoTemplate), positions(n_y, kNoTemplate);
  for (std::size_t k = 0; k < sorted_times.size(); ++k) ranks[sorted_times[k]] = static_cast<std::uint16_t>(k);
  for (std::size_t start = 0; start < templates; ++start) {
    const std::size_t time = start + sample * tau;
    if (time < n_y && (!common || of_y.contains(start))) positions[time] = ranks[start + tau];
  }
  return positions;
}

// See BitRows::firsts_.
std::vector<std::uint16_t> first_samples(std::span<const std::uint32_t> sorted_times, std::size_t n_y,
                                         const TemplateSet& of_y, const Rule& rule) {
  const std::size_t templates = template_count(rule, n_y, rule.lengths.back());
  std::vector<std::uint16_t> firsts{0};
  for (const std::size_t time : sorted_times) {
    const bool is_template = time < templates && of_y.contains(time);
    firsts.push_back(static_cast<std::uint16_t>(firsts.back() + (is_template ? 1 : 0)));
  }
  return firsts;
}

AlignedVector<std::uint8_t> make_first_bits(std::size_t vector_bytes) {
  AlignedVector<std::uint8_t> vectors;
  for (std::size_t bits = 0; bits <= 8 * vector_bytes; ++bits) {
    for (std::size_t byte = 0; byte < vector_bytes; ++byte) {
      const std::size_t set = std::clamp(bits, 8 * byte, 8 * byte + 8) - 8 * byte;
      vectors.push_back(static_cast<std::uint8_t>((1U << set) - 1));
    }
  }
  return vectors;
}

}  // namespace

const std::uint8_t* first_bits(std::size_t vector_bytes) {
  static const std::array all{make_first_bits(8), make_first_bits(16), make_first_bits(32), make_first_bits(64)};
  return all[static_cast<std::size_t>(std::bit_width(vector_bytes / 8)) - 1].data();
}

void PartnerRanks::set(std::size_t partner, const CommonOrder& order, std::size_t series) {
  order.rank_words(series, of_one_);
  words_.resize(of_one_.size() * kPartners);
  for (std::size_t k = 0; k < of_one_.size(); ++k) words_[k * kPartners + partner] = of_one_[k];
}

void PartnerRanks::find_runs(std::span<const PlaceCode> begins, std::span<const PlaceCode> ends, std::size_t reach) {
  const std::size_t n = begins.size();
  stride_ = round_up(n, kRowBlock) + reach;
  runs_.resize(stride_ * kPartners);
  HWY_DYNAMIC_DISPATCH(FindRuns)(begins.data(), ends.data(), n, words_.data(), stride_, runs_.data());
  for (std::size_t partner = 0; partner < kPartners; ++partner) {
    std::fill_n(runs_.data() + partner * stride_ + n, stride_ - n, Run{0});
  }
}

std::size_t reach_of(const Rule& rule) {
  return static_cast<std::size_t>(rule.lengths.back() - 1) * static_cast<std::size_t>(rule.tau);
}

bool counts_both_ways(const Rule& rule, std::size_t n) {
  return HWY_DYNAMIC_DISPATCH(CountsBothWays)(rule, n);
}

double table_bytes(const Rule& rule, std::size_t n, bool both_ways) {
  const auto rows = 2.0 * static_cast<double>(n) + 1.0, row_bytes = static_cast<double>(round_up(n, kLineBits)) / 8.0;
  return static_cast<double>(table_count(rule, both_ways)) * rows * row_bytes;
}

void BitRows::build(const CommonOrder& order, std::size_t y, std::size_t n_y, const TemplateSet& of_y, const Rule& rule,
                    bool both_ways) {
  const auto sorted_times = order.sorted_times(y);
  const std::vector<std::uint32_t> changing = changing_times(order, y);
  n_y_ = n_y;
  both_ways_ = both_ways;
  row_bytes_ = round_up(std::max<std::size_t>(n_y, 1), kLineBits) / 8;
  table_bytes_ = (changing.size() + 1) * row_bytes_;
  tables_.resize(table_count(rule, both_ways) * table_bytes_ + kMostWindowBytes);
  for (std::size_t table = 0; table < table_count(rule, both_ways); ++table) {
    std::vector<std::uint16_t> of_time(n_y), positions(changing.size());
    if (both_ways)
      HWY_DYNAMIC_DISPATCH(FillPlacesInTime)(of_time);
    else
      of_time = positions_by_rank(sorted_times, table == 0 ? 0 : table + 1, n_y, of_y, rule);
    std::ranges::transform(changing, positions.begin(), [&](std::uint32_t time) { return of_time[time]; });
    HWY_DYNAMIC_DISPATCH(BuildTable)(positions, row_bytes_, tables_.data() + table * table_bytes_);
  }
  firsts_.clear();
  if (rule.templates == TemplateRule::common) firsts_ = first_samples(sorted_times, n_y, of_y, rule);
}

void BitRows::count(std::span<const Run> runs, std::size_t n_x, const TemplateSet& of_x, const Rule& rule) {
  const std::size_t rows = runs.size() - reach_of(rule), lengths = rule.lengths.size();
  const bool common = rule.templates == TemplateRule::common;
  const bool wants_counts = rule.per_template || !of_x.is_full();
  counts_.resize(rows * lengths);
  if (both_ways_) {
    planes_.resize(HWY_DYNAMIC_DISPATCH(PlaneWords)(n_y_));
    column_counts_.resize(row_bytes_ * 8 * lengths);
  }
  row_totals_.assign(lengths, {});
  HWY_DYNAMIC_DISPATCH(CountRows)
  ({tables_.data(), row_bytes_, table_bytes_, runs, rows,
    common ? template_count(rule, n_x, rule.lengths.back()) : rows, &rule, wants_counts, counts_.data(), planes_.data(),
    both_ways_ ? column_counts_.data() : nullptr},
   common ? firsts_.data() : nullptr, row_totals_.data());
  for (std::size_t position = 0; position < lengths && !of_x.is_full(); ++position) {
    for (std::size_t i = 0; i < template_count(rule, n_x, rule.lengths[position]); ++i) {
      if (!of_x.contains(i)) counts_[position * rows + i] = 0;
    }
  }
  sum(counts_, n_x, rule, there_);
  for (std::size_t position = 0; position < lengths; ++position)
    there_.totals[position] += row_totals_[position].matches;
  if (both_ways_) sum(column_counts_, n_y_, rule, back_);
}

// Of the counts of a series of n samples.
void BitRows::sum(std::span<const std::uint16_t> counts, std::size_t n, const Rule& rule, Direction& direction) const {
  const std::size_t lengths = rule.lengths.size(), stride = counts.size() / lengths;
  direction.totals.resize(lengths);
  direction.counts.assign(lengths, {});
  for (std::size_t position = 0; position < lengths; ++position) {
    const auto of_length = counts.subspan(position * stride, template_count(rule, n, rule.lengths[position]));
    const auto counted = of_length.subspan(std::min(row_totals_[position].first_counted, of_length.size()));
    direction.totals[position] = HWY_DYNAMIC_DISPATCH(SumCounts)(counted.data(), counted.size());
    if (rule.per_template) direction.counts[position] = of_length;
  }
}

}  // namespace biotropy::match

#endif  // HWY_ONCE
