// SPDX-License-Identifier: Apache-2.0
//
// Values from SciPy, read from scipy_fixtures.txt, and their input series; recordings built for a test; errors.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "biotropy/nan.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/series/samples.hpp"
#include "tests/error_of.hpp"

namespace biotropy::prepare {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// The first channel only.
inline const std::vector<std::size_t> kFirst = {0};

struct Fixture {
  std::vector<double> parameters;
  std::vector<double> values;
};

/// All fixtures of a kind; at least one.
std::vector<Fixture> fixtures(const std::string& kind);

/// The first n samples of the series that scipy_fixtures.py filters.
std::vector<double> fixture_series(std::size_t n);

/// Samples of a filtered series that are stored in a fixture.
std::vector<double> stored(series::Samples values);

/// Largest difference divided by the largest value of `wanted`; infinite if the sizes differ.
double relative_error(series::Samples got, series::Samples wanted);

/// The samples between those of their odd_reflection().
std::vector<double> extended(const std::vector<double>& samples, std::size_t length);

/// amplitude * sin(2 pi frequency i / rate).
std::vector<double> sine(double frequency, double rate, std::size_t n, double amplitude = 1.0);

/// Uniform noise in [-0.5, 0.5), different for each seed.
std::vector<double> noise(std::size_t n, unsigned seed);

double peak_to_peak(series::Samples samples);

/// Channels named c1, c2, ... in microvolts.
series::Recording recording(double rate, std::vector<std::vector<double>> channels);

}  // namespace biotropy::prepare
