// SPDX-License-Identifier: Apache-2.0
//
// Series of few distinct values: samples become small codes, equal templates are merged, and a sweep over the first
// code counts the matches of each distinct template once (lattice_sweep.hpp). The samples of a series are looked at a
// few times only; beyond that the time depends on how many different templates there are.
#include <algorithm>
#include <cmath>
#include <memory>

#include "biotropy/match/engines.hpp"
#include "biotropy/match/exclusion.hpp"
#include "biotropy/match/lattice_sweep.hpp"

namespace biotropy::match {

namespace {

// The table of a sweep then takes at most 17 MB.
constexpr std::size_t kMostValues = 2048;

constexpr double kSecondsPerSample = 14e-9;  // coding, sorting, merging

// A sweep over n templates with so many values, of which `run` match one.
double sweep_seconds(double n, double values, double run, int longest) {
  constexpr double lanes = 16.0, vectors_beside = 1.7, seconds_per_template = 16e-9, seconds_per_change = 4e-9;
  constexpr double seconds_per_sweep = 15e-6, seconds_per_value = 0.1e-6;
  const double vectors = run / lanes + vectors_beside, beside = seconds_per_sweep + values * seconds_per_value;
  if (longest < kLongestCodedTemplate) {
    return beside + std::min(n, values * values) * 2.0 * vectors * seconds_per_change;
  }
  constexpr double seconds_per_cell = 1e-9;  // a new table
  constexpr double cells_in_cache = 400e3;
  const double cells = values * values;
  // Touching a vector of the table to change it, and to sum it up.
  const double change = cells < cells_in_cache ? seconds_per_change : 6e-9,
               sum = cells < cells_in_cache ? 0.4e-9 : 1.3e-9;
  const double templates = std::min(n, cells * values), pairs = std::min(n, cells);
  const double summed = std::min(pairs * run, cells * values / 8.0);
  return beside + cells * seconds_per_cell + summed * sum + templates * (seconds_per_template + 2.0 * change * vectors);
}

struct CodedSeries {
  SampleCodes codes;
  std::unique_ptr<MergedTemplates> templates;
};

// First codes that cut the templates into `parts` of about the same number.
std::vector<std::uint32_t> cuts(const MergedTemplates& templates, std::size_t parts) {
  std::size_t all = 0;
  const auto size = [&](std::uint32_t first) {
    const auto [begin, end] = templates.group(first);
    return end - begin;
  };
  for (std::uint32_t first = 0; first < templates.none(); ++first) all += size(first);
  std::vector<std::uint32_t> borders{0};
  std::size_t passed = 0;
  for (std::uint32_t first = 0; first < templates.none(); ++first) {
    passed += size(first);
    if (passed * parts >= all * borders.size() && borders.size() < parts) borders.push_back(first + 1);
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
        matches_of_x_(matching_runs(x.codes.values, y.codes.values, rule.r, rule.boundary)),
        matches_of_y_(matching_runs(y.codes.values, x.codes.values, rule.r, rule.boundary)) {}

  void count(const CancelFlag* cancel) {
    // A part costs a table and the first window of its own.
    constexpr std::size_t templates_worth_a_thread = 20000;
    const std::size_t parts = std::clamp<std::size_t>(x_.templates->size() / templates_worth_a_thread, 1,
                                                      static_cast<std::size_t>(surrounding_threads()));
    if (tally_.wants_per_template()) {
      found_[0].resize(x_.templates->none());
      for (int k = 1; k < rule_.lengths.back(); ++k) found_[static_cast<std::size_t>(k)].resize(x_.templates->size());
    }
    const auto borders = cuts(*x_.templates, parts);
    std::vector<std::array<std::uint64_t, kLongestCodedTemplate>> totals(parts);
    parallel_for(parts, cancel, [&](std::size_t part) {
      totals[part] = sweep_lattice({x_.templates.get(), y_.templates.get(), matches_of_x_, matches_of_y_,
                                    rule_.lengths.back(), borders[part], borders[part + 1], places(), cancel});
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
    x_.templates->for_each_template([&](std::size_t time, std::uint32_t first, std::size_t position) {
      // Under TemplateRule::all a template need not be one of the longer lengths.
      if (time < destination.size()) destination[time] = found_[length][length == 0 ? first : position];
    });
  }

  const CodedSeries &x_, &y_;
  const Rule& rule_;
  Tally& tally_;
  std::vector<PlaceRun> matches_of_x_, matches_of_y_;
  std::array<std::vector<std::uint32_t>, kLongestCodedTemplate> found_;  // by first code, or by merged position
};

class LatticeCounter final : public Counter {
 public:
  std::string_view name() const override { return "lattice"; }
  std::string_view description() const override {
    return "merged templates of codes; lengths up to 3 in series of at most 2048 distinct values";
  }

  bool can(const Query& query) const override {
    return query.rule.lengths.back() <= kLongestCodedTemplate &&
           std::all_of(query.series.begin(), query.series.end(),
                       [](Samples samples) { return sample_codes(samples, kMostValues).has_value(); });
  }

  double cost(const Query& query, const QuerySketch& sketch) const override {
    const double values = std::min(sketch.distinct, static_cast<double>(kMostValues));
    if (sketch.distinct > values || query.rule.lengths.back() > kLongestCodedTemplate) return INFINITY;
    double samples = 0.0;
    for (const Samples series : query.series) samples += static_cast<double>(series.size());
    const double mean_length = samples / std::max<double>(1.0, static_cast<double>(query.series.size()));
    const auto sweeps = static_cast<double>(query.groups() * query.pairs.size());
    return samples * kSecondsPerSample +
           sweeps * sweep_seconds(mean_length, values, sketch.run, query.rule.lengths.back());
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
        coded[s].templates = std::make_unique<MergedTemplates>(series[s], coded[s].codes, query.rule);
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

const Counter& lattice_counter() {
  static const LatticeCounter engine;
  return engine;
}

}  // namespace biotropy::match
