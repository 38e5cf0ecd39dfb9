// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "biotropy/nan.hpp"

namespace biotropy::entropy {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double real(std::uint64_t count) {
  return static_cast<double>(count);
}

// How many times the totals contain a pair that is counted once: twice for unordered pairs, as in SampEn. With self
// matches the pairs are ordered, since (i, i) is in the totals once.
std::uint64_t orders(Measure measure, const Parameters& parameters) {
  const bool self_matches = parameters.theiler && *parameters.theiler < match::kExcludeSelf;
  return row_of(measure).self_matches || self_matches ? 1 : 2;
}

std::uint64_t pairs(std::uint64_t orders, std::uint64_t of_x, std::uint64_t of_y) {
  return orders == 1 ? of_x * of_y : of_x * (of_x - std::min<std::uint64_t>(of_x, 1)) / 2;
}

std::array<match::CountProduct, 2> products_of(const match::LengthCounts& at_m, const match::LengthCounts& at_m1) {
  if (at_m.product != nullptr) return {*at_m.product, *at_m1.product};
  return match::count_products(at_m.per_template, at_m1.per_template);
}

// Phi: the mean over the templates of ln C_i, where C_i is a count over `partners`. Templates without a match are not
// in the sum of logarithms; the bias strategy gives the sum for them, `replaced`.
double phi(double logs, std::uint64_t templates, std::uint64_t unmatched, std::uint64_t partners, double replaced) {
  return (logs - real(templates - unmatched) * std::log(real(partners)) + replaced) / real(templates);
}

// Sums of the values that the bias strategy uses as ln C of templates without a match, at m and at m + 1.
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

void approximate(Entropy& e, double at_m, double at_m1, const TemplateNumbers& numbers, Bias bias,
                 const Parameters& parameters) {
  if (numbers.x_m1 == 0 || numbers.y_m1 == 0) {
    e.value = kNaN;
    e.reason = "no template is free of missing samples";
    return;
  }
  const Correction corrected = correction(e, numbers, bias);
  const double phi_m = phi(at_m, numbers.x_m, e.unmatched_m, numbers.y_m, corrected.m);
  const double phi_m1 = phi(at_m1, numbers.x_m1, e.unmatched_m1, numbers.y_m1, corrected.m1);
  const double nats = parameters.sign == Sign::dropped ? std::abs(phi_m - phi_m1) : phi_m - phi_m1;
  e.value = in_base(nats, parameters.base);
  if (!std::isfinite(e.value)) {
    e.reason =
        fmt::format("{} templates of length m and {} of length m + 1 have no match", e.unmatched_m, e.unmatched_m1);
  }
}

}  // namespace

double log_of(const match::CountProduct& product) {
  return std::log(product.mantissa) + static_cast<double>(product.exponent) * std::numbers::ln2;
}

double in_base(double nats, Base base) {
  switch (base) {
    case Base::e:
      return nats;
    case Base::two:
      return nats / std::numbers::ln2;
    case Base::ten:
      break;
  }
  return nats / std::numbers::ln10;
}

void logarithm_of_ratio(Entropy& e, Measure measure, double at_m, double at_m1, const Parameters& parameters) {
  if (at_m > 0.0 && at_m1 > 0.0) {
    e.value = in_base(std::log(at_m / at_m1), parameters.base);
    return;
  }
  const Undefined undefined = parameters.undefined;
  const double ordered = real(e.pairs_m1) * real(orders(measure, parameters));
  if (undefined == Undefined::bound && ordered > 0.0) {
    e.value = in_base(std::log(ordered), parameters.base);
    return;
  }
  e.value = at_m > 0.0 ? kInfinity : undefined == Undefined::negative ? -kInfinity : kNaN;
  e.reason = at_m > 0.0 ? "no pair of templates of length m + 1 matches" : "no pair of templates of length m matches";
}

Entropy evaluate(Measure measure, const match::PairCounts& counts, const TemplateNumbers& numbers,
                 const Parameters& parameters) {
  const match::LengthCounts& at_m = counts.lengths[0];
  const match::LengthCounts& at_m1 = counts.lengths[1];
  const std::uint64_t orders_counted = orders(measure, parameters);
  Entropy e;
  e.matches_m = at_m.total / orders_counted;
  e.matches_m1 = at_m1.total / orders_counted;
  e.templates_m = numbers.x_m;
  e.templates_m1 = numbers.x_m1;
  double logs_m = 0.0, logs_m1 = 0.0;
  if (!at_m.per_template.empty() || at_m.product != nullptr) {
    const auto [product_m, product_m1] = products_of(at_m, at_m1);
    logs_m = log_of(product_m);
    logs_m1 = log_of(product_m1);
    e.unmatched_m = numbers.x_m - (product_m.counts - product_m.zeros);
    e.unmatched_m1 = numbers.x_m1 - (product_m1.counts - product_m1.zeros);
  }
  if (has(measure, kRatio)) {
    e.pairs_m = pairs(orders_counted, numbers.x_m, numbers.y_m);
    e.pairs_m1 = pairs(orders_counted, numbers.x_m1, numbers.y_m1);
    logarithm_of_ratio(e, measure, real(e.matches_m), real(e.matches_m1), parameters);
  } else {
    // ApEn counts self matches, so it needs no correction; for a Theiler window that excludes them none is defined.
    approximate(e, logs_m, logs_m1, numbers, has(measure, kUnmatched) ? parameters.bias : Bias::none, parameters);
  }
  return e;
}

double membership_sum(double sum, const Parameters& parameters) {
  using enum match::MembershipForm;
  constexpr double rounding = 1e-12;
  const match::MembershipForm form = parameters.membership.form;
  const bool ends = form == triangular || form == trapezoidal1 || form == trapezoidal2 || form == z_shaped;
  return ends && sum < rounding ? 0.0 : sum;
}

Entropy evaluate(Measure measure, std::span<const match::FuzzySum> sums, const TemplateNumbers& numbers,
                 const Parameters& parameters) {
  Entropy e;
  e.membership_m = membership_sum(sums[0].total, parameters);
  e.membership_m1 = membership_sum(sums[1].total, parameters);
  e.pairs_m = sums[0].pairs;
  e.pairs_m1 = sums[1].pairs;
  e.templates_m = numbers.x_m;
  e.templates_m1 = numbers.x_m1;
  // Means over all pairs: with missing samples the lengths differ in their numbers of pairs.
  logarithm_of_ratio(e, measure, e.membership_m / real(e.pairs_m), e.membership_m1 / real(e.pairs_m1), parameters);
  return e;
}

}  // namespace biotropy::entropy
