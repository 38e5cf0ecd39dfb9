// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/epochs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/series/gaps.hpp"

namespace biotropy::prepare {

namespace {

constexpr std::size_t kNamesInMessage = 4;
constexpr std::size_t kMostFill = 1'000'000;

// "Fp1, Fp2, F3, F4 and 15 more".
std::string some_names(const std::vector<std::string>& names) {
  if (names.size() <= kNamesInMessage) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + kNamesInMessage, ", "),
                     names.size() - kNamesInMessage);
}

void require_one_rate(const series::Recording& recording, std::span<const std::size_t> channels) {
  std::vector<std::string> groups;
  std::vector<bool> named(channels.size(), false);
  for (std::size_t k = 0; k < channels.size(); ++k) {
    if (named[k]) continue;
    const series::Channel& leader = recording.channels[channels[k]];
    std::vector<std::string> names;
    for (std::size_t other = k; other < channels.size(); ++other) {
      const series::Channel& channel = recording.channels[channels[other]];
      if (channel.rate != leader.rate || channel.has_rate != leader.has_rate) continue;
      named[other] = true;
      names.push_back(channel.label);
    }
    const std::string rate = leader.has_rate ? fmt::format("at {} Hz", leader.rate) : "without a rate";
    groups.push_back(fmt::format("{} {}", some_names(names), rate));
  }
  if (groups.size() > 1) {
    throw Error::argument("channels", fmt::format("{}", fmt::join(groups, "; ")),
                          "of one sampling rate: choose those that are alike with `channels = LIST`");
  }
}

std::size_t step_of(const EpochSettings& cutting) {
  if (!cutting.step.is_zero()) return cutting.step.samples({}, "step");
  const std::size_t length = cutting.length.samples({}, "epoch");
  const auto repeated = static_cast<std::size_t>(std::llround(cutting.overlap * static_cast<double>(length)));
  return repeated < length ? length - repeated : 1;
}

}  // namespace

EpochSettings EpochSettings::in_samples(std::optional<double> rate) const {
  return {length.samples(rate, step.is_zero() ? "epoch" : "window"), overlap, step.samples(rate, "step"), gap_fill};
}

void validate(const EpochSettings& cutting) {
  if (!(cutting.overlap >= 0.0 && cutting.overlap < 1.0)) {
    throw Error::argument("overlap", fmt::format("{}", cutting.overlap), "a part of an epoch from 0 to below 1");
  }
  if (cutting.overlap > 0.0 && !cutting.step.is_zero()) {
    throw Error::argument("overlap", fmt::format("{}, with a step of {}", cutting.overlap, cutting.step.text()),
                          "left out where a step is given");
  }
  if (cutting.gap_fill > kMostFill) {
    throw Error::argument("gap fill", fmt::format("{} samples", cutting.gap_fill),
                          fmt::format("at most {}", kMostFill));
  }
  if (cutting.length.is_zero() && (cutting.overlap > 0.0 || !cutting.step.is_zero())) {
    throw Error::argument("epoch length", "0 (the whole recording)", "at least 1 sample with an overlap or a step");
  }
}

Timing common_timing(const series::Recording& recording, std::span<const std::size_t> channels) {
  if (channels.empty()) throw Error::argument("channels", "none", "at least one channel");
  for (const std::size_t position : channels) {
    if (position >= recording.channels.size()) {
      throw Error::argument("channel position", fmt::format("{}", position),
                            fmt::format("a position below {}", recording.channels.size()));
    }
  }
  if (std::set(channels.begin(), channels.end()).size() < channels.size()) {
    throw Error::argument("channels", "a channel twice", "each channel once");
  }
  require_one_rate(recording, channels);
  const series::Channel& first = recording.channels[channels.front()];
  for (const std::size_t position : channels) {
    const series::Channel& channel = recording.channels[position];
    if (channel.length() != first.length()) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("channel {} has {} samples and channel {} has {}; they must have as many", first.label,
                              first.length(), channel.label, channel.length()));
    }
    if (channel.gap_starts != first.gap_starts || channel.gap_seconds != first.gap_seconds) {
      throw Error(ErrorCode::invalid_data, fmt::format("channels {} and {} have different gaps: their samples "
                                                       "are not of the same instants",
                                                       first.label, channel.label));
    }
  }
  if (first.length() == 0) throw Error(ErrorCode::too_short, fmt::format("channel {} has no samples", first.label));
  std::vector<double> lost(first.gap_seconds.size());
  std::partial_sum(first.gap_seconds.begin(), first.gap_seconds.end(), lost.begin());
  return {first.length(), first.rate, first.has_rate, first.gap_starts, std::move(lost)};
}

std::optional<double> Timing::rate_after(std::size_t decimation) const {
  return has_rate ? std::optional(rate / static_cast<double>(decimation)) : std::nullopt;
}

double time_of(const Timing& timing, std::size_t sample) {
  const auto next = std::upper_bound(timing.gap_starts.begin(), timing.gap_starts.end(), sample);
  const auto gaps = std::min(static_cast<std::size_t>(next - timing.gap_starts.begin()), timing.lost_seconds.size());
  return static_cast<double>(sample) / timing.rate + (gaps == 0 ? 0.0 : timing.lost_seconds[gaps - 1]);
}

std::vector<double> times_of(const Timing& timing, const Timeline& timeline, std::size_t fill) {
  std::vector<double> times;
  times.reserve(timeline.n_kept() + fill * (timeline.segments().size() - 1));
  for (const Segment& segment : timeline.segments()) {
    const double onset = time_of(timing, segment.begin), before = times.empty() ? onset : times.back();
    const double step = (onset - before) / static_cast<double>(fill + 1);
    for (std::size_t i = 1; i <= fill && !times.empty(); ++i) times.push_back(before + step * static_cast<double>(i));
    for (std::size_t i = segment.begin; i < segment.end; i += timeline.factor()) times.push_back(time_of(timing, i));
  }
  return times;
}

EpochGrid::EpochGrid(std::size_t n_samples, std::span<const std::size_t> gap_starts, const EpochSettings& cutting)
    : gap_starts_(gap_starts.begin(), gap_starts.end()), fill_(cutting.gap_fill) {
  validate(cutting);
  const std::size_t n_filled = n_samples + gap_starts_.size() * fill_;
  n_times_ = cutting.length.is_zero() ? n_filled : cutting.length.samples({}, "epoch");
  step_ = cutting.length.is_zero() ? n_filled : step_of(cutting);
  if (n_times_ > n_filled || n_times_ == 0) {
    throw Error(ErrorCode::too_short,
                fmt::format("an epoch of {} samples does not fit in a recording of {}: choose a shorter one", n_times_,
                            n_filled));
  }
  n_epochs_ = (n_filled - n_times_) / step_ + 1;
  left_over_ = n_filled - ((n_epochs_ - 1) * step_ + n_times_);
}

std::size_t EpochGrid::source(std::size_t filled) const {
  // The missing samples of gap k begin at gap_starts_[k] + k * fill_.
  std::size_t before = 0, after = gap_starts_.size();
  while (before < after) {
    const std::size_t middle = (before + after) / 2;
    if (gap_starts_[middle] + middle * fill_ <= filled)
      before = middle + 1;
    else
      after = middle;
  }
  if (before == 0) return filled;
  const std::size_t gap = gap_starts_[before - 1];
  return filled >= gap + before * fill_ ? filled - before * fill_ : gap;
}

void EpochGrid::mark_gaps(series::Epochs& epochs) const {
  if (fill_ == 0 || gap_starts_.empty()) return;
  std::vector<std::uint8_t> filled((n_epochs_ - 1) * step_ + n_times_ + left_over_);
  for (std::size_t gap = 0; gap < gap_starts_.size(); ++gap) {
    std::fill_n(filled.begin() + static_cast<std::ptrdiff_t>(gap_starts_[gap] + gap * fill_), fill_, 1);
  }
  if (epochs.step > 0) {
    epochs.gaps = std::move(filled);
    epochs.gaps.resize(epochs.n_shared());
    return;
  }
  for (std::size_t epoch = 0; epoch < n_epochs_; ++epoch) {
    const auto begin = filled.begin() + static_cast<std::ptrdiff_t>(epoch * step_);
    epochs.gaps.insert(epochs.gaps.end(), begin, begin + static_cast<std::ptrdiff_t>(n_times_));
  }
}

void EpochGrid::reject_gaps(std::size_t channel, series::Epochs& epochs) const {
  for (std::size_t epoch = 0; epoch < n_epochs_ && fill_ == 0; ++epoch) {
    const auto gap = std::upper_bound(gap_starts_.begin(), gap_starts_.end(), epoch * step_);
    if (gap == gap_starts_.end() || *gap >= epoch * step_ + n_times_) continue;
    epochs.reasons[epochs.index(epoch, channel)] = fmt::format(
        "time is missing after sample {} of the epoch (a gap in the recording); `missing = omit` leaves out the "
        "templates that span it",
        *gap - epoch * step_);
  }
}

void EpochGrid::put(std::vector<double> samples, std::size_t channel, series::Epochs& epochs) const {
  if (fill_ > 0 && !gap_starts_.empty()) samples = series::with_gaps(samples, gap_starts_, static_cast<int>(fill_));
  samples.resize((n_epochs_ - 1) * step_ + n_times_);
  if (keeps_order(epochs)) {
    epochs.data = std::move(samples);
    return;
  }
  const auto place_at = [&](std::size_t index) { return epochs.data.begin() + static_cast<std::ptrdiff_t>(index); };
  if (epochs.step > 0) {
    std::copy(samples.begin(), samples.end(), place_at(channel * epochs.n_shared()));
    return;
  }
  for (std::size_t epoch = 0; epoch < n_epochs_; ++epoch) {
    const series::Samples piece = series::Samples(samples).subspan(epoch * step_, n_times_);
    std::copy(piece.begin(), piece.end(), place_at(epochs.index(epoch, channel) * n_times_));
  }
}

series::Epochs blank_epochs(const series::Recording& recording, std::span<const std::size_t> channels,
                            const Timing& timing, const Timeline& timeline, const EpochGrid& grid,
                            Overlapping overlapping) {
  series::Epochs epochs;
  epochs.n_epochs = grid.n_epochs();
  epochs.n_channels = channels.size();
  epochs.n_times = grid.n_times();
  if (overlapping == Overlapping::shared && grid.step() < grid.n_times()) epochs.step = grid.step();
  epochs.rate = timing.has_rate ? timing.rate / static_cast<double>(timeline.factor()) : 1.0;
  epochs.has_rate = timing.has_rate;
  const double cells = static_cast<double>(epochs.n_epochs) * static_cast<double>(epochs.n_channels);
  const double samples = epochs.step > 0
                             ? static_cast<double>(epochs.n_channels) * static_cast<double>(epochs.n_shared())
                             : cells * static_cast<double>(epochs.n_times);
  try {
    // Tested in floating point first, where the product of the sizes cannot overflow.
    if (samples > static_cast<double>(epochs.data.max_size())) throw std::bad_alloc();
    epochs.reasons.resize(epochs.n_epochs * epochs.n_channels);
    if (!grid.keeps_order(epochs)) epochs.data.resize(static_cast<std::size_t>(samples));
    grid.mark_gaps(epochs);
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::out_of_memory, fmt::format("no memory for {} epochs of {} channels and {} samples",
                                                      epochs.n_epochs, epochs.n_channels, epochs.n_times));
  }
  for (const std::size_t position : channels) {
    epochs.labels.push_back(recording.channels[position].label);
    epochs.units.push_back(recording.channels[position].unit);
  }
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    const std::size_t source = timeline.source(grid.first(epoch));
    // Without a rate it is a position among the samples with the filled ones, as in a list that has NaN for each gap.
    const std::size_t filled = (epoch * grid.step() - grid.first(epoch)) * timeline.factor();
    epochs.onsets.push_back(timing.has_rate ? time_of(timing, source) : static_cast<double>(source + filled));
  }
  if (epochs.n_epochs == 1 && !epochs.gaps.empty() && timing.has_rate && grid.left_over() == 0)
    epochs.times = times_of(timing, timeline, grid.gap_fill());
  if (grid.left_over() > 0) {
    epochs.notices.push_back(
        note("samples_left_over", fmt::format("the last {} samples do not fill an epoch of {} and are left out",
                                              grid.left_over(), grid.n_times())));
  }
  return epochs;
}

series::Epochs cut(series::Recording recording, std::span<const std::size_t> channels, const EpochSettings& cutting) {
  const Timing timing = common_timing(recording, channels);
  const Timeline timeline(timing.n_samples, timing.gap_starts, 1);
  const EpochGrid grid(timeline.n_kept(), timeline.kept_gaps(), cutting.in_samples(timing.rate_after(1)));
  series::Epochs epochs = blank_epochs(recording, channels, timing, timeline, grid, Overlapping::shared);
  for (std::size_t k = 0; k < channels.size(); ++k) {
    grid.reject_gaps(k, epochs);
    grid.put(std::move(recording.channels[channels[k]].samples), k, epochs);
  }
  return epochs;
}

}  // namespace biotropy::prepare
