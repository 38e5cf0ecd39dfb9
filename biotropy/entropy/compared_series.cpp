// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/compared_series_internal.hpp"

#include <fmt/format.h>

#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/series/normalise.hpp"

namespace biotropy::entropy {

namespace {

std::string name_of(Measure measure, std::size_t index) {
  if (is_multivariate(measure)) return fmt::format("channel {}", index + 1);
  if (!is_cross(measure)) return "the series";
  return index == 0 ? "the first series" : "the second series";
}

}  // namespace

ComparedSeries::ComparedSeries(Measure measure, Samples u, Samples v, const Parameters& parameters)
    : ComparedSeries(measure, is_cross(measure) ? std::vector{u, v} : std::vector{u}, parameters) {}

ComparedSeries::ComparedSeries(Measure measure, std::vector<Samples> series, const Parameters& parameters)
    : measure_(measure), series_(std::move(series)) {
  validate(measure, parameters);
  for (std::size_t i = 0; i < series_.size(); ++i) {
    const std::string name = name_of(measure, i);
    require_long_enough(series_[i], measure, parameters, name.c_str());
    if (!row_of(measure).family().checks_samples()) require_known_samples(series_[i], parameters.missing, name.c_str());
  }
  const bool several = is_cross(measure) || is_multivariate(measure);
  if (!several || r_unit_of(measure, parameters) == series::RUnit::absolute) return;
  std::size_t samples = 0;
  for (const Samples one : series_) samples += one.size();
  scores_.resize(samples);
  auto left = std::span(scores_);
  for (std::size_t i = 0; i < series_.size(); ++i) {
    const auto scores = left.first(series_[i].size());
    left = left.subspan(scores.size());
    try {
      series::normalise(series_[i], parameters.ddof, scores);
    } catch (const Error& error) {
      if (!is_multivariate(measure)) throw;
      throw Error(error.code(), fmt::format("channel {}: {}", i + 1, error.what()));
    }
    series_[i] = scores;
  }
}

double ComparedSeries::tolerance(const Parameters& parameters) const {
  if (!has(measure_, kTolerance)) return 0.0;
  const series::RUnit unit = r_unit_of(measure_, parameters);
  // The SD of each z-scored channel is 1, and their sum the number of channels.
  if (unit == series::RUnit::total_variation) return parameters.r * static_cast<double>(series_.size());
  if (is_cross(measure_) || is_multivariate(measure_)) return parameters.r;
  return series::absolute_tolerance(series_.front(), parameters.r, unit, parameters.ddof);
}

Entropy compare(Measure measure, const ComparedSeries& compared, const Parameters& parameters,
                const Execution& execution) {
  const Family& family = row_of(measure).family();
  const std::size_t size = compared.series().size();
  std::vector<TemplateCount> templates(size);
  for (std::size_t i = 0; i < size; ++i) {
    templates[i] = family.templates(measure, compared.series()[i], parameters);
  }
  const match::Pair pair = compared.pair();
  const Batch batch{measure, compared.series(), templates, size, std::span(&pair, 1), compared.tolerance(parameters)};
  Entropy result;
  const auto receive = [&](std::size_t, std::size_t, const Entropy& entropy) { result = entropy; };
  result.engine = family.measure(batch, parameters, receive, execution);
  return result;
}

}  // namespace biotropy::entropy
