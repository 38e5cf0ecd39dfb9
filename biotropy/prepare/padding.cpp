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

PaddedSeries padded_series(const series::EpochView& epochs) {
  PaddedSeries found;
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    for (std::size_t channel = 0; channel < epochs.n_channels; ++channel) {
      const Padding padding = find_padding(epochs.samples(epoch, channel), kSuspiciousRun);
      const bool is_constant = padding.head == epochs.n_times;
      if (is_constant || padding.head + padding.tail == 0 || found.n++ > 0) continue;
      found.epoch = epoch;
      found.channel = channel;
      found.run = std::max(padding.head, padding.tail);
      found.at_end = padding.tail > padding.head;
    }
  }
  return found;
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
