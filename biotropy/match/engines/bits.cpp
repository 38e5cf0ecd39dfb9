// SPDX-License-Identifier: Apache-2.0
//
// Many pairs of short series: one common order of the group's samples, one table of bit rows for each partner series,
// and three streaming passes for each pair (runs, rows, sums), or for both directions of one. The table takes n * n / 8
// bytes and serves all pairs with that partner; work is shared out over (group, block of partners).
#include <algorithm>
#include <optional>

#include "biotropy/match/engines.hpp"
#include "biotropy/match/engines/bit_rows.hpp"
#include "biotropy/match/engines/common_order.hpp"
#include "biotropy/match/engines/pairs_of_partners.hpp"
#include "biotropy/match/exclusion.hpp"

namespace biotropy::match {

namespace {

// Beyond this length the table of one series exceeds every cache, and ranks exceed 16 bits.
constexpr std::size_t kLongestSeries = 16384;

std::size_t longest_series(const Query& query) {
  std::size_t longest = 0;
  for (const Samples samples : query.series) longest = std::max(longest, samples.size());
  return longest;
}

// Partners whose tables fit the second-level cache together; more only share the finding of runs.
std::size_t partners_at_once(std::size_t longest) {
  constexpr double cache = 0.7e6;
  return std::clamp<std::size_t>(static_cast<std::size_t>(cache / table_bytes(longest)), 1, kPartners);
}

// Counts the pairs of a few partners in one group.
class PartnerBlock {
 public:
  PartnerBlock(const Query& query, std::size_t group, const CommonOrder& order, std::span<const TemplateSet> sets,
               std::span<const PartnerItems> partners)
      : rule_(query.rule),
        series_(query.series.subspan(group * query.group_size, query.group_size)),
        group_(group),
        order_(order),
        sets_(sets),
        rows_(partners.size()) {
    for (std::size_t partner = 0; partner < partners.size(); ++partner) {
      const std::uint32_t y = partners[partner].y;
      ranks_.set(partner, order, y);
      rows_[partner].build(order.sorted_times(y), series_[y].size());
      for (const PairItem& item : partners[partner].items) work_.push_back({partner, y, item});
    }
    std::ranges::stable_sort(work_, {}, [](const Work& work) { return work.item.x; });
  }

  void count(const Sink& sink, const CancelFlag* cancel) {
    std::optional<std::uint32_t> x;  // whose runs were found
    for (const Work& work : work_) {
      if (cancel != nullptr) cancel->check();
      if (x != work.item.x) {
        x = work.item.x;
        ranks_.find_runs(order_.begins(*x), order_.ends(*x));
      }
      count_item(work, sink);
    }
  }

 private:
  struct Work {
    std::size_t partner;
    std::uint32_t y;
    PairItem item;
  };

  void count_item(const Work& work, const Sink& sink) {
    const std::uint32_t x = work.item.x, y = work.y;
    const std::optional<std::size_t> other_way = work.item.other_way;
    start(tally_, series_[x].size());
    if (other_way) start(other_tally_, series_[y].size());
    rows_[work.partner].count(ranks_.runs(work.partner), series_[x].size(), sets_[x], sets_[y], rule_, *tally_,
                              other_way ? &*other_tally_ : nullptr);
    send(x, y, work.item.pair, *tally_, sink);
    if (other_way) send(y, x, *other_way, *other_tally_, sink);
  }

  // Makes a new tally only for a series of another length.
  void start(std::optional<Tally>& tally, std::size_t samples) const {
    if (!tally || tally->samples() != samples)
      tally.emplace(rule_, samples);
    else
      tally->clear();
  }

  void send(std::uint32_t x, std::uint32_t y, std::size_t pair, Tally& tally, const Sink& sink) const {
    remove_excluded(series_[x], series_[y], rule_, tally);
    tally.send(group_, pair, sink);
  }

  const Rule& rule_;
  std::span<const Samples> series_;
  std::size_t group_;
  const CommonOrder& order_;
  std::span<const TemplateSet> sets_;
  PartnerRanks ranks_;
  std::vector<BitRows> rows_;
  std::vector<Work> work_;
  std::optional<Tally> tally_, other_tally_;
};

class BitsEngine final : public Engine {
 public:
  std::string_view name() const override { return "bits"; }
  std::string_view description() const override { return "bit rows in rank space; many pairs of short series"; }

  bool can(const Query& query) const override { return longest_series(query) <= kLongestSeries; }

  double cost(const Query& query, const QuerySketch&) const override {
    constexpr double seconds_per_sample = 25e-9;       // sorting and places
    constexpr double table_in_cache = 0.7e6;           // bytes of P that are built quickly
    constexpr double seconds_per_row = 1.5e-9;         // ranks and sums
    constexpr double seconds_per_row_byte = 0.012e-9;  // two reads of P, at best from the second-level cache
    const auto n = static_cast<double>(longest_series(query));
    const auto groups = static_cast<double>(query.groups()), size = static_cast<double>(query.group_size);
    const auto pairs = static_cast<double>(query.pairs.size());
    const double tables = std::min(size, pairs);
    const double table = table_bytes(static_cast<std::size_t>(n));
    const double seconds_per_table_byte = table < table_in_cache ? 0.1e-9 : 0.3e-9;
    const double row_bytes = table / (n + 1.0);
    const double levels = query.rule.lengths.back();
    return groups * (size * n * seconds_per_sample + tables * table * seconds_per_table_byte +
                     pairs * n * (seconds_per_row + levels * row_bytes * seconds_per_row_byte));
  }

  void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const override {
    const bool both_ways = counts_both_ways(query.rule, longest_series(query));
    const auto partners = pairs_of_partners(query.pairs, query.group_size, both_ways);
    const std::size_t at_once = partners_at_once(longest_series(query));
    parallel_for(query.groups(), cancel, [&](std::size_t group) {
      const auto series = query.series.subspan(group * query.group_size, query.group_size);
      const CommonOrder order(series, query.rule.r, query.rule.boundary);
      std::vector<TemplateSet> sets;
      for (const Samples samples : series) sets.emplace_back(samples, query.rule);
      parallel_for((partners.size() + at_once - 1) / at_once, cancel, [&](std::size_t block) {
        const auto some = std::span(partners).subspan(block * at_once);
        PartnerBlock(query, group, order, sets, some.first(std::min(at_once, some.size()))).count(sink, cancel);
      });
    });
  }
};

}  // namespace

const Engine& bits_engine() {
  static const BitsEngine engine;
  return engine;
}

}  // namespace biotropy::match
