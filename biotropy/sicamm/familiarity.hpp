// SPDX-License-Identifier: Apache-2.0
//
// Whether a recording is one that a model knows. A person, cap or amplifier that was not in the training may have samples
// that are unlikely in every class, and yet posteriors near 1, because these compare classes alone; few single samples
// are outliers. The median over a whole recording shows it: it hardly varies between parts of recordings that were left
// out of training, artefacts or not. Were the recording of the same kind as n such parts, it would be below all of them in
// one case of n + 1 at most (the argument of conformal prediction, Vovk et al. 2005).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/sicamm/tempering.hpp"

namespace biotropy::sicamm {

/// The least and the largest of the medians, over the samples of a part that was left out of training, of the log density
/// in the likeliest class. A recording is unfamiliar below the least.
struct Familiarity {
  double lowest = 0.0, highest = 0.0;
};

/// Of the labelled samples of each part, if there are five parts or more with 20 of them.
std::optional<Familiarity> familiarity_of(const std::vector<HeldOut>& parts);

/// Adds it to the notes of a model.
void add_familiarity(const Familiarity& familiarity, Model& model);

/// None where the notes of the model have none. @throws Error invalid_data for invalid notes.
std::optional<Familiarity> familiarity_of(const Model& model);

/// What is wrong with the vectors of a recording; nothing if it is as likely as parts left out of training, and where the
/// model does not know. At most 4,096 vectors, equally spaced, are examined.
std::optional<std::string> familiarity_fault(const Model& model, const Classifier& classifier,
                                             std::span<const double> vectors);

}  // namespace biotropy::sicamm
