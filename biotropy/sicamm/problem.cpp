// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "biotropy/error.hpp"
#include "biotropy/random_internal.hpp"
#include "biotropy/sicamm/dense_internal.hpp"

namespace biotropy::sicamm {

namespace {

using enum SourceKind;

constexpr double kPeak = 0.9, kPeakVariance = 0.19;
constexpr double kLogisticScale = std::numbers::sqrt3 / std::numbers::pi;

/// Parameters of a problem: A_1 = I + noise, A_k = A_1 + spread * noise, b_k = separation * noise, with noise of
/// variance 1 / channels. A rotated problem has A_1 = I, a rotation as A_2 and zero means.
struct Recipe {
  std::string_view name;
  std::size_t channels;
  std::vector<SourceKind> sources;  // repeated for all channels
  double separation, spread;
  std::size_t classes;
  std::vector<double> transitions;
  bool rotated = false;
};

std::vector<double> staying(double stay) {
  return symmetric_chain(2, stay).transitions;
}

const std::vector<Recipe>& recipes() {
  static const std::vector<Recipe> list = {
      {"P2", 4, {laplace, uniform, bimodal, gamma}, 0.9, 0.15, 2, staying(0.9)},
      {"P2s", 4, {laplace, logistic, bimodal, normal}, 0.9, 0.35, 2, staying(0.95)},
      {"P3", 3, {laplace, logistic, bimodal}, 1.2, 0.4, 3, {0.9, 0.08, 0.02, 0.05, 0.9, 0.05, 0.02, 0.18, 0.8}},
      {"P19", 19, {laplace, logistic, bimodal, normal}, 0.1, 0.10, 2, staying(0.98)},
      {"PC2", 2, {laplace}, 0.0, 0.0, 2, staying(0.97), true},
      {"PC4", 4, {laplace}, 0.0, 0.0, 2, staying(0.97), true},
      {"PC8", 8, {laplace}, 0.0, 0.0, 2, staying(0.97), true},
  };
  return list;
}

RowMatrix noise(std::size_t rows, std::size_t columns, double sd, Random& random) {
  RowMatrix result(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  for (double& entry : result.reshaped<Eigen::RowMajor>()) entry = sd * random.normal();
  return result;
}

std::vector<double> values(const RowMatrix& matrix) {
  return {matrix.data(), matrix.data() + matrix.size()};
}

// Stationary distribution of the chain.
std::vector<double> stationary(const std::vector<double>& transitions, std::size_t classes) {
  const auto k = static_cast<Eigen::Index>(classes);
  RowMatrix equations = Eigen::Map<const RowMatrix>(transitions.data(), k, k).transpose();
  equations -= RowMatrix::Identity(k, k);
  equations.row(k - 1).setOnes();
  Vector right = Vector::Zero(k);
  right(k - 1) = 1.0;
  const Vector result = solve(equations, right);
  return {result.data(), result.data() + k};
}

double draw(SourceKind kind, Random& random) {
  switch (kind) {
    case laplace:
      return random.sign() * random.exponential() / std::numbers::sqrt2;
    case uniform:
      return std::numbers::sqrt3 * (2.0 * random.uniform() - 1.0);
    case bimodal:
      return random.sign() * kPeak + std::sqrt(kPeakVariance) * random.normal();
    case gamma: {
      const double first = random.exponential();
      return (first + random.exponential() - 2.0) / std::numbers::sqrt2;
    }
    case logistic: {
      const double p = random.uniform();
      return kLogisticScale * std::log(std::max(p, 1e-300) / (1.0 - p));
    }
    case normal:
      break;
  }
  return random.normal();
}

std::size_t draw_class(std::span<const double> probabilities, Random& random) {
  double left = random.uniform();
  for (std::size_t k = 0; k + 1 < probabilities.size(); ++k) {
    left -= probabilities[k];
    if (left < 0.0) return k;
  }
  return probabilities.size() - 1;
}

double log_normal_density(double x, double variance) {
  return -0.5 * x * x / variance - 0.5 * std::log(2.0 * std::numbers::pi * variance);
}

}  // namespace

double log_density(SourceKind kind, double source) {
  constexpr double nowhere = -std::numeric_limits<double>::infinity();
  switch (kind) {
    case laplace:
      return -0.5 * std::numbers::ln2 - std::numbers::sqrt2 * std::abs(source);
    case uniform:
      return std::abs(source) <= std::numbers::sqrt3 ? -std::log(2.0 * std::numbers::sqrt3) : nowhere;
    case bimodal: {
      const double low = log_normal_density(source + kPeak, kPeakVariance);
      const double high = log_normal_density(source - kPeak, kPeakVariance);
      return std::max(low, high) + std::log1p(std::exp(-std::abs(high - low))) - std::numbers::ln2;
    }
    case gamma: {
      const double y = source * std::numbers::sqrt2 + 2.0;
      return y > 0.0 ? std::log(y) - y + 0.5 * std::numbers::ln2 : nowhere;
    }
    case logistic: {
      const double z = std::abs(source) / kLogisticScale;
      return -z - 2.0 * std::log1p(std::exp(-z)) - std::log(kLogisticScale);
    }
    case normal:
      break;
  }
  return log_normal_density(source, 1.0);
}

std::vector<std::string_view> problem_names() {
  std::vector<std::string_view> names;
  for (const Recipe& recipe : recipes()) names.push_back(recipe.name);
  return names;
}

Problem problem(std::string_view name, std::uint64_t seed) {
  const auto& all = recipes();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Recipe& one) { return one.name == name; });
  if (found == all.end()) {
    throw Error::argument("problem", std::string(name), fmt::format("one of {}", fmt::join(problem_names(), ", ")));
  }
  const Recipe& recipe = *found;
  const std::size_t m = recipe.channels;
  const double sd = 1.0 / std::sqrt(static_cast<double>(m));
  const auto n = static_cast<Eigen::Index>(m);
  Random random(seed);
  Problem made;
  made.name = recipe.name;
  for (std::size_t j = 0; j < m; ++j) made.sources.push_back(recipe.sources[j % recipe.sources.size()]);
  const RowMatrix first =
      recipe.rotated ? RowMatrix::Identity(n, n) : RowMatrix(RowMatrix::Identity(n, n) + noise(m, m, sd, random));
  for (std::size_t k = 0; k < recipe.classes; ++k) {
    RowMatrix mixing = first;
    if (k > 0) {
      const RowMatrix other = noise(m, m, sd, random);
      if (recipe.rotated)
        mixing = rotation_of(other);
      else
        mixing += recipe.spread * other;
    }
    made.mixing.push_back(values(mixing));
    made.unmixing.push_back(values(inverse(mixing)));
    made.bias.push_back(values(recipe.separation * noise(m, 1, sd, random)));
  }
  made.chain = {stationary(recipe.transitions, recipe.classes), recipe.transitions};
  return made;
}

Simulated simulate(const Problem& problem, std::size_t samples, std::uint64_t seed) {
  if (samples == 0) throw Error::argument("samples", "0", "an integer of at least 1");
  const std::size_t m = problem.channels(), classes = problem.classes();
  Random random(seed);
  Simulated result{std::vector<double>(samples * m), std::vector<std::int32_t>(samples)};
  std::vector<double> sources(m);
  std::size_t state = draw_class(problem.chain.priors, random);
  for (std::size_t i = 0; i < samples; ++i) {
    if (i > 0) state = draw_class(std::span(problem.chain.transitions).subspan(state * classes, classes), random);
    result.classes[i] = static_cast<std::int32_t>(state);
    for (std::size_t j = 0; j < m; ++j) sources[j] = draw(problem.sources[j], random);
    for (std::size_t channel = 0; channel < m; ++channel) {
      double x = problem.bias[state][channel];
      for (std::size_t j = 0; j < m; ++j) x += problem.mixing[state][channel * m + j] * sources[j];
      result.samples[i * m + channel] = x;
    }
  }
  return result;
}

std::vector<double> true_log_densities(const Problem& problem, std::span<const double> samples) {
  const std::size_t m = problem.channels(), n = samples.size() / m;
  std::vector<double> result;
  result.reserve(n * problem.classes());
  std::vector<double> log_determinants;
  for (const auto& unmixing : problem.unmixing) {
    const auto rows = static_cast<Eigen::Index>(m);
    const RowMatrix w = Eigen::Map<const RowMatrix>(unmixing.data(), rows, rows);
    log_determinants.push_back(std::log(std::abs(determinant(w))));
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < problem.classes(); ++k) {
      double sum = log_determinants[k];
      for (std::size_t j = 0; j < m; ++j) {
        double source = 0.0;
        for (std::size_t c = 0; c < m; ++c) {
          source += problem.unmixing[k][j * m + c] * (samples[i * m + c] - problem.bias[k][c]);
        }
        sum += log_density(problem.sources[j], source);
      }
      result.push_back(sum);
    }
  }
  return result;
}

}  // namespace biotropy::sicamm
