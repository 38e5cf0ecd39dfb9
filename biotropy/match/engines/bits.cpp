// SPDX-License-Identifier: Apache-2.0
//
// Many pairs of short series: one common order of the group's samples, tables of bit rows for each partner series, and
// three streaming passes for each pair (runs, rows, sums), or for both directions of one. A table takes n * n / 4 bytes
// and serves all pairs with that partner; work is shared out over (group, block of partners).
#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "biotropy/match/engines.hpp"
#include "biotropy/match/engines/bit_rows.hpp"
#include "biotropy/match/engines/common_order.hpp"
#include "biotropy/match/exclusion.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

namespace {

// The pairs of a query by the series that they are matched in. Where one pass counts (x, y) and (y, x), both are one
// item, at one of the two series; around the circle of the series each has the half that follows it, so that all have
// about as many.

struct PairItem {
  std::uint32_t x = 0;
  std::size_t pair = 0;                  ///< position of (x, y) among the pairs
  std::optional<std::size_t> other_way;  ///< position of (y, x), if it is counted by the same pass
};

struct PartnerItems {
  std::uint32_t y = 0;
  std::vector<PairItem> items;
};

// Of two different series, whether the items of y have the pair.
bool belongs_to(std::size_t y, std::size_t x, std::size_t group_size) {
  const std::size_t steps = (x + group_size - y) % group_size;
  return 2 * steps < group_size || (2 * steps == group_size && y < x);
}

/// Every pair is in exactly one item.
/// @param both_ways whether (x, y) and (y, x) are to be one item.
std::vector<PartnerItems> pairs_of_partners(std::span<const Pair> pairs, std::size_t group_size, bool both_ways) {
  std::map<std::uint32_t, std::vector<PairItem>> items;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> waiting;  // for the same pair the other way
  for (std::size_t position = 0; position < pairs.size(); ++position) {
    const auto [x, y] = pairs[position];
    if (both_ways && x != y) {
      if (const auto other = waiting.find({y, x}); other != waiting.end()) {
        if (belongs_to(y, x, group_size))
          items[y].push_back({x, position, other->second});
        else
          items[x].push_back({y, other->second, position});
        waiting.erase(other);
        continue;
      }
      if (waiting.try_emplace({x, y}, position).second) continue;
    }
    items[y].push_back({x, position, std::nullopt});
  }
  for (const auto& [pair, position] : waiting) items[pair.second].push_back({pair.first, position, std::nullopt});
  std::vector<PartnerItems> partners;
  for (auto& [y, of_y] : items) partners.push_back({y, std::move(of_y)});
  return partners;
}

// Beyond this length the table of one series exceeds every cache; counts must stay below 2^15.
constexpr std::size_t kLongestSeries = 16384;
constexpr double kMostTableBytes = 1.5e8;  // of one partner: templates of 3 samples of the longest series

std::size_t longest_series(const Query& query) {
  std::size_t longest = 0;
  for (const Samples samples : query.series) longest = std::max(longest, samples.size());
  return longest;
}

// Partners whose tables fit the second-level cache together; more only share the finding of runs. Windows read a part
// of each row.
std::size_t partners_at_once(const Query& query, bool both_ways) {
  const double cache = both_ways ? 0.9e6 : 1.2e6;
  const double tables = std::max(table_bytes(query.rule, longest_series(query), both_ways), 1.0);
  return static_cast<std::size_t>(std::clamp<double>(cache / tables, 1.0, kPartners));
}

// Memory of tables that goes from one block of partners to the next: to get it anew takes as long as to fill it.
class TablePool {
 public:
  std::vector<BitRows> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return {};
    std::vector<BitRows> tables = std::move(free_.back());
    free_.pop_back();
    return tables;
  }

  void give_back(std::vector<BitRows> tables) noexcept {
    try {
      const std::lock_guard lock(mutex_);
      free_.push_back(std::move(tables));
    } catch (const std::bad_alloc&) {  // without memory to keep them in, they are freed
    }
  }

 private:
  std::mutex mutex_;
  std::vector<std::vector<BitRows>> free_;
};

// Counts the pairs of a few partners in one group.
class PartnerBlock {
 public:
  PartnerBlock(const Query& query, std::size_t group, const CommonOrder& order, std::span<const TemplateSet> sets,
               std::span<const PartnerItems> partners, bool both_ways, TablePool& pool)
      : rule_(query.rule),
        series_(query.series.subspan(group * query.group_size, query.group_size)),
        group_(group),
        order_(order),
        sets_(sets),
        pool_(pool),
        rows_(pool.take()) {
    rows_.resize(std::max(rows_.size(), partners.size()));
    for (std::size_t partner = 0; partner < partners.size(); ++partner) {
      const std::uint32_t y = partners[partner].y;
      ranks_.set(partner, order, y);
      rows_[partner].build(order, y, series_[y].size(), sets_[y], rule_, both_ways);
      for (const PairItem& item : partners[partner].items) work_.push_back({partner, y, item});
    }
    std::ranges::stable_sort(work_, {}, [](const Work& work) { return work.item.x; });
  }

  ~PartnerBlock() { pool_.give_back(std::move(rows_)); }
  PartnerBlock(const PartnerBlock&) = delete;
  PartnerBlock& operator=(const PartnerBlock&) = delete;

  void count(const Sink& sink, const CancelFlag* cancel) {
    std::optional<std::uint32_t> x;  // whose runs were found
    for (const Work& work : work_) {
      if (cancel != nullptr) cancel->check();
      if (x != work.item.x) {
        x = work.item.x;
        ranks_.find_runs(order_.begins(*x), order_.ends(*x), reach_of(rule_));
      }
      BitRows& rows = rows_[work.partner];
      rows.count(ranks_.runs(work.partner), series_[*x].size(), sets_[*x], rule_);
      send(*x, work.y, work.item.pair, rows.there(), sink);
      if (work.item.other_way) send(work.y, *x, *work.item.other_way, rows.back(), sink);
    }
  }

 private:
  struct Work {
    std::size_t partner;
    std::uint32_t y;
    PairItem item;
  };

  void send(std::uint32_t x, std::uint32_t y, std::size_t pair, const BitRows::Direction& found, const Sink& sink) {
    if (rule_.per_template && rule_.products_suffice && rule_.theiler < kExcludeSelf)
      send_products(pair, found, sink);
    else
      send_counts(series_[x], series_[y], pair, found, sink);
  }

  void send_products(std::size_t pair, const BitRows::Direction& found, const Sink& sink) {
    count_products(found.counts, products_);
    lengths_.clear();
    for (std::size_t position = 0; position < products_.size(); ++position) {
      lengths_.push_back({found.totals[position], {}, &products_[position]});
    }
    sink({group_, pair, lengths_});
  }

  void send_counts(Samples x, Samples y, std::size_t pair, const BitRows::Direction& found, const Sink& sink) {
    if (!tally_ || tally_->samples() != x.size()) tally_.emplace(rule_, x.size());
    tally_->clear();
    for (std::size_t position = 0; position < rule_.lengths.size(); ++position) {
      tally_->add_total(position, found.totals[position]);
      std::ranges::copy(found.counts[position], tally_->per_template(position).begin());
    }
    remove_excluded(x, y, rule_, *tally_);
    tally_->send(group_, pair, sink);
  }

  const Rule& rule_;
  std::span<const Samples> series_;
  std::size_t group_;
  const CommonOrder& order_;
  std::span<const TemplateSet> sets_;
  PartnerRanks ranks_;
  TablePool& pool_;
  std::vector<BitRows> rows_;
  std::vector<Work> work_;
  std::optional<Tally> tally_;
  std::vector<CountProduct> products_;  // of the pair that is sent
  std::vector<LengthCounts> lengths_;
};

class BitsEngine final : public Engine {
 public:
  std::string_view name() const override { return "bits"; }
  std::string_view description() const override { return "bit rows in rank space; many pairs of short series"; }

  bool can(const Query& query) const override {
    const std::size_t n = longest_series(query);
    return n <= kLongestSeries && table_bytes(query.rule, n, false) <= kMostTableBytes;
  }

  double cost(const Query& query, const QuerySketch& sketch) const override {
    constexpr double seconds_per_sample = 25e-9;  // sorting and places
    constexpr double seconds_per_row = 2e-9;      // runs and sums
    constexpr double seconds_per_table = 8e-6;
    const auto n = static_cast<double>(longest_series(query));
    const auto groups = static_cast<double>(query.groups()), size = static_cast<double>(query.group_size);
    const auto pairs = static_cast<double>(query.pairs.size());
    const double tables = std::min(size, pairs);
    const double bytes = table_bytes(query.rule, longest_series(query), false);
    // By the cache that a table fits.
    const double seconds_per_line = bytes < 1.2e6 ? 0.7e-9 : bytes < 1e7 ? 6e-9 : 32e-9;
    const double seconds_per_byte = bytes < 1.2e6 ? 0.03e-9 : 0.3e-9;
    const double window = n / 8.0 * sketch.one, lines = 1.0 + window / static_cast<double>(kCacheLine);
    const double levels = query.rule.lengths.back() - 1;
    return groups * (size * n * seconds_per_sample + tables * (seconds_per_table + bytes * seconds_per_byte) +
                     pairs * n * (seconds_per_row + levels * lines * seconds_per_line));
  }

  void count(const Query& any, const Sink& sink, const CancelFlag* cancel) const override {
    // A longer delay than the series leaves no template of two samples either, and would need runs of its length.
    Query query = any;
    query.rule.tau = std::min(query.rule.tau, static_cast<int>(std::max<std::size_t>(longest_series(any), 1)));
    const bool both_ways = counts_both_ways(query.rule, longest_series(query));
    const auto partners = pairs_of_partners(query.pairs, query.group_size, both_ways);
    const std::size_t at_once = partners_at_once(query, both_ways);
    TablePool pool;
    parallel_for(query.groups(), cancel, [&](std::size_t group) {
      const auto series = query.series.subspan(group * query.group_size, query.group_size);
      const CommonOrder order(series, query.rule.r, query.rule.boundary);
      std::vector<TemplateSet> sets;
      for (const Samples samples : series) sets.emplace_back(samples, query.rule);
      parallel_for((partners.size() + at_once - 1) / at_once, cancel, [&](std::size_t block) {
        const auto some = std::span(partners).subspan(block * at_once);
        PartnerBlock(query, group, order, sets, some.first(std::min(at_once, some.size())), both_ways, pool)
            .count(sink, cancel);
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
