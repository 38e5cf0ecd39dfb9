// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "biotropy/entropy/compared_series_internal.hpp"
#include "biotropy/entropy/each_channel_internal.hpp"
#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/pooled_internal.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/query.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/number_list.hpp"

namespace biotropy::entropy {

namespace {

/// Counting the matches of one template alone costs about as much as those of this many in one query.
constexpr std::size_t kOneByOne = 256;

// Templates of length m that the common rule of m and m + 1 excludes and the rule `all` includes: those whose next
// sample is missing or beyond the end. Their first indices.
std::vector<std::size_t> left_out(Samples samples, const match::Rule& common) {
  match::Rule all = common;
  all.templates = match::TemplateRule::all;
  const int m = common.lengths.front();
  const match::TemplateSet whole(samples, common);
  const std::size_t kept = match::template_count(common, samples.size(), m);
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < match::template_count(all, samples.size(), m); ++i) {
    if (i >= kept || !whole.contains(i)) starts.push_back(i);
  }
  return starts;
}

bool templates_match(Samples x, Samples y, std::size_t i, std::size_t j, const match::Rule& rule) {
  for (int k = 0; k < rule.lengths.front(); ++k) {
    const std::size_t offset = static_cast<std::size_t>(k) * static_cast<std::size_t>(rule.tau);
    if (!match::matches(x[i + offset], y[j + offset], rule.r, rule.boundary)) return false;
  }
  return true;
}

bool is_excluded(const match::Rule& rule, std::size_t i, std::size_t j) {
  const std::size_t distance = i > j ? i - j : j - i;
  return rule.theiler >= 0 && distance <= static_cast<std::size_t>(rule.theiler);
}

// Matching pairs of templates of length m of which at least one is left out.
std::uint64_t matches_left_out(Samples x, Samples y, const std::vector<std::size_t>& of_x,
                               const std::vector<std::size_t>& of_y, const match::Rule& rule,
                               const CancelFlag* cancel) {
  match::Rule all = rule;
  all.templates = match::TemplateRule::all;
  const std::size_t n_x = match::template_count(all, x.size(), rule.lengths.front());
  const std::size_t n_y = match::template_count(all, y.size(), rule.lengths.front());
  std::uint64_t found = 0;
  const auto add = [&](std::size_t i, std::size_t j) {
    found += !is_excluded(rule, i, j) && templates_match(x, y, i, j, rule) ? 1 : 0;
  };
  for (const std::size_t i : of_x) {
    if (cancel != nullptr) cancel->check();
    for (std::size_t j = 0; j < n_y; ++j) add(i, j);
  }
  std::vector<char> counted(n_x, 0);
  for (const std::size_t i : of_x) counted[i] = 1;
  for (const std::size_t j : of_y) {
    if (cancel != nullptr) cancel->check();
    for (std::size_t i = 0; i < n_x; ++i) {
      if (counted[i] == 0) add(i, j);
    }
  }
  return found;
}

class GridJob {
 public:
  GridJob(Measure measure, const ComparedSeries& compared, const Grid& grid, const Parameters& parameters,
          const Execution& execution)
      : measure_(measure), compared_(compared), grid_(grid), parameters_(parameters), execution_(execution) {}

  std::vector<Entropy> run() {
    results_.resize(grid_.size());
    plan();
    const std::vector<std::size_t> begins = cheapest_groups();
    for (std::size_t r_index = 0; r_index < grid_.r.size(); ++r_index) {
      for (const std::size_t m_index : alone_) count_alone(m_index, r_index);
      for (std::size_t end = together_.size(); end > 0; end = begins[end]) {
        count_group(std::span(together_).subspan(begins[end], end - begins[end]), r_index);
      }
    }
    return std::move(results_);
  }

 private:
  struct Length {
    std::size_t m_index;
    match::Rule rule;  // of this m alone, with the largest r
    std::vector<std::size_t> left_out_of_x, left_out_of_y;
  };

  Entropy& result(std::size_t m_index, std::size_t r_index) { return results_[m_index * grid_.r.size() + r_index]; }
  Parameters parameters_at(std::size_t m_index, std::size_t r_index) const {
    return grid_.at(m_index * grid_.r.size() + r_index, parameters_);
  }

  // Separates the m that can be counted together, sorted, from those that are counted alone.
  void plan() {
    const auto largest_r = static_cast<std::size_t>(std::max_element(grid_.r.begin(), grid_.r.end()) - grid_.r.begin());
    for (std::size_t m_index = 0; m_index < grid_.m.size(); ++m_index) {
      if (!is_long_enough(m_index)) continue;
      const Parameters parameters = parameters_at(m_index, largest_r);
      Length length{m_index, rule_of(measure_, parameters, compared_.tolerance(parameters)), {}, {}};
      if (grid_.m.size() > 1 && can_share(length)) {
        together_.push_back(std::move(length));
      } else {
        alone_.push_back(m_index);
      }
    }
    std::stable_sort(together_.begin(), together_.end(), [](const Length& one, const Length& other) {
      return one.rule.lengths.front() < other.rule.lengths.front();
    });
  }

  bool is_long_enough(std::size_t m_index) {
    try {
      Parameters parameters = parameters_;
      parameters.m = grid_.m[m_index];
      require_usable(compared_.x(), measure_, parameters, "the series");
      require_usable(compared_.y(), measure_, parameters, "the second series");
      return true;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::too_short) throw;
      for (std::size_t k = 0; k < grid_.r.size(); ++k) {
        result(m_index, k).value = kNaN;
        result(m_index, k).reason = error.what();
      }
      return false;
    }
  }

  // For every end, the begin of the last group in the cheapest division of the lengths before it: a fast engine may be
  // limited to some of the lengths.
  std::vector<std::size_t> cheapest_groups() const {
    std::vector<std::size_t> begins(together_.size() + 1, 0);
    std::vector<double> least(together_.size() + 1, 0.0);
    for (std::size_t end = 1; end <= together_.size(); ++end) {
      least[end] = std::numeric_limits<double>::infinity();
      begins[end] = end - 1;  // if no engine can count it, counting throws the error
      for (std::size_t begin = 0; begin < end; ++begin) {
        const double cost = least[begin] + cost_of(std::span(together_).subspan(begin, end - begin));
        if (cost >= least[end]) continue;
        least[end] = cost;
        begins[end] = begin;
      }
    }
    return begins;
  }

  double cost_of(std::span<const Length> group) const {
    const match::Pair pair = compared_.pair();
    const match::Query query{compared_.series(), compared_.series().size(), std::span(&pair, 1), rule_of_group(group)};
    try {
      return match::choose(query, parameters_.engine).cost(query, match::QuerySketch(query));
    } catch (const Error&) {
      return std::numeric_limits<double>::infinity();  // the chosen engine cannot count it
    }
  }

  static match::Rule rule_of_group(std::span<const Length> group) {
    match::Rule rule = group.front().rule;
    if (group.size() == 1) return rule;
    std::set<int> lengths;
    for (const Length& length : group) lengths.insert(length.rule.lengths.begin(), length.rule.lengths.end());
    rule.lengths.assign(lengths.begin(), lengths.end());
    rule.templates = match::TemplateRule::all;
    return rule;
  }

  bool can_share(Length& length) const {
    if (!row_of(measure_).family().shares_lengths()) return false;
    if (length.rule.templates == match::TemplateRule::all) return true;
    if (length.rule.per_template) return false;
    const Samples x = compared_.x(), y = compared_.y();
    length.left_out_of_x = left_out(x, length.rule);
    length.left_out_of_y = left_out(y, length.rule);
    const std::size_t few = static_cast<std::size_t>(length.rule.tau) + (x.size() + y.size()) / kOneByOne;
    return length.left_out_of_x.size() + length.left_out_of_y.size() <= 2 * few;
  }

  void count_alone(std::size_t m_index, std::size_t r_index) {
    result(m_index, r_index) = compare(measure_, compared_, parameters_at(m_index, r_index), execution_);
  }

  void count_group(std::span<const Length> group, std::size_t r_index) {
    if (group.size() == 1) {
      count_alone(group[0].m_index, r_index);
      return;
    }
    const match::Pair pair = compared_.pair();
    match::Query query{compared_.series(), compared_.series().size(), std::span(&pair, 1), rule_of_group(group)};
    query.rule.r = compared_.tolerance(parameters_at(group[0].m_index, r_index));
    const std::vector<int>& lengths = query.rule.lengths;
    const match::Sink sink = [&](const match::PairCounts& counts) {
      for (const Length& length : group) {
        const Parameters parameters = parameters_at(length.m_index, r_index);
        const match::Rule rule = rule_of(measure_, parameters, query.rule.r);
        const auto found = std::lower_bound(lengths.begin(), lengths.end(), length_of(measure_, parameters));
        const auto index = static_cast<std::size_t>(found - lengths.begin());
        match::LengthCounts both[] = {counts.lengths[index], counts.lengths[index + 1]};
        if (rule.templates == match::TemplateRule::common) {
          both[0].total -= matches_left_out(compared_.x(), compared_.y(), length.left_out_of_x, length.left_out_of_y,
                                            rule, execution_.cancel);
        }
        const TemplateCount of_x = valid_templates(compared_.x(), rule), of_y = valid_templates(compared_.y(), rule);
        result(length.m_index, r_index) =
            evaluate_counts(measure_, compared_.x(), of_x, of_y, {0, 0, both}, rule, parameters);
      }
    };
    const match::Engine& engine = match::count(query, sink, execution_, parameters_.engine);
    for (const Length& length : group) result(length.m_index, r_index).engine = engine.name();
  }

  Measure measure_;
  const ComparedSeries& compared_;
  const Grid& grid_;
  const Parameters& parameters_;
  const Execution& execution_;
  std::vector<Length> together_;
  std::vector<std::size_t> alone_;  // indices of Grid::m
  std::vector<Entropy> results_;
};

}  // namespace

Parameters Grid::at(std::size_t index, const Parameters& parameters) const {
  Parameters one = parameters;
  one.m = m[index / r.size()];
  one.r = r[index % r.size()];
  return one;
}

void validate(Measure measure, const Grid& grid, const Parameters& parameters) {
  if (grid.m.empty()) throw Error::argument("m", "an empty list", "at least one length");
  if (grid.r.empty()) throw Error::argument("r", "an empty list", "at least one tolerance");
  for (std::size_t index = 0; index < grid.size(); ++index) validate(measure, grid.at(index, parameters));
  if (grid.size() == 1) return;
  require_distinct("m", {grid.m.begin(), grid.m.end()});
  require_distinct("r", grid.r);
}

std::vector<Entropy> entropy_grid(Measure measure, Samples u, Samples v, const Grid& grid, const Parameters& parameters,
                                  const Execution& execution) {
  const std::array both{u, v};
  return entropy_grid(measure, std::span(both).first(is_cross(measure) ? 2 : 1), grid, parameters, execution);
}

std::vector<Entropy> entropy_grid(Measure measure, std::span<const Samples> series, const Grid& grid,
                                  const Parameters& parameters, const Execution& execution) {
  validate(measure, grid, parameters);
  biotropy::validate(execution);
  require_single_epochs(parameters, "one series without epochs");
  Parameters shortest = grid.at(0, parameters);
  shortest.m = *std::min_element(grid.m.begin(), grid.m.end());
  std::vector<Entropy> results;
  with_threads(execution, [&] {
    const ComparedSeries compared(measure, std::vector(series.begin(), series.end()), shortest);
    results = GridJob(measure, compared, grid, parameters, execution).run();
  });
  return results;
}

std::vector<Entropy> grid_each_channel(const series::EpochView& epochs, Measure measure, const Grid& grid,
                                       const Parameters& parameters, const Execution& execution,
                                       const ProgressCallback& progress) {
  validate(measure, grid, parameters);
  biotropy::validate(execution);
  if (is_cross(measure)) throw Error::argument("measure", std::string(word(measure)), "a measure of one series");
  const std::size_t entries = grid.size();
  if (parameters.pool_epochs != PoolEpochs::no) {
    notify_of_epochs_left_out(epochs, parameters.missing, execution);
    ProgressMeter meter(progress, values_of_epoch(measure, epochs.n_channels) * entries);
    return pooled_grid(epochs, measure, grid, parameters, execution, meter);
  }
  std::vector<Entropy> results(epochs.n_epochs * values_of_epoch(measure, epochs.n_channels) * entries);
  ProgressMeter meter(progress, results.size());
  const auto keep = [&](std::size_t index, std::vector<Entropy>&& found) {
    std::move(found.begin(), found.end(), results.begin() + static_cast<std::ptrdiff_t>(index * entries));
    meter.add(entries);
  };
  if (slide_is_faster(epochs, measure, grid, parameters)) {
    slide_each_channel(epochs, measure, grid, parameters, execution, keep);
    return results;
  }
  for_each_channel(
      epochs, measure, execution,
      [&](std::size_t index, std::span<const Samples> series) {
        keep(index, entries == 1 ? std::vector{compute(measure, series, grid.at(0, parameters), execution)}
                                 : entropy_grid(measure, series, grid, parameters, execution));
      },
      [&](std::size_t index, const std::string& reason) {
        for (std::size_t i = 0; i < entries; ++i) {
          results[index * entries + i].value = kNaN;
          results[index * entries + i].reason = reason;
        }
        meter.add(entries);
      });
  return results;
}

}  // namespace biotropy::entropy
