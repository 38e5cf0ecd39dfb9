// SPDX-License-Identifier: Apache-2.0
//
// Measures that count matching templates: ApEn, SampEn and their cross forms.
#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/templates.hpp"

namespace biotropy::entropy {

namespace {

// Bias zero needs the counts of single templates if samples are missing: a template without a match at m is counted at
// m + 1 as well, unless it touches a missing sample.
bool products_suffice(const Batch& batch, const Parameters& parameters) {
  if (parameters.bias != Bias::zero) return true;
  return std::none_of(batch.series.begin(), batch.series.end(),
                      [](Samples samples) { return series::missing_count(samples) > 0; });
}

class Matching final : public Family {
 public:
  void validate(Measure, const Parameters&) const override {}

  std::size_t least_samples(Measure measure, const Parameters& parameters) const override {
    return samples_of_templates(measure, parameters);
  }

  TemplateCount templates(Measure measure, Samples samples, const Parameters& parameters) const override {
    return valid_templates(samples, rule_of(measure, parameters, 0.0));
  }

  std::string_view measure(const Batch& batch, const Parameters& parameters, const Receive& receive,
                           const Execution& execution) const override {
    match::Rule rule = rule_of(batch.measure, parameters, batch.tolerance);
    rule.products_suffice = products_suffice(batch, parameters);
    const match::Query query{batch.series, batch.group_size, batch.pairs, rule};
    const match::Sink sink = [&](const match::PairCounts& counts) {
      const std::size_t first = counts.group * batch.group_size;
      const std::size_t x = first + batch.pairs[counts.pair].x, y = first + batch.pairs[counts.pair].y;
      receive(counts.group, counts.pair,
              evaluate_counts(batch.measure, batch.series[x], batch.templates[x], batch.templates[y], counts, rule,
                              parameters));
    };
    return match::count(query, sink, execution, parameters.engine).name();
  }

  Ratio ratio(const Entropy& entropy) const override {
    return {static_cast<double>(entropy.matches_m), static_cast<double>(entropy.matches_m1)};
  }

  bool shares_lengths() const override { return true; }

  double seconds(double n, const Parameters& parameters) const override {
    return n * n * (parameters.engine.empty() ? 1e-11 : 1e-9);
  }
};

}  // namespace

const Family& matching_family() {
  static const Matching family;
  return family;
}

}  // namespace biotropy::entropy
