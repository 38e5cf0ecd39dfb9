// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/reference_validation.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <utility>
#include <variant>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/class_mixtures.hpp"
#include "biotropy/sicamm/common_space_internal.hpp"
#include "biotropy/sicamm/logistic_regression.hpp"
#include "biotropy/sicamm/markov/decode.hpp"
#include "biotropy/sicamm/shrunk_gaussians.hpp"
#include "biotropy/sicamm/training_internal.hpp"
#include "biotropy/sicamm/validation_internal.hpp"

namespace biotropy::sicamm {

namespace {

Chain chain_of(const Job& job, double smoothing) {
  std::vector<std::span<const std::int32_t>> labels;
  for (const Labelled& one : job.recordings) labels.push_back(one.labels);
  return count_transitions(labels, job.classes.size(), smoothing);
}

// Evidence for each class and sample, [sample * classes + class], from samples.
class Evidence {
 public:
  Evidence(ReferenceMethod method, const Job& job, const MixtureSettings& mixture)
      : classes_(job.classes.size()), channels_(job.channels.size()) {
    if (method == ReferenceMethod::gaussian) fit_ = fit_shrunk_gaussians(job.recordings, job.channels, job.classes);
    if (method == ReferenceMethod::mixture) {
      fit_ = fit_class_mixtures(job.recordings, job.channels, job.classes, mixture, job.execution);
    }
    if (method == ReferenceMethod::logistic) {
      constexpr double ridge = 1.0;
      fit_ = fit_logistic(job.recordings, job.channels, job.classes, ridge, job.execution.cancel);
    }
  }

  std::vector<double> of(std::span<const double> samples) const {
    if (const auto* gaussians = std::get_if<std::vector<ShrunkGaussian>>(&fit_))
      return log_densities(*gaussians, samples);
    if (const auto* mixtures = std::get_if<ClassMixtures>(&fit_)) return log_densities(*mixtures, samples);
    if (const auto* logistic = std::get_if<LogisticRegression>(&fit_))
      return scaled_log_likelihoods(*logistic, samples);
    return std::vector<double>(samples.size() / channels_ * classes_);
  }

  // Of the classes whose mixtures have not converged.
  std::vector<std::string> warnings(const std::vector<std::string>& classes) const {
    std::vector<std::string> result;
    const auto* fitted = std::get_if<ClassMixtures>(&fit_);
    for (std::size_t k = 0; fitted != nullptr && k < classes.size(); ++k) {
      const GaussianMixture& one = fitted->mixtures[k];
      if (one.converged) continue;
      result.push_back(fmt::format("class '{}': the mixture has not converged in {} rounds", classes[k], one.rounds));
    }
    return result;
  }

 private:
  std::size_t classes_, channels_;
  std::variant<std::monostate, std::vector<ShrunkGaussian>, ClassMixtures, LogisticRegression> fit_;
};

// A method trained on the rest of a fold.
struct ReferenceModel {
  Evidence evidence;
  Chain chain;
  double beta = 1.0;
  std::vector<std::string> warnings{};
};

double tempered_beta(ReferenceMethod method, const Job& job, const MixtureSettings& mixture, const Chain& chain,
                     std::vector<std::string>& warnings) {
  const FoldSettings& settings = job.settings.folds;
  const Folds folds = make_folds(job.recordings, settings);
  const std::size_t gap = fold_gap(job.recordings, job.channels.size(), job.classes.size(), settings);
  std::vector<HeldOut> held_out;
  for (std::uint32_t fold = 0; fold < settings.folds; ++fold) {
    const auto parts = parts_of(job.recordings, job.channels.size(), folds, fold);
    if (parts.empty()) continue;
    const auto labels = labels_without(job.recordings, folds, fold, gap);
    const auto rest = with_labels(job.recordings, labels);
    try {
      const Evidence evidence(method, {rest, job.channels, job.classes, job.settings, job.execution}, mixture);
      for (const Labelled& part : parts) {
        held_out.push_back({evidence.of(part.samples), {part.labels.begin(), part.labels.end()}});
      }
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled || error.code() == ErrorCode::out_of_memory) throw;
      warnings.push_back(fmt::format("fold {} is not used for beta: {}", fold + 1, error.what()));
    }
  }
  if (held_out.empty()) warnings.push_back("no fold could be used for beta, which is 1");
  return best_beta(chain, held_out).beta;
}

ReferenceModel train_reference(ReferenceMethod method, const Job& job, const MixtureSettings& mixture) {
  ReferenceModel model{Evidence(method, job, mixture), chain_of(job, job.settings.smoothing)};
  model.warnings = model.evidence.warnings(job.classes);
  if (method == ReferenceMethod::chance) {
    // Every sample by itself: a chain that starts with a class would only forget it.
    const std::size_t classes = job.classes.size();
    for (std::size_t i = 0; i < classes * classes; ++i) model.chain.transitions[i] = model.chain.priors[i % classes];
    return model;
  }
  model.chain = job.settings.chain.applied_to(model.chain, job.classes);
  model.beta =
      job.settings.beta ? *job.settings.beta : tempered_beta(method, job, mixture, model.chain, model.warnings);
  return model;
}

Classification classify_by(const ReferenceModel& model, std::span<const double> samples,
                           const ClassifySettings& settings) {
  const double beta = settings.rules.beta.value_or(model.beta);
  std::vector<double> evidence = model.evidence.of(samples);
  for (double& value : evidence) value = std::isnan(value) ? 0.0 : beta * value;
  const auto decoded = [&] {
    if (settings.decoder == Decoder::filter) return filter(model.chain, evidence);
    if (settings.decoder == Decoder::fixed_lag) return fixed_lag(model.chain, evidence, settings.lag);
    return smooth(model.chain, evidence);
  }();
  Classification result;
  result.classes = model.chain.classes();
  result.labels = settings.decoder == Decoder::viterbi ? viterbi(model.chain, evidence).classes
                                                       : most_probable(decoded.values, result.classes);
  result.posteriors = decoded.values;
  result.log_likelihoods = decoded.log_likelihoods;
  result.log_likelihood = decoded.log_likelihood;
  return result;
}

}  // namespace

std::string_view name(ReferenceMethod method) {
  switch (method) {
    case ReferenceMethod::chance:
      return "chance";
    case ReferenceMethod::gaussian:
      return "gaussian";
    case ReferenceMethod::mixture:
      return "mixture";
    case ReferenceMethod::logistic:
      break;
  }
  return "logistic";
}

Validation validate_reference(ReferenceMethod method, std::span<const Labelled> recordings,
                              const std::vector<std::string>& channels, const std::vector<std::string>& classes,
                              const ValidationSettings& settings, const Execution& execution) {
  if (settings.spatial) {
    throw Error(ErrorCode::unsupported,
                "methods cannot be compared on features that are learned from labels (csp, tangent)");
  }
  if (!settings.classify.rules.outliers_count) {
    throw Error(ErrorCode::unsupported,
                "methods cannot be compared without outliers: only the model has a level of them");
  }
  MixtureSettings mixture;
  mixture.components = settings.mixture_components;
  mixture.seed = settings.training.unmixing.seed;
  validate(mixture);
  validate(settings.training);
  validate(settings.classify.rules);
  validate(recordings, channels.size(), classes.size());
  return validate_folds(recordings, channels.size(), classes.size(), settings, [&](std::span<const Labelled> rest) {
    const auto space = std::make_shared<const CommonSpace>(rest, channels, classes, Pooling::classes,
                                                           settings.training.unmixing.rank_tolerance);
    const Projected projected(*space, rest);
    const auto coordinates = space->coordinates();
    const auto model = std::make_shared<const ReferenceModel>(
        train_reference(method, {projected.recordings(), coordinates, classes, settings.training, execution}, mixture));
    const auto classify = [&settings, space, model](std::span<const double> samples) {
      return space->is_whole() ? classify_by(*model, samples, settings.classify)
                               : classify_by(*model, space->project(samples), settings.classify);
    };
    return FoldModel{classify, model->beta, model->warnings};
  });
}

}  // namespace biotropy::sicamm
