// SPDX-License-Identifier: Apache-2.0
#include "naive.hpp"

#include <cmath>
#include <numbers>

namespace biotropy::match {

namespace {

using Template = std::vector<long double>;

Template template_at(const std::vector<double>& x, std::size_t i, int length, int tau, bool remove_local_mean) {
  Template values;
  long double sum = 0.0L;
  for (int k = 0; k < length; ++k) {
    values.push_back(x[i + static_cast<std::size_t>(k * tau)]);
    sum += values.back();
  }
  if (remove_local_mean) {
    for (auto& value : values) value -= sum / length;
  }
  return values;
}

// Empty if a position is no template: a sample of it is missing, or, under TemplateRule::common, one of the longest
// template that starts there.
std::vector<Template> templates(const std::vector<double>& x, const Rule& rule, int length, bool remove_local_mean) {
  std::vector<Template> all;
  for (std::size_t i = 0; i < template_count(rule, x.size(), length); ++i) {
    const int used = rule.templates == TemplateRule::all ? length : rule.lengths.back();
    bool whole = true;
    for (const long double value : template_at(x, i, used, rule.tau, false)) whole = whole && !std::isnan(value);
    all.push_back(whole ? template_at(x, i, length, rule.tau, remove_local_mean) : Template());
  }
  return all;
}

long double distance(const Template& a, const Template& b) {
  long double largest = 0.0L;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

}  // namespace

long double naive_degree(const Membership& membership, long double r, long double d) {
  const long double n = membership.n, corner = membership.corner;
  switch (membership.form) {
    case MembershipForm::exponential:
      return std::exp(-std::pow(d / r, n));
    case MembershipForm::chen:
      return std::exp(-std::pow(d, n) / r);
    case MembershipForm::gaussian:
      return std::exp(-d * d / (2.0L * r * r));
    case MembershipForm::constant_gaussian:
      return d <= r ? 1.0L : std::exp(-std::numbers::ln2_v<long double> * std::pow((d - r) / r, 2.0L));
    case MembershipForm::sigmoid:
      return 1.0L / (1.0L + std::exp((d - corner) / r));
    case MembershipForm::bell:
      return 1.0L / (1.0L + std::pow(d / r, 2.0L * n));
    case MembershipForm::triangular:
      return d < r ? 1.0L - d / r : 0.0L;
    case MembershipForm::trapezoidal1:
      return d <= r ? 1.0L : d < 2.0L * r ? 2.0L - d / r : 0.0L;
    case MembershipForm::trapezoidal2:
      return d <= r ? 1.0L : d < corner ? (corner - d) / (corner - r) : 0.0L;
    case MembershipForm::z_shaped:
      if (d <= r) return 1.0L;
      if (d <= 1.5L * r) return 1.0L - 2.0L * std::pow((d - r) / r, 2.0L);
      return d < 2.0L * r ? 2.0L * std::pow((d - 2.0L * r) / r, 2.0L) : 0.0L;
    case MembershipForm::gudermannian:
      return d == 0.0L ? 1.0L : std::atan(std::tanh(r / d)) * 4.0L / std::numbers::pi_v<long double>;
  }
  return 0.0L;
}

std::vector<NaiveSum> naive_fuzzy_sums(const std::vector<double>& u, const std::vector<double>& v, const Rule& rule,
                                       const Membership& membership, bool remove_local_mean) {
  std::vector<NaiveSum> sums;
  for (const int length : rule.lengths) {
    NaiveSum& sum = sums.emplace_back();
    const auto of_u = templates(u, rule, length, remove_local_mean),
               of_v = templates(v, rule, length, remove_local_mean);
    for (std::size_t i = 0; i < of_u.size(); ++i) {
      if (of_u[i].empty()) continue;
      for (std::size_t j = 0; j < of_v.size(); ++j) {
        const auto apart = static_cast<std::int64_t>(i > j ? i - j : j - i);
        if (apart <= rule.theiler || of_v[j].empty()) continue;
        ++sum.pairs;
        sum.total += naive_degree(membership, rule.r, distance(of_u[i], of_v[j]));
      }
    }
  }
  return sums;
}

}  // namespace biotropy::match
