// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/sicamm/adaptation_internal.hpp"
#include "biotropy/sicamm/correlation_time.hpp"
#include "biotropy/sicamm/folds.hpp"
#include "biotropy/sicamm/tempering.hpp"

namespace biotropy::sicamm {

namespace {

constexpr std::size_t kLeastLabels = 3, kMostFolds = 5;

// Independent vectors that the centres of the model count for.
constexpr std::array<double, 5> kPriorCounts = {1.0, 4.0, 16.0, 64.0, 256.0};
// The same of its spread within classes, for each direction.
constexpr std::array<double, 3> kSpreadCounts = {1.0, 4.0, 16.0};

/// What labels change; unset: nothing.
struct Prior {
  std::optional<double> centres, spread;
};

struct Fit {
  AffineMap map;
  std::vector<Vector> offsets;
};

/// Pieces around labelled vectors. The filter needs no more than what came shortly before.
std::vector<Labelled> pieces_near_labels(const Subject& subject) {
  constexpr std::size_t before = 256;
  const std::size_t channels = subject.model.channels.size();
  std::vector<Labelled> result;
  for (std::size_t r = 0; r < subject.recordings.size(); ++r) {
    const Labelled& one = subject.recordings[r];
    std::size_t first = 0, end = 0;  // of the piece so far
    const auto add = [&] {
      if (end == first) return;
      result.push_back({one.samples.subspan(first * channels, (end - first) * channels),
                        one.labels.subspan(first, end - first), one.recording.value_or(r),
                        one.begin + static_cast<double>(first)});
    };
    for (std::size_t i = 0; i < one.labels.size(); ++i) {
      if (one.labels[i] == kUnlabelled) continue;
      const std::size_t from = i - std::min(i, before);
      if (from > end || end == 0) {
        add();
        first = from;
      }
      end = i + 1;
    }
    add();
  }
  return result;
}

/// Labelled vectors in folds, and how far from each other they must be.
class LabelledFolds {
 public:
  LabelledFolds(const Subject& subject, std::span<const Labelled> pieces) : pieces_(pieces) {
    const std::size_t channels = subject.model.channels.size(), classes = subject.model.classes.size();
    std::vector<std::vector<Place>> of_classes;
    std::size_t least = SIZE_MAX, labelled = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      const auto which = static_cast<std::int32_t>(k);
      of_classes.push_back(finite_samples_of(pieces, channels, which));
      const std::size_t count = of_classes.back().size();
      if (count == 0) continue;
      if (count < kLeastLabels) {
        throw Error(ErrorCode::too_short,
                    fmt::format("class '{}': {}; to adapt to it there must be at least {}",
                                subject.model.classes[k].name, counted(count, "labelled finite vector"), kLeastLabels));
      }
      least = std::min(least, count);
      ++labelled;
      distance_ = std::max(distance_, correlation_time(pieces, channels, which));
    }
    if (labelled < 2) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("there are labels of {} class; there must be two, because one class alone would draw all "
                              "vectors to itself",
                              labelled == 0 ? "no" : "one"));
    }
    count_ = static_cast<std::uint32_t>(std::min(kMostFolds, least));
    for (const Labelled& piece : pieces) folds_.emplace_back(piece.labels.size(), count_);
    // Neighbouring labels of a class are together.
    for (const auto& places : of_classes) {
      for (std::size_t i = 0; i < places.size(); ++i) {
        folds_[places[i].recording][places[i].sample] = static_cast<std::uint32_t>(i * count_ / places.size());
      }
    }
  }

  std::uint32_t count() const { return count_; }
  double distance() const { return distance_; }

  std::vector<std::vector<std::int32_t>> training(std::uint32_t fold) const {
    return labels_without(pieces_, folds_, fold, static_cast<std::size_t>(std::ceil(distance_)));
  }

  /// Labels of the fold alone.
  std::vector<std::vector<std::int32_t>> test(std::uint32_t fold) const {
    std::vector<std::vector<std::int32_t>> result;
    for (std::size_t p = 0; p < pieces_.size(); ++p) {
      auto& labels = result.emplace_back(pieces_[p].labels.begin(), pieces_[p].labels.end());
      for (std::size_t i = 0; i < labels.size(); ++i) {
        if (folds_[p][i] != fold) labels[i] = kUnlabelled;
      }
    }
    return result;
  }

 private:
  std::span<const Labelled> pieces_;
  double distance_ = 1.0;
  std::uint32_t count_ = 2;
  Folds folds_;
};

std::vector<Labelled> relabelled(std::span<const Labelled> pieces,
                                 const std::vector<std::vector<std::int32_t>>& labels) {
  std::vector<Labelled> result(pieces.begin(), pieces.end());
  for (std::size_t p = 0; p < result.size(); ++p) result[p].labels = labels[p];
  return result;
}

// Centres and spread by the labels of these pieces, on top of a map.
Fit fit_labels(const Subject& subject, std::span<const Labelled> pieces, const AffineMap& base, const Prior& prior,
               double correlation_time) {
  const ModelSpace& space = subject.space;
  const std::size_t classes = subject.model.classes.size();
  std::vector<CoordinateMoments> found;
  double total = 0.0;
  Vector mean = Vector::Zero(space.rank());
  Matrix scatter = Matrix::Zero(space.rank(), space.rank());
  for (std::size_t k = 0; k < classes; ++k) {
    CoordinateMoments one = space.moments(pieces, static_cast<std::int32_t>(k), &base);
    one.count /= correlation_time;  // as many independent ones
    total += one.count;
    mean += one.count * one.mean;
    scatter += one.count * one.covariance;
    found.push_back(std::move(one));
  }
  Fit result{base, {}};
  if (total == 0.0) return result;
  mean /= total;
  if (prior.spread) {
    const double of_model = *prior.spread * static_cast<double>(space.rank());
    const Matrix spread = (scatter + of_model * space.within()) / (total + of_model);
    const Matrix matrix = space.transport(spread, space.within());
    result.map = AffineMap{matrix, mean - matrix * mean}.after(base);
    for (CoordinateMoments& one : found) one.mean = mean + matrix * (one.mean - mean);
  }
  if (!prior.centres) return result;
  Vector common = Vector::Zero(space.rank());
  for (std::size_t k = 0; k < classes; ++k) common += found[k].count * (found[k].mean - space.mean_of(k));
  common /= total + *prior.centres;
  for (std::size_t k = 0; k < classes; ++k) {
    const double weight = found[k].count / (found[k].count + *prior.centres);
    const Vector own = found[k].count > 0.0 ? Vector(found[k].mean - space.mean_of(k) - common) : common;
    result.offsets.push_back(common + weight * own);
  }
  return result;
}

// Log densities of all classes, each about its own centre.
std::vector<double> densities_behind(const Subject& subject, std::span<const double> vectors, const Fit& fitted) {
  constexpr std::size_t at_once = 256;
  const ClassDensities& densities = subject.classifier.densities();
  if (fitted.offsets.empty()) {
    return densities.log_densities(subject.space.mapped(vectors, fitted.map), at_once, subject.execution);
  }
  const std::size_t classes = densities.classes();
  std::vector<double> result(vectors.size() / densities.channels() * classes);
  for (std::size_t k = 0; k < classes; ++k) {
    const auto of_all = densities.log_densities(subject.space.mapped(vectors, fitted.map, &fitted.offsets[k]), at_once,
                                                subject.execution);
    for (std::size_t i = k; i < result.size(); i += classes) result[i] = of_all[i];
  }
  return result;
}

double fold_loss(const Subject& subject, std::span<const Labelled> pieces,
                 const std::vector<std::vector<std::int32_t>>& labels, const Fit& fitted) {
  std::vector<HeldOut> parts;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (std::all_of(labels[p].begin(), labels[p].end(), [](auto label) { return label == kUnlabelled; })) continue;
    parts.push_back({densities_behind(subject, pieces[p].samples, fitted), labels[p], pieces[p].recording.value(),
                     pieces[p].begin});
  }
  return log_loss(subject.model.chain, parts, subject.model.beta);
}

std::vector<Prior> priors_to_try() {
  std::vector<Prior> result = {{}};
  for (const double count : kPriorCounts) result.push_back({count, {}});
  for (const double spread : kSpreadCounts) {
    for (const double count : kPriorCounts) result.push_back({count, spread});
  }
  return result;
}

std::string name_of(const std::string& base, const Prior& prior) {
  std::string result = base;
  const auto add = [&](const std::string& what) { result += (result.empty() ? "" : ", ") + what; };
  if (prior.spread)
    add(fmt::format("the spread within classes (that of the model counts for {:g} vectors a direction)",
                    *prior.spread));
  if (prior.centres)
    add(fmt::format("the centres of the classes (those of the model count for {:g} vectors)", *prior.centres));
  return result;
}

}  // namespace

LabelledTrial try_with_labels(const Subject& subject, const std::vector<NamedMap>& bases) {
  const std::vector<Labelled> pieces = pieces_near_labels(subject);
  const LabelledFolds folds(subject, pieces);
  std::vector<std::vector<std::vector<std::int32_t>>> tests;
  std::vector<Change> units;
  std::vector<double> weights;
  for (std::uint32_t fold = 0; fold < folds.count(); ++fold) {
    tests.push_back(folds.test(fold));
    double labelled = 0.0;
    for (const auto& of_piece : tests.back()) {
      labelled += static_cast<double>(of_piece.size()) -
                  static_cast<double>(std::count(of_piece.begin(), of_piece.end(), kUnlabelled));
    }
    weights.push_back(labelled);
    units.push_back({fold_loss(subject, pieces, tests.back(), {subject.space.identity(), {}}), 0.0});
  }
  LabelledTrial best;
  std::optional<Prior> chosen;
  const NamedMap* chosen_base = nullptr;
  for (const NamedMap& base : bases) {
    for (const Prior& prior : priors_to_try()) {
      if (base.name.empty() && !prior.centres) continue;  // the model as it is
      for (std::uint32_t fold = 0; fold < folds.count(); ++fold) {
        const auto labels = folds.training(fold);
        const Fit fitted = fit_labels(subject, relabelled(pieces, labels), base.map, prior, folds.distance());
        units[fold].after = fold_loss(subject, pieces, tests[fold], fitted);
      }
      const HeldOutChange change = change_of(units, weights);
      if (!prior.centres && !prior.spread) best.of_map = change;
      if (chosen && !(change.after < best.log_loss.after)) continue;
      best.log_loss = change;
      chosen = prior;
      chosen_base = &base;
    }
  }
  Fit whole = fit_labels(subject, pieces, chosen_base->map, *chosen, folds.distance());
  best.name = name_of(chosen_base->name, *chosen);
  best.map = std::move(whole.map);
  best.offsets = std::move(whole.offsets);
  return best;
}

}  // namespace biotropy::sicamm
