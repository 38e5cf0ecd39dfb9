// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/compared_series_internal.hpp"
#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/series/normalise.hpp"

namespace biotropy::entropy {

ComparedSeries::ComparedSeries(Measure measure, Samples u, Samples v, const Parameters& parameters)
    : both_{u, is_cross(measure) ? v : u}, cross_(is_cross(measure)), has_tolerance_(has(measure, kTolerance)) {
  validate(measure, parameters);
  require_usable(u, measure, parameters, cross_ ? "the first series" : "the series");
  if (!cross_) return;
  require_usable(v, measure, parameters, "the second series");
  if (parameters.r_unit == series::RUnit::absolute) return;
  scores_.resize(u.size() + v.size());
  const auto of_u = std::span(scores_).first(u.size()), of_v = std::span(scores_).last(v.size());
  series::normalise(u, parameters.ddof, of_u);
  series::normalise(v, parameters.ddof, of_v);
  both_ = {of_u, of_v};
}

double ComparedSeries::tolerance(const Parameters& parameters) const {
  if (!has_tolerance_) return 0.0;
  return cross_ ? parameters.r : series::absolute_tolerance(both_[0], parameters.r, parameters.r_unit, parameters.ddof);
}

Entropy compare(Measure measure, const ComparedSeries& compared, const Parameters& parameters,
                const Execution& execution) {
  const Family& family = row_of(measure).family();
  const std::size_t size = compared.series().size();
  std::array<TemplateCount, 2> templates;
  for (std::size_t i = 0; i < size; ++i) {
    templates[i] = family.templates(measure, compared.series()[i], parameters);
  }
  const match::Pair pair = compared.pair();
  const Batch batch{measure, compared.series(),   std::span(templates).first(size),
                    size,    std::span(&pair, 1), compared.tolerance(parameters)};
  Entropy result;
  const auto receive = [&](std::size_t, std::size_t, const Entropy& entropy) { result = entropy; };
  result.engine = family.measure(batch, parameters, receive, execution);
  return result;
}

}  // namespace biotropy::entropy
