// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/entropy.hpp"

#include <array>
#include <vector>

#include "biotropy/entropy/templates.hpp"
#include "biotropy/series/normalise.hpp"

namespace biotropy::entropy {

namespace {

// Counts or sums one pair and puts the numbers into the formula.
Entropy compare(Measure measure, std::span<const Samples> series, match::Pair pair, double tolerance,
                const Parameters& parameters, const Execution& execution) {
  const match::Rule rule = rule_of(measure, parameters, tolerance);
  const ValidTemplates of_x = valid_templates(series[pair.x], rule), of_y = valid_templates(series[pair.y], rule);
  const match::Query query{series, series.size(), std::span(&pair, 1), rule};
  Entropy result;
  if (is_fuzzy(measure)) {
    const match::FuzzySink sink = [&](const match::FuzzySums& sums) {
      result = evaluate(measure, sums.lengths, {of_x.m, of_x.m1, of_y.m, of_y.m1}, parameters);
    };
    match::fuzzy_sums({query, membership_of(parameters, tolerance), parameters.remove_local_mean}, sink, execution);
  } else {
    const match::Sink sink = [&](const match::PairCounts& counts) {
      const TemplateNumbers numbers =
          template_numbers(series[pair.x], of_x, of_y, rule, counts.lengths[0].per_template, parameters);
      result = evaluate(measure, counts, numbers, parameters);
    };
    match::count(query, sink, execution, parameters.counter);
  }
  result.r = tolerance;
  return result;
}

Entropy of_one(Measure measure, Samples x, const Parameters& parameters, const Execution& execution) {
  validate(measure, parameters);
  require_usable(x, measure, parameters, "the series");
  const double tolerance = series::absolute_tolerance(x, parameters.r, parameters.r_unit, parameters.ddof);
  return compare(measure, std::span(&x, 1), {0, 0}, tolerance, parameters, execution);
}

Entropy of_two(Measure measure, Samples u, Samples v, const Parameters& parameters, const Execution& execution) {
  validate(measure, parameters);
  require_usable(u, measure, parameters, "the first series");
  require_usable(v, measure, parameters, "the second series");
  std::array both{u, v};
  std::vector<double> scores;
  if (parameters.r_unit == series::RUnit::sd) {
    scores.resize(u.size() + v.size());
    const auto of_u = std::span(scores).first(u.size()), of_v = std::span(scores).last(v.size());
    series::normalise(u, parameters.ddof, of_u);
    series::normalise(v, parameters.ddof, of_v);
    both = {of_u, of_v};
  }
  return compare(measure, both, {0, 1}, parameters.r, parameters, execution);
}

}  // namespace

Entropy approximate_entropy(Samples x, const Parameters& parameters, const Execution& execution) {
  return of_one(Measure::apen, x, parameters, execution);
}

Entropy sample_entropy(Samples x, const Parameters& parameters, const Execution& execution) {
  return of_one(Measure::sampen, x, parameters, execution);
}

Entropy cross_approximate_entropy(Samples u, Samples v, const Parameters& parameters, const Execution& execution) {
  return of_two(Measure::cross_apen, u, v, parameters, execution);
}

Entropy cross_sample_entropy(Samples u, Samples v, const Parameters& parameters, const Execution& execution) {
  return of_two(Measure::cross_sampen, u, v, parameters, execution);
}

Entropy fuzzy_entropy(Samples x, const Parameters& parameters, const Execution& execution) {
  return of_one(Measure::fuzzyen, x, parameters, execution);
}

Entropy cross_fuzzy_entropy(Samples u, Samples v, const Parameters& parameters, const Execution& execution) {
  return of_two(Measure::cross_fuzzyen, u, v, parameters, execution);
}

Entropy compute(Measure measure, Samples u, Samples v, const Parameters& parameters, const Execution& execution) {
  return is_cross(measure) ? of_two(measure, u, v, parameters, execution) : of_one(measure, u, parameters, execution);
}

}  // namespace biotropy::entropy
