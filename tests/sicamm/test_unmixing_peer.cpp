// SPDX-License-Identifier: Apache-2.0
//
// Comparison with FastICA of scikit-learn: the same fixed point from any start.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "biotropy/sicamm/ica/unmixing.hpp"
#include "tests/sicamm/peer_samples.hpp"
#include "tests/sicamm/unmixing_distance.hpp"

namespace biotropy::sicamm {
namespace {

// To SD 1: scikit-learn's scale.
void standardise(std::vector<double>& matrix, const std::vector<double>& samples, const std::vector<double>& mean) {
  for (std::size_t row = 0; row < 16; row += 4) {
    double squares = 0.0;
    for (std::size_t i = 0; i < samples.size(); i += 4) {
      double s = 0.0;
      for (std::size_t c = 0; c < 4; ++c) s += matrix[row + c] * (samples[i + c] - mean[c]);
      squares += s * s;
    }
    for (std::size_t c = 0; c < 4; ++c) matrix[row + c] /= std::sqrt(squares / kPeerSamples);
  }
}

TEST(Peer, FastIcaFindsTheRowsOfScikitLearn) {
  std::ifstream file(BIOTROPY_SOURCE "/tests/sicamm/sklearn_fixtures.txt");
  ASSERT_TRUE(file) << "tests/sicamm/sklearn_fixtures.txt is missing";
  const auto samples = peer_samples();
  std::string line;
  int seen = 0;
  while (std::getline(file, line)) {
    if (line[0] == '#' || line.starts_with("mixture")) continue;
    std::istringstream words(line);
    std::string name, colon;
    words >> name >> colon;
    std::vector<double> expected(16);
    for (double& value : expected) ASSERT_TRUE(words >> value);
    UnmixingSettings settings{.contrast = *choice_of<Contrast>(name), .most_iterations = 1000, .tolerance = 1e-12};
    for (settings.seed = 1; settings.seed <= 3; ++settings.seed) {
      Unmixing found = unmix(samples, 4, settings);
      EXPECT_TRUE(found.converged);
      standardise(found.matrix, samples, found.mean);
      EXPECT_LT(rows_apart(found.matrix, expected, 4), 1e-5) << name;
    }
    ++seen;
  }
  EXPECT_EQ(seen, 3);
}

}  // namespace
}  // namespace biotropy::sicamm
