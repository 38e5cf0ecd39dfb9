// SPDX-License-Identifier: Apache-2.0
//
// Classes of samples, by a model that was trained before.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "biotropy/sicamm/features/feature_recipe.hpp"
#include "biotropy/sicamm/match_channels.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/state_options.hpp"
#include "biotropy/sicamm/trained_model.hpp"
#include "c/parameters.hpp"
#include "c/result.hpp"
#include "c/status.hpp"

struct biotropy_model {
  biotropy::sicamm::TrainedModel trained;
};

namespace biotropy::c {

namespace {

sicamm::ClassifySettings classify_settings(GivenOptions& given) {
  sicamm::ClassifySettings settings;
  given.read(sicamm::decoding_options(), settings);
  return settings;
}

// Vectors of features may be as long as samples have channels, so the caller gives which of them comes.
bool takes_vectors(const sicamm::Model& model, GivenOptions& given) {
  constexpr const char* kInput = "'samples', of which features are made, or 'vectors' of features";
  const std::string input = given.text("input").value_or("");
  if (input.empty() && !sicamm::recipe_of(model.notes).any()) return true;
  if (input.empty())
    throw Error::argument("input", "not given", fmt::format("{}, because the model has features", kInput));
  if (input != "samples" && input != "vectors") throw Error::argument("input", input, kInput);
  return input == "vectors";
}

std::vector<std::size_t> lengths_of(GivenOptions& given, std::size_t n_samples) {
  const auto parts = given.wholes("lengths", "integers of at least 1", 1);
  return parts ? std::vector<std::size_t>(parts->begin(), parts->end()) : std::vector{n_samples};
}

std::vector<std::size_t> channels_for(const sicamm::Model& model, const study::Signal& x, bool vectors) {
  std::vector<sicamm::ChannelName> found;
  for (std::size_t i = 0; i < x.view.n_channels; ++i) {
    found.push_back({x.channels.empty() ? "" : x.channels[i], "", x.units.empty() ? "" : x.units[i]});
  }
  const std::vector<std::string> wanted = vectors ? model.channels : sicamm::recorded_channels(model);
  // Without labels channels are in the order of the model, as samples alone.
  if (x.channels.empty() && found.size() != wanted.size()) {
    std::vector<std::size_t> all(found.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }
  for (std::size_t i = 0; x.channels.empty() && i < found.size(); ++i) found[i].label = wanted[i];
  return sicamm::match_channels(wanted, vectors ? std::vector<std::string>() : model.units, found, "x");
}

}  // namespace

extern "C" {

int biotropy_model_load(const char* path, biotropy_model** model) {
  return guarded([&] {
    biotropy_model*& place = needed(model, "model");
    place = new biotropy_model{sicamm::TrainedModel(sicamm::load_model(text(path, "path")))};
  });
}

int biotropy_model_describe(const biotropy_model* model, biotropy_result** result) {
  return guarded([&] {
    const sicamm::Model& described = needed(model, "model").trained.model;
    const std::size_t classes = described.classes.size();
    make_result(result, [&](biotropy_result& made) {
      made.add("channels", described.channels);
      made.add("recorded_channels", sicamm::recorded_channels(described));
      std::vector<std::string> units = described.units, notes;
      units.resize(sicamm::recorded_channels(described).size());
      made.add("units", std::move(units));
      made.add("classes", sicamm::class_names(described));
      for (const auto& [name, value] : described.notes) notes.insert(notes.end(), {name, value});
      made.add("notes", std::move(notes), {described.notes.size(), 2});
      made.add("priors", described.chain.priors);
      made.add("transitions", described.chain.transitions, {classes, classes});
      made.add_one("beta", described.beta);
      made.add("sampling_rate",
               described.sampling_rate ? std::vector{*described.sampling_rate} : std::vector<double>{});
    });
  });
}

int biotropy_model_classify(const biotropy_model* model, const double* samples, size_t n_samples, size_t n_channels,
                            const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    const sicamm::TrainedModel& trained = needed(model, "model").trained;
    const series::Samples all = epochs_of(samples, 1, n_channels, n_samples, "samples").data;
    const std::size_t classes = trained.model.classes.size();
    GivenOptions given(options);
    const bool vectors = takes_vectors(trained.model, given);
    const std::size_t channels =
        vectors ? trained.model.channels.size() : sicamm::recorded_channels(trained.model).size();
    if (n_channels != channels) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("the samples have {} channels, and the model {}", n_channels, channels));
    }
    const Run run(options, given, true);
    const sicamm::ClassifySettings settings = classify_settings(given);
    const std::vector<std::size_t> lengths = lengths_of(given, n_samples);
    given.require_all_read();
    make_result(result, [&](biotropy_result& made) {
      sicamm::Classification found;
      run([&](const Execution& execution, const ProgressCallback&) {
        found = vectors ? trained.classify(all, lengths, settings, execution)
                        : trained.classify_recorded(all, lengths, settings, execution);
      });
      if (!found.unfamiliar.empty()) run.notify({warning("unfamiliar", found.unfamiliar)});
      made.add("posteriors", std::move(found.posteriors), {n_samples, classes});
      made.add("log_likelihoods", std::move(found.log_likelihoods));
      made.add_counts("labels", found.labels, {n_samples});
      made.add_counts("flags", found.flags, {n_samples});
    });
  });
}

int biotropy_model_channels(const biotropy_model* model, const biotropy_signal* x, const biotropy_options* options,
                            biotropy_result** result) {
  return guarded([&] {
    const sicamm::Model& trained = needed(model, "model").trained.model;
    GivenOptions given(options);
    const Run run(options, given, false);
    // Without features vectors are samples, which have a rate and units.
    const bool vectors = takes_vectors(trained, given) && sicamm::recipe_of(trained.notes).any();
    const std::vector<std::size_t> lengths = lengths_of(given, needed(x, "x").view.n_times);
    const study::Signal signal = read_signal(*x, "x", {}, false, run);
    if (signal.view.n_epochs != 1) throw Error::argument("x", fmt::format("{} epochs", signal.view.n_epochs), "one");
    if (!vectors && signal.rate) sicamm::require_sampling_rate(trained, "x", *signal.rate);
    make_result(result, [&](biotropy_result& made) {
      const auto places = channels_for(trained, signal, vectors), parts = lengths_between(signal, lengths);
      made.add_counts("places", places, {places.size()});
      made.add_counts("lengths", parts, {parts.size()});
    });
  });
}

void biotropy_model_destroy(biotropy_model* model) {
  delete model;
}

}  // extern "C"

}  // namespace biotropy::c
