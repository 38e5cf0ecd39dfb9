// SPDX-License-Identifier: Apache-2.0
//
// Sequential classification: training, models, classification of recordings, and streams. Samples are columns, so the
// channels of a sample are contiguous.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "biotropy/live/state_stream.hpp"
#include "biotropy/sicamm/features/features.hpp"
#include "biotropy/sicamm/markov/baum_welch.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/trained_model.hpp"
#include "biotropy/sicamm/training.hpp"
#include "interruptible.hpp"
#include "module.hpp"
#include "pointers.hpp"
#include "threads.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using namespace cpp11::literals;

// Training and building tables always take longer than starting a thread.
constexpr double kLongWork = 1.0;  // seconds

// Shared with the streams that use it.
using Shared = std::shared_ptr<sicamm::TrainedModel>;

// A stream and its warnings, which the next result hands over.
struct OpenStream {
  OpenStream(Shared model, const live::StateStreamSettings& settings)
      : stream(std::move(model), settings, [this](const std::string& text) { warnings.push_back(text); }) {}

  std::vector<std::string> warnings;
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

std::vector<sicamm::Labelled> recordings_of(const Columns& samples, SEXP labels, SEXP lengths) {
  return sicamm::consecutive(samples.all(), {INTEGER(labels), static_cast<std::size_t>(Rf_xlength(labels))},
                             to_sizes(lengths), samples.rows());
}

sicamm::TrainingSettings training_settings(const Named& given) {
  sicamm::TrainingSettings s;
  s.unmixing.method = sicamm::unmixing_method(given.text("method"));
  s.unmixing.contrast = sicamm::contrast(given.text("contrast"));
  s.unmixing.refine = given.flag("refine");
  s.unmixing.rank_tolerance = given.number("rank_tolerance");
  s.unmixing.most_iterations = static_cast<std::size_t>(given.integer("max_iter"));
  s.unmixing.tolerance = given.number("tol");
  s.unmixing.seed = static_cast<std::uint64_t>(given.integer("seed"));
  s.bandwidth = sicamm::bandwidth_rule(given.text("bandwidth"));
  s.smoothing = given.number("smoothing");
  s.beta = given.number_if_any("beta");
  s.folds.folds = static_cast<std::size_t>(given.integer("n_folds"));
  return s;
}

sicamm::LearningSettings learning_settings(const Named& given) {
  sicamm::LearningSettings s;
  s.rank_tolerance = given.number("rank_tolerance");
  s.smoothing = given.number("smoothing");
  s.beta = given.number_if_any("beta").value_or(s.beta);
  s.seed = static_cast<std::uint64_t>(given.integer("seed"));
  return s;
}

cpp11::sexp matrix_of(const std::vector<double>& by_rows, std::size_t columns) {
  const std::size_t rows = by_rows.size() / columns;
  std::vector<double> by_columns(by_rows.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) by_columns[j * rows + i] = by_rows[i * columns + j];
  }
  return shaped(to_r(by_columns), {rows, columns});
}

SEXP described(const Shared& trained, const std::vector<std::string>& warnings, std::size_t iterations) {
  const sicamm::Model& model = trained->model;
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
       "features"_nm = to_r(model.channels), "classes"_nm = to_r(names),
       "priors"_nm = to_r(model.chain.priors), "transitions"_nm = matrix_of(model.chain.transitions, names.size()),
       "rank"_nm = static_cast<double>(model.rank()),
       "null_space"_nm = matrix_of(model.null_space, model.channels.size()), "unmixing"_nm = unmixing,
       "bias"_nm = shaped(to_r(bias), {model.channels.size(), names.size()}), "beta"_nm = model.beta,
       "warnings"_nm = to_r(warnings), "iterations"_nm = static_cast<double>(iterations)});
}

sicamm::ClassifySettings classify_settings(SEXP given) {
  const Named options(given);
  sicamm::ClassifySettings settings;
  settings.decoder = sicamm::decoder(options.text("decoder"));
  settings.lag = static_cast<std::size_t>(options.integer("lag"));
  settings.rules.beta = options.number_if_any("beta");
  return settings;
}

void require_channels(std::size_t given, std::size_t needed) {
  if (given == needed) return;
  throw Error(ErrorCode::invalid_data,
              "newdata has " + std::to_string(given) + " channels: the model has " + std::to_string(needed));
}

live::StateStreamSettings stream_settings(const Named& given) {
  live::StateStreamSettings settings;
  settings.stream.lag = static_cast<std::size_t>(given.integer("lag"));
  settings.stream.warm_up = static_cast<std::size_t>(given.integer("warm_up"));
  settings.stream.rules = {given.number_if_any("beta"), !given.flag("ignore_outliers")};
  settings.sampling_rate = given.number_if_any("rate");
  settings.gap = given.number_if_any("gap");
  return settings;
}

SEXP found_by(OpenStream& open, const live::States& states) {
  const std::vector<int> flags(states.flags.begin(), states.flags.end());
  return cpp11::writable::list(
      {"times"_nm = to_r(states.times),
       "posteriors"_nm = shaped(to_r(states.posteriors), {open.stream.model().classes.size(), states.size()}),
       "likelihoods"_nm = to_r(states.log_likelihoods), "labels"_nm = to_r(states.labels), "flags"_nm = to_r(flags),
       "warnings"_nm = to_r(std::exchange(open.warnings, {}))});
}

// @param fit returns the model and its warnings. @param iterations_of takes that result.
template <typename Fit, typename Iterations>
SEXP fitted(SEXP x, SEXP labels, SEXP lengths, SEXP threads, Fit fit, Iterations iterations_of) {
  const Columns samples(x);
  const auto recordings = recordings_of(samples, labels, lengths);
  decltype(fit(recordings, Execution())) found;
  Shared model;
  run_interruptibly(execution_of(threads, R_NilValue), kLongWork, [&](const Execution& execution) {
    found = fit(recordings, execution);
    model = std::make_shared<sicamm::TrainedModel>(std::move(found.model), execution);
  });
  return described(model, found.warnings, iterations_of(found));
}

}  // namespace

SEXP fit_supervised(SEXP x, SEXP labels, SEXP lengths, SEXP channels, SEXP classes, SEXP options, SEXP threads) {
  return guarded([&]() -> SEXP {
    const auto settings = training_settings(Named(options));
    const std::vector<std::string> names = to_strings(channels), states = to_strings(classes);
    const auto fit = [&](const auto& recordings, const Execution& execution) {
      return sicamm::train(recordings, names, states, settings, execution);
    };
    return fitted(x, labels, lengths, threads, fit, [](const auto& found) {
      std::size_t iterations = 0;
      for (const sicamm::ClassReport& report : found.classes) iterations = std::max(iterations, report.iterations);
      return iterations;
    });
  });
}

SEXP fit_em(SEXP x, SEXP labels, SEXP lengths, SEXP channels, SEXP classes, SEXP options, SEXP threads) {
  return guarded([&]() -> SEXP {
    const auto settings = learning_settings(Named(options));
    const std::vector<std::string> names = to_strings(channels), states = to_strings(classes);
    const auto fit = [&](const auto& recordings, const Execution& execution) {
      return sicamm::learn(recordings, names, states, settings, execution);
    };
    return fitted(x, labels, lengths, threads, fit,
                  [](const auto& found) { return found.starts.at(found.best).rounds; });
  });
}

SEXP classify(SEXP handle, SEXP x, SEXP lengths, SEXP options, SEXP threads, SEXP device) {
  return guarded([&]() -> SEXP {
    const Shared trained = pointed<Shared>(handle);
    const Columns samples(x);
    if (sicamm::recipe_of(trained->model.notes).any()) {
      throw Error(ErrorCode::invalid_data,
                  "the model was trained on features of samples: sicamm_stream() computes them, predict() does not");
    }
    require_channels(samples.rows(), trained->model.channels.size());
    const auto settings = classify_settings(options);
    const std::vector<std::size_t> sizes = to_sizes(lengths);
    sicamm::Classification found;
    run_interruptibly(
        execution_of(threads, device), static_cast<double>(samples.columns()) * 1e-6,
        [&](const Execution& execution) { found = trained->classify(samples.all(), sizes, settings, execution); });
    const std::vector<int> labels(found.labels.begin(), found.labels.end());
    const std::vector<int> flags(found.flags.begin(), found.flags.end());
    return cpp11::writable::list(
        {"posteriors"_nm = shaped(to_r(found.posteriors), {trained->model.classes.size(), samples.columns()}),
         "likelihoods"_nm = to_r(found.log_likelihoods), "labels"_nm = to_r(labels), "flags"_nm = to_r(flags)});
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

SEXP load_model(SEXP path) {
  return guarded([&]() -> SEXP {
    return described(std::make_shared<sicamm::TrainedModel>(sicamm::load_model(to_string(path))), {}, 0);
  });
}

SEXP open_stream(SEXP handle, SEXP options) {
  return guarded([&]() -> SEXP {
    return tagged(std::make_unique<OpenStream>(pointed<Shared>(handle), stream_settings(Named(options))));
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
