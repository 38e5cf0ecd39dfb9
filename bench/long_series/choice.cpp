// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "biotropy/match/engine.hpp"
#include "interleaved.hpp"
#include "long_series/plan.hpp"

namespace biotropy::bench {

namespace {

struct Point {
  std::size_t n;
  double values_per_sd;  // step of the grid of values; 0: none
  double r;
  int m;
};

std::vector<Point> grid(bool full) {
  std::vector<Point> points;
  const auto lengths = full ? std::vector<std::size_t>{300, 1000, 3000, 10000, 30000, 100000}
                            : std::vector<std::size_t>{1000, 10000, 100000};
  for (const std::size_t n : lengths) {
    for (const double values_per_sd : {0.0, 5.0, 20.0, 60.0, 200.0}) {
      for (const double r : full ? std::vector<double>{0.05, 0.15, 0.3, 0.6} : std::vector<double>{0.15, 0.6}) {
        for (const int m : full ? std::vector<int>{1, 2, 4} : std::vector<int>{2})
          points.push_back({n, values_per_sd, r, m});
      }
    }
  }
  return points;
}

std::vector<double> series_of(const Point& point) {
  std::vector<double> x = white_noise(point.n);
  if (point.values_per_sd == 0.0) return x;
  for (double& value : x) value = std::round(value * point.values_per_sd) / point.values_per_sd;
  return x;
}

struct Outcome {
  std::string chosen, best;
  double seconds_chosen = 0.0, seconds_best = 0.0;
  bool right = true;
};

// Times every engine of the processor that can answer, except the plain loop if it would be slow.
Outcome compare(const Point& point, const Plan& plan) {
  constexpr std::size_t longest_direct = 3000;
  const std::vector<double> data = series_of(point);
  const series::Samples x(data);
  const match::Pair pair;
  const match::Rule rule{
      {point.m, point.m + 1}, 1,    tolerance(x, point.r), match::Boundary::closed, match::TemplateRule::common,
      match::kExcludeSelf,    false};
  const match::Query query{std::span(&x, 1), 1, std::span(&pair, 1), rule};
  const auto count = [&](std::string_view name) {
    return match::count_matches(x, x, rule, {1, nullptr, "cpu"}, name).totals;
  };
  Outcome outcome;
  outcome.chosen = match::choose(query).name();
  const auto expected = count(outcome.chosen);
  std::vector<TimedCase> cases;
  for (const match::Engine* engine : match::engines()) {
    if (engine->device() != nullptr || !engine->can(query)) continue;
    if (engine->name() == "direct" && point.n > longest_direct) continue;
    const std::string name(engine->name());
    outcome.right = outcome.right && count(name) == expected;
    cases.push_back({name, [&count, name] { count(name); }});
  }
  constexpr int more_rounds = 3;  // because the shortest take microseconds
  const auto seconds = interleaved_medians(cases, more_rounds * plan.rounds);
  outcome.seconds_best = std::numeric_limits<double>::infinity();
  for (std::size_t which = 0; which < cases.size(); ++which) {
    if (cases[which].name == outcome.chosen) outcome.seconds_chosen = seconds[which];
    if (seconds[which] >= outcome.seconds_best) continue;
    outcome.seconds_best = seconds[which];
    outcome.best = cases[which].name;
  }
  return outcome;
}

}  // namespace

bool print_choice(const Plan& plan) {
  fmt::print("\nThe chosen engine and the fastest one\n{:>8} {:>14} {:>6} {:>3}   {:<9} {:>12}   {:<9} {:>12} {:>7}\n",
             "N", "values per SD", "r/SD", "m", "chosen", "ms", "fastest", "ms", "ratio");
  bool right = true;
  double worst = 1.0, logarithms = 0.0, in_all = 0.0, best_in_all = 0.0;
  std::size_t hits = 0;
  const auto points = grid(plan.full);
  for (const Point& point : points) {
    const Outcome outcome = compare(point, plan);
    right = right && outcome.right;
    if (!outcome.right) fmt::print("different counts\n");
    const double ratio = outcome.seconds_chosen / outcome.seconds_best;
    worst = std::max(worst, ratio);
    logarithms += std::log(ratio);
    in_all += outcome.seconds_chosen;
    best_in_all += outcome.seconds_best;
    hits += outcome.chosen == outcome.best ? 1 : 0;
    fmt::print("{:>8} {:>14} {:>6.2f} {:>3}   {:<9} {:>12.3f}   {:<9} {:>12.3f} {:>7.2f}\n", point.n,
               point.values_per_sd == 0.0 ? "all" : fmt::format("{:.0f}", point.values_per_sd), point.r, point.m,
               outcome.chosen, outcome.seconds_chosen * 1e3, outcome.best, outcome.seconds_best * 1e3, ratio);
  }
  fmt::print(
      "fastest chosen {} times of {}; chosen over fastest: geometric mean {:.3f}, worst {:.2f}, of all time {:.3f}\n",
      hits, points.size(), std::exp(logarithms / static_cast<double>(points.size())), worst, in_all / best_in_all);
  return right;
}

}  // namespace biotropy::bench
