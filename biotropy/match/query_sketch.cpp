// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/query_sketch.hpp"

#include <algorithm>
#include <cmath>

#include "biotropy/match/sample_codes.hpp"

namespace biotropy::match {

namespace {

// Looking takes a few per cent of the time of counting a short series.
constexpr std::size_t kMostTemplates = 64, kFewestTemplates = 16, kSamplesForATemplate = 32, kMostSamples = 1024;

// Templates of two samples from all over a series; those of two series, or of one with two shifts, differ in time.
std::vector<std::pair<double, double>> draw(Samples samples, std::size_t tau, double shift) {
  std::vector<std::pair<double, double>> drawn;
  if (samples.size() <= tau) return drawn;
  const std::size_t places = samples.size() - tau;
  const std::size_t templates = std::clamp(places / kSamplesForATemplate, kFewestTemplates, kMostTemplates);
  const double step = static_cast<double>(places) / static_cast<double>(templates);
  for (std::size_t k = 0; k < templates; ++k) {
    const auto i = static_cast<std::size_t>((static_cast<double>(k) + shift) * step);
    drawn.emplace_back(samples[i], samples[i + tau]);
  }
  return drawn;
}

}  // namespace

QuerySketch::QuerySketch(const Query& query) {
  if (query.groups() == 0 || query.pairs.empty()) return;
  const std::size_t group = query.groups() / 2, pair = query.pairs.size() / 2;
  const Samples x = query.x(group, pair), y = query.y(group, pair);
  const Rule& rule = query.rule;
  constexpr double a_quarter = 0.25, three_quarters = 0.75;
  const auto of_x = draw(x, static_cast<std::size_t>(rule.tau), a_quarter);
  const auto of_y = draw(y, static_cast<std::size_t>(rule.tau), three_quarters);
  double matching = 0.0;
  for (const auto& [first, second] : of_x) {
    for (const auto& [other_first, other_second] : of_y) {
      const bool at_first = matches(first, other_first, rule.r, rule.boundary);
      const bool at_second = matches(second, other_second, rule.r, rule.boundary);
      matching += at_first && at_second ? 1.0 : 0.0;
    }
  }
  both = matching / std::max<double>(1.0, static_cast<double>(of_x.size() * of_y.size()));

  distinct = estimate_distinct(y, kMostSamples);
  double least = INFINITY, greatest = -INFINITY;
  for (const auto& drawn : {of_x, of_y}) {
    for (const auto& [first, second] : drawn) {
      if (std::isnan(first)) continue;
      least = std::min(least, first);
      greatest = std::max(greatest, first);
    }
  }
  const double range = greatest - least;
  run = range > 0.0 ? std::min(distinct, 1.0 + 2.0 * rule.r * distinct / range) : distinct;
}

}  // namespace biotropy::match
