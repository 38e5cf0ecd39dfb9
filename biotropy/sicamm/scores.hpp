// SPDX-License-Identifier: Apache-2.0
//
// Quality of a classification: accuracy by class, agreement beyond chance, calibration of its posteriors, and delay
// after a switch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace biotropy::sicamm {

/// Smallest posterior in log losses: one impossible sample would make the mean infinite.
constexpr double kLeastPosterior = 1e-15;

/// Samples whose label has a posterior from `from` up to `to`, which is included only at 1.
struct ReliabilityBin {
  double from = 0.0, to = 0.0;
  std::size_t samples = 0;
  double mean_posterior = 0.0;  ///< of the labels; NaN for no samples
  double accuracy = 0.0;        ///< NaN for no samples
};

/// A switch is a change of the true class from one sample to the next. It is followed when the label becomes the new
/// class before the true class changes again.
struct SwitchDelay {
  std::size_t switches = 0;  ///< number of switches of the true class
  std::size_t followed = 0;
  double mean = 0.0, median = 0.0;  ///< in samples, of switches that were followed; NaN for none
  std::size_t label_switches = 0;   ///< changes of the label between samples with a known class
};

/// Sums over samples from which scores follow. The sums of two sets of samples add up to those of both.
struct Tally {
  std::vector<std::size_t> confusion;  ///< [true class * classes + label]
  double log_loss = 0.0, brier = 0.0;

  explicit Tally(std::size_t classes) : confusion(classes * classes) {}

  /// Adds a sample with a true class.
  void add(std::int32_t truth, std::int32_t label, std::span<const double> posterior);
  Tally& operator+=(const Tally& other);
};

/// Scores of single samples, whatever their order. NaN where nothing could be right.
struct LabelScores {
  double accuracy = 0.0;           ///< NaN for no samples, as are all means
  double balanced_accuracy = 0.0;  ///< mean recall of the classes with samples
  double macro_f1 = 0.0;           ///< mean F1 of the classes that are true or a label of some sample
  double kappa = 0.0;              ///< Cohen's: (accuracy - chance) / (1 - chance); NaN for a chance of 1
  double log_loss = 0.0;           ///< -ln of the posterior of the true class, limited to at least 1e-15
  double brier = 0.0;              ///< sum over classes of (posterior - truth)^2, from 0 to 2
  std::vector<double> recall;      ///< of each class, NaN if it has no samples
  std::vector<double> precision;   ///< share of the samples with that label that have it rightly
  std::vector<double> f1;          ///< 2 right / (samples of the class + samples with its label)
};

LabelScores label_scores(const Tally& tally);

struct Scores : LabelScores {
  std::size_t classes = 0;
  std::size_t samples = 0;             ///< samples with a true class and a label; others are not scored
  std::size_t missing = 0;             ///< samples with a true class and no label
  std::vector<std::size_t> confusion;  ///< [true class * classes + label]
  std::vector<ReliabilityBin> reliability;
  double calibration_error = 0.0;  ///< |mean posterior - accuracy| of the bins, weighted by samples
  SwitchDelay switch_delay;
};

/// @throws Error invalid_data unless sizes fit, all classes exist, and posteriors are from 0 to 1.
void check_scored(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels,
                  std::span<const double> posteriors, std::size_t classes);

/// Scores recordings one by one.
class Scorer {
 public:
  /// @throws Error invalid_argument for no classes or no bins.
  explicit Scorer(std::size_t classes, std::size_t bins = 10);

  /// Adds one recording: true classes, labels, each of them or kUnlabelled, and posteriors [sample * classes + class].
  /// @throws Error invalid_data as check_scored() does.
  void add(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels,
           std::span<const double> posteriors);

  Scores scores() const;

 private:
  void add_sample(std::int32_t truth, std::int32_t label, std::span<const double> posterior);
  void add_switches(std::span<const std::int32_t> truth, std::span<const std::int32_t> labels);

  struct Bin {
    std::size_t samples = 0, right = 0;
    double posteriors = 0.0;
  };

  std::size_t classes_, samples_ = 0, missing_ = 0, switches_ = 0, label_switches_ = 0;
  Tally tally_;
  std::vector<Bin> bins_;
  std::vector<double> delays_;
};

}  // namespace biotropy::sicamm
