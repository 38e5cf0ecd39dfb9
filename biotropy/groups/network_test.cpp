// SPDX-License-Identifier: Apache-2.0
//
// Arrangements are drawn in batches; a task computes the statistics of all edges for a few of them and reduces each to
// three numbers, which do not depend on the other tasks.
#include "biotropy/groups/network_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "biotropy/error.hpp"
#include "biotropy/groups/arrangements_internal.hpp"
#include "biotropy/groups/components_internal.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::groups {

namespace {

constexpr std::size_t kTasksOfABatch = 64;
// Arrangements with equal sums in exact arithmetic can differ by roundings.
constexpr double kAsLarge = 1.0 - 1e-12;

std::size_t require_square(const Values& values) {
  const auto channels = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(values.entries))));
  if (channels * channels == values.entries && channels > 1) return channels;
  throw Error(ErrorCode::invalid_data,
              fmt::format("there are {} entries; they must be a matrix of 2 or more channels", values.entries));
}

/// Place of a value that differs from its mirror image; none if the matrices of all rows are symmetric.
std::optional<std::pair<std::size_t, std::size_t>> asymmetry(const Values& values, const Participants& rows,
                                                             std::size_t channels) {
  for (const std::size_t row : rows.subjects) {
    const double* const matrix = values.values.data() + row * values.entries;
    for (std::size_t from = 0; from < channels; ++from) {
      for (std::size_t to = from + 1; to < channels; ++to) {
        const double upper = matrix[from * channels + to], lower = matrix[to * channels + from];
        if (upper != lower && !(std::isnan(upper) && std::isnan(lower))) return std::pair(row, from * channels + to);
      }
    }
  }
  return std::nullopt;
}

bool is_directed(const Values& values, const Participants& rows, std::size_t channels, std::optional<bool> wanted,
                 std::size_t first) {
  if (wanted == true) return true;
  const auto place = asymmetry(values, rows, channels);
  if (!place || !wanted) return place.has_value();
  const std::size_t from = place->second / channels + first, to = place->second % channels + first;
  throw Error(
      ErrorCode::invalid_data,
      fmt::format("the matrix of row {} is not symmetric: ({}, {}) and ({}, {}) differ; leave out directed, or give "
                  "a symmetric matrix such as the mean of both",
                  place->first + first, from, to, to, from));
}

EdgeStatistic choose_statistic(const NetworkSettings& settings, const NetworkDesign& design, std::size_t groups) {
  const EdgeStatistic kind = settings.statistic.value_or(groups == 2 ? EdgeStatistic::t : EdgeStatistic::f);
  if (kind == EdgeStatistic::t && groups > 2) {
    throw Error::argument("statistic", "t", fmt::format("f or h for {} groups", groups));
  }
  if (kind == EdgeStatistic::h && (design.covariate_count > 0 || !design.subject_of.empty())) {
    throw Error::argument("statistic", "h", "t or f for covariates and for paired rows");
  }
  if (kind != EdgeStatistic::t && settings.alternative != Alternative::two_sided) {
    throw Error::argument("alternative", std::string(word(settings.alternative)),
                          fmt::format("two-sided for the statistic {}", word(kind)));
  }
  return kind;
}

class Test {
 public:
  Test(const Values& values, const NetworkSettings& settings, const NetworkDesign& design,
       const std::optional<Contrast>& contrast, const CancelFlag* cancel)
      : settings_(settings),
        orders_(design.orders),
        cancel_(cancel),
        channels_(require_square(values)),
        design_(values, design, contrast) {
    result_.kind = choose_statistic(settings, design, design_.rows().groups);
    result_.directed = is_directed(values, design_.rows(), channels_, settings.directed, design.first);
    statistics_.emplace(values, design_, result_.kind, result_.directed, cancel);
    require_edges();
    require_whole_orders();
    result_.degrees_of_freedom = statistics_->degrees_of_freedom();
    result_.threshold = settings.threshold.value_or(kNaN);
    if (settings.threshold_p) {
      result_.threshold = statistics_->critical_value(*settings.threshold_p, settings.alternative);
    }
  }

  NetworkTest run(const Execution& execution, const ProgressCallback& progress) {
    observe();
    rearrange(execution, progress);
    find_p();
    return std::move(result_);
  }

 private:
  using Labels = std::vector<std::uint16_t>;

  void require_whole_orders() const {
    if (orders_.size() % design_.size() == 0) return;
    throw Error::argument("orders", fmt::format("{} numbers", orders_.size()),
                          fmt::format("{} of each arrangement", design_.size()));
  }

  void require_edges() {
    result_.tested_edges = statistics_->edges().size();
    result_.untested_edges = statistics_->untested();
    if (result_.tested_edges > 0) return;
    throw Error(
        ErrorCode::invalid_data,
        fmt::format("none of the {} edges can be tested: values are missing, or do not vary beyond the covariates",
                    result_.untested_edges));
  }

  /// What an edge needs to be above a threshold.
  std::vector<double> compared(std::span<const double> statistics) const {
    std::vector<double> made(statistics.begin(), statistics.end());
    if (result_.kind != EdgeStatistic::t || settings_.alternative == Alternative::greater) return made;
    const bool both = settings_.alternative == Alternative::two_sided;
    for (double& value : made) value = both ? std::abs(value) : -value;
    return made;
  }

  template <typename Number>
  std::vector<Number> matrix(std::span<const Number> of_edges, Number none) const {
    std::vector<Number> made(channels_ * channels_, none);
    for (std::size_t k = 0; k < of_edges.size(); ++k) {
      const auto [from, to] = statistics_->edges()[k];
      made[from * channels_ + to] = of_edges[k];
      if (!result_.directed) made[to * channels_ + from] = of_edges[k];
    }
    return made;
  }

  ThresholdComponents components() const { return {statistics_->edges(), channels_, result_.threshold}; }
  ThresholdFreeScores scores() const { return {statistics_->edges(), channels_, *settings_.threshold_free}; }

  void observe() {
    const Labels labels = design_.labels();
    std::vector<double> statistics;
    statistics_->compute(std::span(&labels, 1), statistics);
    result_.statistic = matrix<double>(statistics, kNaN);
    const std::vector<double> heights = compared(statistics);
    find_components(heights);
    if (!settings_.threshold_free) return;
    score_.assign(heights.size(), 0.0);
    scores().largest(heights, score_);
    result_.score = matrix<double>(score_, kNaN);
  }

  void find_components(const std::vector<double>& heights) {
    const std::vector<Edge>& edges = statistics_->edges();
    std::vector<int> number(edges.size(), 0);
    if (!std::isnan(result_.threshold)) {
      ThresholdComponents found = components();
      found.largest(heights);
      std::vector<int> number_of_root(channels_, 0);
      const std::vector<std::uint32_t> order = order_of(found, heights);
      for (std::size_t k = 0; k < order.size(); ++k) {
        number_of_root[order[k]] = static_cast<int>(k) + 1;
        const ComponentSizes sizes = found.sizes(order[k]);
        result_.components.push_back({0, static_cast<std::size_t>(sizes.extent), sizes.intensity});
      }
      for (std::size_t k = 0; k < edges.size(); ++k) {
        if (found.is_above(heights[k])) number[k] = number_of_root[found.component_of(edges[k])];
      }
    }
    result_.component = matrix<int>(number, 0);
    count_channels();
  }

  /// Components, the largest extent first, then the largest intensity, then the first edge.
  std::vector<std::uint32_t> order_of(ThresholdComponents& found, const std::vector<double>& heights) const {
    std::vector<std::uint32_t> order;
    for (std::size_t k = 0; k < heights.size(); ++k) {
      if (!found.is_above(heights[k])) continue;
      const std::uint32_t root = found.component_of(statistics_->edges()[k]);
      if (std::ranges::find(order, root) == order.end()) order.push_back(root);
    }
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
      const ComponentSizes x = found.sizes(a), y = found.sizes(b);
      return std::pair(x.extent, x.intensity) > std::pair(y.extent, y.intensity);
    });
    return order;
  }

  void count_channels() {
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      int number = 0;
      for (std::size_t other = 0; other < channels_; ++other) {
        number = std::max(
            {number, result_.component[channel * channels_ + other], result_.component[other * channels_ + channel]});
      }
      if (number > 0) ++result_.components[static_cast<std::size_t>(number - 1)].channels;
    }
  }

  void rearrange(const Execution& execution, const ProgressCallback& progress) {
    Arrangements drawn(design_.labels(), settings_.permutations.permutations, settings_.permutations.seed,
                       design_.block_size());
    const std::size_t own = orders_.size() / design_.size();
    result_.exact = orders_.empty() && drawn.exact();
    result_.arrangements = orders_.empty() ? drawn.count() : own;
    const auto n = static_cast<std::size_t>(result_.arrangements);
    if (!std::isnan(result_.threshold)) {
      result_.largest_extent.resize(n);
      result_.largest_intensity.resize(n);
    }
    if (settings_.threshold_free) result_.largest_score.resize(n);
    ProgressMeter meter(progress, n);
    with_threads(execution, [&] {
      constexpr std::size_t kBatch = kTasksOfABatch * EdgeStatistics::kArrangements;
      std::vector<Labels> batch;
      for (std::size_t begin = 0; begin < n; begin += kBatch) {
        batch.resize(std::min(kBatch, n - begin));
        for (std::size_t k = 0; k < batch.size(); ++k) {
          batch[k] = orders_.empty() ? drawn.next()
                                     : design_.labels_of(orders_.subspan((begin + k) * design_.size(), design_.size()));
        }
        run_batch(batch, begin);
        meter.add(batch.size());
      }
    });
  }

  void run_batch(const std::vector<Labels>& batch, std::size_t begin) {
    constexpr std::size_t kTask = EdgeStatistics::kArrangements;
    parallel_for((batch.size() + kTask - 1) / kTask, cancel_, [&](std::size_t task) {
      const std::size_t first = task * kTask, n = std::min(kTask, batch.size() - first);
      std::vector<double> statistics;
      statistics_->compute(std::span(batch).subspan(first, n), statistics);
      reduce(compared(statistics), n, begin + first);
    });
  }

  /// Keeps the largest sizes of n arrangements.
  void reduce(std::span<const double> heights, std::size_t n, std::size_t begin) {
    const std::size_t edges = statistics_->edges().size();
    if (!std::isnan(result_.threshold)) {
      ThresholdComponents found = components();
      for (std::size_t k = 0; k < n; ++k) {
        const ComponentSizes sizes = found.largest(heights.subspan(k * edges, edges));
        result_.largest_extent[begin + k] = sizes.extent;
        result_.largest_intensity[begin + k] = sizes.intensity;
      }
    }
    if (!settings_.threshold_free) return;
    ThresholdFreeScores free = scores();
    for (std::size_t k = 0; k < n; ++k) {
      result_.largest_score[begin + k] = free.largest(heights.subspan(k * edges, edges));
    }
  }

  void find_p() {
    const double observed = result_.exact ? 0.0 : 1.0;  // a full enumeration already contains the observed arrangement
    const double all = static_cast<double>(result_.arrangements) + observed;
    const auto p_of = [&](std::vector<double> largest) {
      std::ranges::sort(largest);
      return [=, sorted = std::move(largest)](double size, double threshold = 0.0) {
        // The roundings of an intensity are those of the statistics that it is the rest of.
        const double least = (size + threshold) * kAsLarge - threshold;
        return (static_cast<double>(sorted.end() - std::ranges::lower_bound(sorted, least)) + observed) / all;
      };
    };
    const auto p_extent = p_of(result_.largest_extent), p_intensity = p_of(result_.largest_intensity);
    for (Component& one : result_.components) {
      one.p_extent = p_extent(static_cast<double>(one.extent));
      one.p_intensity = p_intensity(one.intensity, static_cast<double>(one.extent) * result_.threshold);
    }
    if (!settings_.threshold_free) return;
    std::vector<double> p;
    const auto p_score = p_of(result_.largest_score);
    std::ranges::transform(score_, std::back_inserter(p), [&](double score) { return p_score(score); });
    result_.score_p = matrix<double>(p, kNaN);
  }

  const NetworkSettings& settings_;
  std::span<const std::uint32_t> orders_;
  const CancelFlag* cancel_;
  std::size_t channels_;
  DesignMatrix design_;
  std::optional<EdgeStatistics> statistics_;
  std::vector<double> score_;  // of each edge
  NetworkTest result_;
};

void require_above_zero(const char* name, double value) {
  if (std::isfinite(value) && value > 0.0) return;
  throw Error::argument(name, fmt::format("{}", value), "a number above 0");
}

}  // namespace

void validate(const NetworkSettings& settings) {
  validate(settings.permutations);
  if (settings.threshold && settings.threshold_p) {
    throw Error::argument("threshold", fmt::format("{}", *settings.threshold), "either threshold or threshold_p");
  }
  if (!settings.threshold && !settings.threshold_p && !settings.threshold_free) {
    throw Error::argument("threshold", "none", "threshold, threshold_p or threshold_free");
  }
  if (settings.threshold) require_above_zero("threshold", *settings.threshold);
  const bool one_sided = settings.alternative != Alternative::two_sided;
  if (const auto p = settings.threshold_p; p && !(*p > 0.0 && *p < (one_sided ? 0.5 : 1.0))) {
    throw Error::argument("threshold_p", fmt::format("{}", *p),
                          fmt::format("a number above 0 and below {}", one_sided ? "0.5" : "1"));
  }
  if (!settings.threshold_free) return;
  const ThresholdFree& free = *settings.threshold_free;
  for (const auto& [name, value] :
       {std::pair{"extent_power", free.extent_power}, {"height_power", free.height_power}}) {
    if (!(std::isfinite(value) && value >= 0.0)) {
      throw Error::argument(name, fmt::format("{}", value), "a number of at least 0");
    }
  }
  require_above_zero("step", free.step);
}

std::optional<Notice> untested_notice(const NetworkTest& test) {
  if (test.untested_edges == 0) return {};
  return warning("edges_not_tested",
                 fmt::format("{} of {} edges not tested: values are missing, or do not vary beyond the covariates",
                             test.untested_edges, test.untested_edges + test.tested_edges));
}

NetworkTest network_test(const Values& values, const NetworkSettings& settings, const NetworkDesign& design,
                         const std::optional<Contrast>& contrast, const Execution& execution,
                         const ProgressCallback& progress) {
  validate(values);
  if (contrast) validate(*contrast, values);
  validate(settings);
  return Test(values, settings, design, contrast, execution.cancel).run(execution, progress);
}

}  // namespace biotropy::groups
