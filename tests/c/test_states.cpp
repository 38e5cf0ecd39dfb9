// SPDX-License-Identifier: Apache-2.0
//
// A model that was saved classifies through the C interface as in C++.
#include "biotropy/sicamm/feature_training.hpp"
#include "biotropy/sicamm/features/feature_settings.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/problem.hpp"
#include "biotropy/sicamm/trained_model.hpp"
#include "biotropy/sicamm/training.hpp"
#include "tests/c/arrays.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::c {
namespace {

using Model = std::unique_ptr<biotropy_model, decltype(&biotropy_model_destroy)>;

std::string model_path() {
  static const Scratch scratch;
  static const std::string path = [] {
    const sicamm::Problem problem = sicamm::problem("PC2", 28);
    const sicamm::Simulated known = sicamm::simulate(problem, 2000, 1);
    const sicamm::Labelled recording{known.samples, known.classes};
    const auto training = sicamm::train({&recording, 1}, {"Fz", "Cz"}, {"rest", "task"}, {.beta = 0.5});
    std::string file = scratch.path("model.nc").string();
    sicamm::save_model(training.model, file);
    return file;
  }();
  return path;
}

Model loaded(const std::string& path = model_path()) {
  biotropy_model* made = nullptr;
  EXPECT_EQ(biotropy_model_load(path.c_str(), &made), BIOTROPY_OK) << biotropy_last_error();
  return {made, biotropy_model_destroy};
}

TEST(States, AModelSaysItsChannelsAndClasses) {
  const Model model = loaded();
  const Result result = result_of(biotropy_model_describe, model.get());
  EXPECT_THAT(texts(result, "channels"), ElementsAre("Fz", "Cz"));
  EXPECT_THAT(texts(result, "classes"), ElementsAre("rest", "task"));
  EXPECT_THAT(reals(result, "beta"), ElementsAre(0.5));
  EXPECT_THAT(dims(result, "transitions"), ElementsAre(2, 2));
  EXPECT_THAT(reals(result, "sampling_rate"), IsEmpty());
}

TEST(States, ClassesAreThoseOfTheLibrary) {
  const Model model = loaded();
  const sicamm::Simulated next = sicamm::simulate(sicamm::problem("PC2", 28), 500, 2);
  const sicamm::TrainedModel trained(sicamm::load_model(model_path()));
  for (const char* decoder : {"filter", "fixed-lag", "smoother", "viterbi"}) {
    const Options options = make_options();
    const double lengths[] = {300, 200};
    biotropy_options_set_text(options.get(), "decoder", decoder);
    const bool has_lag = std::string(decoder) == "fixed-lag";
    if (has_lag) biotropy_options_set_number(options.get(), "lag", 3);
    biotropy_options_set_numbers(options.get(), "lengths", lengths, 2);
    const Result result = result_of(biotropy_model_classify, model.get(), next.samples.data(), 500, 2, options.get());
    sicamm::ClassifySettings settings{.decoder = *choice_of<sicamm::Decoder>(decoder)};
    if (has_lag) settings.lag = 3;
    const std::vector<std::size_t> parts{300, 200};
    const auto wanted = trained.classify(next.samples, parts, settings);
    expect_same(reals(result, "posteriors"), wanted.posteriors);
    expect_same(reals(result, "log_likelihoods"), wanted.log_likelihoods);
    EXPECT_THAT(counts(result, "labels"), testing::ElementsAreArray(wanted.labels)) << decoder;
    EXPECT_THAT(counts(result, "flags"), testing::ElementsAreArray(wanted.flags)) << decoder;
    for (const std::size_t first : {0u, 300u}) EXPECT_EQ(counts(result, "flags")[first], sicamm::kWarmUp) << decoder;
    EXPECT_THAT(dims(result, "posteriors"), ElementsAre(500, 2));
    if (has_lag) continue;
    biotropy_options_set_number(options.get(), "lag", 3);
    biotropy_result* none = nullptr;
    EXPECT_EQ(biotropy_model_classify(model.get(), next.samples.data(), 500, 2, options.get(), &none),
              BIOTROPY_INVALID_ARGUMENT);
  }
}

// Vectors of the slow-wave index are as long as samples: nothing but the option tells them apart.
TEST(States, AModelOfFeaturesAsksWhatItGets) {
  sicamm::FeatureSettings features{.kind = sicamm::FeatureKind::tsi};
  const sicamm::FeatureRecipe recipe = features.recipe();
  const sicamm::Simulated known = sicamm::simulate(sicamm::problem("PC2", 28), 2000, 1);
  const std::vector<std::size_t> whole{2000};
  const sicamm::RecordedVectors vectors(recipe, known.samples, known.classes, whole, 2, 100.0);
  const sicamm::TrainedModel trained(
      sicamm::train_features(vectors.recordings(), {{"Fz", "Cz"}, {}, 100.0}, {"rest", "task"}, recipe, {.beta = 0.5})
          .model);
  const Scratch scratch;
  const std::string path = scratch.path("features.nc").string();
  sicamm::save_model(trained.model, path);
  const Model model = loaded(path);
  const Result described = result_of(biotropy_model_describe, model.get());
  EXPECT_THAT(texts(described, "recorded_channels"), ElementsAre("Fz", "Cz"));
  EXPECT_THAT(texts(described, "channels"), ElementsAre("Fz", "Cz"));
  const Options options = make_options();
  biotropy_result* none = nullptr;
  const auto classify = [&](biotropy_result** to) {
    return biotropy_model_classify(model.get(), known.samples.data(), 500, 2, options.get(), to);
  };
  EXPECT_EQ(classify(&none), BIOTROPY_INVALID_ARGUMENT);
  biotropy_options_set_text(options.get(), "input", "numbers");
  EXPECT_EQ(classify(&none), BIOTROPY_INVALID_ARGUMENT);
  const auto first = std::span(known.samples).first(1000);
  const std::vector<std::size_t> lengths{500};
  biotropy_options_set_text(options.get(), "input", "samples");
  expect_same(reals(result_of(classify), "posteriors"), trained.classify_recorded(first, lengths).posteriors);
  biotropy_options_set_text(options.get(), "input", "vectors");
  expect_same(reals(result_of(classify), "posteriors"), trained.classify(first, lengths).posteriors);
}

TEST(States, RecordingsUnlikeThoseOfTheTrainingAreWarnedOf) {
  const sicamm::Problem problem = sicamm::problem("PC2", 28);
  std::vector<sicamm::Simulated> known;  // as many as tell what is usual
  std::vector<sicamm::Labelled> recordings;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) known.push_back(sicamm::simulate(problem, 500, seed));
  for (const sicamm::Simulated& one : known) recordings.push_back({one.samples, one.classes});
  const Scratch scratch;
  const std::string path = scratch.path("familiar.nc").string();
  sicamm::save_model(sicamm::train(recordings, {"Fz", "Cz"}, {"rest", "task"}).model, path);
  const Model model = loaded(path);
  sicamm::Simulated next = sicamm::simulate(problem, 500, 9);
  Notices heard;
  const Options options = make_options();
  hear(options, heard);
  const auto classify = [&](biotropy_result** to) {
    return biotropy_model_classify(model.get(), next.samples.data(), 500, 2, options.get(), to);
  };
  result_of(classify);
  EXPECT_THAT(heard, IsEmpty());
  for (double& sample : next.samples) sample *= 5;
  const sicamm::TrainedModel trained(sicamm::load_model(path));
  const std::vector<std::size_t> whole{500};
  result_of(classify);
  EXPECT_THAT(heard, ElementsAre(warning("unfamiliar", trained.classify(next.samples, whole).unfamiliar)));
}

TEST(States, WhatIsWrongIsSaid) {
  const Model model = loaded();
  const double samples[4] = {1, 2, 3, 4};
  biotropy_result* none = nullptr;
  EXPECT_EQ(biotropy_model_classify(model.get(), samples, 1, 4, nullptr, &none), BIOTROPY_INVALID_DATA);
  EXPECT_STREQ(biotropy_last_error(), "the samples have 4 channels, and the model 2");
  const Options options = make_options({{"decoder", "guess"}});
  EXPECT_EQ(biotropy_model_classify(model.get(), samples, 2, 2, options.get(), &none), BIOTROPY_INVALID_ARGUMENT);
  biotropy_options_set_text(options.get(), "decoder", "filter");
  biotropy_options_set_number(options.get(), "beta", 2);
  EXPECT_EQ(biotropy_model_classify(model.get(), samples, 2, 2, options.get(), &none), BIOTROPY_INVALID_ARGUMENT);
  EXPECT_EQ(none, nullptr);
}

}  // namespace
}  // namespace biotropy::c
