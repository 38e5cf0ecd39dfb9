// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/preparation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/prepare/reject.hpp"
#include "biotropy/prepare/timeline.hpp"
#include "biotropy/series/stamps.hpp"

namespace biotropy::prepare {

namespace {

/// Samples [begin, end) of a channel of the recording without a prepared counterpart.
struct Exclusion {
  std::size_t begin = 0, end = 0;
  std::string reason;
};

// Settings common to all channels.
struct Plan {
  std::vector<Filter> filters;
  std::vector<Filter> of_epochs;
  std::size_t least_samples = 1;  // a shorter segment cannot be filtered
  Timeline timeline;
  EpochGrid grid;
  std::size_t factor = 1;
};

bool filters_bands(const Preparation& preparation) {
  return !(preparation.filter.band.open() && preparation.notches.empty());
}

// The band filter and the notches.
std::vector<Filter> band_filters(const Preparation& preparation, double rate) {
  std::vector<Filter> filters;
  if (!preparation.filter.band.open()) filters.push_back(make_filter(preparation.filter, rate));
  for (const double frequency : preparation.notches) {
    filters.emplace_back(notch(frequency, preparation.notch_quality, rate));
  }
  return filters;
}

std::size_t least_samples(const std::vector<Filter>& filters) {
  std::size_t least = 1;
  for (const Filter& filter : filters) least = std::max(least, filter.least_samples());
  return least;
}

void require_long_enough(std::size_t least, std::size_t longest, const char* what) {
  if (longest >= least) return;
  throw Error(ErrorCode::too_short,
              fmt::format("the filters need {} samples without a gap, and {} at most {}: choose a wider "
                          "transition, a lower order or a smaller decimation factor",
                          least, what, longest));
}

Plan make_plan(const Preparation& preparation, const Timing& timing) {
  if (filters_bands(preparation) && !timing.has_rate) {
    throw Error::argument("rate", "none", "a sampling rate, because bands and notches are in hertz");
  }
  const bool each_epoch = preparation.filter_each == FilterEach::epoch;
  std::vector<Filter> filters, of_epochs;
  if (!each_epoch) filters = band_filters(preparation, timing.rate);
  if (preparation.decimation != 1) filters.push_back(anti_alias_filter(preparation.decimation, preparation.anti_alias));
  if (each_epoch) of_epochs = band_filters(preparation, timing.rate / static_cast<double>(preparation.decimation));
  const std::size_t least = least_samples(filters);
  const Timeline timeline(timing.n_samples, timing.gap_starts, preparation.decimation);
  std::size_t longest = 0;
  for (const Segment& segment : timeline.segments()) longest = std::max(longest, segment.size());
  require_long_enough(least, longest, "the recording has");
  EpochGrid grid(timeline.n_kept(), timeline.kept_gaps(),
                 preparation.cutting.in_samples(timing.rate_after(preparation.decimation)));
  require_long_enough(least_samples(of_epochs), grid.n_times(), "an epoch has");
  return {std::move(filters), std::move(of_epochs), least, timeline, std::move(grid), preparation.decimation};
}

std::vector<Exclusion> padded(const series::Channel& channel, std::size_t least) {
  const std::size_t n = channel.samples.size();
  const Padding padding = find_padding(channel.samples, least);
  std::vector<Exclusion> exclusions;
  if (padding.head == n) {
    exclusions.push_back(
        {0, n,
         fmt::format("all {} samples of the channel equal {}", n, with_unit(channel.samples.front(), channel.unit))});
    return exclusions;
  }
  if (padding.head > 0) {
    exclusions.push_back(
        {0, padding.head, fmt::format("padding: the recording begins with {} samples without signal", padding.head)});
  }
  if (padding.tail > 0) {
    exclusions.push_back(
        {n - padding.tail, n, fmt::format("padding: the recording ends in {} samples without signal", padding.tail)});
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
                              channel.label, i + 1, series::missing_count(channel.samples)));
    }
    throw Error(ErrorCode::invalid_data,
                fmt::format("channel {}: sample {} is {}: samples must be finite", channel.label, i + 1, sample));
  }
}

/// Samples [begin, end) of a segment that are filtered together. Sample `first` is the first one that is kept, as
/// sample `kept_begin`.
struct Part {
  std::size_t begin = 0, end = 0;
  std::size_t first = 0, kept_begin = 0;
};

// What lies between `exclusions`, to which segments too short to filter are added.
std::vector<Part> parts_to_filter(const series::Channel& channel, const Plan& plan,
                                  std::vector<Exclusion>& exclusions) {
  std::size_t head = 0, tail = channel.samples.size();
  for (const Exclusion& exclusion : exclusions) {
    if (exclusion.begin == 0)
      head = exclusion.end;
    else
      tail = exclusion.begin;
  }
  std::vector<Part> parts;
  for (const Segment& segment : plan.timeline.segments()) {
    const std::size_t begin = std::max(segment.begin, head), end = std::min(segment.end, tail);
    if (begin >= end) continue;
    require_complete(channel, begin, end);
    if (end - begin < plan.least_samples) {
      exclusions.push_back({begin, end,
                            fmt::format("the filters need {} samples without a gap or padding, and there are {}",
                                        plan.least_samples, end - begin)});
      continue;
    }
    // Kept samples count from the beginning of the segment, padded or not, so that channels stay aligned.
    const std::size_t step = (begin - segment.begin + plan.factor - 1) / plan.factor;
    parts.push_back({begin, end, segment.begin + step * plan.factor, segment.kept_begin + step});
  }
  return parts;
}

// Filtered and decimated samples in the memory of those of the recording, NaN where no part is.
void filter_parts(const std::vector<Part>& parts, const Plan& plan, std::vector<double>& samples) {
  const auto at = [&](std::size_t position) { return samples.begin() + static_cast<std::ptrdiff_t>(position); };
  std::size_t kept = 0;
  for (const Part& part : parts) {
    const bool is_whole = part.end - part.begin == samples.size();
    std::vector<double> values = is_whole ? std::move(samples) : std::vector<double>(at(part.begin), at(part.end));
    for (const Filter& filter : plan.filters) values = filter.apply(std::move(values));
    if (is_whole) {
      samples = std::move(values);
    } else {
      std::copy(values.begin(), values.end(), at(part.begin));
    }
    std::fill(at(kept), at(part.kept_begin), kNaN);
    kept = part.kept_begin;
    for (std::size_t i = part.first; i < part.end; i += plan.factor) samples[kept++] = samples[i];
  }
  samples.resize(plan.timeline.n_kept());
  std::fill(at(kept), samples.end(), kNaN);
  if (plan.factor > 1) samples.shrink_to_fit();
}

// Reasons found in the recording: filtering hides padding and constants.
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
      reason =
          fmt::format("all {} samples equal {} in the recording", raw.size(), with_unit(raw.front(), channel.unit));
    }
  }
}

// For each epoch the first bad span that shares time with it, as a reason.
std::vector<std::string> reasons_of_spans(std::span<const BadSpan> spans, const Timing& timing, const Plan& plan) {
  std::vector<std::string> reasons(plan.grid.n_epochs());
  const double rounding = series::kFewDigits / timing.rate, step = static_cast<double>(plan.factor) / timing.rate;
  for (std::size_t epoch = 0; epoch < reasons.size(); ++epoch) {
    const double begin = time_of(timing, plan.timeline.source(plan.grid.first(epoch)));
    const double end = time_of(timing, plan.timeline.source(plan.grid.last(epoch))) + step;
    const auto touching = std::find_if(spans.begin(), spans.end(), [&](const BadSpan& span) {
      const bool begins_before = span.onset < end - rounding;
      const bool is_moment = span.end <= span.onset;
      return begins_before && (is_moment ? span.onset > begin - rounding : span.end > begin + rounding);
    });
    if (touching == spans.end()) continue;
    const double onset = std::round(1e3 * touching->onset) / 1e3;  // FIF has times in single precision
    reasons[epoch] = fmt::format("marked as bad: {} at {:.10g} s", touching->text, onset);
  }
  return reasons;
}

// Kept samples [begin, end) of each span.
std::vector<Exclusion> samples_of_spans(std::span<const BadSpan> spans, const Timing& timing, const Plan& plan) {
  const auto first_at = [&](double time) {
    std::size_t low = 0, high = plan.timeline.n_kept();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      const bool is_before = time_of(timing, plan.timeline.source(middle)) < time - 0.5 / timing.rate;
      (is_before ? low : high) = is_before ? middle + 1 : middle;
    }
    return low;
  };
  std::vector<Exclusion> found;
  for (const BadSpan& span : spans) found.push_back({first_at(span.onset), first_at(span.end), span.text});
  return found;
}

void note_spans(std::span<const BadSpan> spans, const std::vector<std::string>& reasons, series::Epochs& epochs) {
  if (spans.empty()) return;
  const auto kept = std::count(reasons.begin(), reasons.end(), std::string());
  epochs.notices.push_back(
      note("bad_time", fmt::format("{} marked as bad: {} of {} without values", counted(spans.size(), "span"),
                                   reasons.size() - static_cast<std::size_t>(kept), counted(reasons.size(), "epoch"))));
}

void note_missing(std::span<const Exclusion> missing, series::Epochs& epochs) {
  if (missing.empty()) return;
  std::size_t samples = 0;
  for (const Exclusion& one : missing) samples += one.end - one.begin;
  epochs.notices.push_back(note("bad_time", fmt::format("{} marked as bad: {} left out",
                                                        counted(missing.size(), "span"), counted(samples, "sample"))));
}

void reject_whole(series::Channel& channel, std::size_t position, const Plan& plan, series::Epochs& epochs) {
  channel.samples.assign(plan.timeline.n_kept(), kNaN);
  plan.grid.put(std::move(channel.samples), position, epochs);
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    epochs.reasons[epochs.index(epoch, position)] = channel.bad;
  }
}

// Filters each epoch of a channel by itself, unless it is already rejected.
void filter_epochs(const std::vector<Filter>& filters, std::size_t position, series::Epochs& epochs) {
  for (std::size_t epoch = 0; epoch < epochs.n_epochs && !filters.empty(); ++epoch) {
    const std::size_t index = epochs.index(epoch, position);
    const series::Samples raw = epochs.samples(epoch, position);
    if (!epochs.reasons[index].empty()) continue;
    const std::size_t missing = series::missing_count(raw);
    if (missing > 0) {
      epochs.reasons[index] = fmt::format("{} of {} samples are missing, and filtering needs all", missing, raw.size());
    } else if (std::all_of(raw.begin(), raw.end(), [](double sample) { return std::isfinite(sample); })) {
      std::vector<double> values(raw.begin(), raw.end());
      for (const Filter& filter : filters) values = filter.apply(std::move(values));
      std::copy(values.begin(), values.end(), epochs.data.begin() + static_cast<std::ptrdiff_t>(index * raw.size()));
    }
  }
}

/// Samples [begin, end) between the paddings of the channels, and reasons for those that they do not count for.
struct SharedPart {
  std::size_t begin = 0, end = 0;
  std::vector<std::string> reasons;  // one per channel
};

// A constant channel has no padding, and a channel of which little is left, as a trigger or an electrode that fell off,
// does not shorten the others. Nothing if no sample is shared.
std::optional<SharedPart> shared_part(const series::Recording& recording, std::span<const std::size_t> channels,
                                      std::size_t least) {
  const std::size_t n = recording.channels[channels.front()].samples.size();
  std::vector<Padding> paddings;
  std::size_t longest = 0;
  for (const std::size_t position : channels) {
    const series::Channel& channel = recording.channels[position];
    const Padding padding = channel.bad.empty() ? find_padding(channel.samples, least) : Padding();
    paddings.push_back(padding.head == n ? Padding() : padding);
    if (channel.bad.empty() && padding.head < n) longest = std::max(longest, n - padding.head - padding.tail);
  }
  SharedPart part{0, n, std::vector<std::string>(channels.size())};
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (2 * (n - paddings[i].head - paddings[i].tail) < longest) {
      part.reasons[i] = padded(recording.channels[channels[i]], least).front().reason;
      continue;
    }
    part.begin = std::max(part.begin, paddings[i].head);
    part.end = std::min(part.end, n - paddings[i].tail);
  }
  if (part.begin >= part.end) return std::nullopt;
  return part;
}

void cut_out(series::Recording& recording, std::span<const std::size_t> channels, const SharedPart& part) {
  const auto [begin, end, reasons] = part;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    series::Channel& channel = recording.channels[channels[i]];
    if (!reasons[i].empty()) channel.bad = reasons[i];
    channel.samples.resize(end);
    channel.samples.erase(channel.samples.begin(), channel.samples.begin() + static_cast<std::ptrdiff_t>(begin));
    const std::vector<std::size_t> starts = std::exchange(channel.gap_starts, {});
    const std::vector<double> seconds = std::exchange(channel.gap_seconds, {});
    for (std::size_t gap = 0; gap < starts.size(); ++gap) {
      if (starts[gap] <= begin || starts[gap] >= end) continue;
      channel.gap_starts.push_back(starts[gap] - begin);
      if (!seconds.empty()) channel.gap_seconds.push_back(seconds[gap]);
    }
  }
}

// The whole recording without its padded ends, as one epoch.
series::Epochs prepare_between_padding(series::Recording recording, std::span<const std::size_t> channels,
                                       const Preparation& preparation, const Timing& timing, const SharedPart& part,
                                       const Execution& execution) {
  Preparation without = preparation;
  without.rejection.padding = 0;
  for (BadSpan& span : without.bad_spans) {
    span.onset -= time_of(timing, part.begin);
    span.end -= time_of(timing, part.begin);
  }
  cut_out(recording, channels, part);
  series::Epochs epochs = prepare(std::move(recording), channels, without, execution);
  for (double& onset : epochs.onsets) onset += time_of(timing, part.begin);
  for (double& time : epochs.times) time += time_of(timing, part.begin);
  return epochs;
}

}  // namespace

series::Epochs prepare(series::Recording recording, std::span<const std::size_t> channels,
                       const Preparation& preparation, const Execution& execution) {
  validate(execution);
  validate(preparation.rejection);
  const Timing timing = common_timing(recording, channels);
  if (preparation.cutting.length.is_zero()) {
    const auto part = shared_part(recording, channels, preparation.rejection.padding);
    if (part && part->end - part->begin < timing.n_samples) {
      return prepare_between_padding(std::move(recording), channels, preparation, timing, *part, execution);
    }
  }
  const Plan plan = make_plan(preparation, timing);
  series::Epochs epochs = blank_epochs(recording, channels, timing, plan.timeline, plan.grid,
                                       plan.of_epochs.empty() ? Overlapping::shared : Overlapping::copied);
  if (!preparation.bad_spans.empty() && !timing.has_rate) {
    throw Error::argument("rate", "none", "a sampling rate, because spans that are marked as bad are in seconds");
  }
  std::vector<std::string> marked;
  std::vector<Exclusion> missing;
  if (preparation.rejection.missing) {
    marked = reasons_of_spans(preparation.bad_spans, timing, plan);
    note_spans(preparation.bad_spans, marked, epochs);
  } else {
    missing = samples_of_spans(preparation.bad_spans, timing, plan);
    note_missing(missing, epochs);
  }
  with_threads(execution, [&] {
    parallel_for(channels.size(), execution.cancel, [&](std::size_t position) {
      series::Channel& channel = recording.channels[channels[position]];
      if (!channel.bad.empty()) return reject_whole(channel, position, plan, epochs);
      std::vector<Exclusion> exclusions = padded(channel, preparation.rejection.padding);
      std::vector<Part> parts;
      if (!plan.filters.empty()) parts = parts_to_filter(channel, plan, exclusions);
      plan.grid.reject_gaps(position, epochs);
      for (std::size_t epoch = 0; epoch < marked.size(); ++epoch) {
        std::string& reason = epochs.reasons[epochs.index(epoch, position)];
        if (reason.empty()) reason = marked[epoch];
      }
      reject_by_recording(channel, position, plan, exclusions, preparation.rejection.constant, epochs);
      if (!plan.filters.empty()) filter_parts(parts, plan, channel.samples);
      for (const Exclusion& one : missing) {
        std::fill(channel.samples.begin() + static_cast<std::ptrdiff_t>(one.begin),
                  channel.samples.begin() + static_cast<std::ptrdiff_t>(one.end), kNaN);
      }
      plan.grid.put(std::move(channel.samples), position, epochs);
      filter_epochs(plan.of_epochs, position, epochs);
      reject_channel(epochs, position, preparation.rejection);
    });
  });
  return epochs;
}

}  // namespace biotropy::prepare
