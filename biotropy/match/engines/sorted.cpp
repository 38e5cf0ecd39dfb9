// SPDX-License-Identifier: Apache-2.0
//
// Long series: templates are sorted into strips of similar first samples, each ordered by the second sample
// (strips.hpp). Only candidates that match in both are compared, sixteen or thirty-two at a time (strip_scan.hpp). For
// totals of a self comparison only unordered pairs are counted.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "biotropy/match/engines.hpp"
#include "biotropy/match/engines/strip_scan.hpp"
#include "biotropy/match/exclusion.hpp"
#include "biotropy/match/template_set.hpp"
#include "biotropy/pieces.hpp"

namespace biotropy::match {

namespace {

// Templates of one block: enough to pay for the pointers, few enough to cancel and to share among threads.
constexpr std::size_t kBlock = 1024;
constexpr double kFinestStrip = 5.0;
constexpr int kIndexedLength = 3;  // length of the templates that a StripIndex supports
constexpr double kCandidatesPerStrip = 128.0;

// Strips of r / fineness give a template enough candidates in each to fill a few vectors; finer ones are used where the
// densest would exceed the ranks of an index.
double strip_width(const RankSpace& space, double r) {
  double window = 0.0;
  for (const PlaceRun run : space.runs) window += run.end - run.begin;
  window /= std::max<double>(1.0, static_cast<double>(space.runs.size()));
  const double candidates = window * window / std::max<double>(1.0, static_cast<double>(space.times.size()));
  constexpr double densest = 0.75;  // ranks within r at the peak of a normal distribution, as a part of the mean window
  return r / std::max(std::clamp(candidates / (2.0 * kCandidatesPerStrip), 1.0, kFinestStrip),
                      densest * window / StripIndex::kMostRanks);
}

using Blocks = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // places [begin, end)
using TaskTotals = std::vector<std::vector<std::uint64_t>>;           // by task and length

class PairCount {
 public:
  PairCount(Samples x, Samples y, const Rule& rule, Tally& tally, const CancelFlag* cancel)
      : x_(x),
        y_(y),
        rule_(rule),
        tally_(tally),
        cancel_(cancel),
        same_(x.data() == y.data() && x.size() == y.size()),
        longest_(rule.lengths.back()),
        of_x_(x, rule),
        of_y_(y, rule),
        space_(x, y, rule.r, rule.boundary) {}

  /// Counts every length of the rule into the tally.
  void count() {
    if (rule_.lengths.front() == 1) count_single_samples();
    if (longest_ < 2) return;
    const double width = strip_width(space_, rule_.r);
    const TemplateStrips of_y(space_, y_, width, template_count(rule_, y_.size(), 2), of_y_, longest_, rule_.tau);
    if (same_) {
      count_strips(of_y, of_y);
    } else {
      const RankSpace own(x_, x_, rule_.r, rule_.boundary);
      count_strips(TemplateStrips(own, x_, width, template_count(rule_, x_.size(), 2), of_x_, 1, rule_.tau), of_y);
    }
  }

 private:
  // Length 1: the size of the run, or the number of templates in it.
  void count_single_samples() {
    const std::size_t templates_y = template_count(rule_, y_.size(), 1);
    std::vector<std::uint32_t> templates_before(space_.times.size() + 1, 0);
    for (std::size_t k = 0; k < space_.times.size(); ++k) {
      const bool is_template = space_.times[k] < templates_y && of_y_.contains(space_.times[k]);
      templates_before[k + 1] = templates_before[k] + (is_template ? 1U : 0U);
    }
    const std::size_t templates_x = template_count(rule_, x_.size(), 1);
    for (std::size_t i = 0; i < templates_x; ++i) {
      if (!of_x_.contains(i)) continue;
      const std::uint32_t count = templates_before[space_.runs[i].end] - templates_before[space_.runs[i].begin];
      tally_.add_total(0, count);
      if (tally_.wants_per_template()) tally_.per_template(0)[i] = count;
    }
  }

  void count_strips(const TemplateStrips& of_x, const TemplateStrips& of_y) {
    Blocks blocks;
    for (const Strip& strip : of_x.strips()) {
      for (std::uint32_t begin = strip.begin; begin < strip.end; begin += kBlock) {
        blocks.emplace_back(begin, std::min<std::uint32_t>(strip.end, begin + kBlock));
      }
    }
    const bool half = same_ && !tally_.wants_per_template();
    const bool by_strip = !tally_.wants_per_template() && longest_ == kIndexedLength;
    const auto totals = by_strip ? scan_by_strip(of_x, of_y, blocks, half) : scan_by_block(of_x, of_y, blocks, half);
    for (std::size_t position = 0; position < rule_.lengths.size(); ++position) {
      if (rule_.lengths[position] < 2) continue;
      const auto length = static_cast<std::size_t>(rule_.lengths[position]) - 2;
      for (const auto& of_task : totals) tally_.add_total(position, of_task[length] * (half ? 2 : 1));
      if (half) tally_.add_total(position, self_matches(of_y, rule_.lengths[position]));
    }
  }

  // Block by block: the counts of its templates are complete after all strips.
  TaskTotals scan_by_block(const TemplateStrips& of_x, const TemplateStrips& of_y, const Blocks& blocks, bool half) {
    TaskTotals totals(blocks.size());
    parallel_for(blocks.size(), cancel_, [&](std::size_t b) {
      const QueryBlock block = query_block(of_x, blocks[b].first, blocks[b].second);
      ScanCounts counts = scan(block, of_y, half);
      if (tally_.wants_per_template()) store_templates(of_x, block, counts);
      totals[b] = std::move(counts.totals);
    });
    return totals;
  }

  // Strip by strip, so that the index of a strip serves all blocks.
  TaskTotals scan_by_strip(const TemplateStrips& of_x, const TemplateStrips& of_y, const Blocks& blocks,
                           bool half) const {
    std::vector<QueryBlock> queries(blocks.size());
    parallel_for(blocks.size(), cancel_,
                 [&](std::size_t b) { queries[b] = query_block(of_x, blocks[b].first, blocks[b].second); });
    // No earlier block has a window beyond this rank, and no later block one that begins below it.
    std::vector<std::uint32_t> beyond(blocks.size()), least(blocks.size());
    for (std::size_t b = 0; b < blocks.size(); ++b) beyond[b] = std::max(queries[b].beyond, b > 0 ? beyond[b - 1] : 0U);
    for (std::size_t b = blocks.size(); b-- > 0;) {
      least[b] = std::min(queries[b].least, b + 1 < blocks.size() ? least[b + 1] : RankSpace::kNowhere);
    }
    TaskTotals totals(of_y.strips().size());
    parallel_for(totals.size(), cancel_, [&](std::size_t s) {
      const Strip& strip = of_y.strips()[s];
      ScanCounts counts;
      counts.totals.assign(static_cast<std::size_t>(longest_ - 1), 0);
      std::optional<StripIndex> index;
      if (is_worth_an_index(strip)) index.emplace(space_.times.size()).take(of_y, strip);
      const auto first = std::upper_bound(beyond.begin(), beyond.end(), strip.first_rank);
      for (auto b = static_cast<std::size_t>(first - beyond.begin()); b < blocks.size(); ++b) {
        if (least[b] >= strip.last_rank) break;
        const QueryBlock& block = queries[b];
        if (block.beyond <= strip.first_rank || block.least >= strip.last_rank) continue;
        if (half && strip.end <= block.first_place) continue;
        if (cancel_ != nullptr) cancel_->check();
        scan_strip(block, of_y, strip, index ? &*index : nullptr, half, counts);
      }
      totals[s] = std::move(counts.totals);
    });
    return totals;
  }

  // Building the index reads all its words; the time saved grows with the square of the strip.
  bool is_worth_an_index(const Strip& strip) const {
    constexpr std::size_t fewest = 512, ranks_for_a_candidate = 4;
    const std::size_t size = strip.end - strip.begin;
    return size >= fewest && strip.last_rank - strip.first_rank <= StripIndex::kMostRanks &&
           size * size >= ranks_for_a_candidate * space_.times.size();
  }

  QueryBlock query_block(const TemplateStrips& of_x, std::uint32_t begin, std::uint32_t end) const {
    QueryBlock block;
    block.size = end - begin;
    block.first_place = begin;
    const auto length = static_cast<std::size_t>(longest_), step = static_cast<std::size_t>(rule_.tau);
    block.begins.assign(length, std::vector<std::uint32_t>(block.size));
    block.widths = block.begins;
    for (std::size_t query = 0; query < block.size; ++query) {
      std::size_t sample = of_x.times()[begin + query];
      for (std::size_t k = 0; k < length && sample < x_.size(); ++k, sample += step) {
        block.begins[k][query] = space_.runs[sample].begin;
        block.widths[k][query] = space_.runs[sample].end - space_.runs[sample].begin;
      }
    }
    for (std::size_t query = 0; query < block.size; ++query) {
      if (block.widths[0][query] == 0) continue;
      block.least = std::min(block.least, block.begins[0][query]);
      block.beyond = std::max(block.beyond, block.begins[0][query] + block.widths[0][query]);
    }
    return block;
  }

  ScanCounts scan(const QueryBlock& block, const TemplateStrips& of_y, bool half) const {
    ScanCounts counts;
    const auto lengths = static_cast<std::size_t>(longest_ - 1);
    counts.totals.assign(lengths, 0);
    if (tally_.wants_per_template()) counts.per_template.assign(lengths, std::vector<std::uint32_t>(block.size));
    const auto strips = of_y.strips();
    const auto reaches = [](const Strip& strip, std::uint32_t rank) { return strip.last_rank <= rank; };
    for (auto strip = std::lower_bound(strips.begin(), strips.end(), block.least, reaches);
         strip != strips.end() && strip->first_rank < block.beyond; ++strip) {
      if (cancel_ != nullptr) cancel_->check();
      if (half && strip->end <= block.first_place) continue;
      scan_strip(block, of_y, *strip, nullptr, half, counts);
    }
    return counts;
  }

  void store_templates(const TemplateStrips& of_x, const QueryBlock& block, ScanCounts& counts) {
    for (std::size_t position = 0; position < rule_.lengths.size(); ++position) {
      if (rule_.lengths[position] < 2) continue;
      const auto length = static_cast<std::size_t>(rule_.lengths[position]) - 2;
      const auto destination = tally_.per_template(position);
      for (std::size_t query = 0; query < block.size; ++query) {
        const std::uint32_t time = of_x.times()[block.first_place + query];
        // Under TemplateRule::all a template of length 2 may be none at a longer length; it has no count there.
        if (time >= destination.size()) continue;
        destination[time] = counts.per_template[length][query];
        counts.totals[length] += counts.per_template[length][query];
      }
    }
  }

  // Templates complete at this length: each matches itself unless the boundary is open and r = 0.
  std::uint64_t self_matches(const TemplateStrips& of_y, int length) const {
    if (!matches(0.0, 0.0, rule_.r, rule_.boundary)) return 0;
    if (space_.times.size() == x_.size()) return template_count(rule_, x_.size(), length);
    constexpr std::size_t worth_a_thread = 32768;
    const Pieces pieces(of_y.strips().empty() ? 0 : of_y.strips().back().end, worth_a_thread);
    std::vector<std::uint64_t> whole(pieces.size(), 0);
    for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
      for (std::size_t place = begin; place < end; ++place) {
        std::uint32_t missing = 0;
        for (int k = 0; k < length; ++k) missing |= of_y.ranks(k)[place] == RankSpace::kNowhere ? 1U : 0U;
        whole[piece] += 1 - missing;
      }
    });
    return std::accumulate(whole.begin(), whole.end(), std::uint64_t{0});
  }

  Samples x_, y_;
  const Rule& rule_;
  Tally& tally_;
  const CancelFlag* cancel_;
  bool same_;
  int longest_;
  TemplateSet of_x_, of_y_;
  RankSpace space_;
};

class SortedEngine final : public Engine {
 public:
  std::string_view name() const override { return "sorted"; }
  std::string_view description() const override { return "strips of sorted templates; long series"; }
  bool can(const Query&) const override { return true; }

  double cost(const Query& query, const QuerySketch& sketch) const override {
    constexpr double seconds_per_sample = 75e-9, seconds_per_pair = 20e-6;
    // Up to length 3 candidates are counted with vectors; beyond, few are left, and each step is a branch.
    const double seconds_per_candidate = query.rule.lengths.back() <= kIndexedLength ? 0.05e-9 : 1e-9;
    double seconds = 0.0;
    for (std::size_t group = 0; group < query.groups(); ++group) {
      for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) {
        const auto x = static_cast<double>(query.x(group, pair).size()),
                   y = static_cast<double>(query.y(group, pair).size());
        const bool half = query.pairs[pair].x == query.pairs[pair].y && !query.rule.per_template;
        const double candidates = x * y * sketch.both * (half ? 0.5 : 1.0);
        seconds += seconds_per_pair + 0.5 * (x + y) * seconds_per_sample + candidates * seconds_per_candidate;
      }
    }
    return seconds;
  }

  void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const override {
    count_pairs(query, sink, cancel,
                [&](Samples x, Samples y, Tally& tally) { PairCount(x, y, query.rule, tally, cancel).count(); });
  }
};

}  // namespace

const Engine& sorted_engine() {
  static const SortedEngine engine;
  return engine;
}

}  // namespace biotropy::match
