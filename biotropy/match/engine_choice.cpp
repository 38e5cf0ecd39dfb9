// SPDX-License-Identifier: Apache-2.0
//
// List of engines, and the choice among them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "biotropy/cpu.hpp"
#include "biotropy/device/devices.hpp"
#include "biotropy/device/offload.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/devices/device_engine.hpp"
#include "biotropy/match/devices/device_team.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/match/engines.hpp"
#include "biotropy/match/engines/sample_codes.hpp"

namespace biotropy::match {

namespace {

std::string names() {
  std::string list;
  for (const Engine* engine : engines()) list += (list.empty() ? "" : ", ") + std::string(engine->name());
  return list;
}

std::string_view forced_by_environment() {
  const char* name = std::getenv("BIOTROPY_ENGINE");
  return name == nullptr ? std::string_view() : std::string_view(name);
}

// Engines ordered by estimated time. Testing whether an engine can answer may read every sample, so the cheapest is
// tested first.
class Ranking {
 public:
  Ranking(const Query& query, int threads) : query_(query), sketch_(query), threads_(threads) {}

  void add(const Engine& engine) {
    ranked_.emplace_back(engine.cost(query_, sketch_) / (engine.device() == nullptr ? threads_ : 1), &engine);
  }

  /// The cheapest engine that can answer, and its seconds; null if none can.
  std::pair<double, const Engine*> cheapest() {
    std::stable_sort(ranked_.begin(), ranked_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& ranked : ranked_) {
      if (ranked.second->can(query_)) return ranked;
    }
    return {};
  }

 private:
  const Query& query_;
  QuerySketch sketch_;
  int threads_;
  std::vector<std::pair<double, const Engine*>> ranked_;
};

const Engine& forced_engine(const Query& query, std::string_view name, std::string_view device) {
  const Engine& engine = find_engine(name);
  if (!engine.can(query)) {
    throw Error(ErrorCode::no_engine,
                fmt::format("the engine '{}' ({}) cannot answer this query", name, engine.description()));
  }
  std::vector<device::Device*> wanted{nullptr};
  if (device != "auto" && device != "cpu") wanted = device::find_all(device);
  if (device == "auto" || std::ranges::find(wanted, engine.device()) != wanted.end()) return engine;
  throw Error(ErrorCode::no_engine, fmt::format("the engine '{}' does not run on the device '{}'", name, device));
}

// Kept until the process ends, as the devices are.
const std::vector<std::unique_ptr<DeviceEngine>>& on_devices() {
  static const auto* const list = [] {
    auto* engines = new std::vector<std::unique_ptr<DeviceEngine>>;
    for (device::Device* device : device::devices()) {
      for (auto& engine : device_engines(*device)) engines->push_back(std::move(engine));
    }
    return engines;
  }();
  return *list;
}

// The cheapest engine of a device; null if none can answer.
const Engine* cheapest_on(const device::Device& device, const Query& query, int threads) {
  Ranking ranking(query, threads);
  for (const auto& engine : on_devices()) {
    if (engine->device() == &device) ranking.add(*engine);
  }
  return ranking.cheapest().second;
}

}  // namespace

std::span<const Engine* const> host_engines() {
  static const bool limited = (limit_instruction_set_by_environment(), true);
  (void)limited;
  static const std::array list{&direct_engine(),  &cells_engine(), &words_engine(), &bits_engine(),
                               &lattice_engine(), &rows_engine(),  &sorted_engine()};
  return list;
}

std::span<const Engine* const> engines() {
  static const std::vector<const Engine*> list = [] {
    std::vector<const Engine*> all(host_engines().begin(), host_engines().end());
    for (const auto& engine : on_devices()) all.push_back(engine.get());
    return all;
  }();
  return list;
}

const Engine& find_engine(std::string_view name) {
  for (const Engine* engine : host_engines()) {
    if (engine->name() == name) return *engine;
  }
  for (const auto& engine : on_devices()) {
    if (engine->name() == name) return *engine;
  }
  throw Error(ErrorCode::no_engine, fmt::format("there is no engine '{}': choose one of {}", name, names()));
}

const Engine& cheapest_host_engine(const Query& query) {
  Ranking ranking(query, 1);
  for (const Engine* engine : host_engines()) ranking.add(*engine);
  // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.UndefReturn): the direct engine can answer every query
  return *ranking.cheapest().second;
}

const Engine& choose(const Query& query, std::string_view forced, const Execution& execution) {
  const std::string& device = execution.device;
  if (forced.empty()) forced = forced_by_environment();
  if (!forced.empty()) return forced_engine(query, forced, device);
  const int threads = thread_count(execution);
  if (device == "auto" || device == "cpu") {
    Ranking ranking(query, threads);
    for (const Engine* engine : host_engines()) ranking.add(*engine);
    const auto [host_seconds, on_host] = ranking.cheapest();
    if (device == "cpu" || host_seconds < device::kSecondsWorthADevice) return *on_host;
    for (const auto& on_device : on_devices()) ranking.add(*on_device);
    const auto [seconds, best] = ranking.cheapest();
    if (best->device() == nullptr) return *best;
    const auto can = [&](device::Device& which) { return cheapest_on(which, query, threads) != nullptr; };
    std::vector<const Engine*> engines;
    for (const device::Device* one : device::with_helpers(*best->device(), seconds, device::devices(), can)) {
      engines.push_back(cheapest_on(*one, query, threads));
    }
    return team_of(engines);
  }
  std::vector<const Engine*> engines;
  for (const device::Device* wanted : device::find_all(device)) {
    engines.push_back(cheapest_on(*wanted, query, threads));
    if (engines.back() != nullptr) continue;
    throw Error(ErrorCode::no_engine, fmt::format("the device {} ({}) cannot answer this query",
                                                  wanted->description().name, wanted->description().model));
  }
  return team_of(engines);
}

const Engine& count(const Query& query, const Sink& sink, const Execution& execution, std::string_view forced) {
  validate(query);
  const Engine* engine = nullptr;
  with_threads(execution, [&] {  // choosing may read every sample, on these threads as well
    engine = &choose(query, forced, execution);
    if (engine->device() == nullptr) {
      engine->count(query, sink, execution.cancel);
    } else {
      count_with_cpu_fallback(*engine, query, sink, execution);
    }
  });
  return *engine;
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

namespace {

// The sketch takes a few per cent of the time of counting a short series.
constexpr std::size_t kMostTemplates = 64, kFewestTemplates = 16, kSamplesForATemplate = 32, kMostSamples = 1024;
// In shorter series, neither tables for few distinct values nor sorted templates pay, and a sketch takes as long as the
// counting; in a single pair of whole series not up to a thousand samples.
constexpr std::size_t kShortest = 256, kShortestWhole = 1025;

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
  const std::size_t longest = std::max(x.size(), y.size());
  const bool single = query.groups() * query.pairs.size() == 1;
  if (longest < kShortest) return;
  if (single && longest < kShortestWhole && series::missing_count(x) + series::missing_count(y) == 0) return;
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
