// SPDX-License-Identifier: Apache-2.0
//
// Long series: templates are sorted into strips of similar first samples, each ordered by the second sample
// (strips.hpp). Only candidates that match in both are compared, sixteen or thirty-two at a time, or counted ahead
// where there are many. For totals of a self comparison only unordered pairs are counted.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "biotropy/match/engines.hpp"
#include "biotropy/match/engines/strips.hpp"
#include "biotropy/match/exclusion.hpp"
#include "biotropy/match/query.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kGroupsForAThread = 8;
constexpr int kIndexedLength = 3;  // length of the templates that a StripIndex supports

// Share of the samples that match a sample, in the mean.
double matching_share(const SampleRuns& runs, std::size_t n) {
  double window = 0.0;
  for (const PlaceRun run : runs) window += run.end - run.begin;
  return window / std::max<double>(1.0, static_cast<double>(runs.size()) * static_cast<double>(n));
}

// Strips of r / k. A finer strip is one more to visit for each template, and compares first samples of fewer
// candidates: k is the square root of the ratio of both costs.
double strip_width(double matching, std::size_t n, double r, int longest) {
  constexpr double finest = 64.0;
  const double candidates_for_a_visit = longest <= kIndexedLength ? 640.0 : 50.0;
  const double candidates = matching * matching * static_cast<double>(n);
  // As many strips are inside a window as are meant to be, however their bounds are rounded.
  constexpr double a_little_less = 1.0 - 1e-9;
  return a_little_less * r / std::clamp(std::round(std::sqrt(candidates / candidates_for_a_visit)), 1.0, finest);
}

// Templates of x by strips and, in them, second samples. Their windows of first samples begin and end the further up,
// the later they come.
std::vector<QueryBlock> blocks_of(const TemplateStrips& of_x) {
  std::vector<QueryBlock> blocks;
  for (const Strip& strip : of_x.strips()) {
    for (std::uint32_t begin = strip.begin; begin < strip.end; begin += QueryBlock::kMost) {
      blocks.emplace_back(of_x, strip, begin, std::min<std::uint32_t>(strip.end, begin + QueryBlock::kMost));
    }
  }
  return blocks;
}

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
        sorted_y_(y) {}

  /// Counts every length of the rule into the tally.
  void count() {
    const auto may_stop = [&] {
      if (cancel_ != nullptr) cancel_->check();
    };
    may_stop();
    std::optional<SortedSamples> other;
    const SortedSamples& sorted_x = same_ ? sorted_y_ : other.emplace(x_);
    const SampleRuns runs = runs_among(sorted_x, sorted_y_, rule_.r, rule_.boundary);
    if (rule_.lengths.front() == 1) count_single_samples(sorted_x, runs);
    if (longest_ < 2) return;
    matching_ = matching_share(runs, sorted_y_.size());
    const double width = strip_width(matching_, sorted_y_.size(), rule_.r, longest_);
    const auto strips = [&](Samples samples, const SortedSamples& sorted, const TemplateSet& set, bool with_runs) {
      may_stop();
      return TemplateStrips(samples, sorted, with_runs ? std::span(runs) : std::span<const PlaceRun>(), width,
                            template_count(rule_, samples.size(), 2), set, longest_, rule_.tau);
    };
    const TemplateStrips of_y = strips(y_, sorted_y_, of_y_, same_);
    if (same_) {
      count_strips(of_y, of_y);
    } else {
      count_strips(strips(x_, sorted_x, of_x_, true), of_y);
    }
  }

 private:
  // Length 1: the size of the run, or the number of templates in it.
  void count_single_samples(const SortedSamples& sorted_x, const SampleRuns& runs) {
    const std::size_t templates_y = template_count(rule_, y_.size(), 1);
    std::vector<std::uint32_t> templates_before(sorted_y_.size() + 1, 0);
    for (std::size_t k = 0; k < sorted_y_.size(); ++k) {
      const std::uint32_t time = sorted_y_.times[k];
      templates_before[k + 1] = templates_before[k] + (time < templates_y && of_y_.contains(time) ? 1U : 0U);
    }
    const std::size_t templates_x = template_count(rule_, x_.size(), 1);
    for (std::size_t k = 0; k < sorted_x.size(); ++k) {
      const std::uint32_t time = sorted_x.times[k];
      if (time >= templates_x || !of_x_.contains(time)) continue;
      const std::uint32_t count = templates_before[runs[k].end] - templates_before[runs[k].begin];
      tally_.add_total(0, count);
      if (tally_.wants_per_template()) tally_.per_template(0)[time] = count;
    }
  }

  void count_strips(const TemplateStrips& of_x, const TemplateStrips& of_y) {
    const bool half = same_ && !tally_.wants_per_template();
    const std::vector<QueryBlock> blocks = blocks_of(of_x);
    const auto threads = static_cast<std::size_t>(surrounding_threads());
    const std::size_t groups = threads == 1 ? 1 : kGroupsForAThread * threads;
    std::vector<ScanCounts> counts(blocks.size());
    parallel_for(groups, cancel_, [&](std::size_t group) {
      const std::size_t begin = blocks.size() * group / groups, end = blocks.size() * (group + 1) / groups;
      if (begin < end) scan(of_x, of_y, blocks, begin, end, half, counts);
    });
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      if (tally_.wants_per_template()) store_templates(of_x, blocks[b], counts[b]);
      for (std::size_t position = 0; position < rule_.lengths.size(); ++position) {
        if (rule_.lengths[position] < 2) continue;
        const auto length = static_cast<std::size_t>(rule_.lengths[position]) - 2;
        tally_.add_total(position, counts[b].totals[length] * (half ? 2 : 1));
      }
    }
    if (!half) return;
    for (std::size_t position = 0; position < rule_.lengths.size(); ++position) {
      if (rule_.lengths[position] > 1) tally_.add_total(position, self_matches(of_y, rule_.lengths[position]));
    }
  }

  // Blocks [begin, end), strip by strip, so that the index of a strip serves all of them.
  void scan(const TemplateStrips& of_x, const TemplateStrips& of_y, std::span<const QueryBlock> blocks,
            std::size_t begin, std::size_t end, bool half, std::vector<ScanCounts>& counts) const {
    for (std::size_t b = begin; b < end; ++b) {
      const auto lengths = static_cast<std::size_t>(longest_ - 1);
      counts[b].totals.assign(lengths, 0);
      if (!tally_.wants_per_template()) continue;
      counts[b].per_template.assign(lengths, std::vector<std::uint32_t>(blocks[b].end - blocks[b].begin));
    }
    StripIndex index(sorted_y_.size(), longest_, matching_);
    const auto strips = of_y.strips();
    const auto ends_by = [](const Strip& strip, std::uint32_t rank) { return strip.last_rank <= rank; };
    const auto ends_before = [](std::uint32_t rank, const QueryBlock& block) { return rank < block.any.end; };
    for (auto strip = std::lower_bound(strips.begin(), strips.end(), blocks[begin].any.begin, ends_by);
         strip != strips.end() && strip->first_rank < blocks[end - 1].any.end; ++strip) {
      if (cancel_ != nullptr) cancel_->check();
      const bool indexed = longest_ <= kIndexedLength && index.is_worth(*strip);
      bool taken = false;
      const auto reaching = blocks.subspan(begin, end - begin);
      const auto first = std::upper_bound(reaching.begin(), reaching.end(), strip->first_rank, ends_before);
      for (auto b = begin + static_cast<std::size_t>(first - reaching.begin());
           b < end && blocks[b].any.begin < strip->last_rank; ++b) {
        if (half && strip->end <= blocks[b].begin) break;
        if (indexed && !std::exchange(taken, true)) index.take(of_y, *strip);
        scan_strip(of_x, blocks[b], of_y, *strip, indexed ? &index : nullptr, half, counts[b]);
      }
    }
  }

  void store_templates(const TemplateStrips& of_x, const QueryBlock& block, ScanCounts& counts) {
    for (std::size_t position = 0; position < rule_.lengths.size(); ++position) {
      if (rule_.lengths[position] < 2) continue;
      const auto length = static_cast<std::size_t>(rule_.lengths[position]) - 2;
      const auto destination = tally_.per_template(position);
      for (std::uint32_t place = block.begin; place < block.end; ++place) {
        const std::uint32_t time = of_x.times()[place];
        // Under TemplateRule::all a template of length 2 may be none at a longer length; it has no count there.
        if (time >= destination.size()) continue;
        destination[time] = counts.per_template[length][place - block.begin];
        counts.totals[length] += destination[time];
      }
    }
  }

  // Templates complete at this length: each matches itself unless the boundary is open and r = 0.
  std::uint64_t self_matches(const TemplateStrips& of_y, int length) const {
    if (!matches(0.0, 0.0, rule_.r, rule_.boundary)) return 0;
    if (sorted_y_.size() == y_.size()) return template_count(rule_, y_.size(), length);
    std::uint64_t whole = 0;
    for (const Strip& strip : of_y.strips()) {
      for (std::uint32_t place = strip.begin; place < strip.end; ++place) {
        std::uint32_t missing = 0;
        for (int k = 0; k < length; ++k) missing |= of_y.ranks(k)[place] == kNowhere ? 1U : 0U;
        whole += 1 - missing;
      }
    }
    return whole;
  }

  Samples x_, y_;
  const Rule& rule_;
  Tally& tally_;
  const CancelFlag* cancel_;
  bool same_;
  int longest_;
  double matching_ = 0.0;
  TemplateSet of_x_, of_y_;
  SortedSamples sorted_y_;
};

class SortedEngine final : public Engine {
 public:
  std::string_view name() const override { return "sorted"; }
  std::string_view description() const override { return "strips of sorted templates; long series"; }
  bool can(const Query&) const override { return true; }

  double cost(const Query& query, const QuerySketch& sketch) const override {
    constexpr double seconds_per_sample = 7.6e-9, seconds_per_level = 1.7e-9, seconds_per_tie = 3.7e-9;
    constexpr double seconds_per_template = 14e-9, seconds_per_pair = 9e-6, seconds_per_root = 2e-9;
    // Up to length 3 candidates are counted with vectors; beyond, few are left, and each step is a branch.
    const bool counts_ahead = query.rule.lengths.back() <= kIndexedLength;
    const double seconds_per_candidate = counts_ahead ? 0.028e-9 : 1e-9;
    const double of_ties = std::isfinite(sketch.distinct) ? seconds_per_tie : 0.0;
    double seconds = 0.0;
    for (std::size_t group = 0; group < query.groups(); ++group) {
      for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) {
        const auto x = static_cast<double>(query.x(group, pair).size()),
                   y = static_cast<double>(query.y(group, pair).size());
        const bool same = query.pairs[pair].x == query.pairs[pair].y, per_template = query.rule.per_template;
        // Of many candidates most are counted ahead, and the time is that of the strips that a template visits.
        const double of_candidates = std::min(y * sketch.both * seconds_per_candidate,
                                              counts_ahead ? std::sqrt(y * sketch.both) * seconds_per_root : INFINITY);
        const double sorting = seconds_per_sample + of_ties + seconds_per_level * std::log2(std::max(2.0, x));
        seconds += seconds_per_pair + (same ? x : x + y) * sorting + (per_template ? x * seconds_per_template : 0.0) +
                   x * of_candidates * (same && !per_template ? 0.5 : 1.0);
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
