// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/entropy.hpp"

#include "biotropy/entropy/compared_internal.hpp"

namespace biotropy::entropy {

namespace {

// Counts or sums one pair and puts the numbers into the formula.
Entropy compare(Measure measure, const ComparedSeries& compared, const Parameters& parameters,
                const Execution& execution) {
  const match::Rule rule = rule_of(measure, parameters, compared.tolerance());
  const ValidTemplates of_x = valid_templates(compared.x(), rule), of_y = valid_templates(compared.y(), rule);
  const match::Pair pair = compared.pair();
  const match::Query query{compared.series(), compared.series().size(), std::span(&pair, 1), rule};
  Entropy result;
  if (is_fuzzy(measure)) {
    const match::FuzzySink sink = [&](const match::FuzzySums& sums) {
      result = evaluate(measure, sums.lengths, {of_x.m, of_x.m1, of_y.m, of_y.m1}, parameters);
    };
    const match::Membership membership = membership_of(parameters, rule.r);
    match::fuzzy_sums({query, membership, parameters.remove_local_mean}, sink, execution);
  } else {
    const match::Sink sink = [&](const match::PairCounts& counts) {
      const TemplateNumbers numbers =
          template_numbers(compared.x(), of_x, of_y, rule, counts.lengths[0].per_template, parameters);
      result = evaluate(measure, counts, numbers, parameters);
    };
    const match::Counter& engine = match::count(query, sink, execution, parameters.counter);
    result.counter = engine.name();
  }
  result.r = rule.r;
  return result;
}

Entropy of_one(Measure measure, Samples x, const Parameters& parameters, const Execution& execution) {
  return compare(measure, ComparedSeries(x, measure, parameters), parameters, execution);
}

Entropy of_two(Measure measure, Samples u, Samples v, const Parameters& parameters, const Execution& execution) {
  return compare(measure, ComparedSeries(u, v, measure, parameters), parameters, execution);
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
