// SPDX-License-Identifier: Apache-2.0
//
// Series of few distinct values: samples become small codes, and a sweep over the first code keeps a table of the
// templates that match it, by their other codes (lattice_sweep.hpp). Every template is read only a few times, however
// many it matches; beyond that the time depends on the number of distinct values.
#include <algorithm>
#include <cmath>
#include <memory>

#include "biotropy/match/engines.hpp"
#include "biotropy/match/engines/lattice_sweep.hpp"
#include "biotropy/match/exclusion.hpp"

namespace biotropy::match {

namespace {

// Limits each table of a sweep to 17 MB.
constexpr std::size_t kMostValues = 2048;

constexpr double kSecondsPerSample = 4e-9;  // coding and grouping

// Where samples resemble their neighbours, templates with the same first code use only a part of the second and third
// codes: more pairs match in both samples than if these were independent.
double part_of_table(const QuerySketch& sketch) {
  return sketch.both > 0.0 ? std::min(1.0, sketch.one * sketch.one / sketch.both) : 1.0;
}

// Seconds of a sweep over n templates of series with about this many distinct values. The constants were
// fitted to white and slow noise (autoregressive, 0.95) of 300 to 100,000 samples with 2 to 200 values per SD.
double sweep_seconds(double n, double distinct, const QuerySketch& sketch, int longest) {
  constexpr double more_values = 2.9;  // rare ones, which the sketch did not meet
  constexpr double part_of_run = 0.46, lanes = 16.0;
  constexpr double seconds_per_sweep = 2.7e-6, seconds_per_cell = 0.13e-9;
  const double values = std::min(distinct * more_values, n), run = std::min(sketch.run * part_of_run, values);
  const double cells = values * values;
  const double seconds = seconds_per_sweep + cells * seconds_per_cell;
  constexpr double seconds_to_second = 2.2e-9, seconds_to_third = 4e-9, seconds_per_vector = 2.7e-9;
  if (longest < kLongestCodedTemplate) return seconds + n * seconds_to_second;
  // Rectangles are summed one by one, or rows first with moving sums.
  constexpr double cells_in_cache = 300e3, move_in_cache = 0.08e-9, move_beyond = 0.22e-9;
  const double vectors = run / lanes + 1.0;
  const double one_by_one = n * run * vectors * seconds_per_vector;
  const double move = cells < cells_in_cache ? move_in_cache : move_beyond;
  const double moves = cells * values / lanes * part_of_table(sketch);
  const double rows_first = moves * move + n * vectors * seconds_per_vector;
  return seconds + n * seconds_to_third + std::min(one_by_one, rows_first);
}

struct CodedSeries {
  SampleCodes codes;
  std::unique_ptr<CodedTemplates> templates;
};

// First codes that cut the templates into `parts` of about the same number.
std::vector<std::uint32_t> cuts(const CodedTemplates& templates, std::size_t parts) {
  std::vector<std::uint32_t> borders{0};
  for (std::uint32_t first = 0; first < templates.none(); ++first) {
    const bool is_full = templates.begin(first + 1) * parts >= templates.size() * borders.size();
    if (is_full && borders.size() < parts) borders.push_back(first + 1);
  }
  borders.resize(parts + 1, templates.none());
  return borders;
}

class PairCount {
 public:
  PairCount(const CodedSeries& x, const CodedSeries& y, const Rule& rule, Tally& tally)
      : x_(x),
        y_(y),
        rule_(rule),
        tally_(tally),
        matches_of_x_(matching_runs(x.codes.values, y.codes.values, rule.r, rule.boundary)) {
    matches_of_x_.emplace_back();  // code of a missing sample
  }

  void count(const CancelFlag* cancel) {
    // Each part needs its own table and first window.
    constexpr std::size_t templates_worth_a_thread = 8192;
    const std::size_t parts = std::clamp<std::size_t>(x_.templates->size() / templates_worth_a_thread, 1,
                                                      static_cast<std::size_t>(surrounding_threads()));
    if (tally_.wants_per_template()) {
      found_[0].resize(x_.templates->none());
      for (int k = 1; k < rule_.lengths.back(); ++k) found_[static_cast<std::size_t>(k)].resize(x_.templates->size());
    }
    const auto borders = cuts(*x_.templates, parts);
    std::vector<std::array<std::uint64_t, kLongestCodedTemplate>> totals(parts);
    parallel_for(parts, cancel, [&](std::size_t part) {
      if (borders[part] == borders[part + 1]) return;
      totals[part] = sweep_lattice({x_.templates.get(), y_.templates.get(), matches_of_x_, rule_.lengths.back(),
                                    borders[part], borders[part + 1], places(), cancel});
    });
    for (std::size_t position = 0; position < rule_.lengths.size(); ++position) {
      const auto length = static_cast<std::size_t>(rule_.lengths[position]) - 1;
      for (const auto& of_part : totals) tally_.add_total(position, of_part[length]);
      if (tally_.wants_per_template()) store(length, tally_.per_template(position));
    }
  }

 private:
  std::array<std::uint32_t*, kLongestCodedTemplate> places() {
    std::array<std::uint32_t*, kLongestCodedTemplate> result{};
    for (std::size_t k = 0; k < found_.size(); ++k) result[k] = found_[k].empty() ? nullptr : found_[k].data();
    return result;
  }

  void store(std::size_t length, std::span<std::uint32_t> destination) const {
    x_.templates->for_each_template([&](std::size_t time, std::uint32_t first, std::size_t place) {
      // Under TemplateRule::all a template may be none at a longer length.
      if (time < destination.size()) destination[time] = found_[length][length == 0 ? first : place];
    });
  }

  const CodedSeries &x_, &y_;
  const Rule& rule_;
  Tally& tally_;
  std::vector<PlaceRun> matches_of_x_;
  std::array<std::vector<std::uint32_t>, kLongestCodedTemplate> found_;  // by first code, or by place
};

class LatticeEngine final : public Engine {
 public:
  std::string_view name() const override { return "lattice"; }
  std::string_view description() const override {
    return "tables of coded templates; lengths up to 3 in series of at most 2048 distinct values";
  }

  bool can(const Query& query) const override {
    return query.rule.lengths.back() <= kLongestCodedTemplate &&
           std::all_of(query.series.begin(), query.series.end(),
                       [](Samples samples) { return has_few_values(samples, kMostValues); });
  }

  double cost(const Query& query, const QuerySketch& sketch) const override {
    const double values = std::min(sketch.distinct, static_cast<double>(kMostValues));
    if (sketch.distinct > values || query.rule.lengths.back() > kLongestCodedTemplate) return INFINITY;
    double samples = 0.0;
    for (const Samples series : query.series) samples += static_cast<double>(series.size());
    const double mean_length = samples / std::max<double>(1.0, static_cast<double>(query.series.size()));
    const auto sweeps = static_cast<double>(query.groups() * query.pairs.size());
    return samples * kSecondsPerSample + sweeps * sweep_seconds(mean_length, values, sketch, query.rule.lengths.back());
  }

  void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const override {
    parallel_for(query.groups(), cancel, [&](std::size_t group) {
      const auto series = query.series.subspan(group * query.group_size, query.group_size);
      std::vector<char> used(series.size(), 0);
      for (const Pair& pair : query.pairs) used[pair.x] = used[pair.y] = 1;
      std::vector<CodedSeries> coded(series.size());
      parallel_for(series.size(), cancel, [&](std::size_t s) {
        if (used[s] == 0) return;
        coded[s].codes = sample_codes(series[s], kMostValues).value();
        coded[s].templates = std::make_unique<CodedTemplates>(series[s], coded[s].codes, query.rule);
      });
      parallel_for(query.pairs.size(), cancel, [&](std::size_t pair) {
        const auto [x, y] = query.pairs[pair];
        Tally tally(query.rule, series[x].size());
        PairCount(coded[x], coded[y], query.rule, tally).count(cancel);
        remove_excluded(series[x], series[y], query.rule, tally);
        tally.send(group, pair, sink);
      });
    });
  }
};

}  // namespace

const Engine& lattice_engine() {
  static const LatticeEngine engine;
  return engine;
}

}  // namespace biotropy::match
