// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/padding.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace biotropy::prepare {

namespace {

// Samples in at most `most` runs of at least so many equal ones from the first one on.
template <typename Iterator>
std::size_t samples_in_runs(Iterator first, Iterator last, std::size_t least, std::size_t most) {
  const Iterator begin = first;
  for (std::size_t run = 0; first != last && run < most; ++run) {
    const double value = *first;
    const Iterator end = std::find_if(first, last, [value](double sample) { return sample != value; });
    if (static_cast<std::size_t>(end - first) < least) break;
    first = end;
  }
  return static_cast<std::size_t>(first - begin);
}

std::string described(const Padding& padding) {
  return fmt::format("{} in {} samples without signal", padding.tail >= padding.head ? "ends" : "begins",
                     std::max(padding.head, padding.tail));
}

}  // namespace

Padding find_padding(series::Samples samples, std::size_t least) {
  if (samples.empty() || least == 0) return {};
  const auto found = [&](std::size_t most) {
    return Padding{samples_in_runs(samples.begin(), samples.end(), least, most),
                   samples_in_runs(samples.rbegin(), samples.rend(), least, most)};
  };
  const std::size_t n = samples.size();
  Padding padding = found(n);
  if (padding.head == n) padding = found(1);
  if (padding.head == n) padding.tail = 0;
  return padding;
}

std::optional<Notice> padding_notice(const series::EpochView& epochs, std::string_view name) {
  const std::size_t n_series = epochs.n_epochs * epochs.n_channels;
  std::size_t n_padded = 0;
  std::string first;
  for (std::size_t index = 0; index < n_series; ++index) {
    if (!epochs.reasons.empty() && !epochs.reasons[index].empty()) continue;
    const Padding padding =
        find_padding(epochs.samples(index / epochs.n_channels, index % epochs.n_channels), kSuspiciousRun);
    const bool is_constant = padding.head == epochs.n_times;
    if (is_constant || padding.head + padding.tail == 0 || n_padded++ > 0) continue;
    const std::string label =
        epochs.labels.empty() ? std::string() : fmt::format(", {},", epochs.labels[index % epochs.n_channels]);
    first = fmt::format("series {} of {}{} {}", index + 1, n_series, label, described(padding));
  }
  if (n_padded == 0) return std::nullopt;
  return warning("padding",
                 fmt::format("{}: {} of {} series seem to have padding ({}), which is measured; cut it off, or make it "
                             "missing and give `missing = omit`",
                             name, n_padded, n_series, first));
}

std::vector<std::string> padded_channels(const series::Recording& recording, std::span<const std::size_t> channels,
                                         std::size_t least) {
  std::vector<std::string> padded;
  for (const std::size_t position : channels) {
    const series::Channel& channel = recording.channels[position];
    const Padding padding = find_padding(channel.samples, least);
    const bool is_constant = padding.head == channel.samples.size();
    if (!channel.bad.empty() || is_constant || padding.head + padding.tail == 0) continue;
    padded.push_back(fmt::format("channel {} {}", channel.label, described(padding)));
  }
  return padded;
}

}  // namespace biotropy::prepare
