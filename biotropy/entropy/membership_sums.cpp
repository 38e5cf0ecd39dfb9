// SPDX-License-Identifier: Apache-2.0
//
// Measures that sum degrees of membership: FuzzyEn (Chen et al. 2007) and Cross-FuzzyEn (Xie et al. 2010).
#include <fmt/format.h>

#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/entropy/words.hpp"

namespace biotropy::entropy {

namespace {

using match::MembershipForm;

class MembershipSums final : public Family {
 public:
  void validate(Measure measure, const Parameters& parameters) const override {
    if (parameters.undefined == Undefined::bound) {
      throw Error::argument("undefined", "bound",
                            fmt::format("natural or negative, as the sums of {} have no least value", word(measure)));
    }
    match::validate(parameters.membership, parameters.r);
  }

  // Refuses an exponent or a corner for a membership without one.
  void require_use(std::string_view option, const std::string& value, const Parameters& parameters) const override {
    const MembershipForm form = parameters.membership.form;
    const auto require = [&](std::string_view name, bool used, std::string_view forms) {
      if (option != name || used) return;
      throw Error::argument(std::string(name), value, fmt::format("left out: it is for {}, not {}", forms, word(form)));
    };
    require("fuzzy_power",
            form == MembershipForm::exponential || form == MembershipForm::chen || form == MembershipForm::bell,
            "exponential, chen or bell");
    require("membership_corner", form == MembershipForm::sigmoid || form == MembershipForm::trapezoidal2,
            "sigmoid or trapezoidal2");
  }

  std::size_t least_samples(Measure measure, const Parameters& parameters) const override {
    return samples_of_templates(measure, parameters);
  }

  TemplateCount templates(Measure measure, Samples samples, const Parameters& parameters) const override {
    return valid_templates(samples, rule_of(measure, parameters, 0.0));
  }

  std::string_view measure(const Batch& batch, const Parameters& parameters, const Receive& receive,
                           const Execution& execution) const override {
    const match::Rule rule = rule_of(batch.measure, parameters, batch.tolerance);
    const match::Query query{batch.series, batch.group_size, batch.pairs, rule};
    const match::FuzzySink sink = [&](const match::FuzzySums& sums) {
      const std::size_t first = sums.group * batch.group_size;
      const TemplateCount x = batch.templates[first + batch.pairs[sums.pair].x];
      const TemplateCount y = batch.templates[first + batch.pairs[sums.pair].y];
      Entropy entropy = evaluate(batch.measure, sums.lengths, {x.m, x.m1, y.m, y.m1}, parameters);
      entropy.r = rule.r;
      receive(sums.group, sums.pair, entropy);
    };
    const bool remove_local_mean = parameters.local_mean == LocalMean::removed;
    match::fuzzy_sums({query, membership_of(parameters, rule.r), remove_local_mean}, sink, execution);
    return {};
  }

  // Means of membership, each with the same weight whatever the length of its series (Azami et al. 2017).
  Ratio ratio(const Entropy& entropy) const override {
    return {entropy.membership_m / static_cast<double>(entropy.pairs_m),
            entropy.membership_m1 / static_cast<double>(entropy.pairs_m1)};
  }

  // Sums of membership are rounded in an order that depends on the templates, so another query gives other bits.
  bool shares_lengths() const override { return false; }

  std::span<const Number> numbers() const override {
    static constexpr Number kSums[] = {
        {"membership_m", "sum of membership over ordered pairs of templates of length m",
         [](const Entropy& entropy) { return entropy.membership_m; }},
        {"membership_m1", "sum of membership over ordered pairs of templates of length m + 1",
         [](const Entropy& entropy) { return entropy.membership_m1; }}};
    return kSums;
  }

  double seconds(double n, const Parameters&) const override { return n * n * 1e-9; }
};

}  // namespace

const Family& membership_family() {
  static const MembershipSums family;
  return family;
}

}  // namespace biotropy::entropy
