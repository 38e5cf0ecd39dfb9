// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/multiscale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "biotropy/entropy/each_channel_internal.hpp"
#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/prepare/butterworth.hpp"
#include "biotropy/series/gaps.hpp"

namespace biotropy::entropy {

namespace {

constexpr int kFilterOrder = 6;   // Valencia et al. 2009
constexpr double kNyquist = 0.5;  // cycles per sample
constexpr int kLargestScale = 1'000'000;

bool is_composite(MultiscaleMethod method) {
  return method == MultiscaleMethod::cmse || method == MultiscaleMethod::rcmse;
}

// Number of coarse-grained series of a scale; 1 if the first, the longest, is too short, as then all are.
std::size_t starts_at(int scale, std::size_t samples, const MultiscaleParameters& parameters) {
  const auto starts = static_cast<std::size_t>(scale);
  const std::size_t least = row_of(parameters.measure).family().least_samples(parameters.measure, parameters.entropy);
  const bool too_short = samples / starts < least;
  return is_composite(parameters.method) && !too_short ? starts : 1;
}

std::vector<double> low_passed(Samples x, int scale, double cutoff) {
  const double edge = cutoff / scale;
  if (edge >= kNyquist) return {x.begin(), x.end()};
  if (series::missing_count(x) > 0) {
    throw Error(ErrorCode::missing_values, "a series with missing samples cannot be filtered");
  }
  return prepare::zero_phase(prepare::butterworth({0.0, edge}, kFilterOrder, 1.0), x);
}

// Every `scale`-th sample. A gap among the samples in between makes the next one missing.
std::vector<double> thinned(const std::vector<double>& samples, int scale, bool missing_are_gaps) {
  const auto step = static_cast<std::size_t>(scale);
  std::vector<double> kept;
  for (std::size_t i = 0; i < samples.size(); i += step) {
    const Samples left_out = Samples(samples).subspan(i < step ? 0 : i - step + 1, i < step ? 0 : step - 1);
    kept.push_back(missing_are_gaps && series::missing_count(left_out) > 0 ? kNaN : samples[i]);
  }
  return kept;
}

class MultiscaleJob {
 public:
  MultiscaleJob(Samples x, const MultiscaleParameters& parameters, bool missing_are_gaps, const Execution& execution,
                ProgressMeter& progress)
      : x_(x),
        parameters_(parameters),
        missing_are_gaps_(missing_are_gaps),
        execution_(execution),
        progress_(progress),
        of_scale_(parameters.entropy) {
    if (tolerance_of(parameters) == ToleranceOf::scale || !has(parameters.measure, kTolerance)) return;
    const Parameters& entropy = parameters.entropy;
    of_scale_.r = series::absolute_tolerance(x, entropy.r, entropy.r_unit, entropy.ddof);
    of_scale_.r_unit = series::RUnit::absolute;
    if (has(parameters.measure, kMembership)) of_scale_.membership = membership_of(entropy, of_scale_.r);
  }

  Multiscale run() {
    result_.scales.reserve(parameters_.scales.size());
    for (const int scale : parameters_.scales) {
      ScaleEntropy& entry = result_.scales.emplace_back();
      entry.scale = scale;
      entry.starts.resize(starts_at(scale, x_.size(), parameters_));
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
      std::vector<double> samples = series_at(entry.scale, task.start);
      if (task.start == 0) entry.samples = samples.size();
      // Widened after coarse-graining, so that the windows and the value depend on this scale alone.
      if (missing_are_gaps_ && of_scale_.tau > 1) samples = series::with_wide_gaps(samples, of_scale_.tau);
      found = compute(parameters_.measure, samples, {}, of_scale_, execution_);
    } catch (const Error& error) {
      if (!is_about_samples(error.code())) throw;
      found.reason = fmt::format("scale {}: {}", entry.scale, error.what());
    }
    progress_.add();
  }

  std::vector<double> series_at(int scale, int start) const {
    if (parameters_.method == MultiscaleMethod::rmse) {
      return thinned(low_passed(x_, scale, parameters_.cutoff), scale, missing_are_gaps_);
    }
    return series::coarse_grain(x_, scale, parameters_.grain, start);
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

  static void add_counts(Entropy& sum, const Entropy& one) {
    sum.matches_m += one.matches_m;
    sum.matches_m1 += one.matches_m1;
    sum.membership_m += one.membership_m;
    sum.membership_m1 += one.membership_m1;
    sum.pairs_m += one.pairs_m;
    sum.pairs_m1 += one.pairs_m1;
    sum.templates_m += one.templates_m;
    sum.templates_m1 += one.templates_m1;
    sum.patterns += one.patterns;
    sum.unmatched_m += one.unmatched_m;
    sum.unmatched_m1 += one.unmatched_m1;
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

  Samples x_;
  const MultiscaleParameters& parameters_;
  bool missing_are_gaps_;
  const Execution& execution_;
  ProgressMeter& progress_;
  Parameters of_scale_;
  Multiscale result_;
  std::vector<Task> tasks_;
};

std::uint64_t starts_in_all(std::size_t samples, const MultiscaleParameters& parameters) {
  std::uint64_t starts = 0;
  for (const int scale : parameters.scales) starts += starts_at(scale, samples, parameters);
  return starts;
}

// Checks the samples; the length is checked at each scale.
void require_usable_series(Samples x, const MultiscaleParameters& parameters) {
  series::require_finite_or_missing(x);
  const std::size_t missing = series::missing_count(x);
  if (missing > 0 && parameters.entropy.missing == Missing::raise) {
    throw missing_samples("the series", missing, x.size());
  }
}

}  // namespace

ToleranceOf tolerance_of(const MultiscaleParameters& parameters) {
  const bool has_own_unit = parameters.method == MultiscaleMethod::rmse || parameters.grain == series::Grain::variance;
  return parameters.tolerance_of.value_or(has_own_unit ? ToleranceOf::scale : ToleranceOf::original);
}

void validate(const MultiscaleParameters& parameters) {
  validate(parameters.measure, parameters.entropy);
  const std::string method(word(parameters.method));
  if (is_cross(parameters.measure)) {
    throw Error::argument("measure", std::string(word(parameters.measure)), "a measure of one series");
  }
  if (parameters.method == MultiscaleMethod::rcmse && !has(parameters.measure, kRatio)) {
    throw Error::argument("method", method,
                          fmt::format("mse, rmse or cmse: {} is no logarithm of a ratio of totals, and so one",
                                      title(parameters.measure)));
  }
  if (parameters.method == MultiscaleMethod::rmse && parameters.grain != series::Grain::mean) {
    throw Error::argument("method", method, "mse, cmse or rcmse: variances are of windows, and so one");
  }
  if (parameters.scales.empty()) throw Error::argument("scales", "an empty list", "at least one scale");
  for (const int scale : parameters.scales) {
    if (scale < 1 || scale > kLargestScale) {
      throw Error::argument("scale", std::to_string(scale), fmt::format("an integer from 1 to {}", kLargestScale));
    }
  }
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
  validate(parameters);
  biotropy::validate(execution);
  ProgressMeter meter(progress, starts_in_all(x.size(), parameters));
  Multiscale result;
  with_threads(execution, [&] {
    require_usable_series(x, parameters);
    result = MultiscaleJob(x, parameters, parameters.missing_are_gaps, execution, meter).run();
  });
  return result;
}

Multiscale multiscale_or_reason(Samples x, const MultiscaleParameters& parameters, const Execution& execution) {
  try {
    return multiscale_entropy(x, parameters, execution);
  } catch (const Error& error) {
    if (!is_about_samples(error.code())) throw;
    return unusable(parameters, error.what());
  }
}

std::vector<Multiscale> multiscale_each_channel(const series::EpochView& epochs, const MultiscaleParameters& parameters,
                                                const Execution& execution, const ProgressCallback& progress) {
  validate(parameters);
  biotropy::validate(execution);
  std::vector<Multiscale> results(epochs.n_epochs * epochs.n_channels);
  const std::uint64_t starts = starts_in_all(epochs.n_times, parameters);
  ProgressMeter meter(progress, results.size() * starts);
  const bool gaps = epochs.missing_are_gaps || parameters.missing_are_gaps;
  for_each_channel(
      epochs, execution,
      [&](std::size_t index, Samples samples) {
        require_usable_series(samples, parameters);
        results[index] = MultiscaleJob(samples, parameters, gaps, execution, meter).run();
      },
      [&](std::size_t index, const std::string& reason) {
        results[index] = unusable(parameters, reason);
        meter.add(starts);
      });
  return results;
}

}  // namespace biotropy::entropy
