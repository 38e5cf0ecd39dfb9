// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/sicamm/adaptation.hpp"
#include "biotropy/sicamm/alignment_internal.hpp"
#include "biotropy/sicamm/classifier.hpp"

namespace biotropy::sicamm {

/// The person, and the model to be adapted.
struct Subject {
  const Model& model;
  const ModelSpace& space;
  const Classifier& classifier;
  std::span<const Labelled> recordings;
  const Execution& execution;
};

/// A difference counts if it is more than this many standard errors.
constexpr double kStandardErrors = 2.0;

/// Weighted means and the standard error of their difference, each unit counting as one draw.
HeldOutChange change_of(std::span<const Change> units, std::span<const double> weights);

struct NamedMap {
  std::string name;
  AffineMap map;
};

/// A map that was tried without labels.
struct UnlabelledTrial : NamedMap {
  HeldOutChange log_likelihood;
};

/// The likeliest first. None where no map has a finite likelihood.
std::vector<UnlabelledTrial> try_without_labels(const Subject& subject);

/// The best that was tried with labels.
struct LabelledTrial : NamedMap {
  std::vector<Vector> offsets;  ///< of centres, in mapped coordinates
  HeldOutChange log_loss;
  std::optional<HeldOutChange> of_map{};  ///< log loss by the last of the given maps alone
};

/// @param bases maps that were estimated without labels; they are tried with and without what labels say.
/// @throws Error as adapt() does.
LabelledTrial try_with_labels(const Subject& subject, const std::vector<NamedMap>& bases);

}  // namespace biotropy::sicamm
