// SPDX-License-Identifier: Apache-2.0
//
// Time of each engine over the length of a series, which shows where each engine is useful.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>

#include "biotropy/match/engine.hpp"
#include "biotropy/simulate/signals.hpp"
#include "interleaved.hpp"
#include "long_series/plan.hpp"

namespace biotropy::bench {

namespace {

constexpr double kR = 0.15;

match::Rule rule_for(series::Samples x) {
  return {{kM, kM + 1},        1,    tolerance(x, kR), match::Boundary::closed, match::TemplateRule::common,
          match::kExcludeSelf, false};
}

constexpr const char* kEngines[] = {"sorted", "lattice", "rows"};

// True if an engine can count a series in less than half a minute.
bool is_run(const std::string& name, series::Samples x) {
  constexpr double longest_seconds = 30.0;
  const match::Pair pair;
  const match::Query query{std::span(&x, 1), 1, std::span(&pair, 1), rule_for(x)};
  const match::Engine& engine = match::find_engine(name);
  return engine.cost(query, match::QuerySketch(query)) < longest_seconds && engine.can(query);
}

struct Row {
  bool right = true;
  std::vector<double> seconds;  // by engine; NaN if not run
};

Row measured(series::Samples x, int rounds) {
  Row row;
  std::vector<TimedCase> cases;
  std::vector<std::uint64_t> expected;
  for (const std::string name : kEngines) {
    if (!is_run(name, x)) continue;
    const auto count = [x, name] { return match::count_matches(x, x, rule_for(x), {1, nullptr, "cpu"}, name).totals; };
    const auto found = count();
    if (expected.empty()) expected = found;
    row.right = row.right && found == expected;
    cases.push_back({name, count});
  }
  const auto seconds = interleaved_medians(cases, rounds);
  for (const std::string name : kEngines) {
    const auto place = std::find_if(cases.begin(), cases.end(), [&](const TimedCase& one) { return one.name == name; });
    row.seconds.push_back(place == cases.end() ? NAN : seconds[static_cast<std::size_t>(place - cases.begin())]);
  }
  return row;
}

// The exponent is that of the growth since the previous line.
bool print_table(const std::string& title, const std::vector<double>& all, const std::vector<std::size_t>& lengths,
                 int rounds) {
  fmt::print("\n{}\n{:>10}", title, "N");
  for (const char* name : kEngines) fmt::print(" {:>12} {:>8}", name, "exponent");
  fmt::print("\n");
  bool right = true;
  std::vector<double> before(std::size(kEngines), NAN);
  double length_before = NAN;
  for (const std::size_t length : lengths) {
    const Row row = measured(series::Samples(all).first(length), rounds);
    right = right && row.right;
    const double ratio = std::log(static_cast<double>(length) / length_before);
    fmt::print("{:>10}", length);
    for (std::size_t which = 0; which < row.seconds.size(); ++which) {
      const double exponent = std::log(row.seconds[which] / before[which]) / ratio;
      const auto text = [](double number) {
        return std::isnan(number) ? std::string("-") : fmt::format("{:.2f}", number);
      };
      fmt::print(" {:>12} {:>8}", text(row.seconds[which] * 1e3), text(exponent));
    }
    fmt::print("\n");
    std::fflush(stdout);
    before = row.seconds;
    length_before = static_cast<double>(length);
  }
  if (!right) fmt::print("different counts\n");
  return right;
}

}  // namespace

bool print_growth(const Plan& plan) {
  std::vector<std::size_t> lengths{100000, 300000, 1000000};
  if (plan.full) lengths.insert(lengths.end(), {3000000, 10000000});
  const auto beats =
      simulate::signal({.kind = simulate::SignalKind::rr, .samples = lengths.back(), .parameter = {}, .seed = 1});
  bool right = print_table("Growth, milliseconds: white noise, m = 2, r = 0.15 SD", white_noise(lengths.back()),
                           lengths, plan.rounds);
  return print_table("Growth, milliseconds: simulated heartbeats, m = 2, r = 0.15 SD", beats, lengths, plan.rounds) &&
         right;
}

}  // namespace biotropy::bench
