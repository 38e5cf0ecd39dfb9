// SPDX-License-Identifier: Apache-2.0
#include "tests/sicamm/known_model.hpp"

#include <map>

#include "biotropy/sicamm/markov/decode.hpp"

namespace biotropy::sicamm {

namespace {

// sources[component][sample of the class]
std::vector<std::vector<double>> sources_of(const Problem& problem, const Simulated& training, std::size_t which) {
  const std::size_t m = problem.channels();
  std::vector<std::vector<double>> sources(m);
  for (std::size_t i = 0; i < training.classes.size(); ++i) {
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

}  // namespace

Problem standard_problem(std::string_view name) {
  static const std::map<std::string_view, std::uint64_t> seeds = {{"P2", 9},  {"P2s", 19}, {"P3", 28}, {"P19", 3},
                                                                  {"PC2", 1}, {"PC4", 34}, {"PC8", 1}};
  return problem(name, seeds.at(name));
}

Model known_model(const Problem& problem, const Simulated& training, const BandwidthOf& bandwidth) {
  Model model;
  for (std::size_t c = 0; c < problem.channels(); ++c) model.channels.push_back(std::to_string(c + 1));
  model.chain = problem.chain;
  for (std::size_t k = 0; k < problem.classes(); ++k) {
    ClassModel one{"class " + std::to_string(k), problem.unmixing[k], problem.bias[k], {}};
    for (const auto& points : sources_of(problem, training, k)) {
      one.sources.emplace_back(points, std::span<const double>(),
                               (bandwidth ? bandwidth(points) : silverman_bandwidth(points)).value);
    }
    model.classes.push_back(std::move(one));
  }
  return model;
}

double accuracy(const std::vector<std::int32_t>& labels, const std::vector<std::int32_t>& truth) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) right += labels[i] == truth[i] ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(truth.size());
}

double best_accuracy(const Problem& problem, const Simulated& test) {
  const auto posteriors = filter(problem.chain, true_log_densities(problem, test.samples)).values;
  return accuracy(most_probable(posteriors, problem.classes()), test.classes);
}

std::vector<std::string> names(std::size_t count) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(std::to_string(i));
  return result;
}

}  // namespace biotropy::sicamm
