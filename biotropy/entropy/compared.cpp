// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/compared_internal.hpp"
#include "biotropy/series/normalise.hpp"

namespace biotropy::entropy {

ComparedSeries::ComparedSeries(Samples x, Measure measure, const Parameters& parameters) : both_{x, x}, cross_(false) {
  validate(measure, parameters);
  require_usable(x, measure, parameters, "the series");
}

ComparedSeries::ComparedSeries(Samples u, Samples v, Measure measure, const Parameters& parameters)
    : both_{u, v}, cross_(true) {
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

double ComparedSeries::tolerance(const Parameters& parameters) const {
  return cross_ ? parameters.r : series::absolute_tolerance(both_[0], parameters.r, parameters.r_unit, parameters.ddof);
}

Entropy evaluate_pair(Measure measure, const ComparedSeries& compared, const match::PairCounts& counts,
                      const match::Rule& rule, const Parameters& parameters) {
  const ValidTemplates of_x = valid_templates(compared.x(), rule), of_y = valid_templates(compared.y(), rule);
  const TemplateNumbers numbers = template_numbers(compared.x(), of_x, of_y, rule, counts.lengths[0], parameters);
  Entropy result = evaluate(measure, counts, numbers, parameters);
  result.r = rule.r;
  return result;
}

Entropy compare(Measure measure, const ComparedSeries& compared, const Parameters& parameters,
                const Execution& execution) {
  const match::Rule rule = rule_of(measure, parameters, compared.tolerance(parameters));
  const match::Pair pair = compared.pair();
  const match::Query query{compared.series(), compared.series().size(), std::span(&pair, 1), rule};
  Entropy result;
  if (is_fuzzy(measure)) {
    const ValidTemplates of_x = valid_templates(compared.x(), rule), of_y = valid_templates(compared.y(), rule);
    const match::FuzzySink sink = [&](const match::FuzzySums& sums) {
      result = evaluate(measure, sums.lengths, {of_x.m, of_x.m1, of_y.m, of_y.m1}, parameters);
      result.r = rule.r;
    };
    match::fuzzy_sums({query, membership_of(parameters, rule.r), parameters.remove_local_mean}, sink, execution);
  } else {
    const match::Sink sink = [&](const match::PairCounts& counts) {
      result = evaluate_pair(measure, compared, counts, rule, parameters);
    };
    result.counter = match::count(query, sink, execution, parameters.counter).name();
  }
  return result;
}

}  // namespace biotropy::entropy
