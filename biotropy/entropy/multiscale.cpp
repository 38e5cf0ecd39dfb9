// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/multiscale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "biotropy/entropy/each_channel_internal.hpp"
#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/pooled_internal.hpp"
#include "biotropy/entropy/scale_series_internal.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/number_list.hpp"
#include "biotropy/series/gaps.hpp"

namespace biotropy::entropy {

namespace {

constexpr int kLargestScale = 1'000'000;

class MultiscaleJob {
 public:
  /// @param epochs one, or those whose counts are pooled. @param inserted samples of each of them, as EpochView has
  /// them.
  MultiscaleJob(std::vector<EpochSeries> epochs, const std::vector<series::GapMarks>& inserted,
                const MultiscaleParameters& parameters, const Execution& execution, ProgressMeter& progress)
      : epochs_(std::move(epochs)),
        parameters_(parameters),
        execution_(execution),
        progress_(progress),
        of_epochs_(epochs_.size(), parameters.entropy) {
    for (std::size_t e = 0; e < epochs_.size(); ++e) {
      std::vector<std::vector<std::uint8_t>>& gaps = gaps_.emplace_back();
      for (const auto& one : epochs_[e]) gaps.push_back(gaps_in(one, inserted[e], parameters));
    }
    // The samples as they are compared, and their tolerance, are those of the original at every scale.
    if (tolerance_of(parameters) == ToleranceOf::original) {
      of_epochs_ = absolute_parameters(parameters.measure, epochs_, parameters.entropy);
    }
  }

  Multiscale run() {
    result_.scales.reserve(parameters_.scales.size());
    for (const int scale : parameters_.scales) {
      ScaleEntropy& entry = result_.scales.emplace_back();
      entry.scale = scale;
      entry.starts.resize(starts_at(scale, epochs_.front().front().size(), parameters_));
      for (int start = 0; start < static_cast<int>(entry.starts.size()); ++start) {
        tasks_.push_back({result_.scales.size() - 1, start});
      }
    }
    parallel_for(tasks_.size(), execution_.cancel, [&](std::size_t task) { compute_start(tasks_[task]); });
    for (ScaleEntropy& entry : result_.scales) {
      combine(entry);
      result_.complexity_index += std::isfinite(entry.entropy.value) ? entry.entropy.value : kNaN;
    }
    return std::move(result_);
  }

 private:
  struct Task {
    std::size_t scale;  // index in the parameters
    int start;
  };

  void compute_start(const Task& task) {
    ScaleEntropy& entry = result_.scales[task.scale];
    Entropy& found = entry.starts[static_cast<std::size_t>(task.start)];
    found.value = kNaN;
    try {
      std::vector<EpochSeries> coarse;
      for (std::size_t e = 0; e < epochs_.size(); ++e) {
        EpochSeries& samples = coarse.emplace_back();
        for (std::size_t k = 0; k < epochs_[e].size(); ++k) {
          samples.push_back(series_at(epochs_[e][k], entry.scale, task.start, parameters_, gaps_[e][k]));
        }
        if (task.start == 0) entry.samples = samples.front().size();
        widen_gaps(samples, gaps_[e], entry.scale, task.start);
      }
      found = value_of(std::move(coarse));
    } catch (const Error& error) {
      if (!is_about_samples(error.code())) throw;
      found.reason = fmt::format("scale {}: {}", entry.scale, error.what());
    }
    progress_.add();
  }

  Entropy value_of(std::vector<EpochSeries> coarse) const {
    if (parameters_.entropy.pool_epochs == PoolEpochs::no) {
      const std::vector<Samples> views(coarse.front().begin(), coarse.front().end());
      return compute(parameters_.measure, views, of_epochs_.front(), execution_);
    }
    const bool of_recording = parameters_.entropy.pool_epochs == PoolEpochs::recording;
    const std::vector<Parameters> of_epochs =
        of_recording ? absolute_parameters(parameters_.measure, coarse, of_epochs_.front()) : of_epochs_;
    return pooled(parameters_.measure, coarse, of_epochs, execution_);
  }

  // After coarse-graining, so that the windows and the value depend on this scale alone. Channels stay side by side:
  // a gap of one of them is one of all.
  void widen_gaps(EpochSeries& samples, const std::vector<std::vector<std::uint8_t>>& gaps, int scale,
                  int start) const {
    const int tau = longest_delay(parameters_.measure, parameters_.entropy);
    const auto is_empty = [](const std::vector<std::uint8_t>& one) { return one.empty(); };
    if (tau == 1 || std::all_of(gaps.begin(), gaps.end(), is_empty)) return;
    std::vector<std::uint8_t> of_all(samples.front().size());
    for (const auto& one : gaps) {
      const std::vector<std::uint8_t> at_scale = gaps_at(one, scale, start, parameters_.method);
      for (std::size_t i = 0; i < at_scale.size(); ++i) of_all[i] |= at_scale[i];
    }
    for (auto& one : samples) {
      for (std::size_t i = 0; i < one.size(); ++i) one[i] = of_all[i] != 0 ? kNaN : one[i];
      one = series::with_wide_gaps(one, of_all, tau);
    }
  }

  void combine(ScaleEntropy& entry) const {
    if (!is_composite(parameters_.method)) {
      entry.entropy = entry.starts.front();
      entry.starts = {};
      return;
    }
    Entropy& all = entry.entropy;
    all.r = entry.starts.front().r;
    double values = 0.0;
    std::size_t finite = 0;
    std::string first_reason;
    for (const Entropy& one : entry.starts) {
      add_counts(all, one);
      values += one.value;
      finite += std::isfinite(one.value) ? 1 : 0;
      if (first_reason.empty()) first_reason = one.reason;
    }
    const std::size_t starts = entry.starts.size();
    if (parameters_.method == MultiscaleMethod::rcmse) {
      apply_ratio(entry);
    } else {
      all.value = values / static_cast<double>(starts);
      if (finite == starts) return;
      all.reason = fmt::format("{} of {} starts have no finite value: {}", starts - finite, starts, first_reason);
    }
  }

  // A start that is too short has no pairs and adds nothing.
  void apply_ratio(ScaleEntropy& entry) const {
    Ratio sum;
    for (const Entropy& one : entry.starts) {
      if (one.pairs_m1 == 0) continue;
      const Ratio ratio = row_of(parameters_.measure).family().ratio(one);
      sum.at_m += ratio.at_m;
      sum.at_m1 += ratio.at_m1;
    }
    if (entry.entropy.pairs_m1 == 0) {
      entry.entropy.value = kNaN;
      entry.entropy.reason = entry.starts.front().reason;
      return;
    }
    logarithm_of_ratio(entry.entropy, parameters_.measure, sum.at_m, sum.at_m1, parameters_.entropy);
  }

  std::vector<EpochSeries> epochs_;
  std::vector<std::vector<std::vector<std::uint8_t>>> gaps_;  // [epoch][series] of gaps_in()
  const MultiscaleParameters& parameters_;
  const Execution& execution_;
  ProgressMeter& progress_;
  std::vector<Parameters> of_epochs_;  // at every scale
  Multiscale result_;
  std::vector<Task> tasks_;
};

EpochSeries copied(std::span<const Samples> series) {
  EpochSeries copy;
  for (const Samples one : series) copy.emplace_back(one.begin(), one.end());
  return copy;
}

// Why an epoch cannot be measured; empty if it can.
std::string unusable_because(const EpochSeries& epoch, const MultiscaleParameters& parameters) {
  try {
    for (const auto& one : epoch) require_known_samples(one, parameters.entropy.missing);
    std::vector<EpochSeries> alone{epoch};
    if (parameters.entropy.pool_epochs == PoolEpochs::epoch && tolerance_of(parameters) == ToleranceOf::original) {
      absolute_parameters(parameters.measure, alone, parameters.entropy);
    }
    return {};
  } catch (const Error& error) {
    if (!is_about_samples(error.code())) throw;
    return error.what();
  }
}

// One curve for each channel, or for all channels together, over all epochs that can be measured.
Multiscale pooled_curve(const series::EpochView& epochs, std::size_t first, std::size_t n_series,
                        const MultiscaleParameters& parameters, const Execution& execution, ProgressMeter& meter) {
  std::vector<EpochSeries> used;
  std::vector<series::GapMarks> inserted;
  std::string reason;
  for (std::size_t place = 0; place < epochs.n_epochs; ++place) {
    EpochSeries epoch = series_of_epoch(epochs, place, first, n_series, reason);
    if (epoch.empty()) continue;
    const std::string because = unusable_because(epoch, parameters);
    if (because.empty()) {
      used.push_back(std::move(epoch));
      inserted.push_back(epochs.gaps_of(place));
    } else if (used.empty()) {
      reason = because;
    }
  }
  if (used.empty()) return unusable(parameters, reason.empty() ? "every epoch is left out" : reason);
  try {
    return MultiscaleJob(std::move(used), inserted, parameters, execution, meter).run();
  } catch (const Error& error) {
    if (!is_about_samples(error.code())) throw;
    return unusable(parameters, error.what());
  }
}

std::vector<Multiscale> pooled_curves(const series::EpochView& epochs, const MultiscaleParameters& parameters,
                                      const Execution& execution, const ProgressCallback& progress) {
  const std::size_t values = values_of_epoch(parameters.measure, epochs.n_channels);
  const std::size_t n_series = values == 0 ? 0 : epochs.n_channels / values;
  std::vector<Multiscale> curves(values);
  ProgressMeter meter(progress, values * starts_in_all(epochs.n_times, parameters));
  with_threads(execution, [&] {
    parallel_for(values, execution.cancel, [&](std::size_t index) {
      curves[index] = pooled_curve(epochs, index * n_series, n_series, parameters, execution, meter);
    });
  });
  return curves;
}

void require_one_series(Measure measure) {
  if (!is_cross(measure)) return;
  throw Error::argument("measure", std::string(word(measure)), "a measure of one series");
}

}  // namespace

ToleranceOf tolerance_of(const MultiscaleParameters& parameters) {
  const bool has_own_unit = parameters.method == MultiscaleMethod::rmse || parameters.grain == series::Grain::variance;
  return parameters.tolerance_of.value_or(has_own_unit ? ToleranceOf::scale : ToleranceOf::original);
}

void validate(const MultiscaleParameters& parameters) {
  validate(parameters.measure, parameters.entropy);
  const std::string method(word(parameters.method));
  if (parameters.method == MultiscaleMethod::rcmse && !has(parameters.measure, kRatio)) {
    throw Error::argument(
        "method", method,
        fmt::format("mse, rmse or cmse, as {} is not the logarithm of a ratio of totals", title(parameters.measure)));
  }
  if (parameters.method == MultiscaleMethod::rmse && parameters.grain != series::Grain::mean) {
    throw Error::argument("method", method, "mse, cmse or rcmse, as variances are those of windows");
  }
  if (parameters.scales.empty()) throw Error::argument("scales", "an empty list", "at least one scale");
  for (const int scale : parameters.scales) {
    if (scale < 1 || scale > kLargestScale) {
      throw Error::argument("scale", std::to_string(scale), fmt::format("an integer from 1 to {}", kLargestScale));
    }
  }
  require_distinct("scales", {parameters.scales.begin(), parameters.scales.end()});
  if (!std::isfinite(parameters.cutoff) || parameters.cutoff <= 0.0) {
    throw Error::argument("cutoff", fmt::format("{}", parameters.cutoff), "a finite number above 0");
  }
}

Multiscale unusable(const MultiscaleParameters& parameters, const std::string& reason) {
  Multiscale result;
  for (const int scale : parameters.scales) {
    ScaleEntropy& entry = result.scales.emplace_back();
    entry.scale = scale;
    entry.entropy.value = kNaN;
    entry.entropy.reason = reason;
  }
  result.complexity_index = kNaN;
  return result;
}

Multiscale multiscale_entropy(Samples x, const MultiscaleParameters& parameters, const Execution& execution,
                              const ProgressCallback& progress) {
  return multiscale_entropy(std::span(&x, 1), parameters, execution, progress);
}

Multiscale multiscale_entropy(std::span<const Samples> channels, const MultiscaleParameters& parameters,
                              const Execution& execution, const ProgressCallback& progress) {
  validate(parameters);
  biotropy::validate(execution);
  require_one_series(parameters.measure);
  require_single_epochs(parameters.entropy, "one series without epochs");
  if (is_multivariate(parameters.measure) ? channels.empty() : channels.size() != 1) {
    throw Error::argument("channels", std::to_string(channels.size()),
                          is_multivariate(parameters.measure) ? "at least one" : "1");
  }
  ProgressMeter meter(progress, starts_in_all(channels.front().size(), parameters));
  Multiscale result;
  with_threads(execution, [&] {
    for (const Samples channel : channels) require_known_samples(channel, parameters.entropy.missing);
    result = MultiscaleJob({copied(channels)}, {{}}, parameters, execution, meter).run();
  });
  return result;
}

std::vector<Multiscale> multiscale_each_channel(const series::EpochView& epochs, const MultiscaleParameters& parameters,
                                                const Execution& execution, const ProgressCallback& progress) {
  validate(parameters);
  biotropy::validate(execution);
  require_one_series(parameters.measure);
  if (parameters.entropy.pool_epochs != PoolEpochs::no) {
    notify_of_epochs_left_out(epochs, parameters.entropy.missing, execution);
    return pooled_curves(epochs, parameters, execution, progress);
  }
  const std::size_t values = values_of_epoch(parameters.measure, epochs.n_channels);
  std::vector<Multiscale> results(epochs.n_epochs * values);
  const std::uint64_t starts = starts_in_all(epochs.n_times, parameters);
  ProgressMeter meter(progress, results.size() * starts);
  for_each_channel(
      epochs, parameters.measure, execution,
      [&](std::size_t index, std::span<const Samples> series) {
        for (const Samples one : series) require_known_samples(one, parameters.entropy.missing);
        const std::vector<series::GapMarks> inserted{epochs.gaps_of(index / values)};
        results[index] = MultiscaleJob({copied(series)}, inserted, parameters, execution, meter).run();
      },
      [&](std::size_t index, const std::string& reason) {
        results[index] = unusable(parameters, reason);
        meter.add(starts);
      });
  return results;
}

}  // namespace biotropy::entropy
