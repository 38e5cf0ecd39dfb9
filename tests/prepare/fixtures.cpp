// SPDX-License-Identifier: Apache-2.0
#include "fixtures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <numbers>
#include <random>
#include <sstream>

#include "biotropy/prepare/sections.hpp"

namespace biotropy::prepare {

std::vector<Fixture> fixtures(const std::string& kind) {
  std::ifstream file(BIOTROPY_SOURCE "/tests/prepare/scipy_fixtures.txt");
  std::vector<Fixture> found;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word != kind) continue;
    Fixture fixture;
    bool in_values = false;
    while (words >> word) {
      if (word == ":") {
        in_values = true;
        continue;
      }
      // strtod reads "inf", which a stream does not.
      (in_values ? fixture.values : fixture.parameters).push_back(std::strtod(word.c_str(), nullptr));
    }
    found.push_back(fixture);
  }
  EXPECT_FALSE(found.empty()) << "no fixture of kind " << kind;
  return found;
}

std::vector<double> fixture_series(std::size_t n) {
  std::uint32_t state = 12345;
  double walk = 0.0;
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) {
    state = 1664525u * state + 1013904223u;
    const double value = static_cast<double>(state) / 4294967296.0 - 0.5;
    walk += value;
    values.push_back(walk + 2.0 * value);
  }
  return values;
}

std::vector<double> stored(series::Samples values) {
  std::vector<double> kept;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i < 16 || i + 16 >= values.size() || i % 37 == 0) kept.push_back(values[i]);
  }
  return kept;
}

double relative_error(series::Samples got, series::Samples wanted) {
  if (got.size() != wanted.size()) return std::numeric_limits<double>::infinity();
  double largest = 0.0, difference = 0.0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    largest = std::max(largest, std::abs(wanted[i]));
    // A NaN must not be lost in the maximum.
    if (!(std::abs(got[i] - wanted[i]) <= difference)) difference = std::abs(got[i] - wanted[i]);
    if (std::isnan(difference)) return difference;
  }
  return difference / largest;
}

std::vector<double> extended(const std::vector<double>& samples, std::size_t length) {
  auto [whole, behind] = odd_reflection(samples, length);
  whole.insert(whole.end(), samples.begin(), samples.end());
  whole.insert(whole.end(), behind.begin(), behind.end());
  return whole;
}

std::vector<double> sine(double frequency, double rate, std::size_t n, double amplitude) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = amplitude * std::sin(2.0 * std::numbers::pi * frequency * static_cast<double>(i) / rate);
  }
  return values;
}

std::vector<double> noise(std::size_t n, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<double> values(n);
  for (double& value : values) value = static_cast<double>(generator()) / 4294967296.0 - 0.5;
  return values;
}

double peak_to_peak(series::Samples samples) {
  const auto [least, greatest] = std::minmax_element(samples.begin(), samples.end());
  return *greatest - *least;
}

series::Recording recording(double rate, std::vector<std::vector<double>> channels) {
  series::Recording made;
  for (std::vector<double>& samples : channels) {
    series::Channel channel{.label = "c" + std::to_string(made.channels.size() + 1),
                            .unit = "uV",
                            .rate = rate,
                            .samples = std::move(samples)};
    made.channels.push_back(std::move(channel));
  }
  return made;
}

}  // namespace biotropy::prepare
