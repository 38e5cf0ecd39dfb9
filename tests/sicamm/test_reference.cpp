// SPDX-License-Identifier: Apache-2.0
//
// Comparison of the whole model with reference.py, an independent implementation in NumPy.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/density/bandwidth.hpp"
#include "biotropy/sicamm/markov/decode.hpp"

namespace biotropy::sicamm {
namespace {

constexpr std::size_t kStride = 7;

std::map<std::string, std::vector<double>> reference() {
  std::ifstream file(BIOTROPY_SOURCE "/tests/sicamm/reference.txt");
  EXPECT_TRUE(file) << "tests/sicamm/reference.txt is missing";
  std::map<std::string, std::vector<double>> result;
  for (std::string line; std::getline(file, line);) {
    if (line[0] == '#') continue;
    std::istringstream words(line);
    std::string name, what, value;
    words >> name >> what >> value;
    auto& values = result[name + " " + what];
    while (words >> value) values.push_back(std::stod(value));
  }
  return result;
}

struct Draws {
  std::uint32_t state;
  double uniform() {
    state = 1664525U * state + 1013904223U;
    return static_cast<double>(state) / 4294967296.0 - 0.5;
  }
};

struct ReferenceCase {
  const char* name;
  std::uint32_t seed;
  std::size_t channels, classes, points, samples;
  double stay;
};

struct Drawn {
  Model model;
  std::vector<double> samples;
};

// The case as drawn by case() of reference.py.
Drawn drawn(const ReferenceCase& one) {
  Draws draws{one.seed};
  Drawn result;
  for (std::size_t c = 0; c < one.channels; ++c) result.model.channels.push_back(std::to_string(c));
  result.model.chain = symmetric_chain(one.classes, one.stay);
  for (std::size_t k = 0; k < one.classes; ++k) {
    ClassModel made{std::to_string(k), {}, {}, {}};
    for (std::size_t i = 0; i < one.channels; ++i) {
      for (std::size_t j = 0; j < one.channels; ++j) {
        made.unmixing.push_back((i == j ? 1.0 : 0.0) + 0.5 * draws.uniform());
      }
    }
    for (std::size_t c = 0; c < one.channels; ++c) made.bias.push_back(draws.uniform());
    for (std::size_t j = 0; j < one.channels; ++j) {
      std::vector<double> points;
      for (std::size_t i = 0; i < one.points; ++i) {
        const double u = draws.uniform() * static_cast<double>(1 + k);
        points.push_back(u * u * u * 8.0 + 0.25 * u);
      }
      made.sources.emplace_back(points, std::span<const double>(), silverman_bandwidth(points).value);
    }
    result.model.classes.push_back(std::move(made));
  }
  for (std::size_t i = 0; i < one.samples * one.channels; ++i) result.samples.push_back(4.0 * draws.uniform());
  for (std::size_t c = 0; c < one.channels; ++c) result.samples[one.samples / 2 * one.channels + c] *= 1e4;
  return result;
}

// Posteriors absolutely, log densities relative to their size if they are large.
void expect_near(const std::vector<double>& found, const std::vector<double>& expected, std::size_t classes,
                 const std::string& what) {
  ASSERT_FALSE(expected.empty()) << what;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double value = found[i / classes * kStride * classes + i % classes];
    ASSERT_NEAR(value, expected[i], 1e-10 * std::max(1.0, std::abs(expected[i]))) << what << ", " << i;
  }
}

void expect_reference(const ReferenceCase& one, DensityMode mode) {
  auto expected = reference();
  const std::string name = std::string(one.name) + " ";
  const Drawn given = drawn(one);
  const Classifier classifier(given.model, mode);
  expect_near(classifier.densities().log_densities(given.samples), expected[name + "log_densities"], one.classes, name);
  ClassifySettings settings;
  const Classification filtered = classifier.classify(given.samples, settings);
  expect_near(filtered.posteriors, expected[name + "filter"], one.classes, name + "filter");
  expect_near(filtered.log_likelihoods, expected[name + "log_likelihoods"], 1, name + "log_likelihoods");
  settings.decoder = Decoder::viterbi;
  const Classification path = classifier.classify(given.samples, settings);
  expect_near(path.posteriors, expected[name + "smoother"], one.classes, name + "smoother");
  EXPECT_EQ(std::vector<double>(path.labels.begin(), path.labels.end()), expected[name + "path"]);
}

TEST(Reference, TheWholeModelIsThatOfNumPy) {
  for (const ReferenceCase& one :
       {ReferenceCase{"two", 1, 3, 2, 400, 210, 0.9}, ReferenceCase{"four", 2, 5, 4, 250, 140, 0.75},
        ReferenceCase{"one", 3, 2, 1, 100, 35, 1.0}}) {
    for (const DensityMode mode : {DensityMode::table, DensityMode::direct}) expect_reference(one, mode);
  }
}

}  // namespace
}  // namespace biotropy::sicamm
