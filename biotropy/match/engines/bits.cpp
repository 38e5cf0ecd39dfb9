// SPDX-License-Identifier: Apache-2.0
//
// Many pairs of short series: one common order of the group's samples, one table of bit rows for each partner series,
// and three streaming passes for each pair (runs, rows, sums). The table takes n * n / 8 bytes and serves all pairs
// with that partner; work is shared out over (group, partner).
#include <algorithm>
#include <map>
#include <optional>

#include "biotropy/match/engines.hpp"
#include "biotropy/match/engines/bit_rows.hpp"
#include "biotropy/match/engines/common_order.hpp"
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
    std::map<std::uint32_t, std::vector<std::size_t>> pairs_of_partner;
    for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) pairs_of_partner[query.pairs[pair].y].push_back(pair);
    const std::vector partners(pairs_of_partner.begin(), pairs_of_partner.end());
    parallel_for(query.groups(), cancel, [&](std::size_t group) {
      const auto series = query.series.subspan(group * query.group_size, query.group_size);
      const CommonOrder order(series, query.rule.r, query.rule.boundary);
      std::vector<TemplateSet> sets;
      for (const Samples samples : series) sets.emplace_back(samples, query.rule);
      parallel_for(partners.size(), cancel, [&](std::size_t partner) {
        const auto& [y, pairs] = partners[partner];
        count_partner(query, group, order, sets, y, pairs, sink, cancel);
      });
    });
  }

 private:
  static void count_partner(const Query& query, std::size_t group, const CommonOrder& order,
                            std::span<const TemplateSet> sets, std::size_t y, const std::vector<std::size_t>& pairs,
                            const Sink& sink, const CancelFlag* cancel) {
    const Samples partner = query.series[group * query.group_size + y];
    std::vector<std::uint64_t> rank_words;
    order.rank_words(y, rank_words);
    BitRows rows;
    rows.build(order.sorted_times(y), partner.size());
    std::vector<Run> runs;
    std::optional<Tally> tally;  // rebuilt only for a series of another length
    for (const std::size_t pair : pairs) {
      if (cancel != nullptr) cancel->check();
      const std::size_t x = query.pairs[pair].x;
      const Samples samples = query.x(group, pair);
      runs.resize(padded_rows(samples.size()));
      find_runs(order.begins(x), order.ends(x), rank_words, runs);
      if (!tally || tally->samples() != samples.size())
        tally.emplace(query.rule, samples.size());
      else
        tally->clear();
      rows.count(runs, samples.size(), sets[x], sets[y], query.rule, *tally);
      remove_excluded(samples, partner, query.rule, *tally);
      tally->send(group, pair, sink);
    }
  }
};

}  // namespace

const Engine& bits_engine() {
  static const BitsEngine engine;
  return engine;
}

}  // namespace biotropy::match
