// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/preparation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "biotropy/error.hpp"
#include "biotropy/prepare/amount_internal.hpp"
#include "biotropy/prepare/timeline.hpp"

namespace biotropy::prepare {

namespace {

/// Samples [begin, end) of a channel of the recording that have no prepared counterpart.
struct Exclusion {
  std::size_t begin = 0, end = 0;
  std::string reason;
};

// Everything that is the same for all channels.
struct Plan {
  std::vector<Filter> filters;
  std::size_t least_samples = 1;  // a shorter stretch cannot be filtered
  Timeline timeline;
  EpochGrid grid;
  std::size_t factor = 1;
};

std::vector<Filter> make_filters(const Preparation& preparation, const Timing& timing) {
  if (!timing.has_rate && !(preparation.filter.band.open() && preparation.notches.empty())) {
    throw Error::argument("rate", "none", "a sampling rate, because bands and notches are in hertz,");
  }
  std::vector<Filter> filters;
  if (!preparation.filter.band.open()) filters.push_back(make_filter(preparation.filter, timing.rate));
  for (const double frequency : preparation.notches) {
    filters.emplace_back(notch(frequency, preparation.notch_quality, timing.rate));
  }
  if (preparation.decimation != 1) filters.push_back(anti_alias_filter(preparation.decimation, preparation.anti_alias));
  return filters;
}

Plan make_plan(const Preparation& preparation, const Timing& timing) {
  std::vector<Filter> filters = make_filters(preparation, timing);
  std::size_t least = 1;
  for (const Filter& filter : filters) least = std::max(least, filter.least_samples());
  const Timeline timeline(timing.n_samples, timing.gap_starts, preparation.decimation);
  std::size_t longest = 0;
  for (const Stretch& stretch : timeline.stretches()) longest = std::max(longest, stretch.size());
  if (longest < least) {
    throw Error(
        ErrorCode::too_short,
        fmt::format("the filters need {} samples without a gap, and the recording has at most {}: choose a wider "
                    "transition, a lower order or a smaller decimation factor",
                    least, longest));
  }
  EpochGrid grid(timeline.n_kept(), timeline.kept_gaps(), preparation.cutting);
  return {std::move(filters), least, timeline, std::move(grid), preparation.decimation};
}

std::vector<Exclusion> padded(const series::Channel& channel, std::size_t least) {
  const std::size_t n = channel.samples.size();
  const Padding padding = find_padding(channel.samples, least);
  std::vector<Exclusion> exclusions;
  if (padding.head == n) {
    exclusions.push_back(
        {0, n,
         fmt::format("all {} samples of the channel equal {}", n, amount(channel.samples.front(), channel.unit))});
    return exclusions;
  }
  if (padding.head > 0) {
    exclusions.push_back({0, padding.head,
                          fmt::format("padding: the recording begins with {} samples equal to {}", padding.head,
                                      amount(channel.samples.front(), channel.unit))});
  }
  if (padding.tail > 0) {
    exclusions.push_back({n - padding.tail, n,
                          fmt::format("padding: the recording ends in {} samples equal to {}", padding.tail,
                                      amount(channel.samples.back(), channel.unit))});
  }
  return exclusions;
}

void require_complete(const series::Channel& channel, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const double sample = channel.samples[i];
    if (std::isfinite(sample)) continue;
    if (std::isnan(sample)) {
      throw Error(ErrorCode::missing_values,
                  fmt::format("channel {}: sample {} is missing (NaN), and {} in all: filtering and decimation need "
                              "complete data",
                              channel.label, i, series::missing_count(channel.samples)));
    }
    throw Error(ErrorCode::invalid_data,
                fmt::format("channel {}: sample {} is {}: samples must be finite", channel.label, i, sample));
  }
}

// The filtered and decimated channel, NaN where `exclusions` (to which stretches too short to filter are added) say so.
std::vector<double> filtered(const series::Channel& channel, const Plan& plan, std::vector<Exclusion>& exclusions) {
  if (plan.filters.empty()) return channel.samples;
  std::size_t head = 0, tail = channel.samples.size();
  for (const Exclusion& exclusion : exclusions) {
    if (exclusion.begin == 0)
      head = exclusion.end;
    else
      tail = exclusion.begin;
  }
  std::vector<double> kept(plan.timeline.n_kept(), std::numeric_limits<double>::quiet_NaN());
  for (const Stretch& stretch : plan.timeline.stretches()) {
    const std::size_t begin = std::max(stretch.begin, head), end = std::min(stretch.end, tail);
    if (begin >= end) continue;
    require_complete(channel, begin, end);
    if (end - begin < plan.least_samples) {
      exclusions.push_back({begin, end,
                            fmt::format("the filters need {} samples without a gap or padding, and there are {}",
                                        plan.least_samples, end - begin)});
      continue;
    }
    std::vector<double> values(channel.samples.begin() + static_cast<std::ptrdiff_t>(begin),
                               channel.samples.begin() + static_cast<std::ptrdiff_t>(end));
    for (const Filter& filter : plan.filters) values = filter.apply(values);
    // Kept samples count from the beginning of the stretch, padded or not, so that channels stay aligned.
    std::size_t step = (begin - stretch.begin + plan.factor - 1) / plan.factor;
    for (std::size_t i = stretch.begin + step * plan.factor; i < end; i += plan.factor, ++step) {
      kept[stretch.kept_begin + step] = values[i - begin];
    }
  }
  return kept;
}

// Reasons that only the recording can give: after a filter, padding and constants no longer look like it.
void reject_by_recording(const series::Channel& channel, std::size_t position, const Plan& plan,
                         const std::vector<Exclusion>& exclusions, bool constant, series::Epochs& epochs) {
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    std::string& reason = epochs.reasons[epochs.index(epoch, position)];
    const std::size_t first = plan.timeline.source(plan.grid.first(epoch));
    const std::size_t last = plan.timeline.source(plan.grid.last(epoch));
    for (const Exclusion& exclusion : exclusions) {
      if (reason.empty() && exclusion.begin <= last && first < exclusion.end) reason = exclusion.reason;
    }
    if (!reason.empty() || !constant) continue;
    const series::Samples raw = series::Samples(channel.samples).subspan(first, last - first + 1);
    if (std::all_of(raw.begin(), raw.end(), [&](double sample) { return sample == raw.front(); })) {
      reason = fmt::format("all {} samples equal {} in the recording", raw.size(), amount(raw.front(), channel.unit));
    }
  }
}

}  // namespace

series::Epochs prepare(const series::Recording& recording, std::span<const std::size_t> channels,
                       const Preparation& preparation, const Execution& execution) {
  validate(execution);
  validate(preparation.rejection);
  const Timing timing = common_timing(recording, channels);
  const Plan plan = make_plan(preparation, timing);
  series::Epochs epochs = blank_epochs(recording, channels, timing, plan.timeline, plan.grid);
  with_threads(execution, [&] {
    parallel_for(channels.size(), execution.cancel, [&](std::size_t position) {
      const series::Channel& channel = recording.channels[channels[position]];
      std::vector<Exclusion> exclusions = padded(channel, preparation.rejection.padding);
      plan.grid.copy(filtered(channel, plan, exclusions), position, epochs);
      reject_by_recording(channel, position, plan, exclusions, preparation.rejection.constant, epochs);
      reject_channel(epochs, position, preparation.rejection);
    });
  });
  return epochs;
}

}  // namespace biotropy::prepare
