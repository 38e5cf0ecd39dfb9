// SPDX-License-Identifier: Apache-2.0
#include "tests/sicamm/rank_data.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "biotropy/sicamm/classifier.hpp"

namespace biotropy::sicamm {

namespace {

using Column = std::vector<double>;

double product(const Column& a, const Column& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// Subtracts what lies in orthonormal directions.
void take_away(const std::vector<Column>& directions, Column& from) {
  for (int twice = 0; twice < 2; ++twice) {
    for (const Column& one : directions) {
      const double part = product(one, from);
      for (std::size_t i = 0; i < from.size(); ++i) from[i] -= part * one[i];
    }
  }
}

// Adds a column to orthonormal ones, unless it depends on them.
void add_to(std::vector<Column>& directions, Column column) {
  constexpr double nothing = 1e-9;
  take_away(directions, column);
  const double size = std::sqrt(product(column, column));
  if (!(size > nothing)) return;
  for (double& entry : column) entry /= size;
  directions.push_back(std::move(column));
}

// Part of a filter that is orthogonal to the maps.
constexpr double kFilter = 0.1;

Rows identity(std::size_t channels) {
  Rows result{channels, std::vector<double>(channels * channels, 0.0)};
  for (std::size_t i = 0; i < channels; ++i) result.values[i * channels + i] = 1.0;
  return result;
}

}  // namespace

Rows average_reference(std::size_t channels) {
  Rows result = identity(channels);
  for (double& entry : result.values) entry -= 1.0 / static_cast<double>(channels);
  return result;
}

// x - sum of u (v x) over components with maps u and filters v, for which v u is 1 and 0 between components.
Rows without_components(std::size_t channels, std::size_t removed, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto drawn = [&] {
    Column column(channels);
    for (double& entry : column) entry = static_cast<double>(engine() % 2001) / 1000.0 - 1.0;
    return column;
  };
  std::vector<Column> maps;
  while (maps.size() < removed) add_to(maps, drawn());
  Rows result = identity(channels);
  for (const Column& map : maps) {
    Column filter = drawn();
    take_away(maps, filter);
    for (std::size_t i = 0; i < channels * channels; ++i) {
      result.values[i] -= map[i / channels] * (map[i % channels] + kFilter * filter[i % channels]);
    }
  }
  return result;
}

Rows basis_of(const Rows& matrix) {
  std::vector<Column> found;
  for (std::size_t c = 0; c < matrix.columns; ++c) {
    Column column;
    for (std::size_t row = 0; row < matrix.columns; ++row) column.push_back(matrix.values[row * matrix.columns + c]);
    add_to(found, std::move(column));
  }
  Rows result{matrix.columns, {}};
  for (const Column& one : found) result.values.insert(result.values.end(), one.begin(), one.end());
  return result;
}

Simulated mapped(const Simulated& samples, const Rows& matrix) {
  const std::size_t m = matrix.columns;
  Simulated result{{}, samples.classes};
  for (std::size_t i = 0; i < samples.samples.size(); i += m) {
    for (std::size_t row = 0; row < matrix.rows(); ++row) {
      double sum = 0.0;
      for (std::size_t c = 0; c < m; ++c) sum += matrix.values[row * m + c] * samples.samples[i + c];
      result.samples.push_back(sum);
    }
  }
  return result;
}

Problem amplitudes(std::size_t channels, double factor) {
  Problem result{.name = "amplitudes"};
  result.sources.assign(channels, SourceKind::laplace);
  for (const double size : {1.0, factor}) {
    auto& mixing = result.mixing.emplace_back(channels * channels, 0.0);
    auto& unmixing = result.unmixing.emplace_back(channels * channels, 0.0);
    result.bias.emplace_back(channels, 0.0);
    for (std::size_t i = 0; i < channels; ++i) {
      mixing[i * channels + i] = size;
      unmixing[i * channels + i] = 1.0 / size;
    }
  }
  result.chain = symmetric_chain(2, 0.98);
  return result;
}

std::vector<std::string> channel_names(std::size_t count) {
  std::vector<std::string> result;
  for (std::size_t i = 1; i <= count; ++i) result.push_back("C" + std::to_string(i));
  return result;
}

Training trained_on(const Simulated& samples, std::size_t channels, const TrainingSettings& settings) {
  const Labelled one{samples.samples, samples.classes};
  std::vector<std::string> classes = {"a"};
  for (int k = 1; k <= *std::max_element(samples.classes.begin(), samples.classes.end()); ++k) {
    classes.emplace_back(1, static_cast<char>('a' + k));
  }
  return train({&one, 1}, channel_names(channels), classes, settings);
}

Scores scores_of(const Model& model, const Simulated& test) {
  const Classification found = Classifier(model).classify(test.samples);
  Scorer scorer(model.classes.size());
  scorer.add(test.classes, found.labels, found.posteriors);
  return scorer.scores();
}

}  // namespace biotropy::sicamm
