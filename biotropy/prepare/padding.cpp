// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/padding.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace biotropy::prepare {

Padding find_padding(series::Samples samples, std::size_t least) {
  const auto differs = [&](double value) { return [value](double sample) { return sample != value; }; };
  Padding padding;
  if (samples.empty() || least == 0) return padding;
  const auto head_end = std::find_if(samples.begin(), samples.end(), differs(samples.front()));
  const auto tail_end = std::find_if(samples.rbegin(), samples.rend(), differs(samples.back()));
  padding.head = static_cast<std::size_t>(head_end - samples.begin());
  padding.tail = head_end == samples.end() ? 0 : static_cast<std::size_t>(tail_end - samples.rbegin());
  if (padding.head < least) padding.head = 0;
  if (padding.tail < least) padding.tail = 0;
  return padding;
}

std::optional<Notice> padding_notice(const series::EpochView& epochs, std::string_view name) {
  const std::size_t n_series = epochs.n_epochs * epochs.n_channels;
  std::size_t n_padded = 0;
  std::string first;
  for (std::size_t index = 0; index < n_series; ++index) {
    const Padding padding =
        find_padding(epochs.samples(index / epochs.n_channels, index % epochs.n_channels), kSuspiciousRun);
    const bool is_constant = padding.head == epochs.n_times;
    if (is_constant || padding.head + padding.tail == 0 || n_padded++ > 0) continue;
    first = fmt::format("series {} of {} {} in {} equal samples", index + 1, n_series,
                        padding.tail > padding.head ? "ends" : "begins", std::max(padding.head, padding.tail));
  }
  if (n_padded == 0) return std::nullopt;
  return warning("padding",
                 fmt::format("{}: {} of {} series seem to have padding ({}); samples that are left out, or missing "
                             "ones with `missing = omit`, are not measured",
                             name, n_padded, n_series, first));
}

std::string padded_channels(const series::Recording& recording, std::span<const std::size_t> channels,
                            std::size_t least) {
  std::size_t n_padded = 0;
  std::string first;
  for (const std::size_t position : channels) {
    const series::Channel& channel = recording.channels[position];
    const Padding padding = find_padding(channel.samples, least);
    const bool is_constant = padding.head == channel.samples.size();
    if (!channel.bad.empty() || is_constant || padding.head + padding.tail == 0 || n_padded++ > 0) continue;
    first = fmt::format("channel {} {} in {} equal samples", channel.label,
                        padding.tail >= padding.head ? "ends" : "begins", std::max(padding.head, padding.tail));
  }
  if (n_padded < 2) return first;
  return n_padded == 2 ? first + ", and another channel is like it"
                       : fmt::format("{}, and {} more channels are like it", first, n_padded - 1);
}

}  // namespace biotropy::prepare
