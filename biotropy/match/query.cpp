// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/query.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "biotropy/error.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kLongestSeries = std::numeric_limits<std::int32_t>::max();

void validate(const Rule& rule) {
  if (rule.lengths.empty()) throw Error::argument("lengths", "an empty list", "at least one template length");
  int previous = 0;
  for (const int length : rule.lengths) {
    if (length <= previous) {
      throw Error::argument("m", std::to_string(length), "an increasing list of lengths of at least 1");
    }
    previous = length;
  }
  if (rule.tau < 1) throw Error::argument("tau", std::to_string(rule.tau), "an integer of at least 1");
  if (!std::isfinite(rule.r) || rule.r < 0.0) {
    throw Error::argument("r", fmt::format("{}", rule.r), "a finite number of at least 0");
  }
  if (rule.theiler < kKeepAllPairs) {
    throw Error::argument("theiler", std::to_string(rule.theiler),
                          "-1 (keep every pair), 0 (exclude self) or a window");
  }
}

}  // namespace

int required_length(const Rule& rule, int length) {
  return rule.templates == TemplateRule::all ? length : rule.lengths.back();
}

std::size_t template_count(const Rule& rule, std::size_t n, int length) {
  return series::template_count(n, required_length(rule, length), rule.tau);
}

void validate(const Query& query) {
  validate(query.rule);
  if (query.group_size == 0 || query.series.size() % query.group_size != 0) {
    throw Error::argument("group size", std::to_string(query.group_size),
                          fmt::format("a divisor of the {} series", query.series.size()));
  }
  for (const Pair& pair : query.pairs) {
    if (pair.x >= query.group_size || pair.y >= query.group_size) {
      throw Error::argument("pair", fmt::format("({}, {})", pair.x, pair.y),
                            fmt::format("a pair of positions below {}", query.group_size));
    }
  }
  for (const Samples samples : query.series) {
    if (samples.size() > kLongestSeries) {
      throw Error(ErrorCode::unsupported, fmt::format("a series of {} samples is too long: at most {} can be counted",
                                                      samples.size(), kLongestSeries));
    }
    series::require_finite_or_missing(samples);
  }
}

TemplateSet::TemplateSet(Samples samples, const Rule& rule) {
  if (rule.templates == TemplateRule::all || series::missing_count(samples) == 0) return;
  const auto delay = static_cast<std::size_t>(rule.tau);
  whole_.assign(template_count(rule, samples.size(), rule.lengths.back()), 1);
  for (std::size_t sample = 0; sample < samples.size(); ++sample) {
    if (!std::isnan(samples[sample])) continue;
    for (int k = 0; k < rule.lengths.back() && static_cast<std::size_t>(k) * delay <= sample; ++k) {
      const std::size_t start = sample - static_cast<std::size_t>(k) * delay;
      if (start < whole_.size()) whole_[start] = 0;
    }
  }
}

}  // namespace biotropy::match
