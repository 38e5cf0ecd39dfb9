// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "biotropy/entropy/epoch_copy_internal.hpp"
#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/pooled_internal.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::entropy {

namespace {

Entropy without_value(const std::string& reason) {
  Entropy entropy;
  entropy.value = kNaN;
  entropy.reason = reason;
  return entropy;
}

// Calls body(index, epochs) for each channel, or once for all channels.
void for_each_pooled(const series::EpochView& epochs, Measure measure, Missing missing, const Execution& execution,
                     const std::function<void(std::size_t index, const UsedEpochs& used)>& body) {
  const std::size_t values = values_of_epoch(measure, epochs.n_channels);
  const std::size_t n_series = values == 0 ? 0 : epochs.n_channels / values;
  with_threads(execution, [&] {
    parallel_for(values, execution.cancel,
                 [&](std::size_t index) { body(index, used_epochs(epochs, index * n_series, n_series, missing)); });
  });
}

template <typename T>
void add_epochs(const std::vector<T>& of_epochs, std::vector<T>& sum, std::size_t entries) {
  if (of_epochs.empty()) return;
  sum.assign(entries, T{});
  for (std::size_t i = 0; i < of_epochs.size(); ++i) sum[i % entries] += of_epochs[i];
}

// The matrix of the counts, or sums, of all epochs. An entry that an epoch lacks has no counts in it.
Pairwise sum_of_epochs(const Pairwise& single, Measure measure, const Parameters& parameters) {
  const std::size_t entries = single.n_channels * single.n_channels;
  Pairwise sum;
  sum.n_epochs = 1;
  sum.n_channels = single.n_channels;
  sum.engine = single.engine;
  sum.valid_epochs.assign(entries, 0);
  add_epochs(single.matches_m, sum.matches_m, entries);
  add_epochs(single.matches_m1, sum.matches_m1, entries);
  add_epochs(single.membership_m, sum.membership_m, entries);
  add_epochs(single.membership_m1, sum.membership_m1, entries);
  add_epochs(single.templates_m, sum.templates_m, single.n_channels);
  add_epochs(single.templates_m1, sum.templates_m1, single.n_channels);
  sum.reasons.resize(single.n_channels);
  for (std::size_t channel = 0; channel < single.n_channels; ++channel) {
    if (sum.templates_m[channel] == 0 && single.n_epochs > 0) sum.reasons[channel] = single.reasons[channel];
  }
  const Family& family = row_of(measure).family();
  for (std::size_t i = 0; i < entries; ++i) {
    Entropy all;
    for (std::size_t epoch = 0; epoch < single.n_epochs; ++epoch) {
      const Entropy one = entry_of(single, measure, epoch, i / single.n_channels, i % single.n_channels);
      add_counts(all, one);
      sum.valid_epochs[i] += one.pairs_m1 > 0 ? 1 : 0;
    }
    if (all.pairs_m1 > 0) {
      const Ratio ratio = family.ratio(all);
      logarithm_of_ratio(all, measure, ratio.at_m, ratio.at_m1, parameters);
    } else {
      all.value = kNaN;
    }
    sum.values.push_back(all.value);
    sum.pairs_m.push_back(all.pairs_m);
    sum.pairs_m1.push_back(all.pairs_m1);
  }
  sum.mean = sum.values;
  return sum;
}

}  // namespace

Entropy entry_of(const Pairwise& matrix, Measure measure, std::size_t epoch, std::size_t channel, std::size_t partner) {
  const std::size_t index = matrix.entry(epoch, channel, partner);
  const std::size_t x = epoch * matrix.n_channels + channel, y = epoch * matrix.n_channels + partner;
  Entropy entry;
  entry.matches_m = matrix.matches_m[index];
  entry.matches_m1 = matrix.matches_m1[index];
  if (has(measure, kMembership)) {
    entry.membership_m = matrix.membership_m[index];
    entry.membership_m1 = matrix.membership_m1[index];
  }
  if (!matrix.pairs_m.empty()) {
    entry.pairs_m = matrix.pairs_m[index];
    entry.pairs_m1 = matrix.pairs_m1[index];
  } else {
    entry.pairs_m = matrix.templates_m[x] * matrix.templates_m[y];
    entry.pairs_m1 = matrix.templates_m1[x] * matrix.templates_m1[y];
  }
  return entry;
}

void require_single_epochs(const Parameters& parameters, std::string_view purpose) {
  if (parameters.pool_epochs == PoolEpochs::no) return;
  throw Error::argument("pool_epochs", std::string(word(parameters.pool_epochs)), fmt::format("no for {}", purpose));
}

std::vector<Entropy> pooled_grid(const series::EpochView& epochs, Measure measure, const Grid& grid,
                                 const Parameters& parameters, const Execution& execution, ProgressMeter& progress) {
  std::vector<Entropy> results(values_of_epoch(measure, epochs.n_channels) * grid.size());
  for_each_pooled(epochs, measure, parameters.missing, execution, [&](std::size_t index, const UsedEpochs& used) {
    for (std::size_t cell = 0; cell < grid.size(); ++cell) {
      Entropy& result = results[index * grid.size() + cell];
      try {
        std::vector<EpochSeries> own = used.series;
        const Parameters of_cell = grid.at(cell, parameters);
        const bool common = parameters.pool_epochs == PoolEpochs::recording;
        const std::vector<Parameters> of_epochs =
            common ? absolute_parameters(measure, own, of_cell) : std::vector(own.size(), of_cell);
        result = own.empty() ? without_value(used.reason) : pooled(measure, own, of_epochs, execution);
      } catch (const Error& error) {
        if (!is_about_samples(error.code())) throw;
        result = without_value(error.what());
      }
      progress.add();
    }
  });
  return results;
}

Pairwise pooled_pairwise(const series::EpochView& epochs, Measure measure, const Parameters& parameters,
                         const Execution& execution, const ProgressCallback& progress) {
  notify_of_epochs_left_out(epochs, parameters.missing, execution);
  Parameters each = parameters;
  each.pool_epochs = PoolEpochs::no;
  if (parameters.pool_epochs == PoolEpochs::epoch || r_unit_of(measure, parameters) == series::RUnit::absolute) {
    return sum_of_epochs(pairwise(epochs, measure, each, Keep::epochs, execution, progress), measure, parameters);
  }
  each.r_unit = series::RUnit::absolute;
  EpochCopy compared(epochs, 0, epochs.n_epochs);
  compared.require_known(parameters.missing);
  compared.normalise_together(parameters.ddof);
  return sum_of_epochs(pairwise(compared.view(), measure, each, Keep::epochs, execution, progress), measure,
                       parameters);
}

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
    throw Error(error.code(), fmt::format("channel {}: {}", k + 1, error.what()));
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

EpochSeries series_of_epoch(const series::EpochView& epochs, std::size_t epoch, std::size_t first, std::size_t n,
                            std::string& reason) {
  EpochSeries series;
  for (std::size_t channel = first; channel < first + n; ++channel) {
    const std::size_t index = epoch * epochs.n_channels + channel;
    if (!epochs.reasons.empty() && !epochs.reasons[index].empty()) {
      if (reason.empty()) reason = epochs.reasons[index];
      return {};
    }
    const Samples samples = epochs.samples(epoch, channel);
    series.emplace_back(samples.begin(), samples.end());
  }
  return series;
}

UsedEpochs used_epochs(const series::EpochView& epochs, std::size_t first, std::size_t n, Missing missing) {
  UsedEpochs used;
  std::string reason;
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    EpochSeries series = series_of_epoch(epochs, epoch, first, n, reason);
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
