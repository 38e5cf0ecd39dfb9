// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/scale_series_internal.hpp"

#include <algorithm>
#include <cmath>

#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/prepare/iir.hpp"

namespace biotropy::entropy {

namespace {

constexpr int kFilterOrder = 6;   // Valencia et al. 2009
constexpr double kNyquist = 0.5;  // cycles per sample

std::vector<double> low_passed(Samples x, int scale, double cutoff) {
  const double edge = cutoff / scale;
  // A filter leaves a constant but for rounding, which would be measured.
  const bool is_constant = std::ranges::all_of(x, [&](double sample) { return sample == x.front(); });
  if (edge >= kNyquist || is_constant) return {x.begin(), x.end()};
  if (series::missing_count(x) > 0) {
    throw Error(ErrorCode::missing_values, "a series with missing samples cannot be filtered");
  }
  return prepare::zero_phase(prepare::butterworth({0.0, edge}, kFilterOrder, 1.0), {x.begin(), x.end()});
}

// Every `scale`-th sample. A gap among the samples in between makes the next one missing.
std::vector<double> thinned(const std::vector<double>& samples, int scale, series::GapMarks gaps) {
  const auto step = static_cast<std::size_t>(scale);
  const std::vector<std::uint8_t> follows_gap = gaps_at(gaps, scale, 0, MultiscaleMethod::rmse);
  std::vector<double> kept;
  for (std::size_t i = 0; i < samples.size(); i += step) {
    kept.push_back(!follows_gap.empty() && follows_gap[i / step] != 0 ? kNaN : samples[i]);
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

std::vector<std::uint8_t> gaps_in(Samples x, series::GapMarks inserted, const MultiscaleParameters& parameters) {
  if (inserted.empty() && !parameters.missing_are_gaps) return {};
  std::vector<std::uint8_t> gaps(x.size());
  bool any = false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool is_gap = std::isnan(x[i]) && (parameters.missing_are_gaps || inserted[i] != 0);
    gaps[i] = is_gap ? 1 : 0;
    any |= is_gap;
  }
  return any ? gaps : std::vector<std::uint8_t>();
}

std::vector<std::uint8_t> gaps_at(series::GapMarks gaps, int scale, int start, MultiscaleMethod method) {
  if (gaps.empty()) return {};
  const auto step = static_cast<std::size_t>(scale), first = static_cast<std::size_t>(start);
  const auto any_in = [&](std::size_t begin, std::size_t end) {
    const series::GapMarks window = gaps.subspan(begin, end - begin);
    return static_cast<std::uint8_t>(std::any_of(window.begin(), window.end(), [](auto mark) { return mark != 0; }));
  };
  std::vector<std::uint8_t> at_scale;
  if (method == MultiscaleMethod::rmse) {
    for (std::size_t i = 0; i < gaps.size(); i += step) at_scale.push_back(any_in(i < step ? 0 : i - step + 1, i + 1));
  } else {
    for (std::size_t i = first; i + step <= gaps.size(); i += step) at_scale.push_back(any_in(i, i + step));
  }
  return at_scale;
}

std::vector<double> series_at(Samples x, int scale, int start, const MultiscaleParameters& parameters,
                              series::GapMarks gaps) {
  if (parameters.method == MultiscaleMethod::rmse) {
    return thinned(low_passed(x, scale, parameters.cutoff), scale, gaps);
  }
  if (!has(parameters.measure, kPatterns)) return series::coarse_grain(x, scale, parameters.grain, start);
  // Patterns ask which grains are equal, where matches have a tolerance.
  const std::vector<std::size_t> lags = lags_of_templates(parameters);
  return series::coarse_grain_with_ties(x, scale, parameters.grain, start, lags);
}

}  // namespace biotropy::entropy
