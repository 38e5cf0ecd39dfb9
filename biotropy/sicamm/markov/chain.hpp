// SPDX-License-Identifier: Apache-2.0
//
// Markov chain of the classes: initial probabilities and transitions. Rows are "from", columns "to" (Garcia-Molla et
// al. 2019 write pi_kj for the probability of k after j, the transpose).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::sicamm {

struct Chain {
  std::vector<double> priors;
  std::vector<double> transitions;  ///< transitions[from * classes + to]

  std::size_t classes() const { return priors.size(); }

  bool operator==(const Chain&) const = default;
};

/// Chain of Garcia-Molla et al. 2019: every class stays with probability `stay`, the others share the rest; uniform
/// priors.
/// @throws Error invalid_argument for no classes, or a probability outside 0 to 1.
Chain symmetric_chain(std::size_t classes, double stay);

/// @throws Error invalid_data unless there is a class, sizes fit, and all rows are probabilities that sum to 1 (within
/// 1e-9).
void validate(const Chain& chain);

/// Class of an unlabelled sample.
constexpr std::int32_t kUnlabelled = -1;

/// Chain from labels: one list for each recording, so that no transition leads from the end of one to the start of the
/// next; an unlabelled sample interrupts in the same way. `smoothing` is added to every count, and the priors are the
/// frequencies of labels, smoothed in the same way.
/// @throws Error invalid_argument for no classes or a negative smoothing; invalid_data for a label that is not a class.
Chain count_transitions(std::span<const std::span<const std::int32_t>> recordings, std::size_t classes,
                        double smoothing = 1.0);

}  // namespace biotropy::sicamm
