// SPDX-License-Identifier: Apache-2.0
//
// Long templates in series of few distinct values: a row of bits for every code, and intersections of rows for every
// template (code_rows.hpp), one stretch of y after another. For totals of a self comparison only unordered pairs are
// counted. Quadratic, but 512 pairs at a time, and the time hardly depends on the number of matches.
#include <algorithm>
#include <cmath>

#include "biotropy/match/engines.hpp"
#include "biotropy/match/engines/code_rows.hpp"
#include "biotropy/match/exclusion.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kMostValues = 2048;
constexpr std::size_t kMostBytes = std::size_t{64} << 20;
constexpr std::size_t kBlock = 2048;  // templates of one unit of work

class PairCount {
 public:
  PairCount(Samples x, Samples y, const Rule& rule, Tally& tally, const CancelFlag* cancel)
      : rule_(rule),
        tally_(tally),
        cancel_(cancel),
        half_(x.data() == y.data() && x.size() == y.size() && !rule.per_template),
        templates_x_(template_count(rule, x.size(), rule.lengths.front())),
        of_x_(x, rule),
        of_y_(y, rule),
        x_(sample_codes(x, kMostValues).value()),
        y_(sample_codes(y, kMostValues).value()) {
    const auto none = static_cast<std::uint16_t>(x_.values.size());
    reach_ = static_cast<std::size_t>(rule.lengths.back() - 1) * static_cast<std::size_t>(rule.tau) + 1;
    x_.codes.resize(x.size() + reach_, none);
  }

  void count() {
    const auto matches = matching_runs(y_.values, x_.values, rule_.r, rule_.boundary);
    CodeRows rows(y_, matches, x_.values.size(), of_y_, rule_);
    const std::size_t templates_y = template_count(rule_, y_.codes.size(), rule_.lengths.front());
    for (std::size_t first = 0; first < templates_y; first += CodeRows::kStretch) {
      rows.move_to(first);
      const std::size_t end = half_ ? std::min(templates_x_, first + CodeRows::kStretch) : templates_x_;
      count_stretch(rows, first, end);
    }
  }

 private:
  void count_stretch(const CodeRows& rows, std::size_t stretch, std::size_t end) {
    const std::size_t blocks = (end + kBlock - 1) / kBlock, lengths = rule_.lengths.size();
    std::vector<std::vector<std::uint64_t>> totals(blocks, std::vector<std::uint64_t>(lengths, 0));
    parallel_for(blocks, cancel_, [&](std::size_t b) {
      std::vector<std::uint64_t> found(lengths);
      for (std::size_t i = b * kBlock; i < std::min(end, (b + 1) * kBlock); ++i) {
        if (!of_x_.contains(i)) continue;
        std::fill(found.begin(), found.end(), 0);
        rows.count(std::span(x_.codes).subspan(i, reach_), found.data());
        // A pair with a template before the stretch is counted in both orders.
        const std::uint64_t times = half_ && i < stretch ? 2 : 1;
        for (std::size_t position = 0; position < lengths; ++position) {
          totals[b][position] += times * found[position];
          if (!tally_.wants_per_template() || i >= tally_.per_template(position).size()) continue;
          tally_.per_template(position)[i] += static_cast<std::uint32_t>(found[position]);
        }
      }
    });
    for (const auto& of_block : totals) {
      for (std::size_t position = 0; position < lengths; ++position) tally_.add_total(position, of_block[position]);
    }
  }

  const Rule& rule_;
  Tally& tally_;
  const CancelFlag* cancel_;
  bool half_;
  std::size_t templates_x_, reach_ = 0;
  TemplateSet of_x_, of_y_;
  SampleCodes x_, y_;
};

class RowsEngine final : public Engine {
 public:
  std::string_view name() const override { return "rows"; }
  std::string_view description() const override {
    return "bit rows of codes; long templates in series of at most 2048 distinct values";
  }

  bool can(const Query& query) const override {
    return std::all_of(query.series.begin(), query.series.end(), [&](Samples samples) {
      const auto codes = sample_codes(samples, kMostValues);
      return codes.has_value() && CodeRows::bytes(codes->values.size(), query.rule) <= kMostBytes;
    });
  }

  double cost(const Query& query, const QuerySketch& sketch) const override {
    constexpr double seconds_per_sample = 10e-9, seconds_per_template = 22e-9, seconds_per_intersection = 4e-9;
    constexpr double rows_in_cache = 1.5e6, slower_beyond = 1.5, seconds_per_byte = 0.3e-9, seconds_per_bit = 2.5e-9;
    if (sketch.distinct > static_cast<double>(kMostValues)) return INFINITY;
    const auto row_bytes = static_cast<double>(CodeRows::bytes(static_cast<std::size_t>(sketch.distinct), query.rule));
    if (row_bytes > static_cast<double>(kMostBytes)) return INFINITY;
    const double intersections = query.rule.lengths.back();
    double samples = 0.0;
    for (const Samples series : query.series) samples += static_cast<double>(series.size());
    const double n = samples / std::max<double>(1.0, static_cast<double>(query.series.size()));
    const double stretches = std::max(1.0, std::ceil(n / static_cast<double>(CodeRows::kStretch)));
    const double of_stretch = row_bytes * seconds_per_byte + n / stretches * sketch.run * seconds_per_bit;
    const double slower = row_bytes < rows_in_cache ? 1.0 : slower_beyond;
    const double rows = query.rule.per_template ? n * stretches : n * (stretches + 1.0) / 2.0;
    return static_cast<double>(query.groups() * query.pairs.size()) *
           (2.0 * n * seconds_per_sample + stretches * of_stretch +
            rows * (seconds_per_template + intersections * seconds_per_intersection) * slower);
  }

  void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const override {
    count_pairs(query, sink, cancel,
                [&](Samples x, Samples y, Tally& tally) { PairCount(x, y, query.rule, tally, cancel).count(); });
  }
};

}  // namespace

const Engine& rows_engine() {
  static const RowsEngine engine;
  return engine;
}

}  // namespace biotropy::match
