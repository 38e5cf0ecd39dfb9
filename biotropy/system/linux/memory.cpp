// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/memory.hpp"

#include <sys/sysinfo.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace biotropy::system {

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Of the machine, swap included.
std::uint64_t memory_of_machine() {
  struct sysinfo machine = {};
  if (::sysinfo(&machine) != 0) return kNoLimit;
  return (std::uint64_t{machine.totalram} + machine.totalswap) * machine.mem_unit;
}

// Of a container or a job: the least of its control group (version 2) and those around it.
std::uint64_t memory_of_group() {
  std::ifstream groups("/proc/self/cgroup");
  constexpr std::string_view mark = "0::/";
  std::uint64_t least = kNoLimit;
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with(mark)) continue;
    const std::filesystem::path top = "/sys/fs/cgroup";
    for (std::filesystem::path group = top / line.substr(mark.size());; group = group.parent_path()) {
      // Without a limit the file holds the word "max".
      if (std::uint64_t bytes = 0; std::ifstream(group / "memory.max") >> bytes) least = std::min(least, bytes);
      if (group == top || !group.has_relative_path()) break;
    }
  }
  return least;
}

}  // namespace

std::uint64_t most_memory() {
  return std::min({memory_of_machine(), memory_of_group(), address_space_limit().value_or(kNoLimit)});
}

}  // namespace biotropy::system
