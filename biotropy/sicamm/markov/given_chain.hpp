// SPDX-License-Identifier: Apache-2.0
//
// Parts of a chain that are given rather than counted: how long states last is often known better than a few recordings
// show, and training may have had classes as often as no patient has them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

struct GivenChain {
  std::optional<std::vector<double>> transitions{};  ///< [from * classes + to]
  std::optional<std::vector<double>> priors{};
  std::optional<double> stay{};  ///< of every class; transitions to others keep their shares of the rest

  bool any() const { return transitions || priors || stay; }

  /// The chain with these parts. Where a class never left, the others share the rest equally.
  /// @throws Error invalid_argument naming what does not fit the classes: sizes, numbers that are no probabilities, rows
  /// that do not sum to 1 (within 1e-6, and then they are made to), both `stay` and `transitions`.
  Chain applied_to(const Chain& chain, const std::vector<std::string>& classes) const;
};

/// Rows separated by semicolons, numbers by commas: "0.9,0.1;0.2,0.8".
/// @throws Error invalid_argument, naming the option, for anything else.
std::vector<double> numbers_of(const char* option, std::string_view text);

}  // namespace biotropy::sicamm
