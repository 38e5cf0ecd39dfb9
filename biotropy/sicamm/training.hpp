// SPDX-License-Identifier: Apache-2.0
//
// Trains a model on labelled recordings. Every class gets its mean, an unmixing matrix, and densities of its sources;
// transitions are counted within recordings; the bandwidths of the densities and beta are chosen on blocks of samples
// that were left out. Garcia-Molla et al. 2019 do not describe training; docs/sicamm.md describes this one. Everything
// that may make the model worse than it looks gives a notice.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/sicamm/density/bandwidth.hpp"
#include "biotropy/sicamm/folds.hpp"
#include "biotropy/sicamm/ica/unmixing.hpp"
#include "biotropy/sicamm/markov/given_chain.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/sicamm/tempering.hpp"
#include "biotropy/threads.hpp"
#include "biotropy/words.hpp"

namespace biotropy::sicamm {

enum class ClassifierKind {
  sicamm,    ///< independent components and their densities
  gaussian,  ///< a normal density for each class, of shrunk covariance
  logistic   ///< multinomial logistic regression
};

struct TrainingSettings {
  ClassifierKind classifier = ClassifierKind::sicamm;
  /// Of logistic regression, for independent samples: the correlation time is a factor. Unset: 1, 10, 100 or 1,000, the
  /// best one on samples that were left out.
  std::optional<double> ridge{};
  bool pure_windows = false;  ///< classes are not fitted to windows that hold samples of several labels
  UnmixingSettings unmixing{};
  BandwidthRule bandwidth = BandwidthRule::blocked;
  double bandwidth_factor = 1.0;  ///< multiplies the bandwidths of the rule
  double smoothing = 1.0;         ///< added to every count of transitions
  GivenChain chain{};             ///< in place of what is counted
  std::optional<double> beta{};   ///< unset: the best one on samples that were left out
  FoldSettings folds{};           ///< samples left out to choose bandwidths and beta
  /// Share of training samples that lie below the outlier level of the model in every class; 0: none.
  double outliers = 1e-4;
  /// Warns of a class with fewer effective samples than this for each of the entries of its square matrix.
  double samples_per_entry = 10.0;
};

/// @throws Error invalid_argument for settings out of range, and for those that the classifier does not have.
void validate(const TrainingSettings& settings);

/// Training data and fit of one class.
struct ClassReport {
  std::size_t samples = 0;         ///< finite samples
  std::size_t missing = 0;         ///< samples with a number that is not finite
  double correlation_time = 1.0;   ///< in samples
  double effective_samples = 0.0;  ///< samples / correlation_time
  double samples_per_entry = 0.0;  ///< effective_samples / Model::rank()^2
  std::size_t rank = 0;            ///< of the covariance: below Model::rank() only with shrinkage
  std::size_t iterations = 0;      ///< of the unmixing
  bool converged = true;
  std::vector<Bandwidth> bandwidths;  ///< of each component; none without kernels
};

struct Training {
  Model model;
  std::vector<ClassReport> classes;
  std::size_t gap = 0;                 ///< samples next to those left out that were excluded from training too
  std::optional<Tempering> tempering;  ///< if beta was estimated
  std::optional<double> ridge;         ///< of logistic regression
  Notices notices;
};

/// Names of channels in the order of the samples, and of classes in the order of the labels. The notes of the model
/// hold the settings.
/// @throws Error as validate() and GivenChain do; invalid_data for no names or equal ones, and for labels as
/// validate(recordings, ...); too_short, constant_series and unsupported as unmix() does, naming the class; cancelled.
Training train(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
               const std::vector<std::string>& classes, const TrainingSettings& settings = {},
               const Execution& execution = {});

}  // namespace biotropy::sicamm

namespace biotropy {

template <>
inline constexpr std::array kWords<sicamm::ClassifierKind>{
    Word{"sicamm", sicamm::ClassifierKind::sicamm},
    Word{"gaussian", sicamm::ClassifierKind::gaussian},
    Word{"logistic", sicamm::ClassifierKind::logistic},
};

}  // namespace biotropy
