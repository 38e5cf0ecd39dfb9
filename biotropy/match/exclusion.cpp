// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/exclusion.hpp"

#include <algorithm>

#include "biotropy/match/query.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

void count_template_pair(Samples x, Samples y, std::size_t i, std::size_t j, const Rule& rule, Tally& tally,
                         std::int32_t change) {
  int compared = 0;
  for (std::size_t position = 0; position < rule.lengths.size(); ++position) {
    const int length = rule.lengths[position];
    if (i >= template_count(rule, x.size(), length) || j >= template_count(rule, y.size(), length)) return;
    for (; compared < length; ++compared) {
      const std::size_t step = static_cast<std::size_t>(compared) * static_cast<std::size_t>(rule.tau);
      if (!matches(x[i + step], y[j + step], rule.r, rule.boundary)) return;
    }
    tally.add(position, i, change);
  }
}

namespace {

// A complete template matches itself, unless the boundary is open and r = 0.
void remove_self_matches(Samples x, const Rule& rule, Tally& tally) {
  if (!matches(0.0, 0.0, rule.r, rule.boundary)) return;
  for (std::size_t position = 0; position < rule.lengths.size(); ++position) {
    tally.add_total(position, -std::uint64_t{template_count(rule, x.size(), rule.lengths[position])});
    if (!tally.wants_per_template()) continue;
    for (std::uint32_t& count : tally.per_template(position)) --count;
  }
}

}  // namespace

void remove_excluded(Samples x, Samples y, const Rule& rule, Tally& tally) {
  if (rule.theiler < 0) return;
  const bool same = x.data() == y.data() && x.size() == y.size();
  if (same && rule.theiler == kExcludeSelf && series::missing_count(x) == 0) {
    remove_self_matches(x, rule, tally);
    return;
  }
  const std::size_t templates_x = template_count(rule, x.size(), rule.lengths.front());
  const std::size_t templates_y = template_count(rule, y.size(), rule.lengths.front());
  const auto window = static_cast<std::size_t>(
      std::min<std::int64_t>(rule.theiler, static_cast<std::int64_t>(std::max(templates_x, templates_y))));
  const TemplateSet of_x(x, rule), of_y(y, rule);
  for (std::size_t i = 0; i < templates_x; ++i) {
    if (!of_x.contains(i)) continue;
    const std::size_t first = i > window ? i - window : 0;
    const std::size_t last = std::min(templates_y, i + window + 1);
    for (std::size_t j = first; j < last; ++j) {
      if (of_y.contains(j)) count_template_pair(x, y, i, j, rule, tally, -1);
    }
  }
}

void count_pairs(const Query& query, const Sink& sink, const CancelFlag* cancel,
                 const std::function<void(Samples x, Samples y, Tally& tally)>& count) {
  parallel_for(query.groups() * query.pairs.size(), cancel, [&](std::size_t task) {
    const std::size_t group = task / query.pairs.size(), pair = task % query.pairs.size();
    const Samples x = query.x(group, pair), y = query.y(group, pair);
    Tally tally(query.rule, x.size());
    count(x, y, tally);
    remove_excluded(x, y, query.rule, tally);
    tally.send(group, pair, sink);
  });
}

}  // namespace biotropy::match
