// SPDX-License-Identifier: Apache-2.0
//
// Plain double loop: every template of x against every template of y, stopping at the first sample that does not match.
// Slow; the reference for every other engine.
#include "biotropy/match/engines.hpp"
#include "biotropy/match/exclusion.hpp"
#include "biotropy/match/query.hpp"
#include "biotropy/match/tally.hpp"

namespace biotropy::match {

namespace {

class DirectEngine final : public Engine {
 public:
  std::string_view name() const override { return "direct"; }
  std::string_view description() const override { return "plain double loop; defines the answer"; }
  bool can(const Query&) const override { return true; }

  double cost(const Query& query, const QuerySketch&) const override {
    constexpr double seconds_per_pair = 1.2e-9;
    double pairs = 0.0;
    for (std::size_t group = 0; group < query.groups(); ++group) {
      for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) {
        pairs += static_cast<double>(query.x(group, pair).size()) * static_cast<double>(query.y(group, pair).size());
      }
    }
    return pairs * seconds_per_pair;
  }

  void count(const Query& query, const Sink& sink, const CancelFlag* cancel) const override {
    parallel_for(query.groups() * query.pairs.size(), cancel, [&](std::size_t task) {
      const std::size_t group = task / query.pairs.size(), pair = task % query.pairs.size();
      Tally tally(query.rule, query.x(group, pair).size());
      count_pair(query.x(group, pair), query.y(group, pair), query.rule, tally, cancel);
      tally.send(group, pair, sink);
    });
  }

 private:
  static void count_pair(Samples x, Samples y, const Rule& rule, Tally& tally, const CancelFlag* cancel) {
    const std::size_t templates_x = template_count(rule, x.size(), rule.lengths.front());
    const std::size_t templates_y = template_count(rule, y.size(), rule.lengths.front());
    const TemplateSet of_x(x, rule), of_y(y, rule);
    for (std::size_t i = 0; i < templates_x; ++i) {
      if (cancel != nullptr) cancel->check();
      if (!of_x.contains(i)) continue;
      for (std::size_t j = 0; j < templates_y; ++j) {
        // Most pairs differ in their first samples; this test avoids a call for them.
        if (!matches(x[i], y[j], rule.r, rule.boundary) || excluded(rule, i, j) || !of_y.contains(j)) continue;
        count_template_pair(x, y, i, j, rule, tally);
      }
    }
  }
};

}  // namespace

const Engine& direct_engine() {
  static const DirectEngine engine;
  return engine;
}

}  // namespace biotropy::match
