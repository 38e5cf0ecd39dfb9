// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/query_sketch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "biotropy/match/engines/sample_codes.hpp"

namespace biotropy::match {

namespace {

// The sketch takes a few per cent of the time of counting a short series.
constexpr std::size_t kMostTemplates = 64, kFewestTemplates = 16, kSamplesForATemplate = 32, kMostSamples = 1024;
// In shorter series, neither tables for few distinct values nor sorted templates pay, and a sketch takes as long as the
// counting.
constexpr std::size_t kShortest = 256;

// Templates of two samples from the whole series; those of two series, or of one with two shifts, differ in time.
class Drawn {
 public:
  Drawn(Samples samples, std::size_t tau, double shift) {
    if (samples.size() <= tau) return;
    const std::size_t places = samples.size() - tau;
    size_ = std::clamp(places / kSamplesForATemplate, kFewestTemplates, kMostTemplates);
    const double step = static_cast<double>(places) / static_cast<double>(size_);
    for (std::size_t k = 0; k < size_; ++k) {
      const auto i = static_cast<std::size_t>((static_cast<double>(k) + shift) * step);
      templates_[k] = {samples[i], samples[i + tau]};
    }
  }

  std::span<const std::pair<double, double>> templates() const { return std::span(templates_).first(size_); }

 private:
  std::array<std::pair<double, double>, kMostTemplates> templates_;
  std::size_t size_ = 0;
};

}  // namespace

QuerySketch::QuerySketch(const Query& query) {
  if (query.groups() == 0 || query.pairs.empty()) return;
  const std::size_t group = query.groups() / 2, pair = query.pairs.size() / 2;
  const Samples x = query.x(group, pair), y = query.y(group, pair);
  if (std::max(x.size(), y.size()) < kShortest) return;
  const Rule& rule = query.rule;
  constexpr double a_quarter = 0.25, three_quarters = 0.75;
  const Drawn drawn_x(x, static_cast<std::size_t>(rule.tau), a_quarter);
  const Drawn drawn_y(y, static_cast<std::size_t>(rule.tau), three_quarters);
  const auto of_x = drawn_x.templates(), of_y = drawn_y.templates();
  double matching_first = 0.0, matching_both = 0.0;
  for (const auto& [first, second] : of_x) {
    for (const auto& [other_first, other_second] : of_y) {
      const bool at_first = matches(first, other_first, rule.r, rule.boundary);
      const bool at_second = matches(second, other_second, rule.r, rule.boundary);
      matching_first += at_first ? 1.0 : 0.0;
      matching_both += at_first && at_second ? 1.0 : 0.0;
    }
  }
  const double pairs = std::max<double>(1.0, static_cast<double>(of_x.size() * of_y.size()));
  one = matching_first / pairs;
  both = matching_both / pairs;

  distinct = y.size() < kShortest ? INFINITY : estimate_distinct(y, kMostSamples);
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
