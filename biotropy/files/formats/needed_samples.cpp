// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "biotropy/files/formats/needed_samples_internal.hpp"

namespace biotropy::files {

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

std::uint64_t memory_of_process() {
  rlimit bounds = {};
  const bool is_limited = ::getrlimit(RLIMIT_AS, &bounds) == 0 && bounds.rlim_cur != RLIM_INFINITY;
  return is_limited ? std::uint64_t{bounds.rlim_cur} : kNoLimit;
}

// The system grants more memory than it has, and ends the program when it is used: so it is compared before.
void require_memory(const Input& input, double needed) {
  const auto most = static_cast<double>(std::min({memory_of_machine(), memory_of_group(), memory_of_process()}));
  if (needed <= most) return;
  constexpr double gib = 1024.0 * 1024.0 * 1024.0;
  throw input.error(
      ErrorCode::out_of_memory,
      fmt::format("its samples need {:.3g} GiB of memory, and {:.3g} GiB is all there is: choose fewer channels",
                  needed / gib, most / gib));
}

}  // namespace

NeededSamples::NeededSamples(const Input& input, const OpenOptions& options, series::Recording& recording)
    : is_needed_(recording.channels.size(), !options.needed) {
  if (options.needed) {
    for (const std::size_t position : options.needed(recording)) {
      if (position >= is_needed_.size()) {
        throw Error::argument("needed channel", fmt::format("{}", position),
                              fmt::format("a position below {}", is_needed_.size()));
      }
      is_needed_[position] = true;
    }
  }
  double bytes = 0.0;
  for (std::size_t c = 0; c < is_needed_.size(); ++c) {
    if (is_needed_[c]) bytes += static_cast<double>(recording.channels[c].n_unread) * sizeof(double);
  }
  require_memory(input, bytes);
  for (std::size_t c = 0; c < is_needed_.size(); ++c) {
    if (!is_needed_[c]) continue;
    any_ = true;
    series::Channel& channel = recording.channels[c];
    channel.samples.reserve(channel.n_unread);
    channel.n_unread = 0;
  }
}

}  // namespace biotropy::files
