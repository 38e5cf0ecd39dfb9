// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "biotropy/sicamm/density/bandwidth.hpp"
#include "biotropy/sicamm/problem.hpp"
#include "sicamm/plan.hpp"

namespace biotropy::bench {

namespace {

constexpr std::array<std::size_t, 2> kPreclassified = {30654, 27289};
constexpr std::uint64_t kProblemSeed = 3, kTrainingSeed = 1, kTestSeed = 2;

// Sources of the first signals of a class: [component][signal].
std::vector<std::vector<double>> sources_of(const sicamm::Problem& problem, const sicamm::Simulated& training,
                                            std::size_t which) {
  const std::size_t m = problem.channels();
  std::vector<std::vector<double>> sources(m);
  for (std::size_t i = 0; i < training.classes.size() && sources[0].size() < kPreclassified[which]; ++i) {
    if (training.classes[i] != static_cast<std::int32_t>(which)) continue;
    for (std::size_t j = 0; j < m; ++j) {
      double source = 0.0;
      for (std::size_t c = 0; c < m; ++c) {
        source += problem.unmixing[which][j * m + c] * (training.samples[i * m + c] - problem.bias[which][c]);
      }
      sources[j].push_back(source);
    }
  }
  return sources;
}

PaperCase make() {
  const sicamm::Problem problem = sicamm::problem("P19", kProblemSeed);
  const std::size_t n = kPreclassified[0] + kPreclassified[1];
  const sicamm::Simulated training = simulate(problem, 2 * n, kTrainingSeed);
  PaperCase result;
  result.channels = problem.channels();
  for (std::size_t c = 0; c < result.channels; ++c) result.model.channels.push_back(std::to_string(c + 1));
  result.model.chain = problem.chain;
  for (std::size_t k = 0; k < kPreclassified.size(); ++k) {
    sicamm::ClassModel one{std::to_string(k + 1), problem.unmixing[k], problem.bias[k], {}};
    for (const auto& points : sources_of(problem, training, k)) {
      one.sources.emplace_back(points, std::span<const double>(), sicamm::silverman_bandwidth(points).value);
    }
    result.model.classes.push_back(std::move(one));
  }
  result.signals = simulate(problem, n, kTestSeed).samples;
  return result;
}

}  // namespace

const PaperCase& paper_case() {
  static const PaperCase one = make();
  return one;
}

}  // namespace biotropy::bench
