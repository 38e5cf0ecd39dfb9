// SPDX-License-Identifier: Apache-2.0
#include "inputs.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <random>

namespace biotropy::match {

namespace {

using Generator = std::mt19937_64;

std::vector<double> series(std::size_t n, const std::function<double(std::size_t)>& value) {
  std::vector<double> samples(n);
  for (std::size_t i = 0; i < n; ++i) samples[i] = value(i);
  return samples;
}

std::vector<double> gaussian(std::size_t n, Generator& generator, double scale = 1.0) {
  std::normal_distribution<double> normal(0.0, scale);
  return series(n, [&](std::size_t) { return normal(generator); });
}

std::vector<double> lattice(std::size_t n, Generator& generator, int values, double step) {
  std::uniform_int_distribution<int> place(0, values - 1);
  return series(n, [&](std::size_t) { return place(generator) * step; });
}

std::vector<double> walk(std::size_t n, Generator& generator) {
  std::normal_distribution<double> normal;
  double position = 0.0;
  return series(n, [&](std::size_t) { return position += normal(generator); });
}

std::vector<double> with_missing(std::vector<double> samples, Generator& generator) {
  std::bernoulli_distribution missing(0.1);
  for (double& value : samples) {
    if (missing(generator)) value = std::numeric_limits<double>::quiet_NaN();
  }
  return samples;
}

std::vector<double> spiky(std::size_t n, Generator& generator) {
  std::bernoulli_distribution spike(0.05);
  std::normal_distribution<double> normal(0.0, 1e6);
  return series(n, [&](std::size_t) { return spike(generator) ? normal(generator) : 3.25; });
}

}  // namespace

std::vector<Input> inputs(std::size_t n_x, std::size_t n_y, std::uint64_t seed) {
  Generator g(seed);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto sine = [](std::size_t i) { return std::sin(0.1 * static_cast<double>(i)); };
  const auto ramp = [](std::size_t i) { return 0.01 * static_cast<double>(i); };
  return {
      {"gaussian", gaussian(n_x, g), gaussian(n_y, g), 0.3},
      {"gaussian, r = 0", gaussian(n_x, g), gaussian(n_y, g), 0.0},
      {"gaussian, everything matches", gaussian(n_x, g), gaussian(n_y, g), 100.0},
      {"heartbeat lattice, r on it", lattice(n_x, g, 40, 1.0 / 128), lattice(n_y, g, 40, 1.0 / 128), 5.0 / 128},
      {"three values, r = 0", lattice(n_x, g, 3, 0.1), lattice(n_y, g, 3, 0.1), 0.0},
      {"tenths, r between rounding errors", lattice(n_x, g, 30, 0.1), lattice(n_y, g, 30, 0.1), 0.3},
      {"constant", series(n_x, [](std::size_t) { return 0.1; }), series(n_y, [](std::size_t) { return 0.1; }), 0.0},
      {"two constants", series(n_x, [](std::size_t) { return 0.1; }), series(n_y, [](std::size_t) { return 0.3; }),
       0.2},
      {"ramp up", series(n_x, ramp), series(n_y, ramp), 0.055},
      {"ramp down", series(n_x, [&](std::size_t i) { return -ramp(i); }), series(n_y, ramp), 0.5},
      {"sine", series(n_x, sine), series(n_y, sine), 0.1},
      {"random walk", walk(n_x, g), walk(n_y, g), 2.0},
      {"tesla", gaussian(n_x, g, 1e-13), gaussian(n_y, g, 1e-13), 2e-14},
      {"huge", gaussian(n_x, g, 1e13), gaussian(n_y, g, 1e13), 2e12},
      {"on a large offset", series(n_x, [&](std::size_t i) { return 1e9 + sine(i); }),
       series(n_y, [&](std::size_t i) { return 1e9 + sine(i + 3); }), 0.2},
      {"signed zeros", series(n_x, [](std::size_t i) { return i % 2 == 0 ? 0.0 : -0.0; }),
       series(n_y, [](std::size_t i) { return i % 3 == 0 ? -0.0 : 1e-300; }), 0.0},
      {"constant with spikes", spiky(n_x, g), spiky(n_y, g), 1e4},
      {"missing samples", with_missing(gaussian(n_x, g), g), with_missing(gaussian(n_y, g), g), 0.4},
      {"all missing", series(n_x, [&](std::size_t) { return nan; }), gaussian(n_y, g), 0.4},
  };
}

std::vector<double> noise(std::size_t n, unsigned seed, double sd, double offset) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> draw(offset, sd);
  std::vector<double> samples(n);
  for (double& value : samples) value = draw(generator);
  return samples;
}

}  // namespace biotropy::match
