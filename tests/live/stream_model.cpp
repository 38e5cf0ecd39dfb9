// SPDX-License-Identifier: Apache-2.0
#include "tests/live/stream_model.hpp"

#include <limits>

#include "biotropy/sicamm/features/features.hpp"
#include "tests/sicamm/known_model.hpp"

namespace biotropy::live {

namespace {

sicamm::FeatureRecipe tsi() {
  sicamm::SlowWaveSettings settings{.log = true};
  return {settings};
}

// The densities of the features of each class, with the identity as unmixing matrix.
void fit_features(sicamm::Model& model, const sicamm::Simulated& training) {
  const auto recipe = tsi();
  const std::size_t window = sicamm::window_samples(*recipe.slow_waves, kRate);
  const auto values = sicamm::slow_waves(training.samples, kChannels, kRate, *recipe.slow_waves);
  for (std::size_t k = 0; k < model.classes.size(); ++k) {
    sicamm::ClassModel& one = model.classes[k];
    one.unmixing.assign(kChannels * kChannels, 0.0);
    one.bias.assign(kChannels, 0.0);
    one.sources.clear();
    for (std::size_t c = 0; c < kChannels; ++c) {
      one.unmixing[c * kChannels + c] = 1.0;
      std::vector<double> points;
      for (std::size_t i = 0; i < values.size() / kChannels; ++i) {
        if (training.classes[i + window - 1] == static_cast<std::int32_t>(k))
          points.push_back(values[i * kChannels + c]);
      }
      one.sources.emplace_back(points, std::span<const double>(), sicamm::silverman_bandwidth(points).value);
    }
  }
  model.beta = 0.1;
  model.notes = sicamm::notes_of(recipe);
}

sicamm::Model made_model(bool with_features) {
  const sicamm::Problem truth = sicamm::standard_problem("P3");
  const sicamm::Simulated training = sicamm::simulate(truth, 900, 1);
  sicamm::Model model = sicamm::known_model(truth, training);
  model.sampling_rate = kRate;
  if (with_features) fit_features(model, training);
  return model;
}

}  // namespace

std::shared_ptr<const sicamm::TrainedModel> stream_model(bool with_features) {
  static const auto raw = std::make_shared<const sicamm::TrainedModel>(made_model(false));
  static const auto features = std::make_shared<const sicamm::TrainedModel>(made_model(true));
  return with_features ? features : raw;
}

std::vector<double> stream_samples(std::size_t count) {
  auto samples = sicamm::simulate(sicamm::standard_problem("P3"), count, 2).samples;
  for (const std::size_t missing : {40UL, 41UL, 350UL}) {
    if (missing < count) samples[missing * kChannels + 1] = std::numeric_limits<double>::quiet_NaN();
  }
  return samples;
}

States states_of_recording(const sicamm::TrainedModel& model, const std::vector<double>& samples,
                           const std::vector<std::size_t>& gaps, std::size_t lag) {
  std::vector<series::Piece> pieces;
  std::size_t begin = 0;
  for (const std::size_t gap : gaps) {
    pieces.push_back({begin, gap, 0.0});
    begin = gap;
  }
  pieces.push_back({begin, samples.size() / kChannels, 0.0});
  const auto features = sicamm::features(sicamm::recipe_of(model.model.notes), samples, kChannels, kRate, pieces);
  std::vector<std::size_t> starts;
  for (std::size_t i = 1; i < features.pieces.size(); ++i) {
    if (features.pieces[i].end > features.pieces[i].begin) starts.push_back(features.pieces[i].begin);
  }
  sicamm::ClassifySettings settings;
  if (lag > 0) settings.decoder = sicamm::Decoder::fixed_lag, settings.lag = lag;
  const auto found = model.classifier.classify(features.values, starts, settings);
  return {std::vector<double>(found.labels.size()), found.posteriors, found.log_likelihoods, found.labels, found.flags};
}

void append(const States& part, States& whole) {
  const auto join = [](const auto& from, auto& to) { to.insert(to.end(), from.begin(), from.end()); };
  join(part.times, whole.times);
  join(part.posteriors, whole.posteriors);
  join(part.log_likelihoods, whole.log_likelihoods);
  join(part.labels, whole.labels);
  join(part.flags, whole.flags);
}

void expect_same_states(const States& found, const States& expected) {
  EXPECT_EQ(found.labels, expected.labels);
  EXPECT_EQ(found.flags, expected.flags);
  EXPECT_EQ(found.posteriors, expected.posteriors);
  EXPECT_EQ(found.log_likelihoods, expected.log_likelihoods);
}

}  // namespace biotropy::live
