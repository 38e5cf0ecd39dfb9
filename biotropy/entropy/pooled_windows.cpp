// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/pooled_windows.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/entropy/pooled_internal.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/error.hpp"

namespace biotropy::entropy {

namespace {

void require_windows(const PooledWindows& windows, std::size_t n_times, const Parameters& parameters) {
  if (parameters.pool_epochs == PoolEpochs::no) {
    throw Error::argument("pool_epochs", "no", "recording or epoch, as windows slide over all epochs");
  }
  if (windows.window == 0 || windows.window > n_times) {
    throw Error::argument("window", std::to_string(windows.window),
                          fmt::format("from 1 to the {} samples of an epoch", n_times));
  }
  if (windows.step == 0) throw Error::argument("step", "0", "at least 1 sample");
}

// Samples [first, first + n) of every epoch.
std::vector<double> cut(const series::EpochView& epochs, std::size_t first, std::size_t n) {
  std::vector<double> samples;
  samples.reserve(epochs.n_epochs * epochs.n_channels * n);
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    for (std::size_t channel = 0; channel < epochs.n_channels; ++channel) {
      const series::Samples part = epochs.samples(epoch, channel).subspan(first, n);
      samples.insert(samples.end(), part.begin(), part.end());
    }
  }
  return samples;
}

std::vector<std::uint8_t> cut_gaps(const series::EpochView& epochs, std::size_t first, std::size_t n) {
  std::vector<std::uint8_t> gaps;
  for (std::size_t epoch = 0; epoch < epochs.n_epochs && !epochs.gaps.empty(); ++epoch) {
    const series::GapMarks part = epochs.gaps_of(epoch).subspan(first, n);
    gaps.insert(gaps.end(), part.begin(), part.end());
  }
  return gaps;
}

// An epoch is left out of all windows or of none, so that all are of the same ones.
std::vector<std::string> reasons_of_epochs(const series::EpochView& epochs, Missing missing,
                                           const Execution& execution) {
  notify_of_epochs_left_out(epochs, missing, execution);
  std::vector<std::string> reasons(epochs.reasons.begin(), epochs.reasons.end());
  reasons.resize(epochs.n_epochs * epochs.n_channels);
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (!reasons[i].empty()) continue;
    try {
      require_known_samples(epochs.samples(i / epochs.n_channels, i % epochs.n_channels), missing);
    } catch (const Error& error) {
      if (!is_about_samples(error.code())) throw;
      reasons[i] = error.what();
    }
  }
  return reasons;
}

// Calls measure(view, progress) for each window, and joins what it returns.
template <typename Call>
auto each_window(const series::EpochView& epochs, const PooledWindows& windows, const Parameters& parameters,
                 const Execution& execution, const ProgressCallback& progress, const Call& measure) {
  require_windows(windows, epochs.n_times, parameters);
  const std::vector<std::string> reasons = reasons_of_epochs(epochs, parameters.missing, execution);
  const std::size_t count = windows.count(epochs.n_times);
  decltype(measure(epochs, progress)) all;
  for (std::size_t k = 0; k < count; ++k) {
    const std::vector<double> samples = cut(epochs, k * windows.step, windows.window);
    series::EpochView view(epochs.n_epochs, epochs.n_channels, windows.window, samples);
    view.reasons = reasons;
    const std::vector<std::uint8_t> gaps = cut_gaps(epochs, k * windows.step, windows.window);
    view.gaps = gaps;
    ProgressCallback of_all;
    if (progress) {
      of_all = [&, k](std::uint64_t done, std::uint64_t total) { progress(k * total + done, count * total); };
    }
    auto one = measure(view, of_all);
    all.insert(all.end(), std::make_move_iterator(one.begin()), std::make_move_iterator(one.end()));
  }
  return all;
}

}  // namespace

std::vector<Entropy> grid_each_window(const series::EpochView& epochs, const PooledWindows& windows, Measure measure,
                                      const Grid& grid, const Parameters& parameters, const Execution& execution,
                                      const ProgressCallback& progress) {
  return each_window(epochs, windows, parameters, execution, progress,
                     [&](const series::EpochView& view, const ProgressCallback& of_window) {
                       return grid_each_channel(view, measure, grid, parameters, execution, of_window);
                     });
}

std::vector<Multiscale> multiscale_each_window(const series::EpochView& epochs, const PooledWindows& windows,
                                               const MultiscaleParameters& parameters, const Execution& execution,
                                               const ProgressCallback& progress) {
  return each_window(epochs, windows, parameters.entropy, execution, progress,
                     [&](const series::EpochView& view, const ProgressCallback& of_window) {
                       return multiscale_each_channel(view, parameters, execution, of_window);
                     });
}

Pairwise pairwise_each_window(const series::EpochView& epochs, const PooledWindows& windows, Measure measure,
                              const Parameters& parameters, Keep keep, const Execution& execution,
                              const ProgressCallback& progress) {
  const auto measured = [&](const series::EpochView& view, const ProgressCallback& of_window) {
    return std::vector{pairwise(view, measure, parameters, Keep::epochs, execution, of_window)};
  };
  Pairwise all;
  for (const Pairwise& one : each_window(epochs, windows, parameters, execution, progress, measured))
    append_epochs(all, one, keep);
  divide_means(all);
  return all;
}

MultiscalePairwise multiscale_pairwise_each_window(const series::EpochView& epochs, const PooledWindows& windows,
                                                   const MultiscaleParameters& parameters, Keep keep,
                                                   const Execution& execution, const ProgressCallback& progress) {
  const auto measured = [&](const series::EpochView& view, const ProgressCallback& of_window) {
    return std::vector{multiscale_pairwise(view, parameters, Keep::epochs, execution, of_window)};
  };
  MultiscalePairwise all;
  all.scales.resize(parameters.scales.size());
  for (const MultiscalePairwise& one :
       each_window(epochs, windows, parameters.entropy, execution, progress, measured)) {
    for (std::size_t scale = 0; scale < one.scales.size(); ++scale) {
      append_epochs(all.scales[scale], one.scales[scale], keep);
    }
    all.samples = one.samples;
    all.complexity_index.insert(all.complexity_index.end(), one.complexity_index.begin(), one.complexity_index.end());
  }
  for (Pairwise& matrix : all.scales) divide_means(matrix);
  if (keep == Keep::epochs) return all;
  all.complexity_index.assign(epochs.n_channels * epochs.n_channels, 0.0);
  for (const Pairwise& matrix : all.scales) {
    for (std::size_t i = 0; i < matrix.mean.size(); ++i) all.complexity_index[i] += matrix.mean[i];
  }
  return all;
}

}  // namespace biotropy::entropy
