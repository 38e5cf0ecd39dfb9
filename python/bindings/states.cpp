// SPDX-License-Identifier: Apache-2.0
//
// Sequential classification: training, models, classification of recordings, and streams.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/live/state_stream.hpp"
#include "biotropy/sicamm/adaptation.hpp"
#include "biotropy/sicamm/feature_training.hpp"
#include "biotropy/sicamm/markov/baum_welch.hpp"
#include "biotropy/sicamm/match_channels.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/sampling.hpp"
#include "biotropy/sicamm/trained_model.hpp"
#include "biotropy/sicamm/training.hpp"
#include "python/bindings/arrays.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/options.hpp"
#include "python/bindings/training_options.hpp"

namespace biotropy::python {

namespace {

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

// Classes are learned by expectation maximisation where a sample has no label.
nb::tuple fit(const Rows& samples, const Labels& labels, const std::vector<std::size_t>& lengths,
              const std::vector<std::string>& channels, const std::vector<std::string>& classes,
              const nb::dict& features, const nb::handle& rate, const nb::dict& options, int n_jobs,
              const std::vector<std::string>& units) {
  Recorded all = recorded(samples, labels, lengths, channels, features, rate);
  all.from.units = units;
  const sicamm::TrainingSettings settings = training_settings(options);
  sicamm::FittedFeatures found;
  Shared model;
  run_interruptibly(execution_of(n_jobs), kLongWork, nb::none(), [&](const Job& job) {
    const sicamm::RecordedVectors vectors = all.vectors(job.execution);
    found = sicamm::fit_features(vectors.recordings(), {labels.data(), labels.size()}, all.from, classes, all.recipe,
                                 settings, job.execution);
    model = std::make_shared<sicamm::TrainedModel>(std::move(found.model), job.execution);
  });
  return nb::make_tuple(model, to_list(found.notices), found.iterations);
}

nb::object small_numbers(const auto& values) {
  return to_array(std::vector<std::uint32_t>(values.begin(), values.end()));
}

// What is known of each of n samples or vectors.
nb::dict to_dict(auto&& found, std::size_t n, std::size_t classes) {
  nb::dict result;
  result["posteriors"] = to_array(std::move(found.posteriors), {n, classes});
  result["log_likelihoods"] = to_array(std::move(found.log_likelihoods));
  result["labels"] = small_numbers(found.labels);
  result["flags"] = small_numbers(found.flags);
  return result;
}

// Estimated time of classification (order of magnitude): a matrix product for each sample and class, and a polynomial
// for each source.
double classification_seconds(std::size_t samples, std::size_t channels, std::size_t classes) {
  const auto n = static_cast<double>(channels);
  return static_cast<double>(samples) * static_cast<double>(classes) * (1e-7 + n * 1e-8 + n * n * 5e-10);
}

nb::dict classify(const Shared& trained, const Rows& samples, const std::vector<std::size_t>& lengths,
                  const nb::dict& options, int n_jobs, const std::optional<std::string>& device) {
  sicamm::ClassifySettings settings;
  set_rows(options, OptionTable{settings, sicamm::decoding_options()});
  const std::size_t classes = trained->model.classes.size(), channels = samples.shape(1), n = samples.shape(0);
  const std::size_t needed = sicamm::recorded_channels(trained->model).size();
  if (channels != needed) {
    throw Error(ErrorCode::invalid_data,
                "X has " + std::to_string(channels) + " channels, and the model " + std::to_string(needed));
  }
  sicamm::Classification found;
  run_interruptibly(
      execution_of(n_jobs, device), classification_seconds(n, channels, classes), nb::none(),
      [&](const Job& job) { found = trained->classify_recorded(flat(samples), lengths, settings, job.execution); });
  nb::dict result = to_dict(found, n, classes);
  result["unfamiliar"] = found.unfamiliar;
  return result;
}

nb::dict to_dict(const sicamm::Adaptation& found) {
  nb::dict result;
  const auto add = [&](const char* name, const auto& change) {
    if (change) result[name] = nb::make_tuple(change->before, change->after);
  };
  result["adopted"] = found.adopted;
  result["what"] = found.what;
  result["reason"] = found.reason;
  result["vectors"] = found.vectors;
  result["missing"] = found.missing;
  result["labelled"] = found.labelled;
  add("log_likelihood", found.log_likelihood);
  add("log_loss", found.log_loss);
  add("level", found.level);
  if (const auto& change = found.log_likelihood ? found.log_likelihood : found.log_loss) {
    result["standard_error"] = change->standard_error;
  }
  nb::dict shares;
  for (std::size_t k = 0; k < found.shares.size(); ++k) {
    shares[found.model.classes[k].name.c_str()] = nb::make_tuple(found.shares[k].before, found.shares[k].after);
  }
  result["shares"] = shares;
  return result;
}

// @returns the model, what was done, and notices.
nb::tuple adapt(const Shared& trained, const Rows& samples, const Labels& labels,
                const std::vector<std::size_t>& lengths, int n_jobs) {
  const sicamm::Model& model = trained->model;
  const std::size_t channels = sicamm::recorded_channels(model).size();
  sicamm::Adaptation found;
  Shared adapted;
  run_interruptibly(execution_of(n_jobs), kLongWork, nb::none(), [&](const Job& job) {
    const sicamm::RecordedVectors vectors(sicamm::recipe_of(model.notes), flat(samples),
                                          {labels.data(), labels.shape(0)}, lengths, channels, model.sampling_rate,
                                          job.execution);
    found = sicamm::adapt(model, vectors.recordings(), job.execution);
    adapted = std::make_shared<sicamm::TrainedModel>(found.model, job.execution);
  });
  return nb::make_tuple(adapted, to_dict(found), to_list(found.notices));
}

nb::object rows_of(const std::vector<double>& matrix, std::size_t columns) {
  return to_array(matrix, {matrix.size() / columns, columns});
}

std::shared_ptr<OpenStream> open_stream(const Shared& model, const nb::dict& options) {
  live::StateStreamSettings settings;
  set_rows(options, OptionTable{settings, live::state_stream_options()});
  return std::make_shared<OpenStream>(model, settings);
}

nb::dict found_by(OpenStream& open, live::States states) {
  nb::dict result = to_dict(states, states.size(), open.stream.model().classes.size());
  result["times"] = to_array(std::move(states.times));
  result["notices"] = to_list(std::exchange(open.notices, {}));
  return result;
}

nb::dict push(OpenStream& open, const Rows& samples, const Series& times) {
  const std::size_t channels = open.stream.channels().size();
  if (samples.shape(1) != channels) {
    throw Error(ErrorCode::invalid_data, "a sample has " + std::to_string(samples.shape(1)) +
                                             " numbers, and the model " + std::to_string(channels) + " channels");
  }
  live::States states;
  open.stream.push(flat(samples), {times.data(), times.shape(0)}, states);
  return found_by(open, std::move(states));
}

nb::dict finish(OpenStream& open) {
  live::States states;
  open.stream.finish(states);
  return found_by(open, std::move(states));
}

nb::tuple sample(const Shared& trained, std::size_t samples, std::uint64_t seed) {
  sicamm::Simulated made;
  run_interruptibly(execution_of(1), kLongWork, nb::none(),
                    [&](const Job& job) { made = sicamm::sample(trained->model, samples, seed, job.execution); });
  return nb::make_tuple(to_array(std::move(made.samples), {samples, trained->model.channels.size()}),
                        small_numbers(made.classes));
}

const sicamm::KernelDensity& source(const Shared& trained, std::size_t which, std::size_t component) {
  return trained->model.classes.at(which).sources.at(component);
}

// Centres and weights of the kernels, and their bandwidth.
nb::tuple kernels(const Shared& trained, std::size_t which, std::size_t component) {
  const sicamm::KernelDensity& density = source(trained, which, component);
  std::vector<double> points(density.points().begin(), density.points().end());
  std::vector<double> weights(density.weights().begin(), density.weights().end());
  if (weights.empty()) weights.assign(points.size(), 1.0);
  return nb::make_tuple(to_array(std::move(points)), to_array(std::move(weights)), density.bandwidth());
}

nb::object log_density(const Shared& trained, std::size_t which, std::size_t component, const Series& at) {
  const sicamm::KernelDensity& density = source(trained, which, component);
  std::vector<double> values;
  for (std::size_t i = 0; i < at.shape(0); ++i) values.push_back(density.log_density(at.data()[i]));
  return to_array(std::move(values));
}

// Indices of the model's channels among these labels. @param units one for each label, which must be the model's where
// both are known, or none.
std::vector<std::size_t> find_channels(const Shared& trained, const std::vector<std::string>& labels,
                                       const std::string& source, const std::vector<std::string>& units) {
  std::vector<sicamm::ChannelName> found;
  for (const std::string& label : labels) found.push_back({label});
  for (std::size_t i = 0; i < units.size() && i < found.size(); ++i) found[i].unit = units[i];
  return sicamm::match_channels(sicamm::recorded_channels(trained->model), trained->model.units, found, source);
}

// Keyword arguments of its features, and the texts of those of its training that are not the defaults.
nb::tuple parameters(const Shared& trained) {
  nb::dict features, training;
  const sicamm::FeatureSettings settings = sicamm::settings_of(sicamm::recipe_of(trained->model.notes));
  for (const auto& row : sicamm::feature_options()) {
    if (const auto value = row.get(settings)) {
      features[std::string(row.name).c_str()] = std::visit([](const auto& held) { return nb::cast(held); }, *value);
    }
  }
  for (const auto& [name, text] : trained->model.notes) {
    if (name.starts_with(sicamm::kGiven)) training[name.substr(sicamm::kGiven.size()).c_str()] = text;
  }
  return nb::make_tuple(features, training);
}

void bind_model(nb::module_& module) {
  nb::class_<sicamm::TrainedModel>(module, "SicammModel")
      .def_prop_ro("channels", [](const Shared& m) { return sicamm::recorded_channels(m->model); })
      .def_prop_ro("features", [](const Shared& m) { return m->model.channels; })
      .def_prop_ro("classes", [](const Shared& m) { return sicamm::class_names(m->model); })
      .def_prop_ro("beta", [](const Shared& m) { return m->model.beta; })
      .def_prop_ro("priors", [](const Shared& m) { return to_array(m->model.chain.priors); })
      .def_prop_ro("transitions",
                   [](const Shared& m) { return rows_of(m->model.chain.transitions, m->model.classes.size()); })
      .def_prop_ro("null_space", [](const Shared& m) { return rows_of(m->model.null_space, m->model.channels.size()); })
      .def("unmixing", [](const Shared& m,
                          std::size_t k) { return rows_of(m->model.classes.at(k).unmixing, m->model.channels.size()); })
      .def("bias", [](const Shared& m, std::size_t k) { return to_array(m->model.classes.at(k).bias); })
      .def("kernels", &kernels, nb::arg("which"), nb::arg("component"))
      .def("log_density", &log_density, nb::arg("which"), nb::arg("component"), nb::arg("at").noconvert())
      .def_prop_ro("parameters", &parameters)
      .def("save", [](const Shared& m, const std::string& path) { sicamm::save_model(m->model, path); })
      .def("classify", &classify, nb::arg("samples").noconvert(), nb::arg("lengths"), nb::arg("options"),
           nb::arg("n_jobs"), nb::arg("device").none())
      .def("adapt", &adapt, nb::arg("samples").noconvert(), nb::arg("labels").noconvert(), nb::arg("lengths"),
           nb::arg("n_jobs"))
      .def("sample", &sample, nb::arg("samples"), nb::arg("seed"))
      .def_prop_ro("sampling_rate", [](const Shared& m) { return m->model.sampling_rate; })
      .def("find_channels", &find_channels, nb::arg("labels"), nb::arg("source"),
           nb::arg("units") = std::vector<std::string>())
      .def("stream", &open_stream, nb::arg("options"));
}

}  // namespace

void bind_states(nb::module_& module) {
  bind_model(module);
  nb::class_<OpenStream>(module, "SicammStream")
      .def("push", &push, nb::arg("samples").noconvert(), nb::arg("times").noconvert())
      .def("finish", &finish)
      .def(
          "mark_gap", [](OpenStream& open, std::uint64_t lost) { open.stream.mark_gap(lost); }, nb::arg("lost"))
      .def("reset", [](OpenStream& open) { open.stream.reset(); })
      .def(
          "save", [](const OpenStream& open, const std::string& path) { open.stream.save(path); }, nb::arg("path"))
      .def(
          "resume", [](OpenStream& open, const std::string& path) { return open.stream.resume(path).has_value(); },
          nb::arg("path"))
      .def_prop_ro("missing_share",
                   [](const OpenStream& open) {
                     const sicamm::MissingVectors& vectors = open.stream.missing();
                     return static_cast<double>(vectors.missing()) / static_cast<double>(vectors.count());
                   })
      .def_prop_ro("position", [](const OpenStream& open) { return open.stream.position(); })
      .def_prop_ro("sampling_rate", [](const OpenStream& open) { return open.stream.sampling_rate(); });
  module.def("fit", &fit, nb::arg("samples").noconvert(), nb::arg("labels").noconvert(), nb::arg("lengths"),
             nb::arg("channels"), nb::arg("classes"), nb::arg("features"), nb::arg("rate").none(), nb::arg("options"),
             nb::arg("n_jobs"), nb::arg("units"));
  module.def(
      "load_model",
      [](const std::string& path, bool verify) {
        return std::make_shared<sicamm::TrainedModel>(sicamm::load_model(path, verify));
      },
      nb::arg("path"), nb::arg("verify") = true);
}

}  // namespace biotropy::python
