// SPDX-License-Identifier: Apache-2.0
//
// Whether a recording is one that a model knows. A person, cap or amplifier that was not in the training may have
// samples that are unlikely in every class, and yet posteriors near 1, because these compare classes alone; few single
// samples are outliers. What shows it is the level of a recording: the median over its windows of the lower quartile,
// within a window, of the log density in the likeliest class. Artefacts move few windows, and so leave it where it is;
// another person moves most of them.
//
// Parts that were left out of training have levels, too: those of recordings, where there are five or more, otherwise
// of stretches of five windows. A recording of their kind is below their mean by more than t sqrt(1 + 1/n) of their SD,
// with the quantile of Student's t for n - 1 degrees of freedom, in 2 % of all cases if levels are normal: the
// prediction interval for one more of them. The tests find at most 5 % with simulated persons.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/sicamm/tempering.hpp"

namespace biotropy::sicamm {

/// Share of recordings of the kind of the training that are said to be unlike it, if levels are normal.
constexpr double kFalseAlarms = 0.02;

/// Levels of parts that were left out of training.
struct Familiarity {
  std::size_t window = 0;  ///< vectors in a window
  std::size_t units = 0;   ///< recordings, or stretches of five windows
  double mean = 0.0, sd = 0.0;

  /// A recording below it is unfamiliar.
  double least() const;
};

/// Of the labelled samples of the parts. None where these have fewer than five units, or no variance.
std::optional<Familiarity> familiarity_of(const std::vector<HeldOut>& parts);

/// Keeps it in the notes of a model, in place of what they said before.
void set_familiarity(const Familiarity& familiarity, Model& model);

/// None where the notes of the model have none. @throws Error invalid_data for invalid notes.
std::optional<Familiarity> familiarity_of(const Model& model);

/// The level of samples that come one after the other.
class Level {
 public:
  /// Windows below which there is no level.
  static constexpr std::size_t kLeastWindows = 5;

  explicit Level(std::size_t window);

  /// Log densities of a sample in every class; nothing counts if one is NaN. Allocates nothing within a window.
  void add(std::span<const double> log_densities);

  std::size_t windows() const { return quartiles_.size(); }
  std::optional<double> value() const;

 private:
  std::size_t window_;
  std::vector<double> values_, quartiles_;
};

/// The level of the vectors of a recording, of at most 100 windows that are spread over it. None where the model does
/// not know what is familiar, and of fewer than five windows.
std::optional<double> level_of(const Familiarity& known, const Classifier& classifier, std::span<const double> vectors);

/// What is wrong with a recording of this level; nothing if there is none, or if it is as likely as parts left out of
/// training.
std::optional<std::string> familiarity_fault(const Familiarity& known, std::optional<double> level);

/// The same of the vectors of a recording; nothing where the model does not know what is familiar.
std::optional<std::string> familiarity_fault(const Model& model, const Classifier& classifier,
                                             std::span<const double> vectors);

}  // namespace biotropy::sicamm
