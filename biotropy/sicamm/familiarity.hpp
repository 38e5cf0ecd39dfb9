// SPDX-License-Identifier: Apache-2.0
//
// Whether a recording is one that a model knows. A person, cap or amplifier that was not in the training may have
// samples that are unlikely in every class, and yet posteriors near 1, because these compare classes alone; few single
// samples are outliers. Two numbers show it:
//
// - the level of a recording: the median over its windows of the lower quartile, within a window, of the log density in
//   the likeliest class. Artefacts move few windows, and so leave it where it is; another person moves most of them;
// - the divergence of its sources (source_divergence.hpp), where these have another mean, size or correlation, and yet
//   are as likely as those of the training. Its windows are quarters of those of the level.
//
// Parts that were left out of training have both, too. Levels are those of recordings, where there are five or more,
// otherwise of stretches of five windows; divergences are those of the contiguous parts, each with the model that it
// was left out of. A recording of their kind is below their mean level by more than t sqrt(1 + 1/n) of their SD, with
// the quantile of Student's t for n - 1 degrees of freedom, in 2 % of all cases if levels are normal: the prediction
// interval for one more of them. So it is with the roots of divergences, above their mean.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/sicamm/source_divergence.hpp"
#include "biotropy/sicamm/tempering.hpp"

namespace biotropy::sicamm {

/// Share of recordings like those of the training that each of the two calls unfamiliar, if they are normal.
constexpr double kFalseAlarms = 0.02;

/// Levels and divergences of parts that were left out of training.
struct Familiarity {
  std::size_t window = 0;  ///< vectors in a window
  std::size_t units = 0;   ///< recordings, or stretches of five windows
  double mean = 0.0, sd = 0.0;
  std::size_t parts = 0;                         ///< with a divergence; 0: divergences are not known
  double divergence = 0.0, divergence_sd = 0.0;  ///< of square roots

  /// A limit of fewer units or parts would be too wide to tell recordings apart, and there is none.
  static constexpr std::size_t kEnough = 7;
  bool has_enough() const { return units >= kEnough && (parts == 0 || parts >= kEnough); }

  /// A recording of a lower level is unfamiliar; minus infinity where there is no limit.
  double least() const;

  /// A recording of a higher divergence is unfamiliar; infinity where there is no limit.
  double most() const;

  /// Vectors in a window of a divergence.
  std::size_t short_window() const;
};

/// Of the labelled samples of the parts. None where these have fewer than five levels, or levels have no variance; no
/// divergences where there are fewer than five, or they have none.
std::optional<Familiarity> familiarity_of(const std::vector<HeldOut>& parts);

/// Keeps it in the notes of a model, in place of what they said before.
void set_familiarity(const Familiarity& familiarity, Model& model);

/// None where the notes of the model have none. @throws Error invalid_data for invalid notes.
std::optional<Familiarity> familiarity_of(const Model& model);

/// The level of samples that come one after the other.
class Level {
 public:
  /// A level needs so many windows.
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

/// Of a recording; none of fewer than five windows.
struct Likeness {
  std::optional<double> level, divergence;
};

/// The likeness of vectors that come one after the other.
class LikenessMeter {
 public:
  /// @param densities outlive it.
  LikenessMeter(const Familiarity& known, const ClassDensities& densities);

  /// A vector that is not finite does not count. Allocates nothing within a window.
  void add(std::span<const double> vector);

  std::size_t windows() const { return level_.windows(); }
  Likeness value() const;

 private:
  const ClassDensities& densities_;
  Level level_;
  StandardSources standard_;
  SourceDivergence divergence_;
  ClassDensities::Workspace workspace_;
  std::vector<double> log_densities_, sources_;
};

/// The likeness of the vectors of a recording, by at most 100 windows that are spread over it.
Likeness likeness_of(const Familiarity& known, const Classifier& classifier, std::span<const double> vectors);

/// Whether a recording is as likely as parts left out of training, and its sources as near; nothing where a limit is
/// missing because of too few parts, and it is not beyond the other one.
std::optional<bool> is_familiar(const Familiarity& known, const Likeness& likeness);

/// What is wrong with a recording of this likeness; nothing if it is familiar.
std::optional<Notice> familiarity_fault(const Familiarity& known, const Likeness& likeness);

/// The same of the vectors of a recording; nothing where the model does not know what is familiar.
std::optional<Notice> familiarity_fault(const Model& model, const Classifier& classifier,
                                        std::span<const double> vectors);

}  // namespace biotropy::sicamm
