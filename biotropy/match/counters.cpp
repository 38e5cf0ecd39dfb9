// SPDX-License-Identifier: Apache-2.0
//
// The list of engines and the choice among them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "biotropy/cpu.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/counter.hpp"
#include "biotropy/match/engines.hpp"

namespace biotropy::match {

namespace {

std::string names() {
  std::string list;
  for (const Counter* engine : counters()) list += (list.empty() ? "" : ", ") + std::string(engine->name());
  return list;
}

std::string_view forced_by_environment() {
  const char* name = std::getenv("BIOTROPY_COUNTER");
  return name == nullptr ? std::string_view() : std::string_view(name);
}

}  // namespace

std::span<const Counter* const> counters() {
  static const bool limited = (limit_instruction_set_by_environment(), true);
  (void)limited;
  static const std::array list{&direct_counter(), &bits_counter(), &lattice_counter(), &rows_counter(),
                               &sorted_counter()};
  return list;
}

const Counter& counter(std::string_view name) {
  for (const Counter* engine : counters()) {
    if (engine->name() == name) return *engine;
  }
  throw Error(ErrorCode::no_counter, fmt::format("there is no counter '{}': choose one of {}", name, names()));
}

const Counter& choose(const Query& query, std::string_view forced) {
  if (forced.empty()) forced = forced_by_environment();
  if (!forced.empty()) {
    const Counter& engine = counter(forced);
    if (engine.can(query)) return engine;
    throw Error(ErrorCode::no_counter,
                fmt::format("the counter '{}' ({}) cannot answer this query", forced, engine.description()));
  }
  // Whether an engine can answer may take a look at every sample: the likely ones are asked first.
  std::vector<std::pair<double, const Counter*>> by_cost;
  for (const Counter* engine : counters()) by_cost.emplace_back(engine->cost(query), engine);
  std::stable_sort(by_cost.begin(), by_cost.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [cost, engine] : by_cost) {
    if (engine->can(query)) return *engine;
  }
  return direct_counter();  // it can answer every query
}

void count(const Query& query, const Sink& sink, const Execution& execution, std::string_view forced) {
  validate(query);
  const Counter& engine = choose(query, forced);
  with_threads(execution, [&] { engine.count(query, sink, execution.cancel); });
}

Counts count_matches(Samples x, Samples y, const Rule& rule, const Execution& execution, std::string_view forced) {
  const std::array both{x, y};
  const bool same = x.data() == y.data() && x.size() == y.size();
  const Pair pair{0, same ? 0U : 1U};
  const std::span<const Samples> series(both.data(), same ? 1 : 2);
  Counts counts;
  const Sink keep = [&](const PairCounts& found) {
    for (const LengthCounts& at : found.lengths) {
      counts.totals.push_back(at.total);
      if (rule.per_template) counts.per_template.emplace_back(at.per_template.begin(), at.per_template.end());
    }
  };
  count({series, series.size(), std::span(&pair, 1), rule}, keep, execution, forced);
  return counts;
}

}  // namespace biotropy::match
