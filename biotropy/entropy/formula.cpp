// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/formula.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "biotropy/entropy/log_sum.hpp"

namespace biotropy::entropy {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double real(std::uint64_t count) {
  return static_cast<double>(count);
}

// Phi: the mean over the templates of ln C_i, where C_i is a count over `partners`. Templates without a match are not
// in the sum of logarithms; each of the `replaced` among them contributes `replacement` instead.
double phi(const LogSum& logs, std::uint64_t templates, std::uint64_t unmatched, std::uint64_t partners,
           double replaced) {
  return (logs.sum - real(templates - unmatched) * std::log(real(partners)) + replaced) / real(templates);
}

// What the bias strategy puts in place of ln C for all templates without a match, at m and at m + 1.
struct Correction {
  double m = 0.0, m1 = 0.0;
};

Correction correction(const Entropy& e, const TemplateNumbers& numbers, Bias bias) {
  switch (bias) {
    case Bias::max:
      return {0.0, -real(e.unmatched_m1) * std::log(real(numbers.y_m))};
    case Bias::zero:
      return {0.0, -real(e.unmatched_m1 - numbers.x_m1_unmatched_at_m) * std::log(real(numbers.y_m1))};
    case Bias::skip:
      return {};
    case Bias::none:
      break;
  }
  return {e.unmatched_m > 0 ? -kInfinity : 0.0, e.unmatched_m1 > 0 ? -kInfinity : 0.0};
}

void approximate(Entropy& e, const LogSum& at_m, const LogSum& at_m1, const TemplateNumbers& numbers, Bias bias,
                 bool drop_sign) {
  if (numbers.x_m1 == 0 || numbers.y_m1 == 0) {
    e.value = kNaN;
    e.reason = "no template is free of missing samples";
    return;
  }
  const Correction corrected = correction(e, numbers, bias);
  const double phi_m = phi(at_m, numbers.x_m, e.unmatched_m, numbers.y_m, corrected.m);
  const double phi_m1 = phi(at_m1, numbers.x_m1, e.unmatched_m1, numbers.y_m1, corrected.m1);
  e.value = drop_sign ? std::abs(phi_m - phi_m1) : phi_m - phi_m1;
  if (!std::isfinite(e.value)) {
    e.reason =
        fmt::format("{} templates of length m and {} of length m + 1 have no match", e.unmatched_m, e.unmatched_m1);
  }
}

// P2, equation 6: one match among all ordered pairs of templates; a template does not pair with itself.
void bound(Entropy& e, const TemplateNumbers& numbers, bool one_series) {
  const double pairs = real(numbers.x_m1) * real(one_series && numbers.y_m1 > 0 ? numbers.y_m1 - 1 : numbers.y_m1);
  e.value = pairs > 0.0 ? std::log(pairs) : kNaN;
  if (!(pairs > 0.0)) e.reason = "there is no pair of templates";
}

// Where the ratio has no logarithm although there are pairs: nothing matches at m + 1, or nothing at m either.
void leave_undefined(Entropy& e, bool matches_at_m, Undefined undefined) {
  e.value = matches_at_m ? kInfinity : undefined == Undefined::negative ? -kInfinity : kNaN;
  e.reason = matches_at_m ? "no pair of templates of length m + 1 matches" : "no pair of templates of length m matches";
}

void sample(Entropy& e, const TemplateNumbers& numbers, Undefined undefined, bool one_series) {
  if (e.matches_m1 > 0) {
    e.value = std::log(real(e.matches_m) / real(e.matches_m1));
    return;
  }
  if (undefined == Undefined::bound) {
    bound(e, numbers, one_series);
    return;
  }
  leave_undefined(e, e.matches_m > 0, undefined);
}

}  // namespace

Entropy evaluate(Measure measure, const match::PairCounts& counts, const TemplateNumbers& numbers,
                 const Parameters& parameters) {
  const match::LengthCounts& at_m = counts.lengths[0];
  const match::LengthCounts& at_m1 = counts.lengths[1];
  Entropy e;
  // A symmetric self comparison finds every pair twice.
  const std::uint64_t orders = measure == Measure::sampen ? 2 : 1;
  e.matches_m = at_m.total / orders;
  e.matches_m1 = at_m1.total / orders;
  e.templates_m = numbers.x_m;
  e.templates_m1 = numbers.x_m1;
  LogSum logs_m, logs_m1;
  if (!at_m.per_template.empty()) {
    logs_m = log_sum(at_m.per_template);
    logs_m1 = log_sum(at_m1.per_template);
    e.unmatched_m = numbers.x_m - (at_m.per_template.size() - logs_m.zeros);
    e.unmatched_m1 = numbers.x_m1 - (at_m1.per_template.size() - logs_m1.zeros);
  }
  if (!is_approximate(measure)) {
    sample(e, numbers, parameters.undefined, measure == Measure::sampen);
  } else {
    // ApEn counts self matches and so needs no correction; where a Theiler window takes them away, none is defined.
    approximate(e, logs_m, logs_m1, numbers, measure == Measure::apen ? Bias::none : parameters.bias,
                parameters.drop_sign);
  }
  return e;
}

Entropy evaluate(Measure measure, std::span<const match::FuzzySum> sums, const TemplateNumbers& numbers,
                 const Parameters& parameters) {
  Entropy e;
  const double orders = measure == Measure::fuzzyen ? 2.0 : 1.0;
  e.membership_m = sums[0].total / orders;
  e.membership_m1 = sums[1].total / orders;
  e.templates_m = numbers.x_m;
  e.templates_m1 = numbers.x_m1;
  if (sums[0].total > 0.0 && sums[1].total > 0.0) {
    // The means over all pairs; the pairs are the same at both lengths unless samples are missing.
    e.value = std::log(sums[0].total / real(sums[0].pairs)) - std::log(sums[1].total / real(sums[1].pairs));
  } else {
    leave_undefined(e, sums[0].total > 0.0, parameters.undefined);
  }
  return e;
}

}  // namespace biotropy::entropy
