// SPDX-License-Identifier: Apache-2.0
//
// How the time of each engine grows with the length of a series, and so which of them is worth its place where.
#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <string>

#include "biotropy/match/counter.hpp"
#include "biotropy/simulate/signals.hpp"
#include "interleaved.hpp"
#include "long_series/plan.hpp"

namespace biotropy::bench {

namespace {

constexpr int kM = 2;
constexpr double kR = 0.15;

match::Rule rule_for(series::Samples x) {
  return {{kM, kM + 1},        1,    tolerance(x, kR), match::Boundary::closed, match::TemplateRule::common,
          match::kExcludeSelf, false};
}

// Engines that take less than minutes at every length of the table.
std::vector<std::string> engines_for(series::Samples x) {
  const match::Pair pair;
  const match::Query query{std::span(&x, 1), 1, std::span(&pair, 1), rule_for(x)};
  std::vector<std::string> names;
  for (const std::string name : {"sorted", "lattice", "rows"}) {
    if (match::counter(name).can(query)) names.push_back(name);
  }
  return names;
}

bool print_table(const std::string& title, const std::vector<double>& all, const std::vector<std::size_t>& lengths,
                 int rounds) {
  fmt::print("\n{}\n{:>10}", title, "N");
  const auto engines = engines_for(all);
  for (const std::string& name : engines) fmt::print(" {:>12} {:>8}", name, "exponent");
  fmt::print("\n");
  bool right = true;
  std::vector<double> before;
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    const auto x = series::Samples(all).first(lengths[row]);
    const auto count = [&x](const std::string& name) {
      return match::count_matches(x, x, rule_for(x), {1, nullptr}, name).totals;
    };
    const auto expected = count(engines.front());
    std::vector<TimedCase> cases;
    for (const std::string& name : engines) {
      right = right && count(name) == expected;
      cases.push_back({name, [&count, name] { count(name); }});
    }
    const auto seconds = interleaved_medians(cases, rounds);
    fmt::print("{:>10}", lengths[row]);
    for (std::size_t which = 0; which < engines.size(); ++which) {
      const double exponent = row == 0 ? std::numeric_limits<double>::quiet_NaN()
                                       : std::log(seconds[which] / before[which]) /
                                             std::log(static_cast<double>(lengths[row]) / lengths[row - 1]);
      fmt::print(" {:>12.2f} {:>8}", seconds[which] * 1e3, row == 0 ? "" : fmt::format("{:.2f}", exponent));
    }
    fmt::print("\n");
    std::fflush(stdout);
    before = seconds;
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
