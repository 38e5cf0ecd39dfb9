// SPDX-License-Identifier: Apache-2.0
//
// The states that a stream has found, one for each sample (with features: for each window).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "biotropy/sicamm/classifier.hpp"

namespace biotropy::live {

/// The state at one sample.
struct State {
  double time = 0.0;                  ///< seconds; the number of the sample where there is neither a stamp nor a rate
  std::int32_t label = 0;             ///< the most probable class
  std::span<const double> posterior;  ///< of each class
  double log_likelihood = 0.0;        ///< given the samples before it, with beta; 0 where it did not count
  std::uint8_t flags = 0;             ///< a set of sicamm::Flag
};

/// States in the order of their samples, each array by itself. One that is cleared and filled again allocates nothing.
struct States {
  std::vector<double> times, posteriors, log_likelihoods;  ///< posteriors: [state * classes + class]
  std::vector<std::int32_t> labels;
  std::vector<std::uint8_t> flags;

  std::size_t size() const { return times.size(); }

  /// Valid until the states change.
  State operator[](std::size_t index) const;

  void append(double time, const sicamm::Update& update);
  void clear();
};

// A state as a JSON object in one line: time, label, posterior of each class by its name, log_likelihood, and flags as
// a list of words. JSON has no infinity: it is the text "Infinity" or "-Infinity", as in the other results.

/// @param classes names in the order of the posterior. @param time in place of that of the state.
std::string state_json(const std::vector<std::string>& classes, const State& state, double time);

}  // namespace biotropy::live
