// SPDX-License-Identifier: Apache-2.0
#include "biotropy/groups/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::groups {

void validate(const Values& values, int least_groups) {
  const std::size_t subjects = values.group_of.size();
  if (values.groups < least_groups) {
    throw Error::argument("groups", std::to_string(values.groups), fmt::format("at least {}", least_groups));
  }
  if (values.entries == 0) throw Error::argument("entries", "0", "at least 1");
  if (subjects > kMostSubjects) {
    throw Error::argument("subjects", std::to_string(subjects), fmt::format("at most {}", kMostSubjects));
  }
  std::vector<std::size_t> sizes(static_cast<std::size_t>(values.groups));
  for (std::size_t subject = 0; subject < subjects; ++subject) {
    const int group = values.group_of[subject];
    if (group < 0 || group >= values.groups) {
      throw Error::argument(fmt::format("group_of[{}]", subject), std::to_string(group),
                            fmt::format("a number from 0 to {}", values.groups - 1));
    }
    ++sizes[static_cast<std::size_t>(group)];
  }
  for (std::size_t group = 0; group < sizes.size(); ++group) {
    if (sizes[group] > 0) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("group {} has no subject: each of the {} groups needs at least one", group, values.groups));
  }
  if (values.values.size() / values.entries != subjects || values.values.size() % values.entries != 0) {
    throw Error(ErrorCode::invalid_data, fmt::format("there are {} values; there must be {} subjects x {} entries",
                                                     values.values.size(), subjects, values.entries));
  }
}

void validate(const Contrast& contrast, const Values& values) {
  const auto check = [&](const char* name, int group) {
    if (group >= 0 && group < values.groups) return;
    throw Error::argument(name, std::to_string(group), fmt::format("a group from 0 to {}", values.groups - 1));
  };
  check("contrast.first", contrast.first);
  check("contrast.second", contrast.second);
  if (contrast.first == contrast.second) {
    throw Error::argument("contrast.second", std::to_string(contrast.second), "another group than the first");
  }
}

namespace {

// Neighbouring entries share cache lines, so a thread takes a run of them.
constexpr std::size_t kEntriesAtOnce = 256;

double mean_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());  // 0 / 0 gives NaN for an empty group
}

double sd_of(const std::vector<double>& values, double mean) {
  if (values.size() < 2) return kNaN;
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

double median_of(std::vector<double>& values) {
  if (values.empty()) return kNaN;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2.0;
}

void summarise_entry(const Values& values, std::size_t entry, Summary& summary) {
  std::vector<double> own;
  for (int group = 0; group < values.groups; ++group) {
    own.clear();
    for (std::size_t subject = 0; subject < values.group_of.size(); ++subject) {
      const double value = values.values[subject * values.entries + entry];
      if (values.group_of[subject] == group && !std::isnan(value)) own.push_back(value);
    }
    const std::size_t at = static_cast<std::size_t>(group) * values.entries + entry;
    summary.count[at] = static_cast<std::uint32_t>(own.size());
    summary.mean[at] = mean_of(own);
    summary.sd[at] = sd_of(own, summary.mean[at]);
    summary.median[at] = median_of(own);
  }
}

}  // namespace

Summary summarise(const Values& values, const Execution& execution) {
  validate(values, 1);
  const std::size_t size = static_cast<std::size_t>(values.groups) * values.entries;
  Summary summary{std::vector<std::uint32_t>(size), std::vector<double>(size), std::vector<double>(size),
                  std::vector<double>(size)};
  with_threads(execution, [&] {
    parallel_for((values.entries + kEntriesAtOnce - 1) / kEntriesAtOnce, execution.cancel, [&](std::size_t run) {
      const std::size_t end = std::min((run + 1) * kEntriesAtOnce, values.entries);
      for (std::size_t entry = run * kEntriesAtOnce; entry < end; ++entry) summarise_entry(values, entry, summary);
    });
  });
  return summary;
}

}  // namespace biotropy::groups
