// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/sicamm/class_fit_internal.hpp"
#include "biotropy/sicamm/common_space_internal.hpp"
#include "biotropy/sicamm/correlation_time.hpp"
#include "biotropy/sicamm/density/class_densities.hpp"
#include "biotropy/sicamm/familiarity.hpp"
#include "biotropy/sicamm/normal_classes_internal.hpp"
#include "biotropy/sicamm/source_divergence.hpp"
#include "biotropy/sicamm/training_internal.hpp"

namespace biotropy::sicamm {

namespace {

std::vector<std::uint32_t> folds_at(const Folds& folds, std::span<const Place> places) {
  std::vector<std::uint32_t> result;
  result.reserve(places.size());
  for (const auto& [recording, sample] : places) result.push_back(folds[recording][sample]);
  return result;
}

// A part of a class may vary in fewer directions than the class. This error is clearer than that of the solver.
void require_variation(const Job& job, std::span<const double> samples) {
  const std::size_t channels = job.channels.size();
  for (std::size_t c = 0; c < channels; ++c) {
    bool varies = samples.empty();  // an error of its own
    for (std::size_t i = c; i < samples.size(); i += channels) varies = varies || samples[i] != samples[c];
    if (!varies) throw Error(ErrorCode::constant_series, fmt::format("'{}' does not vary", job.channels[c]));
  }
}

// Only shrinkage gives a density to directions in which samples do not vary.
void require_rank(const Job& job, const Unmixing& unmixing, std::size_t samples) {
  const std::size_t channels = job.channels.size();
  if (unmixing.rank == channels || job.settings.unmixing.shrinkage > 0.0) return;
  throw Error(ErrorCode::too_short,
              fmt::format("{} vary in {} of {}; give more samples, or shrinkage", counted(samples, "sample"),
                          unmixing.rank, counted(channels, "direction")));
}

// Errors of a class name it.
ClassFit fit_class(const Job& job, std::size_t which, std::span<const Place> places, const Smoothing& smoothing) {
  const std::string& name = job.classes[which];
  try {
    const std::vector<double> samples = gather(job.recordings, job.channels.size(), places);
    require_variation(job, samples);
    const Unmixing unmixing = unmix(samples, job.channels.size(), job.settings.unmixing, {}, job.execution);
    require_rank(job, unmixing, places.size());
    return fit_densities(unmixing, name, samples, {}, smoothing, job.execution);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    throw Error(error.code(), fmt::format("class '{}': {}", name, error.what()));
  }
}

// Typical bandwidth factor of a class, for models of parts of its samples.
double typical_factor(const ClassFit& fit) {
  if (fit.bandwidths.empty()) return 1.0;
  double sum = 0.0;
  for (std::size_t j = 0; j < fit.rank; ++j) sum += std::log(fit.bandwidths[j].factor);
  return fit.rank > 0 ? std::exp(sum / static_cast<double>(fit.rank)) : 1.0;
}

Chain count_chain(const Job& job) {
  std::vector<std::span<const std::int32_t>> labels;
  for (const Labelled& one : job.recordings) labels.push_back(one.labels);
  const Chain counted = count_transitions(labels, job.classes.size(), job.settings.smoothing);
  return job.settings.chain.applied_to(counted, job.classes);
}

// @param smoothing_of of a class and its places.
template <typename SmoothingOf>
std::vector<ClassFit> fit_classes(const Job& job, const SmoothingOf& smoothing_of) {
  if (job.settings.classifier != ClassifierKind::sicamm) return fit_normal_classes(job);
  std::vector<ClassFit> result;
  for (std::size_t k = 0; k < job.classes.size(); ++k) {
    const auto places = finite_samples_of(job.recordings, job.channels.size(), static_cast<std::int32_t>(k));
    result.push_back(fit_class(job, k, places, smoothing_of(k, places)));
  }
  return result;
}

/// Model of part of the samples, with bandwidths of Silverman's rule times a factor for each class.
Model fit_part(const Job& job, const std::vector<double>& factors) {
  Model model;
  model.channels = job.channels;
  model.chain = count_chain(job);
  auto fits = fit_classes(job, [&](std::size_t k, std::span<const Place>) {
    return Smoothing{BandwidthRule::silverman, factors[k], {}};
  });
  for (ClassFit& fit : fits) model.classes.push_back(std::move(fit.model));
  return model;
}

void hold_out(const Job& job, const Model& model, std::span<const Labelled> parts, std::vector<HeldOut>& result) {
  const ClassDensities densities(model, DensityMode::table, job.execution);
  constexpr std::size_t block = 256;
  for (const Labelled& part : parts) {
    std::vector<double> values = densities.log_densities(part.samples, block, job.execution);
    std::vector<double> sources = standard_sources(densities, part.samples, values);
    result.push_back({std::move(values),
                      {part.labels.begin(), part.labels.end()},
                      part.recording.value(),
                      part.begin,
                      std::move(sources)});
  }
}

// Leaves out every fold once; a fold is skipped if the remaining samples do not make a model.
Tempering temper(const Job& job, const Folds& folds, const std::vector<double>& factors, Training& result) {
  std::vector<HeldOut> held_out;
  for (std::uint32_t fold = 0; fold < job.settings.folds.folds; ++fold) {
    const auto parts = parts_of(job.recordings, job.channels.size(), folds, fold);
    if (parts.empty()) continue;
    const auto labels = labels_without(job.recordings, folds, fold, result.gap);
    const auto rest = with_labels(job.recordings, labels);
    try {
      hold_out(job, fit_part({rest, job.channels, job.classes, job.settings, job.execution}, factors), parts, held_out);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled || error.code() == ErrorCode::out_of_memory) throw;
      result.notices.push_back(
          warning("fold_not_used", fmt::format("fold {} is not used for beta: {}", fold + 1, error.what())));
    }
  }
  if (held_out.empty()) {
    result.notices.push_back(warning("beta_unknown", "no fold could be used for beta, which is 1"));
  }
  return tempered(held_out, result);
}

// Level below which this share of the training samples lies in every class.
double outlier_level(const Job& job, const Model& model) {
  const ClassDensities densities(model, DensityMode::table, job.execution);
  const std::size_t classes = model.classes.size();
  constexpr std::size_t block = 256;
  std::vector<double> best;
  for (const Labelled& one : job.recordings) {
    const auto values = densities.log_densities(one.samples, block, job.execution);
    for (std::size_t i = 0; i < one.labels.size(); ++i) {
      if (one.labels[i] == kUnlabelled || std::isnan(values[i * classes])) continue;
      const auto sample = std::span(values).subspan(i * classes, classes);
      best.push_back(*std::max_element(sample.begin(), sample.end()));
    }
  }
  const auto position = static_cast<std::size_t>(job.settings.outliers * static_cast<double>(best.size()));
  std::nth_element(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(position), best.end());
  return best[position];
}

// Refuses what has been set and is of another classifier.
void require_effect(const TrainingSettings& settings) {
  const TrainingSettings preset;
  const auto refuse = [&](bool changed, const char* option, const std::string& value, const char* whose) {
    if (changed) throw Error::argument(option, value, fmt::format("left out without the classifier '{}'", whose));
  };
  if (settings.classifier != ClassifierKind::logistic)
    refuse(settings.ridge.has_value(), "ridge", fmt::format("{}", settings.ridge.value_or(0.0)), "logistic");
  if (settings.classifier == ClassifierKind::sicamm) return;
  const UnmixingSettings& unmixing = settings.unmixing;
  refuse(unmixing.method != preset.unmixing.method, "method", std::string(word(unmixing.method)), "sicamm");
  refuse(unmixing.contrast != preset.unmixing.contrast, "contrast", "given", "sicamm");
  refuse(unmixing.refine, "refine", "given", "sicamm");
  refuse(unmixing.shrinkage != 0.0, "shrinkage", fmt::format("{}", unmixing.shrinkage), "sicamm");
  refuse(settings.bandwidth != preset.bandwidth, "bandwidth", "given", "sicamm");
  refuse(settings.bandwidth_factor != 1.0, "bandwidth_factor", fmt::format("{}", settings.bandwidth_factor), "sicamm");
}

std::vector<std::pair<std::string, std::string>> notes_of(const Job& job, const Training& training) {
  const TrainingSettings& settings = job.settings;
  std::vector<std::pair<std::string, std::string>> notes = {{"training", "supervised"}};
  if (settings.classifier == ClassifierKind::sicamm) {
    notes.emplace_back("unmixing", word(settings.unmixing.method));
    notes.emplace_back("refined", settings.unmixing.refine ? "yes" : "no");
    notes.emplace_back("bandwidth", word(settings.bandwidth));
  } else {
    notes.emplace_back("classifier", word(settings.classifier));
  }
  if (training.ridge) notes.emplace_back("ridge", fmt::format("{}", *training.ridge));
  if (settings.pure_windows) notes.emplace_back("pure windows", "yes");
  notes.emplace_back("smoothing", fmt::format("{}", settings.smoothing));
  if (settings.unmixing.shrinkage > 0.0)
    notes.emplace_back("shrinkage", fmt::format("{}", settings.unmixing.shrinkage));
  for (std::size_t k = 0; k < job.classes.size(); ++k) {
    notes.emplace_back(fmt::format("samples of {}", job.classes[k]), fmt::format("{}", training.classes[k].samples));
  }
  return notes;
}

Training train_in_coordinates(const Job& given) {
  TrainingSettings settings = given.settings;
  if (settings.classifier == ClassifierKind::logistic && !settings.ridge) settings.ridge = best_ridge(given);
  const Job job{given.recordings, given.channels, given.classes, settings, given.execution};
  const Folds folds = make_folds(job.recordings, settings.folds);
  Training result;
  result.ridge = settings.ridge;
  result.model.channels = job.channels;
  result.model.chain = count_chain(job);
  std::vector<double> factors;
  std::vector<std::uint32_t> fold;  // of the places of the class
  auto fits = fit_classes(job, [&](std::size_t, std::span<const Place> places) {
    fold = folds_at(folds, places);
    return Smoothing{job.settings.bandwidth, job.settings.bandwidth_factor, fold};
  });
  for (std::size_t k = 0; k < fits.size(); ++k) {
    result.classes.push_back(report_of(job, k, fits[k]));
    factors.push_back(typical_factor(fits[k]));
    result.model.classes.push_back(std::move(fits[k].model));
  }
  add_notices(job, result);
  result.gap = gap_of(job.settings.folds, result.classes);
  if (job.settings.beta) {
    result.model.beta = *job.settings.beta;
  } else if (job.classes.size() > 1) {
    result.tempering = temper(job, folds, factors, result);
    result.model.beta = result.tempering->beta;
  }
  if (job.settings.outliers > 0.0) result.model.outlier_level = outlier_level(job, result.model);
  const auto of_training = notes_of(job, result);
  result.model.notes.insert(result.model.notes.begin(), of_training.begin(), of_training.end());
  return result;
}

}  // namespace

std::vector<Labelled> fitted_by(const TrainingSettings& settings, std::span<const Labelled> recordings) {
  std::vector<Labelled> result(recordings.begin(), recordings.end());
  for (Labelled& one : result) one.fit_pure = settings.pure_windows;
  return result;
}

std::vector<Labelled> with_labels(std::span<const Labelled> recordings,
                                  const std::vector<std::vector<std::int32_t>>& labels) {
  std::vector<Labelled> result(recordings.begin(), recordings.end());
  for (std::size_t r = 0; r < result.size(); ++r) result[r].labels = labels[r];
  return result;
}

Tempering tempered(const std::vector<HeldOut>& parts, Training& training) {
  const Tempering result = best_beta(training.model.chain, parts);
  if (result.samples > 0 && result.beta <= kLeastBeta) {
    training.notices.push_back(
        warning("beta_at_limit", fmt::format("beta is {}, the least that is tried: the samples hardly tell the "
                                             "classes, so the labels are mostly those of "
                                             "the chain",
                                             kLeastBeta)));
  }
  const auto familiarity = familiarity_of(parts);
  if (familiarity) set_familiarity(*familiarity, training.model);
  if (!parts.empty() && (!familiarity || !familiarity->has_enough())) {
    training.notices.push_back(warning(
        "familiarity_unknown",
        fmt::format(
            "the model cannot tell recordings that are unlike those of training: its two limits come from {} and {} "
            "parts of these, and need {}; train on more or longer recordings",
            familiarity ? familiarity->units : 0, familiarity ? familiarity->parts : 0, Familiarity::kEnough)));
  }
  return result;
}

void validate(const TrainingSettings& settings) {
  validate(settings.unmixing);
  validate(settings.folds);
  require_effect(settings);
  const auto require = [](bool fine, const char* name, double value, const char* allowed) {
    if (!fine) throw Error::argument(name, fmt::format("{}", value), allowed);
  };
  require(settings.bandwidth_factor > 0.0 && std::isfinite(settings.bandwidth_factor), "bandwidth_factor",
          settings.bandwidth_factor, "a positive number");
  if (settings.ridge)
    require(*settings.ridge > 0.0 && std::isfinite(*settings.ridge), "ridge", *settings.ridge, "a positive number");
  require(settings.smoothing >= 0.0 && std::isfinite(settings.smoothing), "smoothing", settings.smoothing,
          "a number of at least 0");
  if (settings.beta)
    require(*settings.beta > 0.0 && *settings.beta <= 1.0, "beta", *settings.beta, "a number above 0 and at most 1");
  require(settings.outliers >= 0.0 && settings.outliers < 1.0, "outliers", settings.outliers,
          "a number of at least 0 and below 1");
  require(settings.samples_per_entry >= 0.0, "samples_per_entry", settings.samples_per_entry, "a number of at least 0");
}

Training train(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
               const std::vector<std::string>& classes, const TrainingSettings& settings, const Execution& execution) {
  validate(settings);
  require_names(channels, "channel");
  require_class_names(classes);
  validate(recordings, channels.size(), classes.size());
  const std::vector<Labelled> fitted = fitted_by(settings, recordings);
  const CommonSpace space(fitted, channels, classes, Pooling::classes, settings.unmixing.rank_tolerance);
  const Projected projected(space, fitted);
  Training result = train_in_coordinates({projected.recordings(), space.coordinates(), classes, settings, execution});
  result.notices.insert(result.notices.begin(), space.notices().begin(), space.notices().end());
  space.lift(result.model);
  return result;
}

}  // namespace biotropy::sicamm
