// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/system/memory.hpp"

namespace biotropy::files {

namespace {

// The system grants more memory than it has, and ends the program when it is used: so it is compared before.
void require_memory(const Input& input, double needed) {
  constexpr double mib = 1024.0 * 1024.0;
  if (needed < mib) return;  // there is that much, and to ask takes as long as to read a small file
  const auto most = static_cast<double>(system::most_memory());
  if (needed <= most) return;
  constexpr double gib = 1024.0 * mib;
  throw input.error(
      ErrorCode::out_of_memory,
      fmt::format("its samples need {:.3g} GiB of memory, and {:.3g} GiB is all there is: choose fewer channels",
                  needed / gib, most / gib));
}

// As OpenOptions::first_needed says.
std::vector<std::size_t> first_part(const std::vector<std::size_t>& needed, const OpenOptions& options,
                                    const series::Recording& recording) {
  std::vector<std::size_t> part;
  std::size_t n_samples = 0;
  for (std::size_t place = options.first_needed; place < needed.size(); ++place) {
    n_samples += recording.channels[needed[place]].n_unread;
    if (n_samples > options.most_samples && !part.empty()) break;
    part.push_back(needed[place]);
  }
  return part;
}

}  // namespace

NeededSamples::NeededSamples(const Input& input, const OpenOptions& options, series::Recording& recording,
                             bool passes_over)
    : is_needed_(recording.channels.size(), !options.needed) {
  if (options.needed) {
    const std::vector<std::size_t> needed = options.needed(recording);
    for (const std::size_t position : needed) {
      if (position < is_needed_.size()) continue;
      throw Error::argument("needed channel", fmt::format("{}", position),
                            fmt::format("a position below {}", is_needed_.size()));
    }
    for (const std::size_t position : passes_over ? first_part(needed, options, recording) : needed) {
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
