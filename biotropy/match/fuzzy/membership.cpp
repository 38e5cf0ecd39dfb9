// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/fuzzy/membership.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "biotropy/error.hpp"

namespace biotropy::match {

namespace {

double z_shape(double d, double r) {
  if (d <= r) return 1.0;
  if (d >= 2.0 * r) return 0.0;
  if (d <= 1.5 * r) return 1.0 - 2.0 * ((d - r) / r) * ((d - r) / r);
  return 2.0 * ((d - 2.0 * r) / r) * ((d - 2.0 * r) / r);
}

double ramp(double d, double from, double to) {
  return std::clamp((to - d) / (to - from), 0.0, 1.0);
}

// Allowance for the rounding of a distance against an exact bound.
constexpr double kMargin = 1.0 + 1e-9;

}  // namespace

void validate(const Membership& membership, double r) {
  if (!std::isfinite(r) || r <= 0.0) {
    throw Error::argument("r", fmt::format("{}", r), "a finite number above 0 for a fuzzy measure");
  }
  const double n = membership.n, corner = membership.corner;
  if (!std::isfinite(n) || n <= 0.0) {
    throw Error::argument("fuzzy_power", fmt::format("{}", n), "a finite number above 0");
  }
  if (!std::isfinite(corner) || corner < 0.0) {
    throw Error::argument("membership_corner", fmt::format("{}", corner), "a finite number of at least 0");
  }
  if (membership.form == MembershipForm::trapezoidal2 && corner <= r) {
    throw Error::argument("membership_corner", fmt::format("{}", corner), fmt::format("a distance above r = {}", r));
  }
}

double degree(const Membership& membership, double r, double distance) {
  const double d = distance, n = membership.n, corner = membership.corner;
  switch (membership.form) {
    case MembershipForm::exponential:
      return std::exp(-std::pow(d / r, n));
    case MembershipForm::chen:
      return std::exp(-std::pow(d, n) / r);
    case MembershipForm::gaussian:
      return std::exp(-0.5 * (d / r) * (d / r));
    case MembershipForm::constant_gaussian:
      return d <= r ? 1.0 : std::exp(-std::numbers::ln2 * ((d - r) / r) * ((d - r) / r));
    case MembershipForm::sigmoid:
      return 1.0 / (1.0 + std::exp((d - corner) / r));
    case MembershipForm::bell:
      return 1.0 / (1.0 + std::pow(d / r, 2.0 * n));
    case MembershipForm::triangular:
      return ramp(d, 0.0, r);
    case MembershipForm::trapezoidal1:
      return ramp(d, r, 2.0 * r);
    case MembershipForm::trapezoidal2:
      return ramp(d, r, corner);
    case MembershipForm::z_shaped:
      return z_shape(d, r);
    case MembershipForm::gudermannian:
      return d == 0.0 ? 1.0 : std::atan(std::tanh(r / d)) * (4.0 / std::numbers::pi);
  }
  return 0.0;
}

double reach(const Membership& membership, double r, double least) {
  const double n = membership.n;
  const double nepers = std::max(0.0, -std::log(least));
  switch (membership.form) {
    case MembershipForm::exponential:
      return kMargin * r * std::pow(nepers, 1.0 / n);
    case MembershipForm::chen:
      return kMargin * std::pow(nepers * r, 1.0 / n);
    case MembershipForm::gaussian:
      return kMargin * r * std::sqrt(2.0 * nepers);
    case MembershipForm::constant_gaussian:
      return kMargin * r * (1.0 + std::sqrt(nepers / std::numbers::ln2));
    case MembershipForm::sigmoid:
      return kMargin * (membership.corner + r * nepers);
    case MembershipForm::bell:
      return kMargin * r * std::exp(nepers / (2.0 * n));
    case MembershipForm::triangular:
      return kMargin * r;
    case MembershipForm::trapezoidal1:
    case MembershipForm::z_shaped:
      return kMargin * 2.0 * r;
    case MembershipForm::trapezoidal2:
      return kMargin * membership.corner;
    case MembershipForm::gudermannian:
      break;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace biotropy::match
