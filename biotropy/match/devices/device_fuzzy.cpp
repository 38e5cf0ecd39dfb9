// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/devices/device_fuzzy_internal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "biotropy/device/offload.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/devices/kernels_internal.hpp"
#include "biotropy/match/fuzzy/gaussian_sum_internal.hpp"

namespace biotropy::match {

namespace {

constexpr int kLongestFuzzyTemplate = 32;
constexpr double kSingleTolerance = 2e-6;

// The block whose windows hold the most pairs: its sum is the least likely to be 0, which would test nothing.
std::size_t fullest_block(const FuzzyTask& task) {
  std::vector<std::uint64_t> pairs(task.blocks());
  for (std::size_t row = 0; row < task.begins().size(); ++row) {
    pairs[row / FuzzyTask::kRowsPerBlock] += task.ends()[row] - task.begins()[row];
  }
  return static_cast<std::size_t>(std::max_element(pairs.begin(), pairs.end()) - pairs.begin());
}

}  // namespace

std::vector<device::Device*> devices_for(const FuzzyQuery& fuzzy, const Execution& execution) {
  constexpr double host_seconds_per_pair = 0.8e-9, typical_window = 0.7;
  constexpr double host_seconds_per_row = 50e-9, bytes_of_row = 20.0;  // windows on one core, and their transfer
  constexpr double pairs_per_cycle = 1.0;
  const Query& query = fuzzy.query;
  double rows = 0.0, pairs = 0.0;
  for (std::size_t group = 0; group < query.groups(); ++group) {
    for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) {
      const Samples x = query.x(group, pair), y = query.y(group, pair);
      const double all = static_cast<double>(x.size()) * static_cast<double>(y.size());
      for (const int length : query.rule.lengths) {
        if (may_be_gaussian(x, y, fuzzy, length)) continue;  // the processor's
        rows += static_cast<double>(x.size());
        pairs += typical_window * (x.data() == y.data() ? all / 2.0 : all);
      }
    }
  }
  const int threads = surrounding_threads();
  const double on_host = pairs * host_seconds_per_pair / threads;
  return device::devices_for(execution, on_host, [&](const device::Device& gpu) {
    if (!gpu.description().has_doubles || !DeviceFuzzy::why_not(gpu, fuzzy).empty()) {
      return std::numeric_limits<double>::infinity();
    }
    const double of_row = host_seconds_per_row / threads + bytes_of_row / device::kBytesPerSecond;
    return rows * of_row + pairs / (pairs_per_cycle * device::cycles_per_second(gpu));
  });
}

std::string DeviceFuzzy::why_not(const device::Device& device, const FuzzyQuery& fuzzy) {
  const auto because = [&](const std::string& what) {
    return fmt::format("{} ({}) sums no {}", device.description().name, device.description().model, what);
  };
  if (!kind_of(fuzzy.membership)) return because(fmt::format("membership of the form {}", word(fuzzy.membership.form)));
  const int longest = fuzzy.query.rule.lengths.back();
  if (longest > kLongestFuzzyTemplate) {
    return because(fmt::format("membership of templates longer than {} samples, and these have {}",
                               kLongestFuzzyTemplate, longest));
  }
  return {};
}

device::Source DeviceFuzzy::source(const FuzzyQuery& fuzzy, int length, bool doubles) {
  const MembershipKind kind = kind_of(fuzzy.membership).value();
  const auto products = kind == MembershipKind::product ? static_cast<std::uint32_t>(power_of(fuzzy.membership)) : 1U;
  return {"fuzzy_runs",
          fuzzy_runs_c,
          {{"DOUBLES", doubles ? 1U : 0U},
           {"COORDINATES", static_cast<std::uint32_t>(length)},
           {"KIND", static_cast<std::uint32_t>(kind)},
           {"PRODUCTS", products},
           {"EXCLUDES", fuzzy.query.rule.theiler >= 0 ? 1U : 0U},
           {"GROUP", kFuzzyGroup}}};
}

DeviceFuzzy::DeviceFuzzy(device::Device& device, const FuzzyQuery& fuzzy)
    : device_(device),
      sums_(device.description().has_doubles ? double_sums(device, fuzzy) : single_sums(device, fuzzy)) {}

DeviceFuzzy::~DeviceFuzzy() = default;

std::vector<std::vector<double>> DeviceFuzzy::block_sums(int length,
                                                         std::span<const std::unique_ptr<const FuzzyTask>> tasks,
                                                         const CancelFlag* cancel) {
  std::vector<std::vector<double>> found = sums_->block_sums(length, tasks, cancel);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool known = std::all_of(found[i].begin(), found[i].end(), [](double sum) { return !std::isnan(sum); });
    if (!known) found[i] = tasks[i]->block_sums(cancel);
    if (known && !found[i].empty() && !tested_lengths_.contains(length)) self_test(length, *tasks[i], found[i]);
  }
  return found;
}

void DeviceFuzzy::self_test(int length, const FuzzyTask& task, std::span<const double> found) {
  const std::size_t block = fullest_block(task);
  const double right = task.block_sum(block);
  const double tolerance = device_.description().has_doubles ? 0.0 : kSingleTolerance;
  if (!(std::abs(found[block] - right) <= tolerance * right)) {
    throw device::wrong_result(device_, "sums a known block wrongly");
  }
  if (right > 0.0) tested_lengths_.insert(length);
}

}  // namespace biotropy::match
