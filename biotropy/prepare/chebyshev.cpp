// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/chebyshev.hpp"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "biotropy/error.hpp"
#include "biotropy/prepare/iir_internal.hpp"

namespace biotropy::prepare {

Sections chebyshev(const Band& band, int order, double ripple, double rate) {
  require_order(order);
  if (!std::isfinite(ripple) || ripple <= 0.0) {
    throw Error::argument("ripple", fmt::format("{} dB", ripple), "a positive number of decibels");
  }
  const double epsilon = std::sqrt(std::pow(10.0, 0.1 * ripple) - 1.0);
  const double flattening = std::asinh(1.0 / epsilon) / order;
  Prototype prototype;
  prototype.order = order;
  // Poles lie on an ellipse in the left half plane.
  for (int step = order - 1; step > 0; step -= 2) {
    const double angle = std::numbers::pi * step / (2 * order);
    prototype.poles.push_back({-std::sinh(flattening) * std::cos(angle), std::cosh(flattening) * std::sin(angle)});
    prototype.gain *= std::norm(prototype.poles.back());
  }
  if (order % 2 == 1) {
    prototype.poles.emplace_back(-std::sinh(flattening));
    prototype.gain *= std::sinh(flattening);
  } else {
    // An even order starts at the minimum of the ripple.
    prototype.gain /= std::sqrt(1.0 + epsilon * epsilon);
  }
  return digital(prototype, band, rate);
}

}  // namespace biotropy::prepare
