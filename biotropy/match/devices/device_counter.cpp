// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/devices/device_counter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>

#include "biotropy/error.hpp"
#include "biotropy/match/engines.hpp"

namespace biotropy::match {

namespace {

// Seconds to compile or load a program and for the first launches.
constexpr double kStartSeconds = 0.4;

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

// Two groups of three series with ties, a missing sample and a part without matches.
std::vector<std::vector<double>> known_series() {
  constexpr std::size_t n_series = 6, n = 75;
  std::vector<std::vector<double>> series(n_series, std::vector<double>(n));
  std::uint32_t state = 1;
  for (auto& samples : series) {
    for (double& value : samples) {
      state = state * 1664525U + 1013904223U;
      value = static_cast<double>(state >> 26) / 8.0;
    }
  }
  series[1][40] = std::numeric_limits<double>::quiet_NaN();
  series[2][3] = 1e9;
  return series;
}

}  // namespace

DeviceCounter::DeviceCounter(std::string kind, std::string method, device::Device& device)
    : device_(device),
      name_(engine_name(kind, device.description().name)),
      description_(fmt::format("{}, on {}", method, device.description().model)) {}

double DeviceCounter::cost(const Query& query, const QuerySketch&) const {
  if (!device_.description().is_gpu) return std::numeric_limits<double>::infinity();
  return kStartSeconds + seconds(query);
}

void DeviceCounter::count(const Query& query, const Sink& sink, const CancelFlag* cancel) const {
  const std::string wrong = self_test();
  if (!wrong.empty()) throw Error(ErrorCode::device, wrong);
  run(query, sink, cancel);
}

std::string DeviceCounter::self_test() const {
  std::call_once(tested_, [this] {
    const auto data = known_series();
    const std::vector<Samples> series(data.begin(), data.end());
    constexpr std::size_t group_size = 3;
    const std::array<Pair, 4> pairs{{{0, 0}, {0, 1}, {1, 0}, {2, 1}}};
    Rule rule{{1, 2, 3}, 2, 1.5, Boundary::closed, TemplateRule::common, 1, true};
    try {
      for (const bool products : {false, true}) {
        rule.products_suffice = products;
        const Query known{series, group_size, pairs, rule};
        const Answer right = answer([&](const Sink& sink) { direct_counter().count(known, sink, nullptr); }, products);
        if (answer([&](const Sink& sink) { run(known, sink, nullptr); }, products) == right) continue;
        wrong_ =
            fmt::format("{} ({}) answers the known query wrongly and is not used", name_, device_.description().model);
        return;
      }
    } catch (const Error& error) {
      wrong_ = error.what();
    }
  });
  return wrong_;
}

std::vector<std::unique_ptr<DeviceCounter>> device_counters(device::Device& device) {
  std::vector<std::unique_ptr<DeviceCounter>> engines;
  engines.push_back(device_bits(device));
  engines.push_back(device_windows(device));
  return engines;
}

}  // namespace biotropy::match
