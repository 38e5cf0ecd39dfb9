// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/trained_model.hpp"

#include <fmt/format.h>

#include <utility>

#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/sicamm/null_space.hpp"

namespace biotropy::sicamm {

namespace {

template <typename T>
void append(const std::vector<T>& part, std::vector<T>& whole) {
  whole.insert(whole.end(), part.begin(), part.end());
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
  std::size_t begin = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const std::size_t length = lengths[i];
    const auto of_recording = samples.subspan(begin * channels, length * channels);
    const Classification part = classifier.classify(of_recording, settings, execution);
    for (const std::string& fault : null_space_faults(model, of_recording)) {
      if (execution.warn) execution.warn(lengths.size() > 1 ? fmt::format("recording {}: {}", i + 1, fault) : fault);
    }
    append(part.posteriors, whole.posteriors);
    append(part.labels, whole.labels);
    append(part.log_likelihoods, whole.log_likelihoods);
    append(part.flags, whole.flags);
    whole.log_likelihood += part.log_likelihood;
    begin += length;
  }
  return whole;
}

}  // namespace biotropy::sicamm
