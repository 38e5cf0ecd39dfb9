// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/simultaneous.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/prepare/epochs.hpp"
#include "biotropy/series/gaps.hpp"

namespace biotropy::prepare {

namespace {

void require_no_gaps(const series::Recording& recording, const Timing& timing) {
  if (timing.gap_starts.empty()) return;
  throw Error(ErrorCode::missing_values,
              fmt::format("{}: time is missing at {}, the first after sample {}: let gap_fill put missing "
                          "samples (NaN) there",
                          recording.path, counted(timing.gap_starts.size(), "place"), timing.gap_starts.front()));
}

void label_apart(series::Recording& recording) {
  std::vector<std::string> labels;
  for (const series::Channel& channel : recording.channels) labels.push_back(channel.label);
  labels = series::distinct(labels);
  for (std::size_t c = 0; c < labels.size(); ++c) recording.channels[c].label = std::move(labels[c]);
}

// Takes the samples of the channel, so that there is never a second copy of more than one channel.
void append(series::Channel& channel, std::size_t fill, std::size_t n_channels, std::vector<double>& values) {
  std::vector<double> samples = std::move(channel.samples);
  if (!channel.gap_starts.empty() && fill > 0)
    samples = series::with_gaps(samples, channel.gap_starts, static_cast<int>(fill));
  if (n_channels == 1) {
    values = std::move(samples);
    return;
  }
  if (values.empty()) values.reserve(n_channels * samples.size());
  values.insert(values.end(), samples.begin(), samples.end());
}

}  // namespace

Simultaneous simultaneous(series::Recording recording, const std::string& list, std::optional<std::size_t> gap_fill) {
  if (recording.channels.empty()) throw Error(ErrorCode::bad_file, recording.path + ": there are no channels");
  label_apart(recording);
  const std::vector<std::size_t> chosen = series::select_channels(recording, list);
  const Timing timing = common_timing(recording, chosen);
  if (gap_fill == std::size_t{0}) require_no_gaps(recording, timing);
  const std::size_t fill = gap_fill.value_or(0);
  Simultaneous made;
  for (const std::size_t start : timing.gap_starts) {
    if (!gap_fill) made.missing.push_back({start, start, "a gap"});
    made.gaps.push_back(start + made.gaps.size() * fill);
  }
  made.notices = series::ambiguous_names(recording, list);
  made.n_times = timing.n_samples + fill * made.gaps.size();
  if (timing.has_rate) made.rate = timing.rate;
  made.times = times_of(timing, Timeline(timing.n_samples, timing.gap_starts, 1), fill);
  for (const std::size_t c : chosen) {
    series::Channel& channel = recording.channels[c];
    append(channel, fill, chosen.size(), made.samples);
    made.labels.push_back(channel.label);
    made.units.push_back(channel.unit);
    made.bads.push_back(channel.bad);
  }
  return made;
}

void add_bad_spans(std::span<const BadSpan> spans, Simultaneous& made) {
  const double half = 0.5 / made.rate.value_or(1.0);
  const auto nearest = [&](double time) {
    return static_cast<std::size_t>(std::lower_bound(made.times.begin(), made.times.end(), time - half) -
                                    made.times.begin());
  };
  for (const BadSpan& span : spans) made.missing.push_back({nearest(span.onset), nearest(span.end), span.text});
}

std::vector<std::size_t> simultaneous_channels(series::Recording described, const std::string& list) {
  try {
    label_apart(described);
    return series::select_channels(described, list);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace biotropy::prepare
