// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/pooled_epochs_internal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/pooled_internal.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::entropy {

namespace {

// The samples of series k of all epochs.
std::vector<double> joined(const std::vector<EpochSeries>& epochs, std::size_t k) {
  std::vector<double> samples;
  for (const EpochSeries& epoch : epochs) samples.insert(samples.end(), epoch[k].begin(), epoch[k].end());
  return samples;
}

void normalise_together(std::vector<EpochSeries>& epochs, std::size_t k, int ddof) {
  const std::vector<double> samples = joined(epochs, k);
  std::vector<double> scores(samples.size());
  try {
    series::normalise(samples, ddof, scores);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("channel {}: {}", k, error.what()));
  }
  auto left = std::span<const double>(scores);
  for (EpochSeries& epoch : epochs) {
    const std::size_t size = epoch[k].size();
    epoch[k].assign(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(size));
    left = left.subspan(size);
  }
}

// As they are compared where their SD is that of all epochs.
Parameters common_parameters(Measure measure, std::vector<EpochSeries>& epochs, const Parameters& parameters) {
  Parameters common = parameters;
  common.r_unit = series::RUnit::absolute;
  const series::RUnit unit = r_unit_of(measure, parameters);
  const std::size_t n_series = epochs.front().size();
  if (is_multivariate(measure)) {
    for (std::size_t k = 0; k < n_series; ++k) normalise_together(epochs, k, parameters.ddof);
    if (unit == series::RUnit::total_variation) common.r *= static_cast<double>(n_series);
  } else {
    common.r = series::absolute_tolerance(joined(epochs, 0), parameters.r, unit, parameters.ddof);
  }
  if (has(measure, kMembership)) common.membership = membership_of(parameters, common.r);
  return common;
}

}  // namespace

void add_counts(Entropy& sum, const Entropy& one) {
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

EpochSeries series_of_epoch(const series::EpochView& epochs, std::size_t epoch, std::size_t first, std::size_t n) {
  EpochSeries series;
  for (std::size_t channel = first; channel < first + n; ++channel) {
    if (!epochs.reasons.empty() && !epochs.reasons[epoch * epochs.n_channels + channel].empty()) return {};
    const Samples samples = epochs.samples(epoch, channel);
    series.emplace_back(samples.begin(), samples.end());
  }
  return series;
}

UsedEpochs used_epochs(const series::EpochView& epochs, std::size_t first, std::size_t n, Missing missing) {
  UsedEpochs used;
  std::string reason;
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    EpochSeries series = series_of_epoch(epochs, epoch, first, n);
    if (series.size() < n) continue;
    try {
      for (const auto& one : series) require_known_samples(one, missing);
      used.series.push_back(std::move(series));
    } catch (const Error& error) {
      if (!is_about_samples(error.code())) throw;
      if (reason.empty()) reason = error.what();
    }
  }
  if (used.series.empty()) used.reason = reason.empty() ? "every epoch is left out" : reason;
  return used;
}

void notify_of_epochs_left_out(const series::EpochView& epochs, Missing missing, const Execution& execution) {
  if (!execution.notify) return;
  std::set<std::size_t> wrong;
  for (std::size_t channel = 0; channel < epochs.n_channels; ++channel) {
    std::vector<std::size_t> of_channel;
    bool has_samples = false;
    for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
      if (!epochs.reasons.empty() && !epochs.reasons[epoch * epochs.n_channels + channel].empty()) continue;
      const Samples samples = epochs.samples(epoch, channel);
      const auto is_nan = [](double sample) { return std::isnan(sample); };
      const auto is_wrong = [&](double sample) {
        return missing == Missing::omit ? std::isinf(sample) : !std::isfinite(sample);
      };
      has_samples |= !std::ranges::all_of(samples, is_nan);
      if (std::ranges::any_of(samples, is_wrong)) of_channel.push_back(epoch);
    }
    if (has_samples) wrong.insert(of_channel.begin(), of_channel.end());
  }
  if (wrong.empty()) return;
  execution.notify(warning(
      "epochs_left_out",
      fmt::format("{} of {} epochs have missing or infinite samples, and are not counted{}", wrong.size(),
                  epochs.n_epochs,
                  missing == Missing::omit ? "" : "; `missing = omit` leaves out only the templates that touch one")));
}

std::vector<Parameters> absolute_parameters(Measure measure, std::vector<EpochSeries>& epochs,
                                            const Parameters& parameters) {
  std::vector<Parameters> of_epochs(epochs.size(), parameters);
  const series::RUnit unit = r_unit_of(measure, parameters);
  if (!has(measure, kTolerance) || unit == series::RUnit::absolute || epochs.empty()) return of_epochs;
  if (parameters.pool_epochs != PoolEpochs::recording) {
    for (std::size_t e = 0; e < epochs.size(); ++e) {
      std::vector<EpochSeries> alone{std::move(epochs[e])};
      of_epochs[e] = common_parameters(measure, alone, parameters);
      epochs[e] = std::move(alone.front());
    }
    return of_epochs;
  }
  return std::vector(epochs.size(), common_parameters(measure, epochs, parameters));
}

Entropy pooled(Measure measure, const std::vector<EpochSeries>& epochs, const std::vector<Parameters>& parameters,
               const Execution& execution) {
  Entropy all;
  std::string reason = "every epoch is left out";
  std::size_t measured = 0;
  for (std::size_t e = 0; e < epochs.size(); ++e) {
    const std::vector<Samples> views(epochs[e].begin(), epochs[e].end());
    Parameters alone = parameters[e];
    alone.pool_epochs = PoolEpochs::no;
    try {
      const Entropy one = compute(measure, views, alone, execution);
      add_counts(all, one);
      all.engine = one.engine;
      // Where the epochs differ in their tolerance there is none of all.
      all.r = measured > 0 && all.r != one.r ? kNaN : one.r;
      ++measured;
    } catch (const Error& error) {
      if (!is_about_samples(error.code())) throw;
      if (measured == 0) reason = error.what();
    }
  }
  if (measured == 0) {
    all.value = kNaN;
    all.reason = reason;
    return all;
  }
  const Ratio ratio = row_of(measure).family().ratio(all);
  logarithm_of_ratio(all, measure, ratio.at_m, ratio.at_m1, parameters.front());
  return all;
}

}  // namespace biotropy::entropy
