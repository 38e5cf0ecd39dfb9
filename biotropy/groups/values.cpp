// SPDX-License-Identifier: Apache-2.0
#include "biotropy/groups/values.hpp"

#include <fmt/format.h>

#include <vector>

#include "biotropy/error.hpp"

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

}  // namespace biotropy::groups
