// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/scale_series_internal.hpp"

#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/prepare/butterworth.hpp"

namespace biotropy::entropy {

namespace {

constexpr int kFilterOrder = 6;   // Valencia et al. 2009
constexpr double kNyquist = 0.5;  // cycles per sample

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

// Between two samples of a template.
std::vector<std::size_t> lags_of_templates(const MultiscaleParameters& parameters) {
  std::vector<std::size_t> lags;
  for (int k = 1; k < length_of(parameters.measure, parameters.entropy); ++k) {
    lags.push_back(static_cast<std::size_t>(k) * static_cast<std::size_t>(parameters.entropy.tau));
  }
  return lags;
}

}  // namespace

bool is_composite(MultiscaleMethod method) {
  return method == MultiscaleMethod::cmse || method == MultiscaleMethod::rcmse;
}

std::size_t starts_at(int scale, std::size_t samples, const MultiscaleParameters& parameters) {
  const auto starts = static_cast<std::size_t>(scale);
  const std::size_t least = row_of(parameters.measure).family().least_samples(parameters.measure, parameters.entropy);
  const bool too_short = samples / starts < least;
  return is_composite(parameters.method) && !too_short ? starts : 1;
}

std::uint64_t starts_in_all(std::size_t samples, const MultiscaleParameters& parameters) {
  std::uint64_t starts = 0;
  for (const int scale : parameters.scales) starts += starts_at(scale, samples, parameters);
  return starts;
}

std::vector<double> series_at(Samples x, int scale, int start, const MultiscaleParameters& parameters,
                              bool missing_are_gaps) {
  if (parameters.method == MultiscaleMethod::rmse) {
    return thinned(low_passed(x, scale, parameters.cutoff), scale, missing_are_gaps);
  }
  if (!has(parameters.measure, kPatterns)) return series::coarse_grain(x, scale, parameters.grain, start);
  // Patterns ask which grains are equal, where matches have a tolerance.
  const std::vector<std::size_t> lags = lags_of_templates(parameters);
  return series::coarse_grain_with_ties(x, scale, parameters.grain, start, lags);
}

void require_usable_series(Samples x, const MultiscaleParameters& parameters) {
  series::require_finite_or_missing(x);
  const std::size_t missing = series::missing_count(x);
  if (missing > 0 && parameters.entropy.missing == Missing::raise) {
    throw missing_samples("the series", missing, x.size());
  }
}

}  // namespace biotropy::entropy
