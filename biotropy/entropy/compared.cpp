// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/compared_internal.hpp"
#include "biotropy/series/normalise.hpp"

namespace biotropy::entropy {

ComparedSeries::ComparedSeries(Samples x, Measure measure, const Parameters& parameters) : both_{x, x}, cross_(false) {
  validate(measure, parameters);
  require_usable(x, measure, parameters, "the series");
  tolerance_ = series::absolute_tolerance(x, parameters.r, parameters.r_unit, parameters.ddof);
}

ComparedSeries::ComparedSeries(Samples u, Samples v, Measure measure, const Parameters& parameters)
    : both_{u, v}, cross_(true), tolerance_(parameters.r) {
  validate(measure, parameters);
  require_usable(u, measure, parameters, "the first series");
  require_usable(v, measure, parameters, "the second series");
  if (parameters.r_unit == series::RUnit::absolute) return;
  scores_.resize(u.size() + v.size());
  const auto of_u = std::span(scores_).first(u.size()), of_v = std::span(scores_).last(v.size());
  series::normalise(u, parameters.ddof, of_u);
  series::normalise(v, parameters.ddof, of_v);
  both_ = {of_u, of_v};
}

}  // namespace biotropy::entropy
