// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/trained_model.hpp"

#include <utility>

#include "biotropy/sicamm/labelled.hpp"

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
  for (const std::size_t length : lengths) {
    const Classification part =
        classifier.classify(samples.subspan(begin * channels, length * channels), settings, execution);
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
