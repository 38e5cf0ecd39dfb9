// SPDX-License-Identifier: Apache-2.0
//
// A model for a person that it was not trained on. Electrodes, amplifiers and heads differ, so that the vectors of
// another person are mixed, scaled and shifted in another way. An affine map in front of the model undoes part of that.
//
// Without labels the map brings the mean, and the covariance or only its size, to those of the model, whose classes
// are supposed to be as frequent as in training (recentring: Zanini et al. 2018; Euclidean alignment: He and Wu 2020).
// Of all such maps it is the one nearest to the identity, so that it undoes scales of channels and every other
// symmetric mixing, but no rotation. With few labels the spread within classes and the centres b_k are estimated, drawn
// to those of the model by a number of vectors that it counts for.
//
// Nothing is adopted that is worse by what can be known. Without labels: half of the blocks of the recording must be
// likelier with the map of the other half, the level of the recording (familiarity.hpp) must come near that of the
// training, every class must have a tenth of its prior, and the shares of the classes must not move away from the
// priors, as those of a recording of one class alone do. With labels: the log loss of blocks of them that were left out
// must fall by two standard errors; where it does not, the map that was found without labels is adopted by its rules,
// unless it raises that loss by as much.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::sicamm {

/// A number with the model as it is, and as it was adapted.
struct Change {
  double before = 0.0, after = 0.0;
};

/// A change of a mean over blocks that were left out, with the standard error of its difference.
struct HeldOutChange : Change {
  double standard_error = 0.0;
};

struct Adaptation {
  Model model;  ///< the given one where nothing is adopted; its notes say what was done
  bool adopted = false;
  std::string what;                               ///< what is adapted, or would have been: the best that was tried
  std::string reason{};                           ///< why the model stays; empty if it does not
  std::size_t vectors = 0;                        ///< finite ones
  std::size_t missing = 0;                        ///< others
  std::size_t labelled = 0;                       ///< finite ones with a label
  std::optional<HeldOutChange> log_likelihood{};  ///< of a vector, without the least likely twentieth; without labels
  std::optional<HeldOutChange> log_loss{};        ///< of a label; with labels
  std::optional<Change> level{};                  ///< none where the model or a short recording has none
  Notices notices{};
  std::vector<Change> shares;  ///< mean posterior of each class
};

/// @param recordings vectors of one person, with the labels that are known; none: without labels.
/// @throws Error as validate(recordings, ...) does; too_short for fewer than 20 finite vectors for each direction of
/// the model, and for fewer than three labels in a class that has any; constant_series for a recording that does not
/// vary in all directions of the model; invalid_data for labels of one class alone, which would draw everything to it;
/// cancelled.
Adaptation adapt(const Model& model, std::span<const Labelled> recordings, const Execution& execution = {});

/// Lines of text for people.
std::string summary(const Adaptation& adaptation);

}  // namespace biotropy::sicamm
