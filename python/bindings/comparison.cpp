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
  sicamm::ValidationSettings settings;
  set_each(options, [&](const std::string& name, const nb::handle& value) {
    if (name != "mixture_components") {
      return set_row(settings.folds, sicamm::fold_options(), name, value) ||
             set_row(settings.classify, sicamm::decoding_options(), name, value);
    }
    settings.mixture_components = number<std::size_t>("mixture_components", value, "an integer from 1 to 100");
    return true;
  });
  settings.spatial = all.recipe.spatial;
  settings.training = training_settings(training);
  settings.training.folds.gap = settings.folds.gap;
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
  made["notices"] = to_list(found.notices);
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
