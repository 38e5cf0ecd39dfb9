// SPDX-License-Identifier: Apache-2.0
//
// The sequential classifier beside simple methods, on the same folds.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "biotropy/sicamm/method_comparison.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/interruptible.hpp"
#include "python/bindings/score_values.hpp"
#include "python/bindings/training_options.hpp"

namespace biotropy::python {

namespace {

// Folds and decoder of a comparison.
struct ComparisonSettings {
  sicamm::FoldSettings folds{};
  sicamm::ClassifySettings classify{};
  std::size_t mixture_components = 1;
};

const OptionSetters<ComparisonSettings>& comparison_options() {
  using Settings = ComparisonSettings;
  static const OptionSetters<Settings> table{
      {"n_folds",
       [](Settings& s, const nb::handle& v) {
         s.folds.folds = number<std::size_t>("n_folds", v, "an integer of at least 2");
       }},
      {"fold_unit", [](Settings& s, const nb::handle& v) { s.folds.unit = sicamm::fold_unit(text("fold_unit", v)); }},
      {"block",
       [](Settings& s, const nb::handle& v) {
         s.folds.block = number<std::size_t>("block", v, "an integer of at least 0");
       }},
      {"gap", [](Settings& s,
                 const nb::handle& v) { s.folds.gap = number<std::size_t>("gap", v, "an integer of at least 0"); }},
      {"mixture_components",
       [](Settings& s, const nb::handle& v) {
         s.mixture_components = number<std::size_t>("mixture_components", v, "an integer from 1 to 100");
       }},
      {"decoder", [](Settings& s, const nb::handle& v) { s.classify.decoder = sicamm::decoder(text("decoder", v)); }},
      {"lag", [](Settings& s,
                 const nb::handle& v) { s.classify.lag = number<std::size_t>("lag", v, "an integer of at least 0"); }},
  };
  return table;
}

nb::dict to_dict_of(const sicamm::MethodScores& one) {
  nb::dict made = scores_to_dict(one.evaluation);
  made["labels"] = scores_to_dict(static_cast<const sicamm::LabelScores&>(one.all));
  made["n_samples"] = one.all.samples;
  nb::list folds;
  std::vector<double> betas;
  for (const sicamm::FoldResult& fold : one.folds) {
    folds.append(scores_to_dict(static_cast<const sicamm::LabelScores&>(fold.scores)));
    betas.push_back(fold.beta);
  }
  made["folds"] = folds;
  made["betas"] = betas;
  return made;
}

nb::dict compare_methods(const Rows& samples, const Labels& labels, const std::vector<std::size_t>& lengths,
                         const std::vector<std::string>& channels, const std::vector<std::string>& classes,
                         const nb::dict& features, const nb::handle& rate, const nb::dict& training,
                         const nb::dict& options, const std::vector<std::string>& persons, const nb::object& intervals,
                         int n_jobs) {
  const Recorded all = recorded(samples, labels, lengths, channels, features, rate);
  ComparisonSettings chosen;
  set_options(chosen, comparison_options(), options);
  sicamm::ValidationSettings settings;
  settings.folds = chosen.folds;
  settings.classify = chosen.classify;
  settings.mixture_components = chosen.mixture_components;
  settings.spatial = all.recipe.spatial;
  set_options(settings.training, supervised_options(), training);
  settings.training.folds.gap = chosen.folds.gap;
  sicamm::EvaluationSettings evaluation;
  evaluation.intervals = intervals_of(intervals);
  sicamm::MethodComparison found;
  constexpr double long_work = 1.0;  // seconds
  run_interruptibly(execution_of(n_jobs), long_work, nb::none(), [&](const Job& job) {
    const sicamm::RecordedVectors vectors = all.vectors(job.execution);
    if (all.from.sampling_rate) {
      evaluation.rate = *all.from.sampling_rate / static_cast<double>(hop_samples(all.recipe, *all.from.sampling_rate));
    }
    std::vector<sicamm::Labelled> recordings(vectors.recordings().begin(), vectors.recordings().end());
    for (std::size_t number = 0; number < recordings.size(); ++number) recordings[number].recording = number;
    // Features that are learned from labels have no names yet.
    const auto names = all.recipe.spatial ? channels : feature_names(all.recipe, channels);
    found = sicamm::compare_methods(recordings, names, classes, settings, evaluation, persons, job.execution);
  });
  nb::dict made;
  made["folds"] = std::vector<std::size_t>(found.folds.begin(), found.folds.end());
  nb::dict methods;
  for (const sicamm::MethodScores& one : found.methods) methods[nb::cast(one.method)] = to_dict_of(one);
  made["methods"] = methods;
  made["warnings"] = found.warnings;
  return made;
}

}  // namespace

void bind_comparison(nb::module_& module) {
  module.def("compare_methods", &compare_methods, nb::arg("samples").noconvert(), nb::arg("labels").noconvert(),
             nb::arg("lengths"), nb::arg("channels"), nb::arg("classes"), nb::arg("features"), nb::arg("rate").none(),
             nb::arg("training"), nb::arg("options"), nb::arg("persons"), nb::arg("intervals").none(),
             nb::arg("n_jobs"));
}

}  // namespace biotropy::python
