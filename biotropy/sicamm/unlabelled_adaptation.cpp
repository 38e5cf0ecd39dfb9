// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "biotropy/sicamm/adaptation_internal.hpp"
#include "biotropy/sicamm/folds.hpp"

namespace biotropy::sicamm {

namespace {

constexpr std::size_t kBlocks = 16, kLeastInBlock = 10;

struct Rung {
  const char* name;
  std::function<AffineMap(const CoordinateMoments&)> map;
};

// From few numbers to many.
std::array<Rung, 5> rungs_of(const ModelSpace& space) {
  const auto aligned = [&space](double own) {
    return [&space, own](const CoordinateMoments& person) { return space.alignment(person, own); };
  };
  constexpr double half = 0.5, most = 0.9, all = 1.0;
  return {{{"the mean", [&space](const CoordinateMoments& person) { return space.recentring(person); }},
           {"the mean and the gain", [&space](const CoordinateMoments& person) { return space.gain(person); }},
           {"the mean and half of the covariance", aligned(half)},
           {"the mean and nine tenths of the covariance", aligned(most)},
           {"the mean and the covariance", aligned(all)}}};
}

// Mean log density over all classes, without the least likely twentieth: artefacts. NaN for too few vectors.
double typical_log_likelihood(const Subject& subject, std::span<const double> vectors) {
  constexpr double twentieth = 0.05;
  const auto& priors = subject.model.chain.priors;
  constexpr std::size_t at_once = 256;
  const auto all = subject.classifier.densities().log_densities(vectors, at_once, subject.execution);
  std::vector<double> values;
  for (std::size_t i = 0; i < all.size(); i += priors.size()) {
    const auto of_classes = std::span(all).subspan(i, priors.size());
    const double largest = *std::max_element(of_classes.begin(), of_classes.end());
    double sum = 0.0;
    for (std::size_t k = 0; k < priors.size(); ++k) sum += priors[k] * std::exp(of_classes[k] - largest);
    const double value = largest + std::log(sum);
    if (std::isfinite(value)) values.push_back(value);
  }
  if (values.size() < kLeastInBlock) return std::nan("");
  std::sort(values.begin(), values.end());
  const auto first = static_cast<std::size_t>(twentieth * static_cast<double>(values.size()));
  double sum = 0.0;
  for (std::size_t i = first; i < values.size(); ++i) sum += values[i];
  return sum / static_cast<double>(values.size() - first);
}

// Alternate blocks.
std::array<std::vector<Labelled>, 2> halves_of(const Subject& subject) {
  FoldSettings settings;
  settings.folds = 2;
  settings.unit = FoldUnit::blocks;
  settings.block = total_samples(subject.recordings) / kBlocks;
  const Folds folds = make_folds(subject.recordings, settings);
  const std::size_t channels = subject.model.channels.size();
  return {parts_of(subject.recordings, channels, folds, 0), parts_of(subject.recordings, channels, folds, 1)};
}

}  // namespace

HeldOutChange change_of(std::span<const Change> units, std::span<const double> weights) {
  HeldOutChange result;
  double total = 0.0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    result.before += weights[i] * units[i].before;
    result.after += weights[i] * units[i].after;
    total += weights[i];
  }
  result.before /= total;
  result.after /= total;
  double squares = 0.0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const double apart = units[i].after - units[i].before - (result.after - result.before);
    squares += weights[i] / total * apart * apart;
  }
  result.standard_error = std::sqrt(squares / (static_cast<double>(units.size()) - 1.0));
  return result;
}

std::vector<UnlabelledTrial> try_without_labels(const Subject& subject) {
  const auto halves = halves_of(subject);
  std::array<std::vector<double>, 2> before;
  for (std::size_t half = 0; half < 2; ++half) {
    for (const Labelled& part : halves[half]) before[half].push_back(typical_log_likelihood(subject, part.samples));
  }
  const CoordinateMoments whole = subject.space.moments(subject.recordings);
  const std::array<CoordinateMoments, 2> others = {subject.space.moments(halves[1]), subject.space.moments(halves[0])};
  std::vector<UnlabelledTrial> result;
  for (const Rung& rung : rungs_of(subject.space)) {
    std::vector<Change> units;
    std::vector<double> weights;
    for (std::size_t half = 0; half < 2; ++half) {
      if (others[half].count == 0.0) continue;
      const AffineMap map = rung.map(others[half]);
      const double volume = map.log_determinant();
      for (std::size_t i = 0; i < halves[half].size(); ++i) {
        if (std::isnan(before[half][i])) continue;
        const Labelled& part = halves[half][i];
        const double after = typical_log_likelihood(subject, subject.space.mapped(part.samples, map)) + volume;
        units.push_back({before[half][i], after});
        weights.push_back(static_cast<double>(part.labels.size()));
      }
    }
    if (units.size() < 2) continue;
    const HeldOutChange change = change_of(units, weights);
    if (std::isfinite(change.after)) result.push_back({{rung.name, rung.map(whole)}, change});
  }
  std::stable_sort(result.begin(), result.end(), [](const UnlabelledTrial& a, const UnlabelledTrial& b) {
    return a.log_likelihood.after > b.log_likelihood.after;
  });
  return result;
}

}  // namespace biotropy::sicamm
