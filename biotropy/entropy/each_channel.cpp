// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/each_channel_internal.hpp"

#include <fmt/format.h>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/error.hpp"

namespace biotropy::entropy {

namespace {

// The first reason among the channels.
std::string rejected_because(const series::EpochView& epochs, std::size_t first, std::size_t n) {
  if (epochs.reasons.empty()) return {};
  for (std::size_t i = 0; i < n; ++i) {
    const std::string& reason = epochs.reasons[first + i];
    if (!reason.empty()) return n > 1 ? fmt::format("channel {}: {}", i, reason) : reason;
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

}  // namespace biotropy::entropy
