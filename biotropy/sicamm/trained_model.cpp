// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/trained_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/familiarity.hpp"
#include "biotropy/sicamm/features/features.hpp"
#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/sicamm/missing_vectors.hpp"

namespace biotropy::sicamm {

namespace {

template <typename T>
void append(const std::vector<T>& part, std::vector<T>& whole) {
  whole.insert(whole.end(), part.begin(), part.end());
}

// States of so many samples from those of the vectors that are made of them.
class SampleStates {
 public:
  SampleStates(const Chain& chain, const Features& features, const Classification& found)
      : chain_(chain), features_(features), found_(found) {}

  void append_to(Classification& whole, std::size_t samples) const {
    const auto [begin, end, first_sample] = features_.pieces.front();
    for (std::size_t i = 0; i < samples; ++i) {
      if (begin == end || i < first_sample) {
        add_unknown(whole);
        continue;
      }
      const std::size_t vector = std::min((i - first_sample) / features_.hop, end - 1);
      add(whole, vector, i == first_sample + vector * features_.hop);
    }
    whole.log_likelihood += found_.log_likelihood;
  }

 private:
  void add_unknown(Classification& whole) const {
    const auto& priors = chain_.priors;
    append(priors, whole.posteriors);
    whole.labels.push_back(static_cast<std::int32_t>(std::max_element(priors.begin(), priors.end()) - priors.begin()));
    whole.log_likelihoods.push_back(0.0);
    whole.flags.push_back(kWarmUp);
  }

  void add(Classification& whole, std::size_t vector, bool completes) const {
    const auto posterior = std::span(found_.posteriors).subspan(vector * whole.classes, whole.classes);
    whole.posteriors.insert(whole.posteriors.end(), posterior.begin(), posterior.end());
    whole.labels.push_back(found_.labels[vector]);
    whole.log_likelihoods.push_back(completes ? found_.log_likelihoods[vector] : 0.0);
    whole.flags.push_back(found_.flags[vector]);
  }

  const Chain& chain_;
  const Features& features_;
  const Classification& found_;
};

// Says what is unfamiliar of several recordings in one text.
class UnfamiliarRecordings {
 public:
  explicit UnfamiliarRecordings(std::size_t recordings) : recordings_(recordings) {}

  void add(std::size_t recording, const std::string& fault) {
    if (fault.empty()) return;
    if (first_.empty()) {
      first_ = recordings_ > 1 ? fmt::format("recording {}: {}", recording + 1, fault) : fault;
    } else {
      others_ += fmt::format("{}{}", others_.empty() ? "" : ", ", recording + 1);
    }
  }

  std::string text() const {
    return others_.empty() ? first_ : fmt::format("{}; so it is with the recordings {}", first_, others_);
  }

 private:
  std::size_t recordings_;
  std::string first_, others_;
};

double rate_of(const Model& model) {
  if (model.sampling_rate) return *model.sampling_rate;
  throw Error(ErrorCode::invalid_data, "the model makes features of samples, and knows no sampling rate");
}

}  // namespace

TrainedModel::TrainedModel(Model from, const Execution& execution)
    : model(std::move(from)), classifier(model, DensityMode::table, execution) {}

Classification TrainedModel::classify(std::span<const double> samples, std::span<const std::size_t> lengths,
                                      const ClassifySettings& settings, const Execution& execution) const {
  const std::size_t channels = model.channels.size();
  require_lengths(lengths, samples.size(), channels);
  Classification whole;
  whole.classes = model.classes.size();
  UnfamiliarRecordings unfamiliar(lengths.size());
  std::size_t begin = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const std::size_t length = lengths[i];
    const auto of_recording = samples.subspan(begin * channels, length * channels);
    const Classification part = classifier.classify(of_recording, settings, execution);
    for (const Notice& fault : vector_faults(model, of_recording)) {
      if (execution.notify) execution.notify(lengths.size() > 1 ? fault.at(fmt::format("recording {}", i + 1)) : fault);
    }
    if (const auto fault = familiarity_fault(model, classifier, of_recording)) unfamiliar.add(i, fault->text);
    append(part.posteriors, whole.posteriors);
    append(part.labels, whole.labels);
    append(part.log_likelihoods, whole.log_likelihoods);
    append(part.flags, whole.flags);
    whole.log_likelihood += part.log_likelihood;
    begin += length;
  }
  whole.unfamiliar = unfamiliar.text();
  return whole;
}

Classification TrainedModel::classify_recorded(std::span<const double> samples, std::span<const std::size_t> lengths,
                                               const ClassifySettings& settings, const Execution& execution) const {
  const FeatureRecipe recipe = recipe_of(model.notes);
  if (!recipe.any()) return classify(samples, lengths, settings, execution);
  const std::size_t channels = recorded_channels(model).size();
  require_lengths(lengths, samples.size(), channels);
  const double rate = rate_of(model);
  Classification whole;
  whole.classes = model.classes.size();
  UnfamiliarRecordings unfamiliar(lengths.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const std::size_t length = lengths[i];
    const auto recording = samples.first(length * channels);
    samples = samples.subspan(recording.size());
    const series::Piece piece{0, length, 0.0};
    const Features made =
        features(recipe, {recording.begin(), recording.end()}, channels, rate, std::span(&piece, 1), execution);
    const std::vector<std::size_t> vectors{made.pieces.front().end};
    const Classification found = classify(made.values, vectors, settings, execution);
    unfamiliar.add(i, found.unfamiliar);
    SampleStates(model.chain, made, found).append_to(whole, length);
  }
  whole.unfamiliar = unfamiliar.text();
  return whole;
}

}  // namespace biotropy::sicamm
