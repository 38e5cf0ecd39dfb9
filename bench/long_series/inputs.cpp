// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <fstream>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/simulate/signals.hpp"
#include "long_series/plan.hpp"

namespace biotropy::bench {

namespace {

std::vector<double> recorded_heartbeats() {
  std::ifstream file(BIOTROPY_DATA "/heartbeat/nsr001_rr_secs.txt");
  std::vector<double> intervals;
  double seconds = 0.0;
  file >> seconds;  // the time to the first beat is not an interval
  while (file >> seconds) intervals.push_back(seconds);
  return intervals;
}

}  // namespace

std::vector<double> white_noise(std::size_t n) {
  return simulate::signal({.kind = simulate::SignalKind::gaussian, .samples = n, .parameter = {}, .seed = 1});
}

std::vector<double> heartbeats(std::size_t n) {
  static const std::vector<double> recorded = recorded_heartbeats();
  if (!recorded.empty()) {
    return {recorded.begin(), recorded.begin() + static_cast<std::ptrdiff_t>(std::min(n, recorded.size()))};
  }
  static const bool told = (fmt::print("The record nsr001 is not at hand: heartbeats are simulated.\n"), true);
  (void)told;
  return simulate::signal({.kind = simulate::SignalKind::rr, .samples = n, .parameter = {}, .seed = 1});
}

double tolerance(series::Samples x, double r) {
  return series::absolute_tolerance(x, r, series::RUnit::sd);
}

baselines::SampleCounts library_counts(series::Samples x, int m, double r, int threads, const std::string& engine) {
  entropy::Parameters parameters;
  parameters.m = m;
  parameters.r = r;
  parameters.r_unit = series::RUnit::absolute;
  parameters.engine = engine;
  const entropy::Entropy result = entropy::sample_entropy(x, parameters, {threads, nullptr});
  return {result.matches_m, result.matches_m1};
}

bool agree(const char* name, const baselines::SampleCounts& found, const baselines::SampleCounts& expected) {
  if (found == expected) return true;
  fmt::print("different counts: {} finds {} and {}, the definition {} and {}\n", name, found.b, found.a, expected.b,
             expected.a);
  return false;
}

std::size_t row_step(std::size_t n) {
  constexpr double pairs_in_a_fifth_of_a_second = 1e8;
  const double pairs = 0.5 * static_cast<double>(n) * static_cast<double>(n);
  return static_cast<std::size_t>(std::max(1.0, pairs / pairs_in_a_fifth_of_a_second));
}

}  // namespace biotropy::bench
