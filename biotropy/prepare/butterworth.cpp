// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/butterworth.hpp"

#include <cmath>
#include <complex>
#include <numbers>

#include "biotropy/prepare/iir_internal.hpp"

namespace biotropy::prepare {

Sections butterworth(const Band& band, int order, double rate) {
  require_order(order);
  Prototype prototype;
  prototype.order = order;
  // Poles are evenly spaced on the left half of the unit circle.
  for (int step = order - 1; step > 0; step -= 2) {
    const double angle = std::numbers::pi * step / (2 * order);
    prototype.poles.emplace_back(-std::cos(angle), std::sin(angle));
  }
  if (order % 2 == 1) prototype.poles.emplace_back(-1.0);
  return digital(prototype, band, rate);
}

}  // namespace biotropy::prepare
