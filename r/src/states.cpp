// SPDX-License-Identifier: Apache-2.0
//
// Sequential classification: training, models, classification of recordings, and streams. Samples are columns, so the
// channels of a sample are contiguous.
#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "arguments.hpp"
#include "biotropy/live/state_stream.hpp"
#include "biotropy/sicamm/adaptation.hpp"
#include "biotropy/sicamm/feature_training.hpp"
#include "biotropy/sicamm/features/feature_settings.hpp"
#include "biotropy/sicamm/labelled.hpp"
#include "biotropy/sicamm/markov/baum_welch.hpp"
#include "biotropy/sicamm/match_channels.hpp"
#include "biotropy/sicamm/method_comparison.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/state_options.hpp"
#include "biotropy/sicamm/trained_model.hpp"
#include "biotropy/sicamm/training.hpp"
#include "execution.hpp"
#include "module.hpp"
#include "parameters.hpp"
#include "pointers.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using namespace cpp11::literals;

// Training and building tables always take longer than starting a thread.
constexpr double kLongWork = 1.0;  // seconds

// Shared with the streams that use it.
using Shared = std::shared_ptr<sicamm::TrainedModel>;

// A stream and its notices, which the next result hands over.
struct OpenStream {
  OpenStream(Shared model, const live::StateStreamSettings& settings)
      : stream(std::move(model), settings, [this](const Notice& notice) { notices.push_back(notice); }) {}

  Notices notices;
  live::StateStream stream;
};

}  // namespace

template <>
constexpr const char* kTag<Shared> = "biotropy_model";
template <>
constexpr const char* kTag<OpenStream> = "biotropy_stream";

namespace {

cpp11::sexp keep(Shared model) {
  return tagged(std::make_unique<Shared>(std::move(model)));
}

// Samples of a training, and what is made of them.
struct Recorded {
  Columns samples;
  std::span<const std::int32_t> labels;
  std::vector<std::size_t> lengths;
  sicamm::RecordedFrom from{};
  std::vector<std::string> classes{};
  sicamm::FeatureRecipe recipe{};
};

Recorded recorded(SEXP x, SEXP labels, SEXP lengths, SEXP channels, SEXP classes, SEXP options) {
  // First, because it may throw: g++ 12 does not clean up behind half of a list.
  sicamm::FeatureSettings settings;
  read_rows(Arguments(options), sicamm::feature_options(), settings);
  sicamm::FeatureRecipe recipe = settings.recipe();
  Recorded result{Columns(x), {INTEGER(labels), static_cast<std::size_t>(Rf_xlength(labels))}, to_sizes(lengths)};
  result.from.channels = to_strings(channels);
  result.from.sampling_rate = Named(options).number_if_any("rate");
  result.classes = to_strings(classes);
  result.recipe = std::move(recipe);
  return result;
}

sicamm::TrainingSettings training_settings(SEXP given) {
  sicamm::TrainingSettings settings;
  read_rows(Arguments(given), sicamm::training_options(), settings);
  read_rows(Arguments(given), sicamm::fold_options(), settings.folds);
  return settings;
}

cpp11::sexp matrix_of(const std::vector<double>& by_rows, std::size_t columns) {
  const std::size_t rows = by_rows.size() / columns;
  std::vector<double> by_columns(by_rows.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) by_columns[j * rows + i] = by_rows[i * columns + j];
  }
  return shaped(to_r(by_columns), {rows, columns});
}

// Samples from one vector of features to the next; 1 where samples are the vectors.
double samples_per_vector(const sicamm::Model& model) {
  const sicamm::FeatureRecipe recipe = sicamm::recipe_of(model.notes);
  if (!recipe.any()) return 1.0;
  return model.sampling_rate ? static_cast<double>(hop_samples(recipe, *model.sampling_rate)) : NA_REAL;
}

SEXP described(const Shared& trained, const Notices& notices, std::size_t iterations) {
  const sicamm::Model& model = trained->model;
  const double hop = samples_per_vector(model);
  cpp11::writable::list unmixing;
  std::vector<double> bias;
  std::vector<std::string> names;
  for (const sicamm::ClassModel& one : model.classes) {
    unmixing.push_back(matrix_of(one.unmixing, model.channels.size()));
    bias.insert(bias.end(), one.bias.begin(), one.bias.end());
    names.push_back(one.name);
  }
  return cpp11::writable::list(
      {"handle"_nm = keep(trained), "channels"_nm = to_r(sicamm::recorded_channels(model)),
       "features"_nm = to_r(model.channels), "classes"_nm = to_r(names), "priors"_nm = to_r(model.chain.priors),
       "transitions"_nm = matrix_of(model.chain.transitions, names.size()),
       "rank"_nm = static_cast<double>(model.rank()),
       "null_space"_nm = matrix_of(model.null_space, model.channels.size()), "unmixing"_nm = unmixing,
       "bias"_nm = shaped(to_r(bias), {model.channels.size(), names.size()}), "beta"_nm = model.beta,
       "samples_per_vector"_nm = hop, "notices"_nm = to_r(notices), "iterations"_nm = static_cast<double>(iterations)});
}

// Numbers before and after; none: NULL.
cpp11::sexp before_and_after(const std::optional<sicamm::Change>& change) {
  if (!change) return R_NilValue;
  return to_r(std::vector<double>{change->before, change->after});
}

SEXP described(const sicamm::Adaptation& found) {
  std::vector<double> before, after;
  for (const sicamm::Change& share : found.shares) {
    before.push_back(share.before);
    after.push_back(share.after);
  }
  const auto& held_out = found.log_likelihood ? found.log_likelihood : found.log_loss;
  const double standard_error = held_out ? held_out->standard_error : NA_REAL;
  return cpp11::writable::list(
      {"adopted"_nm = found.adopted, "what"_nm = to_r(found.what), "reason"_nm = to_r(found.reason),
       "vectors"_nm = static_cast<double>(found.vectors), "missing"_nm = static_cast<double>(found.missing),
       "labelled"_nm = static_cast<double>(found.labelled),
       "log_likelihood"_nm = before_and_after(found.log_likelihood), "log_loss"_nm = before_and_after(found.log_loss),
       "standard_error"_nm = standard_error, "level"_nm = before_and_after(found.level),
       "shares_before"_nm = to_r(before), "shares_after"_nm = to_r(after)});
}

sicamm::ClassifySettings classify_settings(SEXP given) {
  sicamm::ClassifySettings settings;
  read_rows(Arguments(given), sicamm::decoding_options(), settings);
  return settings;
}

sicamm::ValidationSettings validation_settings(const Recorded& of, SEXP training, SEXP validation) {
  sicamm::ValidationSettings settings;
  read_rows(Arguments(validation), sicamm::fold_options(), settings.folds);
  settings.classify = classify_settings(validation);
  settings.mixture_components = static_cast<std::size_t>(Named(validation).integer("mixture_components"));
  settings.spatial = of.recipe.spatial;
  settings.training = training_settings(training);
  settings.training.folds.gap = settings.folds.gap;
  return settings;
}

std::optional<sicamm::IntervalSettings> intervals_of(SEXP list) {
  const Named given(list);
  if (!given.has("unit")) return std::nullopt;
  sicamm::IntervalSettings drawn;
  drawn.unit = require_choice<sicamm::BlockUnit>("intervals", given.text("unit"), "\"");
  read_rows(Arguments(list), sicamm::interval_options(), drawn);
  drawn.seed = static_cast<std::uint64_t>(given.integer("seed"));
  return drawn;
}

// Scores of all classes together, in the order of R's columns.
cpp11::sexp numbers_of(const sicamm::LabelScores& one) {
  return to_r(
      std::vector<double>{one.accuracy, one.balanced_accuracy, one.kappa, one.macro_f1, one.log_loss, one.brier});
}

SEXP described(const sicamm::MethodComparison& found) {
  std::vector<int> folds;
  for (const std::uint32_t fold : found.folds) folds.push_back(static_cast<int>(fold) + 1);
  cpp11::writable::list methods;
  for (const sicamm::MethodScores& one : found.methods) {
    cpp11::writable::list of_folds;
    std::vector<double> betas;
    for (const sicamm::FoldResult& fold : one.folds) {
      of_folds.push_back(numbers_of(static_cast<const sicamm::LabelScores&>(fold.scores)));
      betas.push_back(fold.beta);
    }
    const auto& drawn = one.evaluation.intervals;
    const cpp11::sexp low = drawn ? numbers_of(drawn->low_labels) : cpp11::sexp(R_NilValue);
    const cpp11::sexp high = drawn ? numbers_of(drawn->high_labels) : cpp11::sexp(R_NilValue);
    methods.push_back(
        cpp11::writable::list({"method"_nm = to_r(one.method), "vectors"_nm = static_cast<double>(one.all.samples),
                               "scores"_nm = numbers_of(static_cast<const sicamm::LabelScores&>(one.all)),
                               "low"_nm = low, "high"_nm = high, "folds"_nm = of_folds, "betas"_nm = to_r(betas)}));
  }
  return cpp11::writable::list({"folds"_nm = to_r(folds), "methods"_nm = methods, "notices"_nm = to_r(found.notices)});
}

void require_channels(std::size_t given, std::size_t needed) {
  if (given == needed) return;
  throw Error(ErrorCode::invalid_data,
              "newdata has " + std::to_string(given) + " channels: the model has " + std::to_string(needed));
}

SEXP found_by(OpenStream& open, const live::States& states) {
  const std::vector<int> flags(states.flags.begin(), states.flags.end());
  return cpp11::writable::list(
      {"times"_nm = to_r(states.times),
       "posteriors"_nm = shaped(to_r(states.posteriors), {open.stream.model().classes.size(), states.size()}),
       "likelihoods"_nm = to_r(states.log_likelihoods), "labels"_nm = to_r(states.labels), "flags"_nm = to_r(flags),
       "notices"_nm = to_r(std::exchange(open.notices, {}))});
}

}  // namespace

SEXP fit(SEXP x, SEXP labels, SEXP lengths, SEXP channels, SEXP classes, SEXP options, SEXP threads) {
  return guarded([&]() -> SEXP {
    const auto settings = training_settings(options);
    const Recorded of = recorded(x, labels, lengths, channels, classes, options);
    sicamm::FittedFeatures found;
    Shared model;
    run_interruptibly(execution_of(threads, R_NilValue), kLongWork, [&](const Execution& execution) {
      const sicamm::RecordedVectors vectors(of.recipe, of.samples.all(), of.labels, of.lengths, of.samples.rows(),
                                            of.from.sampling_rate, execution);
      found =
          sicamm::fit_features(vectors.recordings(), of.labels, of.from, of.classes, of.recipe, settings, execution);
      model = std::make_shared<sicamm::TrainedModel>(std::move(found.model), execution);
    });
    return described(model, found.notices, found.iterations);
  });
}

SEXP classify(SEXP handle, SEXP x, SEXP lengths, SEXP options, SEXP threads, SEXP device) {
  return guarded([&]() -> SEXP {
    const Shared trained = pointed<Shared>(handle);
    const Columns samples(x);
    require_channels(samples.rows(), sicamm::recorded_channels(trained->model).size());
    const auto settings = classify_settings(options);
    const std::vector<std::size_t> sizes = to_sizes(lengths);
    sicamm::Classification found;
    run_interruptibly(execution_of(threads, device), static_cast<double>(samples.columns()) * 1e-6,
                      [&](const Execution& execution) {
                        found = trained->classify_recorded(samples.all(), sizes, settings, execution);
                      });
    const std::vector<int> labels(found.labels.begin(), found.labels.end());
    const std::vector<int> flags(found.flags.begin(), found.flags.end());
    return cpp11::writable::list(
        {"posteriors"_nm = shaped(to_r(found.posteriors), {trained->model.classes.size(), samples.columns()}),
         "likelihoods"_nm = to_r(found.log_likelihoods), "labels"_nm = to_r(labels), "flags"_nm = to_r(flags),
         "unfamiliar"_nm = to_r(found.unfamiliar)});
  });
}

// Indices of the wanted channels, from 1.
SEXP match_channels(SEXP wanted, SEXP names, SEXP n, SEXP name) {
  return guarded([&]() -> SEXP {
    const std::vector<std::string> labels = to_strings(wanted);
    std::vector<std::size_t> places(labels.size());
    if (Rf_isNull(names)) {
      std::iota(places.begin(), places.end(), std::size_t{0});
      if (static_cast<std::size_t>(Rf_asInteger(n)) != labels.size()) {
        throw Error::argument(to_string(name), std::to_string(Rf_asInteger(n)) + " channels",
                              "one for each of the " + std::to_string(labels.size()) + " of the stream");
      }
    } else {
      std::vector<sicamm::ChannelName> found;
      for (std::string& label : to_strings(names)) found.push_back({std::move(label)});
      places = sicamm::match_channels(labels, {}, found, to_string(name));
    }
    std::vector<int> indices;
    for (const std::size_t at : places) indices.push_back(static_cast<int>(at) + 1);
    return to_r(indices);
  });
}

SEXP require_model_rate(SEXP handle, SEXP rate, SEXP name) {
  return guarded([&]() -> SEXP {
    sicamm::require_sampling_rate(pointed<Shared>(handle)->model, to_string(name), Rf_asReal(rate));
    return R_NilValue;
  });
}

SEXP adapt(SEXP handle, SEXP x, SEXP labels, SEXP lengths, SEXP threads) {
  return guarded([&]() -> SEXP {
    const Shared trained = pointed<Shared>(handle);
    const sicamm::Model& model = trained->model;
    const Columns samples(x);
    require_channels(samples.rows(), sicamm::recorded_channels(model).size());
    const std::span<const std::int32_t> known(INTEGER(labels), static_cast<std::size_t>(Rf_xlength(labels)));
    const std::vector<std::size_t> sizes = to_sizes(lengths);
    const sicamm::FeatureRecipe recipe = sicamm::recipe_of(model.notes);
    sicamm::Adaptation found;
    Shared adapted;
    run_interruptibly(execution_of(threads, R_NilValue), kLongWork, [&](const Execution& execution) {
      const sicamm::RecordedVectors vectors(recipe, samples.all(), known, sizes, samples.rows(), model.sampling_rate,
                                            execution);
      found = sicamm::adapt(model, vectors.recordings(), execution);
      adapted = std::make_shared<sicamm::TrainedModel>(found.model, execution);
    });
    return cpp11::writable::list(
        {"model"_nm = described(adapted, found.notices, 0), "adaptation"_nm = described(found)});
  });
}

SEXP compare_methods(SEXP x, SEXP labels, SEXP lengths, SEXP channels, SEXP classes, SEXP options, SEXP validation,
                     SEXP persons, SEXP intervals, SEXP threads) {
  return guarded([&]() -> SEXP {
    const Recorded of = recorded(x, labels, lengths, channels, classes, options);
    const sicamm::ValidationSettings settings = validation_settings(of, options, validation);
    sicamm::EvaluationSettings evaluation;
    evaluation.intervals = intervals_of(intervals);
    const std::vector<std::string> of_persons = to_strings(persons);
    const std::optional<double> rate = of.from.sampling_rate;
    sicamm::MethodComparison found;
    run_interruptibly(execution_of(threads, R_NilValue), kLongWork, [&](const Execution& execution) {
      const sicamm::RecordedVectors vectors(of.recipe, of.samples.all(), of.labels, of.lengths, of.samples.rows(), rate,
                                            execution);
      if (rate) evaluation.rate = *rate / static_cast<double>(hop_samples(of.recipe, *rate));
      std::vector<sicamm::Labelled> recordings(vectors.recordings().begin(), vectors.recordings().end());
      for (std::size_t number = 0; number < recordings.size(); ++number) recordings[number].recording = number;
      // Features that are learned from labels have no names yet.
      const auto names = of.recipe.spatial ? of.from.channels : feature_names(of.recipe, of.from.channels);
      found = sicamm::compare_methods(recordings, names, of.classes, settings, evaluation, of_persons, execution);
    });
    return described(found);
  });
}

SEXP persons_of(SEXP persons, SEXP lengths) {
  return guarded([&]() -> SEXP {
    const std::vector<int> numbers = whole_numbers("persons", persons, "numbers of persons");
    return to_r(sicamm::persons_of(numbers, to_sizes(lengths)));
  });
}

SEXP is_open(SEXP handle) {
  return guarded([&]() -> SEXP {
    const bool is_known = address_in<Shared>(handle) != nullptr || address_in<OpenStream>(handle) != nullptr;
    return cpp11::safe[Rf_ScalarLogical](is_known);
  });
}

SEXP save_model(SEXP handle, SEXP path) {
  return guarded([&]() -> SEXP {
    sicamm::save_model(pointed<Shared>(handle)->model, to_string(path));
    return R_NilValue;
  });
}

SEXP load_model(SEXP path, SEXP verify) {
  return guarded([&]() -> SEXP {
    const bool checks = true_or_false("verify", verify);
    return described(std::make_shared<sicamm::TrainedModel>(sicamm::load_model(to_string(path), checks)), {}, 0);
  });
}

SEXP open_stream(SEXP handle, SEXP options) {
  return guarded([&]() -> SEXP {
    live::StateStreamSettings settings;
    read_rows(Arguments(options), live::state_stream_options(), settings);
    return tagged(std::make_unique<OpenStream>(pointed<Shared>(handle), settings));
  });
}

SEXP step(SEXP stream, SEXP x, SEXP times) {
  return guarded([&]() -> SEXP {
    auto& open = pointed<OpenStream>(stream);
    const Columns samples(x), stamps(times);
    require_channels(samples.rows(), open.stream.channels().size());
    live::States states;
    open.stream.push(samples.all(), stamps.all(), states);
    return found_by(open, states);
  });
}

SEXP finish_stream(SEXP stream) {
  return guarded([&]() -> SEXP {
    auto& open = pointed<OpenStream>(stream);
    live::States states;
    open.stream.finish(states);
    return found_by(open, states);
  });
}

SEXP mark_gap(SEXP stream, SEXP lost) {
  return guarded([&]() -> SEXP {
    pointed<OpenStream>(stream).stream.mark_gap(static_cast<std::uint64_t>(Rf_asInteger(lost)));
    return R_NilValue;
  });
}

SEXP reset_stream(SEXP stream) {
  return guarded([&]() -> SEXP {
    pointed<OpenStream>(stream).stream.reset();
    return R_NilValue;
  });
}

SEXP save_stream(SEXP stream, SEXP path) {
  return guarded([&]() -> SEXP {
    pointed<OpenStream>(stream).stream.save(to_string(path));
    return R_NilValue;
  });
}

SEXP resume_stream(SEXP stream, SEXP path) {
  return guarded([&]() -> SEXP {
    const bool is_resumed = pointed<OpenStream>(stream).stream.resume(to_string(path)).has_value();
    return cpp11::safe[Rf_ScalarLogical](is_resumed);
  });
}

}  // namespace biotropy::r
