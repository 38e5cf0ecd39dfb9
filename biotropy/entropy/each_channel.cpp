// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "biotropy/entropy/each_channel_internal.hpp"
#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/sliding_entropy.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::entropy {

namespace {

// The first reason among the channels.
std::string rejected_because(const series::EpochView& epochs, std::size_t first, std::size_t n) {
  if (epochs.reasons.empty()) return {};
  for (std::size_t i = 0; i < n; ++i) {
    const std::string& reason = epochs.reasons[first + i];
    if (reason.empty()) continue;
    if (n == 1) return reason;
    return fmt::format("channel {}: {}", epochs.labels.empty() ? std::to_string(i + 1) : epochs.labels[i], reason);
  }
  return {};
}

}  // namespace

void for_each_channel(const series::EpochView& epochs, Measure measure, const Execution& execution,
                      const std::function<void(std::size_t index, std::span<const series::Samples> series)>& compute,
                      const std::function<void(std::size_t index, const std::string& reason)>& fail) {
  const std::size_t values = values_of_epoch(measure, epochs.n_channels);
  const std::size_t n_series = values == 0 ? 0 : epochs.n_channels / values;
  with_threads(execution, [&] {
    parallel_for(epochs.n_epochs * values, execution.cancel, [&](std::size_t index) {
      const std::size_t first = index * n_series;
      const std::string reason = rejected_because(epochs, first, n_series);
      if (!reason.empty()) {
        fail(index, reason);
        return;
      }
      std::vector<series::Samples> series;
      for (std::size_t i = first; i < first + n_series; ++i) {
        series.push_back(epochs.samples(i / epochs.n_channels, i % epochs.n_channels));
      }
      try {
        compute(index, series);
      } catch (const Error& error) {
        if (!is_about_samples(error.code())) throw;
        fail(index, error.what());
      }
    });
  });
}

namespace {

/// A sample costs less than this part of an epoch's measurement, in samples of the epoch (bench_windows).
constexpr std::size_t kSamplesOfPush = 32;
/// Samples that a part of a channel has, in epochs: the first epoch of a part costs as much as one.
constexpr std::size_t kEpochsOfPart = 16;

// Consecutive epochs of one channel, on one thread.
class PartOfChannel {
 public:
  PartOfChannel(Measure measure, const Grid& grid, const Parameters& parameters, std::size_t n_times) {
    for (std::size_t i = 0; i < grid.size(); ++i) sliding_.emplace_back(measure, n_times, grid.at(i, parameters));
  }

  void push(Samples samples) {
    for (SlidingEntropy& one : sliding_) {
      for (const double sample : samples) one.push(sample);
    }
  }

  std::vector<Entropy> values() {
    std::vector<Entropy> entries;
    for (SlidingEntropy& one : sliding_) entries.push_back(one.value());
    return entries;
  }

 private:
  std::vector<SlidingEntropy> sliding_;
};

}  // namespace

bool slide_is_faster(const series::EpochView& epochs, Measure measure, const Grid& grid, const Parameters& parameters) {
  if (epochs.step == 0 || !counts_incrementally(measure, parameters)) return false;
  const int longest = *std::max_element(grid.m.begin(), grid.m.end());
  Parameters of_longest = parameters;
  of_longest.m = longest;
  if (epochs.n_times < row_of(measure).family().least_samples(measure, of_longest)) return false;
  return epochs.n_shared() < epochs.n_epochs * (epochs.n_times / kSamplesOfPush);
}

void slide_each_channel(const series::EpochView& epochs, Measure measure, const Grid& grid,
                        const Parameters& parameters, const Execution& execution,
                        const std::function<void(std::size_t index, std::vector<Entropy>&& entries)>& measured) {
  const std::size_t epochs_of_part = std::max<std::size_t>(kEpochsOfPart * epochs.n_times / epochs.step, 1);
  const std::size_t parts = (epochs.n_epochs + epochs_of_part - 1) / epochs_of_part;
  const auto rejected = [&](std::size_t index) { return !epochs.reasons.empty() && !epochs.reasons[index].empty(); };
  with_threads(execution, [&] {
    parallel_for(parts * epochs.n_channels, execution.cancel, [&](std::size_t task) {
      const std::size_t channel = task / parts, first = task % parts * epochs_of_part;
      const std::size_t end = std::min(first + epochs_of_part, epochs.n_epochs);
      PartOfChannel part(measure, grid, parameters, epochs.n_times);
      for (std::size_t epoch = first; epoch < end; ++epoch) {
        if (execution.cancel != nullptr) execution.cancel->check();
        const Samples samples = epochs.samples(epoch, channel);
        part.push(epoch == first ? samples : samples.last(epochs.step));
        const std::size_t index = epoch * epochs.n_channels + channel;
        std::vector<Entropy> entries;
        if (rejected(index)) {
          entries.resize(grid.size());
          for (Entropy& entry : entries) {
            entry.value = kNaN;
            entry.reason = epochs.reasons[index];
          }
        } else {
          entries = part.values();
        }
        measured(index, std::move(entries));
      }
    });
  });
}

}  // namespace biotropy::entropy
