// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "biotropy/files/formats/array_internal.hpp"

namespace biotropy::files {

bool rows_are_channels(const Input& input, std::uint64_t rows, std::uint64_t columns, Orientation orientation) {
  if (orientation != Orientation::automatic) return orientation == Orientation::rows;
  const auto [shorter, longer] = std::minmax(rows, columns);
  if (shorter > 1 && longer / 2 < shorter) {
    throw input.error(
        ErrorCode::unsupported,
        fmt::format("the array of {} x {} may have its channels in rows or columns; give `orientation = rows` or "
                    "`orientation = columns`",
                    rows, columns));
  }
  return rows <= columns;
}

ArrayLayout layout_of(const Input& input, std::uint64_t rows, std::uint64_t columns, bool rows_are_channels,
                      bool rows_vary_fastest) {
  ArrayLayout layout;
  layout.n_channels = rows_are_channels ? rows : columns;
  layout.n_samples = rows_are_channels ? columns : rows;
  layout.channels_vary_fastest = rows_are_channels == rows_vary_fastest;
  if (layout.n_channels > kMostChannels) {
    throw input.error(
        ErrorCode::unsupported,
        fmt::format("an array of {} x {} read with {} as channels has {} of them, more than the {} allowed: "
                    "choose the other orientation",
                    rows, columns, rows_are_channels ? "rows" : "columns", layout.n_channels, kMostChannels));
  }
  return layout;
}

ArrayFiller::ArrayFiller(const Input& input, const ArrayLayout& layout, const OpenOptions& options,
                         const std::string& single_label, series::Recording& recording)
    : layout_(layout), recording_(recording) {
  for (std::uint64_t c = 0; c < layout.n_channels; ++c) {
    series::Channel channel;
    channel.label = layout.n_channels == 1 ? single_label : fmt::format("ch{}", c + 1);
    channel.has_rate = options.rate.has_value();
    channel.rate = options.rate.value_or(1.0);
    channel.n_unread = layout.n_samples;
    recording.channels.push_back(std::move(channel));
  }
  needed_.emplace(input, options, recording);
}

std::uint64_t ArrayFiller::skip_channels() {
  std::uint64_t count = 0;
  if (layout_.channels_vary_fastest || sample_ > 0) return count;
  for (; channel_ < layout_.n_channels && !(*needed_)[channel_]; ++channel_) count += layout_.n_samples;
  return count;
}

std::uint64_t ArrayFiller::together() const {
  return layout_.channels_vary_fastest ? layout_.n_channels * layout_.n_samples : layout_.n_samples - sample_;
}

void ArrayFiller::put(double value) {
  if ((*needed_)[channel_]) recording_.channels[channel_].samples.push_back(value);
  if (layout_.channels_vary_fastest) {
    channel_ = channel_ + 1 < layout_.n_channels ? channel_ + 1 : 0;
  } else if (++sample_ == layout_.n_samples) {
    sample_ = 0;
    ++channel_;
  }
}

}  // namespace biotropy::files
