// SPDX-License-Identifier: Apache-2.0
//
// Queries drawn at random, each from its number alone: every engine of the processor that can answer one, on an
// instruction set that is drawn too, must return the counts of the definition. The tolerance is often the distance of
// two samples, or the double beside it, where a comparison is decided by the last bit.
//
// Usage: random_queries COUNT [FIRST]   (ends with 1 at the first query that is answered otherwise, and shows it)
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <random>
#include <string>

#include "biotropy/cpu.hpp"
#include "biotropy/match/engines.hpp"
#include "naive.hpp"

namespace {

using namespace biotropy;
using namespace biotropy::match;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class Draw {
 public:
  explicit Draw(std::uint64_t number) : generator_(number) {}

  int whole(int least, int most) { return std::uniform_int_distribution<int>(least, most)(generator_); }
  std::size_t size(int least, int most) { return static_cast<std::size_t>(whole(least, most)); }
  bool once_in(int times) { return whole(1, times) == 1; }
  double normal() { return std::normal_distribution<double>()(generator_); }

 private:
  std::mt19937_64 generator_;
};

std::size_t length_of_series(Draw& draw) {
  if (draw.once_in(200)) return draw.size(200, 1300);
  return draw.once_in(10) ? draw.size(64, 200) : draw.size(0, 64);
}

struct Kind {
  int shape, values;
  double step, scale, offset;
  int missing;  // one in so many samples; 0: none
};

Kind kind_of_series(Draw& draw) {
  constexpr std::array steps{1.0, 0.1, 1.0 / 128, 1e-3};
  constexpr std::array scales{1e-320, 1e-300, 1e-13, 1e6, 1e13, 1e300, 1.7e308};
  constexpr std::array offsets{1e9, -1e16, 0.1};
  Kind kind{draw.whole(0, 6), draw.whole(1, draw.once_in(4) ? 300 : 12), steps.at(draw.size(0, 3)), 1.0, 0.0, 0};
  if (draw.once_in(4)) kind.scale = scales.at(draw.size(0, 6));
  if (draw.once_in(8)) kind.offset = offsets.at(draw.size(0, 2));
  if (draw.once_in(4)) kind.missing = draw.once_in(3) ? 2 : draw.whole(3, 40);
  return kind;
}

double unscaled(Draw& draw, const Kind& kind, std::size_t i, double before) {
  switch (kind.shape) {
    case 0:
      return draw.normal();
    case 1:
      return draw.whole(0, kind.values - 1) * kind.step;
    case 2:
      return std::sin(0.1 * static_cast<double>(i));
    case 3:
      return before + draw.normal();
    case 4:
      return draw.once_in(20) ? draw.normal() * 1e6 : 3.25;
    case 5:
      return kind.step * static_cast<double>(i);
    default:
      return draw.once_in(2) ? 0.0 : -0.0;
  }
}

std::vector<double> series(Draw& draw, std::size_t n, const Kind& kind) {
  std::vector<double> samples(n);
  double before = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    before = unscaled(draw, kind, i, before);
    const double value = std::clamp(before, -1e6, 1e6) * kind.scale + kind.offset;
    constexpr double most = std::numeric_limits<double>::max();
    samples[i] = kind.missing > 0 && draw.once_in(kind.missing) ? kNaN : std::clamp(value, -most, most);
  }
  return samples;
}

double tolerance(Draw& draw, const std::vector<std::vector<double>>& all) {
  const auto& x = all.at(draw.size(0, static_cast<int>(all.size()) - 1));
  const auto& y = all.at(draw.size(0, static_cast<int>(all.size()) - 1));
  double r = 0.0;
  if (!x.empty() && !y.empty()) {
    r = std::abs(x.at(draw.size(0, static_cast<int>(x.size()) - 1)) -
                 y.at(draw.size(0, static_cast<int>(y.size()) - 1)));
  }
  if (!std::isfinite(r)) r = 0.2;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (draw.whole(0, 5)) {
    case 0:
      return std::nextafter(r, 0.0);
    case 1:
      return std::min(std::nextafter(r, infinity), std::numeric_limits<double>::max());
    case 2:
      return r * 0.3;
    case 3:
      return draw.once_in(3) ? 0.0 : 0.2;
    default:
      return r;
  }
}

Rule rule_of(Draw& draw, const std::vector<std::vector<double>>& all) {
  constexpr std::array<std::int64_t, 5> windows{kKeepAllPairs, kExcludeSelf, 1, 7, 1'000'000};
  Rule rule;
  const int m = draw.once_in(6) ? draw.whole(1, 12) : draw.whole(1, 3);
  rule.lengths = {m};
  if (!draw.once_in(8)) rule.lengths.push_back(m + (draw.once_in(6) ? draw.whole(1, 4) : 1));
  if (draw.once_in(6)) rule.lengths.push_back(rule.lengths.back() + draw.whole(1, 3));
  rule.tau = draw.once_in(3) ? draw.whole(1, draw.once_in(4) ? 40 : 5) : 1;
  rule.r = tolerance(draw, all);
  rule.boundary = draw.once_in(2) ? Boundary::open : Boundary::closed;
  rule.templates = draw.once_in(2) ? TemplateRule::common : TemplateRule::all;
  rule.theiler = windows.at(draw.once_in(3) ? draw.size(0, 4) : draw.size(0, 1));
  rule.per_template = draw.once_in(2);
  rule.products_suffice = rule.per_template && draw.once_in(2);
  return rule;
}

struct Drawn {
  explicit Drawn(std::uint64_t number) {
    Draw draw(number);
    const std::size_t groups = draw.once_in(4) ? draw.size(1, 3) : 1;
    group_size = draw.once_in(3) ? draw.size(2, 5) : draw.size(1, 2);
    const std::size_t n = length_of_series(draw);
    const bool alike = !draw.once_in(4);
    const Kind kind = kind_of_series(draw);
    for (std::size_t s = 0; s < groups * group_size; ++s) {
      samples.push_back(
          series(draw, alike ? n : length_of_series(draw), alike || draw.once_in(2) ? kind : kind_of_series(draw)));
    }
    const int last = static_cast<int>(group_size) - 1;
    for (std::size_t count = draw.size(1, draw.once_in(5) ? 12 : 3); pairs.size() < count;) {
      pairs.push_back(
          {static_cast<std::uint32_t>(draw.whole(0, last)), static_cast<std::uint32_t>(draw.whole(0, last))});
    }
    rule = rule_of(draw, samples);
    views.assign(samples.begin(), samples.end());
    const auto sets = instruction_sets();
    set = sets.at(draw.size(0, static_cast<int>(sets.size()) - 1));
    threads = draw.once_in(20) ? 2 : 1;
  }

  Query query() const { return {views, group_size, pairs, rule}; }

  std::string shown() const {
    return fmt::format(
        "{} series in groups of {}, the first of {} samples, {} pairs, lengths {}, tau {}, r {}, {}, {} templates, "
        "theiler "
        "{}, {}, {}",
        views.size(), group_size, views.front().size(), pairs.size(), fmt::join(rule.lengths, " "), rule.tau, rule.r,
        rule.boundary == Boundary::open ? "open" : "closed", rule.templates == TemplateRule::all ? "all" : "common",
        rule.theiler,
        rule.products_suffice ? "products"
        : rule.per_template   ? "per template"
                              : "totals",
        set);
  }

  std::vector<std::vector<double>> samples;
  std::vector<Samples> views;
  std::size_t group_size = 1;
  std::vector<Pair> pairs;
  Rule rule;
  std::string set;
  int threads = 1;
};

using Expected = std::vector<std::vector<std::vector<std::uint32_t>>>;  // [entry][length][template]

Expected definition(const Query& query) {
  Expected all;
  for (std::size_t group = 0; group < query.groups(); ++group) {
    for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) {
      auto& lengths = all.emplace_back();
      for (const auto& counts : naive_counts(query.x(group, pair), query.y(group, pair), query.rule)) {
        lengths.emplace_back(counts.begin(), counts.end());
      }
    }
  }
  return all;
}

// What is wrong with the counts of a pair; nothing if they are those of the definition.
std::string fault(const PairCounts& counts, const std::vector<std::vector<std::uint32_t>>& expected, const Rule& rule) {
  if (counts.lengths.size() != expected.size()) return "lengths are missing";
  for (std::size_t l = 0; l < expected.size(); ++l) {
    const LengthCounts& at = counts.lengths[l];
    std::uint64_t total = 0;
    for (const std::uint32_t count : expected[l]) total += count;
    if (at.total != total) return fmt::format("length {}: a total of {}, not {}", rule.lengths[l], at.total, total);
    if (!rule.per_template) continue;
    if (at.product != nullptr) {
      if (!rule.products_suffice) return "a product that was not allowed";
      if (*at.product == count_product(expected[l], expected.back().size())) continue;
      return fmt::format("length {}: another product", rule.lengths[l]);
    }
    if (!std::ranges::equal(at.per_template, expected[l])) {
      return fmt::format("length {}: {}, not {}", rule.lengths[l], fmt::join(at.per_template, " "),
                         fmt::join(expected[l], " "));
    }
  }
  return {};
}

std::string fault_of(const Engine& engine, const Drawn& drawn, const Expected& expected) {
  std::mutex looking;
  std::vector<int> seen(expected.size(), 0);
  std::string found;
  const Sink sink = [&](const PairCounts& counts) {
    const std::lock_guard lock(looking);
    const std::size_t entry = counts.group * drawn.pairs.size() + counts.pair;
    ++seen.at(entry);
    std::string here = fault(counts, expected.at(entry), drawn.rule);
    if (!here.empty()) found = fmt::format("group {}, pair {}: {}", counts.group, counts.pair, here);
  };
  count(drawn.query(), sink, {drawn.threads, nullptr}, engine.name());
  const bool once = std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; });
  return found.empty() && !once ? "not every pair came once" : found;
}

struct Answers {
  std::uint64_t queries = 0;
  std::map<std::string, std::uint64_t> by_engine;
};

bool is_right(std::uint64_t number, Answers& answers) {
  const Drawn drawn(number);
  const Expected expected = definition(drawn.query());
  limit_instruction_set(drawn.set);
  for (const Engine* engine : host_engines()) {
    if (!engine->can(drawn.query())) continue;
    const std::string wrong = fault_of(*engine, drawn, expected);
    if (!wrong.empty()) {
      fmt::print(stderr, "query {}, {}: {}\n{}\n", number, engine->name(), wrong, drawn.shown());
      return false;
    }
    ++answers.by_engine[std::string(engine->name())];
  }
  ++answers.queries;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: random_queries COUNT [FIRST]\n");
    return 2;
  }
  const std::uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::uint64_t end = first + std::strtoull(argv[1], nullptr, 10);
  try {
    Answers answers;
    for (std::uint64_t number = first; number < end; ++number) {
      if (!is_right(number, answers)) return 1;
    }
    fmt::print("{} queries, each answered as the definition says\n", answers.queries);
    for (const auto& [engine, count] : answers.by_engine) fmt::print("  {:10} {}\n", engine, count);
    return 0;
  } catch (const std::exception& failure) {
    fmt::print(stderr, "{}\n", failure.what());
    return 1;
  }
}
