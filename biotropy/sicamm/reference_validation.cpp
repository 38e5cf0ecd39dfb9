// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/reference_validation.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/class_mixtures.hpp"
#include "biotropy/sicamm/common_space_internal.hpp"
#include "biotropy/sicamm/features/window_covariance.hpp"
#include "biotropy/sicamm/markov/decode.hpp"
#include "biotropy/sicamm/training_internal.hpp"
#include "biotropy/sicamm/validation_internal.hpp"

namespace biotropy::sicamm {

namespace {

/// What a method is trained on: vectors, or the packed covariances of windows where features are learned from them.
struct ReferenceJob {
  ReferenceMethod method;
  std::span<const Labelled> recordings;
  const std::vector<std::string>& channels;
  const std::vector<std::string>& classes;
  const ValidationSettings& settings;
  const MixtureSettings& mixture;
  const Execution& execution;

  std::size_t numbers() const { return settings.spatial ? packed_size(channels.size()) : channels.size(); }
};

Chain chain_of(const ReferenceJob& job) {
  std::vector<std::span<const std::int32_t>> labels;
  for (const Labelled& one : job.recordings) labels.push_back(one.labels);
  return count_transitions(labels, job.classes.size(), job.settings.training.smoothing);
}

// Evidence for each class and sample, [sample * classes + class], from samples.
class Evidence {
 public:
  explicit Evidence(const ReferenceJob& job)
      : classes_(job.classes.size()), numbers_(job.numbers()), names_(job.channels), execution_(job.execution) {
    if (job.method == ReferenceMethod::chance) return;
    std::vector<Labelled> vectors = fitted_by(job.settings.training, job.recordings);
    std::vector<std::vector<double>> features;
    if (job.settings.spatial) {
      map_ = fit_spatial(vectors, job.channels.size(), job.classes, *job.settings.spatial, execution_);
      names_ = feature_names(*map_, job.channels);
      vectors = spatial_features(*map_, vectors, features, execution_);
    }
    space_.emplace(vectors, names_, job.classes, Pooling::classes, job.settings.training.unmixing.rank_tolerance);
    const Projected projected(*space_, vectors);
    mixtures_ = fit_class_mixtures(projected.recordings(), space_->coordinates(), job.classes, job.mixture, execution_);
  }
  Evidence(const Evidence&) = delete;
  Evidence& operator=(const Evidence&) = delete;

  std::vector<double> of(std::span<const double> samples) const {
    if (!space_) return std::vector<double>(samples.size() / numbers_ * classes_);
    std::vector<double> vectors(samples.begin(), samples.end());
    if (map_) vectors = spatial_features(*map_, vectors, execution_);
    return log_densities(mixtures_, space_->is_whole() ? vectors : space_->project(vectors));
  }

  // Of the classes whose mixtures have not converged.
  Notices notices(const std::vector<std::string>& classes) const {
    Notices result;
    for (std::size_t k = 0; k < mixtures_.mixtures.size(); ++k) {
      const GaussianMixture& one = mixtures_.mixtures[k];
      if (one.converged) continue;
      result.push_back(warning("not_converged", fmt::format("class '{}': the mixture has not converged in {} rounds",
                                                            classes[k], one.rounds)));
    }
    return result;
  }

 private:
  std::size_t classes_, numbers_;
  std::vector<std::string> names_;
  const Execution& execution_;
  std::optional<SpatialMap> map_;
  std::optional<CommonSpace> space_;  // refers to the names
  ClassMixtures mixtures_;
};

// A method trained on the rest of a fold.
struct ReferenceModel {
  explicit ReferenceModel(const ReferenceJob& job) : evidence(job), chain(chain_of(job)) {}

  Evidence evidence;
  Chain chain;
  double beta = 1.0;
  Notices notices{};
};

double tempered_beta(const ReferenceJob& job, const Chain& chain, Notices& notices) {
  const FoldSettings& settings = job.settings.training.folds;
  const Folds folds = make_folds(job.recordings, settings);
  const std::size_t gap = fold_gap(job.recordings, job.numbers(), job.classes.size(), settings);
  std::vector<HeldOut> held_out;
  for (std::uint32_t fold = 0; fold < settings.folds; ++fold) {
    const auto parts = parts_of(job.recordings, job.numbers(), folds, fold);
    if (parts.empty()) continue;
    const auto labels = labels_without(job.recordings, folds, fold, gap);
    const auto rest = with_labels(job.recordings, labels);
    try {
      const Evidence evidence({job.method, rest, job.channels, job.classes, job.settings, job.mixture, job.execution});
      for (const Labelled& part : parts) {
        held_out.push_back({evidence.of(part.samples), {part.labels.begin(), part.labels.end()}});
      }
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled || error.code() == ErrorCode::out_of_memory) throw;
      notices.push_back(
          warning("fold_not_used", fmt::format("fold {} is not used for beta: {}", fold + 1, error.what())));
    }
  }
  if (held_out.empty()) notices.push_back(warning("beta_unknown", "no fold could be used for beta, which is 1"));
  return best_beta(chain, held_out).beta;
}

std::shared_ptr<const ReferenceModel> train_reference(const ReferenceJob& job) {
  const auto model = std::make_shared<ReferenceModel>(job);
  model->notices = model->evidence.notices(job.classes);
  if (job.method == ReferenceMethod::chance) {
    // Every sample by itself: a chain that starts with a class would only forget it.
    const std::size_t classes = job.classes.size();
    for (std::size_t i = 0; i < classes * classes; ++i) {
      model->chain.transitions[i] = model->chain.priors[i % classes];
    }
    return model;
  }
  const TrainingSettings& training = job.settings.training;
  model->chain = training.chain.applied_to(model->chain, job.classes);
  model->beta = training.beta ? *training.beta : tempered_beta(job, model->chain, model->notices);
  return model;
}

Classification classify_by(const ReferenceModel& model, std::span<const double> samples,
                           const ClassifySettings& settings) {
  const double beta = settings.rules.beta.value_or(model.beta);
  const std::size_t classes = model.chain.classes();
  std::vector<double> evidence = model.evidence.of(samples);
  std::vector<std::uint8_t> flags(evidence.size() / classes);
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    if (std::isnan(evidence[i])) flags[i / classes] = kMissing;
    evidence[i] = std::isnan(evidence[i]) ? 0.0 : beta * evidence[i];
  }
  const auto decoded = [&] {
    if (settings.decoder == Decoder::filter) return filter(model.chain, evidence);
    if (settings.decoder == Decoder::fixed_lag) return fixed_lag(model.chain, evidence, settings.lag);
    return smooth(model.chain, evidence);
  }();
  Classification result;
  result.classes = classes;
  result.flags = std::move(flags);
  result.labels = settings.decoder == Decoder::viterbi ? viterbi(model.chain, evidence).classes
                                                       : most_probable(decoded.values, result.classes);
  result.posteriors = decoded.values;
  result.log_likelihoods = decoded.log_likelihoods;
  result.log_likelihood = decoded.log_likelihood;
  return result;
}

// Training of another classifier, with what the two have in common.
TrainingSettings settings_of(ClassifierKind classifier, const TrainingSettings& given) {
  TrainingSettings result;
  result.classifier = classifier;
  result.pure_windows = given.pure_windows;
  result.unmixing.rank_tolerance = given.unmixing.rank_tolerance;
  result.smoothing = given.smoothing;
  result.chain = given.chain;
  result.beta = given.beta;
  result.folds = given.folds;
  result.outliers = given.outliers;
  return result;
}

}  // namespace

Validation validate_reference(ReferenceMethod method, std::span<const Labelled> recordings,
                              const std::vector<std::string>& channels, const std::vector<std::string>& classes,
                              const ValidationSettings& settings, const Execution& execution) {
  if (settings.classify.rules.ignore_outliers) {
    throw Error(ErrorCode::unsupported,
                "methods cannot be compared without outliers: only the model has a level of them");
  }
  if (method == ReferenceMethod::gaussian || method == ReferenceMethod::logistic) {
    ValidationSettings of_method = settings;
    of_method.training = settings_of(
        method == ReferenceMethod::gaussian ? ClassifierKind::gaussian : ClassifierKind::logistic, settings.training);
    return cross_validate(recordings, channels, classes, of_method, execution);
  }
  MixtureSettings mixture;
  mixture.components = settings.mixture_components;
  mixture.seed = settings.training.unmixing.seed;
  validate(mixture);
  validate(settings.training);
  validate(settings.classify.rules);
  const std::size_t numbers = settings.spatial ? packed_size(channels.size()) : channels.size();
  validate(recordings, numbers, classes.size());
  return validate_folds(recordings, numbers, classes.size(), settings, [&](std::span<const Labelled> rest) {
    const auto model = train_reference({method, rest, channels, classes, settings, mixture, execution});
    const auto classify = [&settings, model](std::span<const double> samples) {
      return classify_by(*model, samples, settings.classify);
    };
    return FoldModel{classify, model->beta, model->notices};
  });
}

}  // namespace biotropy::sicamm
