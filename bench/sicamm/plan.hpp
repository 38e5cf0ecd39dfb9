// SPDX-License-Identifier: Apache-2.0
//
// Parts of the benchmark of sequential classification, and the case of Garcia-Molla et al. 2019, which they share.
// Every part checks its results before timing and returns whether they were correct.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "biotropy/sicamm/model.hpp"

namespace biotropy::bench {

struct Plan {
  int rounds = 5;               ///< repetitions of every comparison
  double replay_seconds = 4.0;  ///< of samples at 500 Hz
  double soak_minutes = 0.0;    ///< of steps without a pause
};

constexpr double kRate = 500.0;

/// 19 channels and two classes with 30,654 and 27,289 pre-classified signals, and as many signals to classify as both
/// together. The signals are simulated, because those of the paper are not public.
struct PaperCase {
  sicamm::Model model;
  std::vector<double> signals;  ///< [signal * channels + channel]
  std::size_t channels = 0;

  std::size_t size() const { return signals.size() / channels; }
  std::span<const double> signal(std::size_t i) const { return std::span(signals).subspan(i * channels, channels); }
};

const PaperCase& paper_case();

/// Whole case by tables, by sums and by the loop of the paper.
bool print_classification(const Plan& plan);

/// One sample at a time: a step of the classifier, an update of the features, and both at 500 Hz.
bool print_live(const Plan& plan);

/// Memory during minutes of steps.
bool print_soak(const Plan& plan);

}  // namespace biotropy::bench
