// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/series_without_value.hpp"

#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/error.hpp"
#include "biotropy/series/normalise.hpp"

namespace biotropy::entropy {

namespace {

std::string no_value_because(series::Samples x, const SeriesTaken& taken) {
  try {
    series::require_finite_or_missing(x);
    if (!taken.missing && series::missing_count(x) > 0) return "missing samples";
    if (!taken.constant && series::moments(x, taken.ddof).sd == 0.0) return "constant series";
  } catch (const Error& error) {
    if (!is_about_samples(error.code())) throw;
    return error.what();
  }
  return {};
}

}  // namespace

SeriesTaken series_taken(Measure measure, const Parameters& parameters) {
  const bool has_scale = has(measure, kTolerance) || is_cross(measure) || is_multivariate(measure);
  const bool in_sd = has_scale && r_unit_of(measure, parameters) != series::RUnit::absolute;
  return {parameters.missing == Missing::omit, !in_sd, parameters.ddof};
}

std::vector<std::string> series_without_value(const series::EpochView& epochs, const SeriesTaken& taken,
                                              const Execution& execution) {
  std::vector<std::string> reasons(epochs.n_epochs * epochs.n_channels);
  with_threads(execution, [&] {
    parallel_for(reasons.size(), execution.cancel, [&](std::size_t index) {
      if (!epochs.reasons.empty()) reasons[index] = epochs.reasons[index];
      if (!reasons[index].empty()) return;
      reasons[index] = no_value_because(epochs.samples(index / epochs.n_channels, index % epochs.n_channels), taken);
    });
  });
  return reasons;
}

}  // namespace biotropy::entropy
