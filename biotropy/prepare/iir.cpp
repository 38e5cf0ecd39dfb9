// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/iir.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "biotropy/error.hpp"
#include "biotropy/prepare/filter.hpp"

namespace biotropy::prepare {

namespace {

using Complex = std::complex<double>;

// Bilinear transform at a sampling rate of 2, so that the Nyquist frequency is 1.
constexpr double kTwiceRate = 4.0;

// All zeros of these filters are real; each complex pole represents its conjugate too.
struct Roots {
  std::vector<double> zeros;
  std::vector<Complex> poles;
  double gain = 1.0;
};

bool is_real(const Complex& value) {
  return value.imag() == 0.0;
}

Complex upper(const Complex& value) {
  return value.imag() < 0.0 ? std::conj(value) : value;
}

// The product of f(pole) over all poles, conjugates included, is real for the f used here.
template <class Function>
double product(const std::vector<Complex>& poles, Function&& f) {
  double result = 1.0;
  for (const Complex& pole : poles) result *= is_real(pole) ? f(pole).real() : std::norm(f(pole));
  return result;
}

double warped(double frequency, double rate) {
  return kTwiceRate * std::tan(std::numbers::pi * (2.0 * frequency / rate) / 2.0);
}

Roots low_pass(const Prototype& prototype, double edge) {
  Roots roots;
  for (const Complex& pole : prototype.poles) roots.poles.push_back(pole * edge);
  roots.gain = prototype.gain * std::pow(edge, prototype.order);
  return roots;
}

Roots high_pass(const Prototype& prototype, double edge) {
  Roots roots;
  for (const Complex& pole : prototype.poles) roots.poles.push_back(upper(edge / pole));
  roots.zeros.assign(static_cast<std::size_t>(prototype.order), 0.0);
  roots.gain = prototype.gain / product(prototype.poles, [](const Complex& pole) { return -pole; });
  return roots;
}

Roots band_pass(const Prototype& prototype, double low, double high) {
  const double width = high - low;
  const double centre = std::sqrt(low * high);
  Roots roots;
  for (const Complex& pole : prototype.poles) {
    const Complex shifted = pole * (width / 2.0);
    const Complex root = std::sqrt(shifted * shifted - centre * centre);
    roots.poles.push_back(upper(shifted + root));
    // A real pole of the prototype gives two real poles or one conjugate pair, represented by one.
    if (!is_real(pole) || is_real(root)) roots.poles.push_back(upper(shifted - root));
  }
  roots.zeros.assign(static_cast<std::size_t>(prototype.order), 0.0);
  roots.gain = prototype.gain * std::pow(width, prototype.order);
  return roots;
}

Roots bilinear(const Roots& analogue, int n_poles) {
  Roots roots;
  roots.gain = analogue.gain / product(analogue.poles, [](const Complex& pole) { return kTwiceRate - pole; });
  for (const double zero : analogue.zeros) {
    roots.gain *= kTwiceRate - zero;
    roots.zeros.push_back((kTwiceRate + zero) / (kTwiceRate - zero));
  }
  for (const Complex& pole : analogue.poles) roots.poles.push_back((kTwiceRate + pole) / (kTwiceRate - pole));
  // Zeros at infinity go to the Nyquist frequency.
  roots.zeros.resize(static_cast<std::size_t>(n_poles), -1.0);
  return roots;
}

// Removes and returns the element with the smallest key.
template <class Value, class Key>
Value take_least(std::vector<Value>& values, Key&& key) {
  const auto least =
      std::min_element(values.begin(), values.end(), [&](const Value& a, const Value& b) { return key(a) < key(b); });
  const Value value = *least;
  values.erase(least);
  return value;
}

Sections group(Roots roots, int n_poles) {
  if (n_poles % 2 == 1) {
    roots.zeros.push_back(0.0);
    roots.poles.emplace_back(0.0);
  }
  const auto to_circle = [](const Complex& pole) { return std::abs(1.0 - std::abs(pole)); };
  Sections sections;
  while (!roots.poles.empty()) {
    const Complex pole = take_least(roots.poles, to_circle);
    Complex partner = std::conj(pole);
    if (is_real(pole)) {
      partner = take_least(roots.poles, [&](const Complex& p) { return is_real(p) ? to_circle(p) : INFINITY; });
    }
    const auto to_pole = [&](double zero) { return std::abs(pole - zero); };
    const double first = take_least(roots.zeros, to_pole);
    const double second = take_least(roots.zeros, to_pole);
    sections.push_back({1.0, -(first + second), first * second, -(pole + partner).real(), (pole * partner).real()});
  }
  std::reverse(sections.begin(), sections.end());
  sections.front().b0 *= roots.gain;
  sections.front().b1 *= roots.gain;
  sections.front().b2 *= roots.gain;
  return sections;
}

// Inside the triangle |a2| < 1, |a1| < 1 + a2 both poles lie within the unit circle.
bool stable(const Section& s) {
  return std::abs(s.a2) < 1.0 && std::abs(s.a1) < 1.0 + s.a2;
}

}  // namespace

void require_order(int order) {
  if (order < 1 || order > kMaxFilterOrder) {
    throw Error::argument("filter order", fmt::format("{}", order),
                          fmt::format("an integer from 1 to {}", kMaxFilterOrder));
  }
}

Sections digital(const Prototype& prototype, const Band& band, double rate) {
  validate(band, rate);
  Roots analogue;
  int n_poles = prototype.order;
  if (band.has_low() && band.has_high()) {
    analogue = band_pass(prototype, warped(band.low, rate), warped(band.high, rate));
    n_poles *= 2;
  } else if (band.has_high()) {
    analogue = low_pass(prototype, warped(band.high, rate));
  } else {
    analogue = high_pass(prototype, warped(band.low, rate));
  }
  Sections sections = group(bilinear(analogue, n_poles), n_poles);
  if (!std::all_of(sections.begin(), sections.end(), stable)) {
    throw Error::argument(
        "band", fmt::format("{} to {} Hz", band.low, band.high),
        fmt::format("farther from 0 Hz and from {} Hz, or its order lower: order {} at {} Hz is not stable in double "
                    "precision",
                    rate / 2.0, prototype.order, rate));
  }
  return sections;
}

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

Sections notch(double frequency, double quality, double rate) {
  require_rate(rate);
  if (!(frequency > 0.0 && frequency < rate / 2.0)) {
    throw Error::argument("notch", fmt::format("{} Hz", frequency),
                          fmt::format("a frequency between 0 and {} Hz, half the sampling rate", rate / 2.0));
  }
  // The notch must not be wider than the whole spectrum.
  const double least = 2.0 * frequency / rate;
  if (!std::isfinite(quality) || quality <= least) {
    throw Error::argument("notch quality", fmt::format("{}", quality),
                          fmt::format("a number above {:.4g} (twice the frequency over the rate)", least));
  }
  const double angle = 2.0 * std::numbers::pi * frequency / rate;
  const double width = std::tan(angle / quality / 2.0);
  const double gain = 1.0 / (1.0 + width);
  const double cosine = -2.0 * std::cos(angle);
  return {{gain, gain * cosine, gain, gain * cosine, 2.0 * gain - 1.0}};
}

}  // namespace biotropy::prepare
