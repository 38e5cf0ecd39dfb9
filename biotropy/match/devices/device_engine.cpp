// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/devices/device_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <tuple>

#include "biotropy/device/offload.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/engines.hpp"

namespace biotropy::match {

namespace {

std::string engine_name(const std::string& kind, std::string device) {
  std::erase(device, ':');
  return kind + "_" + device;
}

// All results of one pair.
using Answer = std::map<std::pair<std::size_t, std::size_t>, std::vector<std::vector<std::uint64_t>>>;

std::vector<std::uint64_t> numbers_of(const CountProduct& product) {
  return {std::bit_cast<std::uint64_t>(product.mantissa), static_cast<std::uint64_t>(product.exponent), product.counts,
          product.zeros, product.zeros_among_longest};
}

// Uses products instead of the counts per template if `as_products`.
Answer answer(const std::function<void(const Sink&)>& count, bool as_products) {
  Answer found;
  std::mutex storing;
  count([&](const PairCounts& counts) {
    const std::size_t n_longest = counts.lengths.back().per_template.size();
    const std::lock_guard lock(storing);
    auto& lengths = found[{counts.group, counts.pair}];
    for (const LengthCounts& at : counts.lengths) {
      if (as_products) {
        lengths.push_back(numbers_of(at.product != nullptr ? *at.product : count_product(at.per_template, n_longest)));
      } else {
        lengths.emplace_back(at.per_template.begin(), at.per_template.end());
      }
      lengths.back().push_back(at.total);
    }
  });
  return found;
}

// Two groups of three series with ties, a missing sample and a part without matches. value_bits: 2^value_bits values.
std::vector<std::vector<double>> known_series(std::size_t n, int value_bits) {
  constexpr std::size_t n_series = 6;
  constexpr int bits_of_state = 32;
  std::vector<std::vector<double>> series(n_series, std::vector<double>(n));
  std::uint32_t state = 1;
  for (auto& samples : series) {
    for (double& value : samples) {
      state = state * 1664525U + 1013904223U;
      value = static_cast<double>(state >> (bits_of_state - value_bits)) / 8.0;
    }
  }
  if (n > 0) {
    series[1][n / 2] = std::numeric_limits<double>::quiet_NaN();
    series[2][n / 25] = 1e9;
  }
  return series;
}

// At least this many matches at every length, all pairs together.
bool has_matches(const Answer& answer, std::size_t at_least) {
  std::vector<std::uint64_t> totals;
  for (const auto& [pair, lengths] : answer) {
    totals.resize(lengths.size());
    for (std::size_t slot = 0; slot < lengths.size(); ++slot) totals[slot] += lengths[slot].back();
  }
  return std::ranges::all_of(totals, [&](std::uint64_t total) { return total >= at_least; });
}

}  // namespace

// Settings for which a program is compiled.
struct DeviceEngine::Program {
  std::size_t samples = 0;
  std::vector<int> lengths;
  int tau = 1;
  Boundary boundary = Boundary::closed;
  TemplateRule templates = TemplateRule::common;
  bool excludes = true, per_template = true, products_suffice = false;

  auto fields() const {
    return std::tie(samples, lengths, tau, boundary, templates, excludes, per_template, products_suffice);
  }
  bool operator<(const Program& other) const { return fields() < other.fields(); }

  Rule rule() const;
};

Rule DeviceEngine::Program::rule() const {
  constexpr double r = 1.5;  // a distance between two of the values
  Rule made{lengths, tau, r, boundary, templates, kKeepAllPairs, per_template, products_suffice};
  // One or two templates have no match but with themselves and each other.
  if (excludes) made.theiler = template_count(made, samples, lengths.back()) > 2 ? 1 : kExcludeSelf;
  return made;
}

DeviceEngine::DeviceEngine(const std::string& kind, const std::string& method, device::Device& device)
    : device_(device),
      name_(engine_name(kind, device.description().name)),
      description_(fmt::format("{}, on {}", method, device.description().model)) {}

DeviceEngine::~DeviceEngine() = default;

double DeviceEngine::cost(const Query& query, const QuerySketch&) const {
  if (!device_.description().is_gpu) return std::numeric_limits<double>::infinity();
  return device::kStartSeconds + seconds(query);
}

void DeviceEngine::count(const Query& query, const Sink& sink, const CancelFlag* cancel) const {
  const Rule& rule = query.rule;
  test_once({samples_of_test(query), rule.lengths, rule.tau, rule.boundary, rule.templates, rule.theiler >= 0,
             rule.per_template, rule.products_suffice});
  run(query, sink, cancel);
}

void DeviceEngine::test_once(const Program& program) const {
  const auto wrong_counts = [this] {
    return Error(ErrorCode::device, fmt::format("{} ({}) counts known series wrongly and is not used", name_,
                                                device_.description().model));
  };
  const std::lock_guard lock(testing_);
  if (right_.contains(program)) return;
  if (wrong_.contains(program)) throw wrong_counts();
  constexpr std::size_t group_size = 3;
  constexpr int most_bits = 6, fewest_bits = 3;  // of the 8 values of 3 bits all match
  constexpr std::array<Pair, 4> pairs{{{0, 0}, {0, 1}, {1, 0}, {2, 1}}};
  const bool products = program.products_suffice;
  bool is_right = false;
  // A kernel that counts nothing must not pass: long templates match where there are few values.
  for (int value_bits = most_bits; value_bits >= fewest_bits; --value_bits) {
    const auto data = known_series(program.samples, value_bits);
    const std::vector<Samples> series(data.begin(), data.end());
    const Query known{series, group_size, pairs, program.rule()};
    const Engine& host = cheapest_host_engine(known);
    const Answer right = answer([&](const Sink& sink) { host.count(known, sink, nullptr); }, products);
    if (value_bits > fewest_bits && !has_matches(right, program.samples)) continue;
    is_right = answer([&](const Sink& sink) { run(known, sink, nullptr); }, products) == right;
    break;
  }
  (is_right ? right_ : wrong_).insert(program);
  if (!is_right) throw wrong_counts();
}

std::string DeviceEngine::self_test() const {
  constexpr std::size_t samples = 75;
  constexpr int tau = 2;
  return device::failure_of([&] {
    Program program{.samples = samples, .lengths = {1, 2, 3}, .tau = tau, .excludes = can_exclude()};
    test_once(program);
    program.products_suffice = true;
    test_once(program);
    program.per_template = program.products_suffice = false;
    test_once(program);
    program.lengths = {16, 17};
    const std::vector<double> data(samples);
    const std::vector<Samples> series{data};
    const Pair pair;
    if (can({series, 1, std::span(&pair, 1), program.rule()})) test_once(program);
  });
}

std::vector<std::unique_ptr<DeviceEngine>> device_engines(device::Device& device) {
  std::vector<std::unique_ptr<DeviceEngine>> engines;
  engines.push_back(device_bits(device));
  engines.push_back(device_shared_bits(device));
  engines.push_back(device_windows(device));
  return engines;
}

}  // namespace biotropy::match
