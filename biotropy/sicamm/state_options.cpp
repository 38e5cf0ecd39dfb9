// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/state_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace biotropy::sicamm {

std::span<const OptionRow<FeatureSettings>> feature_options() {
  using S = FeatureSettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>(
          "features", &S::kind,
          {"", "", "",
           "The samples; an index of slow waves of each channel: tsi = theta / (delta + alpha), dsi = delta / "
           "(theta + alpha), asi = alpha / (delta + theta); logarithms of band powers; common spatial "
           "patterns; the Riemannian tangent space of covariances",
           "A window has the label of its last sample."}),
      option_row<S>("log", &S::log, {"", "", "", "The logarithm of an index of slow waves"}),
      option_row<S>("window", &S::window,
                    {"S", "s", "a number of seconds above 0",
                     "Length of a window in seconds; otherwise 0.25 for an index of slow waves, 1 for others"}),
      option_row<S>("hop", &S::hop,
                    {"S", "s", "a number of seconds above 0",
                     "Seconds from one window to the next; otherwise one sample for an index of slow waves, a tenth of "
                     "the window for others"}),
      option_row<S>("filter", &S::filter,
                    {"LOW HIGH", "Hz", "a pair of frequencies in Hz",
                     "Band that a Butterworth filter passes, forwards alone (0: low-pass; inf: high-pass)"}),
      option_row<S>("filter_order", &S::filter_order,
                    {"N", "", "an integer of at least 1",
                     "Order of that filter, otherwise 4; a band-pass has twice as many poles"}),
      option_row<S>("notch", &S::notch, {"HZ", "Hz", "a frequency in Hz", "Frequency that is removed, forwards alone"}),
      option_row<S>("bands", &S::bands,
                    {"LOW-HIGH,...", "Hz", "a list of LOW-HIGH in Hz, separated by commas",
                     "Of band powers, from LOW up to, not including, HIGH; otherwise 4-8,8-13,13-30"}),
      option_row<S>("components", &S::components,
                    {"N", "", "an integer of at least 1",
                     "Common spatial patterns: for two classes, or for each of several against the others; otherwise "
                     "4"}),
      option_row<S>("window_shrinkage", &S::shrinkage,
                    {"S", "", "a number from 0 to 1",
                     "Shrinkage of the covariance of each window of csp and tangent to the identity; otherwise 0"}),
      option_row<S>("resolution", &S::resolution,
                    {"HZ", "Hz", "a number in Hz above 0",
                     "Hz between the lines of the transform of bands and slow waves; otherwise 1"}),
      option_row<S>("delta", &S::delta,
                    {"LOW HIGH", "Hz", "a pair of frequencies in Hz",
                     "Band of an index of slow waves, from LOW up to, not including, HIGH; otherwise 0.5 to 4"}),
      option_row<S>("theta", &S::theta,
                    {"LOW HIGH", "Hz", "a pair of frequencies in Hz", "The same; otherwise 4 to 8"}),
      option_row<S>("alpha", &S::alpha,
                    {"LOW HIGH", "Hz", "a pair of frequencies in Hz", "The same; otherwise 8 to 13"}),
  };
  return rows;
}

std::span<const OptionRow<TrainingSettings>> training_options() {
  using S = TrainingSettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("classifier", &S::classifier,
                    {"", "", "",
                     "What separates the classes: independent components of each class; a normal density of each, with "
                     "shrunk covariance; logistic regression. The chain and beta follow in all three"}),
      option_row<S>("ridge", &S::ridge,
                    {"R", "", "a number above 0",
                     "Of logistic regression, for independent samples; otherwise 1, 10, 100 or 1000, the best on "
                     "samples left out"}),
      option_row<S>("pure_windows", &S::pure_windows,
                    {"", "", "",
                     "Fit classes to windows of one class alone; those across a change count for the chain and for "
                     "beta"}),
      option_row<S>("method", [](auto& s) -> auto& { return s.unmixing.method; },
                    {"", "", "", "Method of independent component analysis"}),
      option_row<S>("contrast", [](auto& s) -> auto& { return s.unmixing.contrast; },
                    {"", "", "", "Contrast function of FastICA"}),
      option_row<S>("refine", [](auto& s) -> auto& { return s.unmixing.refine; },
                    {"", "", "", "Refine the unmixing matrices by maximum likelihood"}),
      option_row<S>("max_iter", [](auto& s) -> auto& { return s.unmixing.most_iterations; },
                    {"N", "", "an integer of at least 1", "Iterations of independent component analysis at most"}),
      option_row<S>("tol", [](auto& s) -> auto& { return s.unmixing.tolerance; },
                    {"T", "", "a number between 0 and 1", "Tolerance of independent component analysis"}),
      option_row<S>("shrinkage", [](auto& s) -> auto& { return s.unmixing.shrinkage; },
                    {"S", "", "a number from 0 to 1",
                     "Shrinkage of the covariance of each class to uncorrelated channels, for classes with few "
                     "samples; not with whitening, infomax or refine, which undo it"}),
      option_row<S>("rank_tolerance", [](auto& s) -> auto& { return s.unmixing.rank_tolerance; },
                    {"T", "", "a number between 0 and 1",
                     "A direction has no variance, and is left out for every class, if its eigenvalue in the "
                     "correlation matrix is at most this"}),
      option_row<S>("bandwidth", &S::bandwidth, {"", "", "", "Rule for the width of the kernels of the densities"}),
      option_row<S>("bandwidth_factor", &S::bandwidth_factor,
                    {"F", "", "a number above 0", "Multiple of the width that the rule gives"}),
      option_row<S>("smoothing", &S::smoothing,
                    {"N", "", "a number of at least 0", "Added to every count of transitions"}),
      option_row<S>("beta", &S::beta,
                    {"B", "", "a number above 0 and at most 1",
                     "Power of the densities; otherwise the best on samples left out"}),
      option_row<S>("outliers", &S::outliers,
                    {"P", "", "a share from 0 to 1", "Share of the training samples that counts as outliers"}),
      option_row<S>("seed", [](auto& s) -> auto& { return s.unmixing.seed; },
                    {"N", "", "an integer of at least 0", "Seed of everything that is drawn"}),
  };
  return rows;
}

std::span<const OptionRow<LearningSettings>> learning_options() {
  using S = LearningSettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("n_init", &S::starts,
                    {"N", "", "an integer of at least 1", "Starts of learning without labels; the likeliest is kept"})
          .with({.needs = "learn"}),
      option_row<S>("max_rounds", &S::most_rounds,
                    {"N", "", "an integer of at least 1", "Rounds of expectation maximisation at most"})
          .with({.needs = "learn"}),
  };
  return rows;
}

std::span<const OptionRow<GivenChain>> chain_options() {
  using S = GivenChain;
  // Rows are texts, because semicolons part those of `transition`.
  const auto numbers = [](std::string_view name, std::optional<std::vector<double>> S::*field,
                          const OptionHelp& texts) {
    OptionRow<S> row{option_text<std::string>(name, texts), {}, {}, {}, {}, {}};
    row.get = [=](const S& s) { return s.*field ? std::optional<OptionValue>(text_of(*(s.*field))) : std::nullopt; };
    row.put = [=](const OptionText& self, S& s, const OptionValue& value) {
      s.*field = numbers_of(std::string(self.name).c_str(), std::get<std::string>(value));
    };
    return row;
  };
  static const std::vector<OptionRow<S>> rows{
      numbers("transition", &S::transitions,
              {"P,...;P,...", "", "rows of probabilities",
               "Probabilities of the next class, a row for each class, in their order, separated by semicolons"}),
      numbers(
          "prior", &S::priors,
          {"P,...", "", "probabilities", "Probabilities of the classes at the start and after gaps, in their order"}),
      option_row<S>("stay", &S::stay,
                    {"P", "", "a number from 0 to 1",
                     "Probability that a class lasts until the next vector; others keep their shares of the rest"}),
  };
  return rows;
}

std::span<const OptionRow<FoldSettings>> fold_options() {
  using S = FoldSettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("n_folds", &S::folds, {"N", "", "an integer of at least 2", "Parts that are left out in turn"}),
      option_row<S>(
          "fold_unit", &S::unit,
          {"", "", "",
           "Parts: recordings if there are enough, otherwise blocks; persons: all recordings of some persons"}),
      option_row<S>("block", &S::block,
                    {"N", "samples", "an integer of at least 0", "Samples in a block; 0: four blocks in every part"}),
      option_row<S>("gap", &S::gap,
                    {"N", "samples", "an integer of at least 0",
                     "Samples beside a part that are left out of training, too; otherwise the longest correlation time "
                     "of a class"}),
  };
  return rows;
}

std::span<const OptionRow<ClassifySettings>> decoding_options() {
  using S = ClassifySettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("decoder", &S::decoder,
                    {"", "", "",
                     "filter: from the samples so far; fixed-lag: and a few later ones; smoother: from all; viterbi: "
                     "the most probable path"}),
      option_row<S>("lag", &S::lag, {"N", "samples", "an integer of at least 0", "Later samples of fixed-lag"}),
      option_row<S>("beta", [](auto& s) -> auto& { return s.rules.beta; },
                    {"B", "", "a number above 0 and at most 1", "Power of the densities, instead of the model's"}),
      option_row<S>("warm_up", &S::warm_up,
                    {"N", "vectors", "an integer of at least 0",
                     "Vectors after the start, and after a gap in time, that are flagged"}),
      option_row<S>("ignore_outliers", [](auto& s) -> auto& { return s.rules.ignore_outliers; },
                    {"", "", "", "Outliers are flagged, and count for no class"}),
  };
  return rows;
}

std::span<const OptionRow<EventRules>> event_options() {
  using R = EventRules;
  static const std::vector<OptionRow<R>> rows{
      option_row<R>(
          "tolerance_start", &R::tolerance_start,
          {"S", "s", "a number of seconds of at least 0", "Seconds before a true event in which it may be found"}),
      option_row<R>("tolerance_end", &R::tolerance_end,
                    {"S", "s", "a number of seconds of at least 0", "Seconds after it"}),
      option_row<R>(
          "minimum_overlap", &R::minimum_overlap,
          {"P", "", "a number from 0 to 1", "Share of a true event, with tolerances, that must be found; 0: any"}),
      option_row<R>("maximum_event", &R::maximum_event,
                    {"S", "s", "a number of seconds of at least 0.1", "Longer events are cut into several"}),
      option_row<R>("minimum_gap", &R::minimum_gap,
                    {"S", "s", "a number of seconds of at least 0", "Events closer than that are one"}),
  };
  return rows;
}

std::span<const OptionRow<IntervalSettings>> interval_options() {
  using S = IntervalSettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("interval_time", &S::seconds,
                    {"S", "s", "a positive number", "Length of a stretch of time, in seconds"}),
      option_row<S>("n_resamples", &S::resamples, {"N", "", "an integer of at least 100", "Number of draws"}),
      option_row<S>("confidence", &S::confidence, {"P", "", "a number between 0 and 1", "Of the intervals"}),
  };
  return rows;
}

LearningSettings learning_settings(const TrainingSettings& training, LearningSettings own) {
  constexpr std::array<std::string_view, 5> shared = {"smoothing", "beta", "bandwidth_factor", "rank_tolerance",
                                                      "seed"};
  for (const OptionRow<TrainingSettings>& row : training_options()) {
    const auto value = row.get(training);
    if (value == row.get({}) || std::find(shared.begin(), shared.end(), row.name) != shared.end()) continue;
    throw Error::argument(std::string(row.name), text_of(*value),
                          "left out where labels are missing, as it has no effect there");
  }
  if (training.folds.folds != FoldSettings().folds) {
    throw Error::argument("n_folds", fmt::format("{}", training.folds.folds),
                          "left out where labels are missing, as it has no effect there");
  }
  own.smoothing = training.smoothing;
  own.beta = training.beta.value_or(own.beta);
  own.bandwidth_factor = training.bandwidth_factor;
  own.rank_tolerance = training.unmixing.rank_tolerance;
  own.seed = training.unmixing.seed;
  return own;
}

}  // namespace biotropy::sicamm
