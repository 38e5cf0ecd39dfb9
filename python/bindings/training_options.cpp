// SPDX-License-Identifier: Apache-2.0
#include "python/bindings/training_options.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/features/feature_settings.hpp"

namespace biotropy::python {

namespace {

// A pair of frequencies.
template <typename Band>
Band band(const char* argument, const nb::handle& value) {
  constexpr const char* kPair = "a pair of numbers in Hz, (low, high),";
  const auto limits = number<std::vector<double>>(argument, value, kPair);
  if (limits.size() != 2) throw Error::argument(argument, shown(value), kPair);
  return {limits[0], limits[1]};
}

const OptionSetters<sicamm::FeatureSettings>& feature_options() {
  using Settings = sicamm::FeatureSettings;
  static const OptionSetters<Settings> table{
      {"features", [](Settings& s, const nb::handle& v) { s.kind = text("features", v); }},
      {"window",
       [](Settings& s, const nb::handle& v) { s.window = number<double>("window", v, "a number of seconds"); }},
      {"hop", [](Settings& s, const nb::handle& v) { s.hop = number<double>("hop", v, "a number of seconds"); }},
      {"resolution",
       [](Settings& s, const nb::handle& v) { s.resolution = number<double>("resolution", v, "a number in Hz"); }},
      {"log", [](Settings& s, const nb::handle& v) { s.log = number<bool>("log", v, "True or False"); }},
      {"delta", [](Settings& s, const nb::handle& v) { s.delta = band<sicamm::Band>("delta", v); }},
      {"theta", [](Settings& s, const nb::handle& v) { s.theta = band<sicamm::Band>("theta", v); }},
      {"alpha", [](Settings& s, const nb::handle& v) { s.alpha = band<sicamm::Band>("alpha", v); }},
      {"bands",
       [](Settings& s, const nb::handle& v) {
         constexpr const char* kPairs = "a sequence of at least one pair of numbers in Hz";
         for (const auto& one : number<std::vector<nb::object>>("bands", v, kPairs)) {
           s.bands.push_back(band<sicamm::Band>("bands", one));
         }
         if (s.bands.empty()) throw Error::argument("bands", shown(v), kPairs);
       }},
      {"components",
       [](Settings& s, const nb::handle& v) {
         s.components = number<std::size_t>("components", v, "an integer of at least 1");
       }},
      {"window_shrinkage",
       [](Settings& s, const nb::handle& v) {
         s.shrinkage = number<double>("window_shrinkage", v, "a number from 0 to 1");
       }},
      {"filter", [](Settings& s, const nb::handle& v) { s.filter = band<prepare::Band>("filter", v); }},
      {"filter_order",
       [](Settings& s, const nb::handle& v) {
         s.filter_order = number<int>("filter_order", v, "an integer of at least 1");
       }},
      {"notch", [](Settings& s, const nb::handle& v) { s.notch = number<double>("notch", v, "a number in Hz"); }},
  };
  return table;
}

// Setters that both kinds of training have.
constexpr auto kSetSmoothing = [](auto& settings, const nb::handle& v) {
  settings.smoothing = number<double>("smoothing", v, "a number of at least 0");
};
constexpr auto kSetBeta = [](auto& settings, const nb::handle& v) {
  settings.beta = number<double>("beta", v, "a number in (0, 1]");
};

}  // namespace

const OptionSetters<sicamm::TrainingSettings>& supervised_options() {
  using Settings = sicamm::TrainingSettings;
  static const OptionSetters<Settings> table{
      {"classifier",
       [](Settings& s, const nb::handle& v) { s.classifier = sicamm::classifier_kind(text("classifier", v)); }},
      {"ridge", [](Settings& s, const nb::handle& v) { s.ridge = number<double>("ridge", v, "a positive number"); }},
      {"pure_windows",
       [](Settings& s, const nb::handle& v) { s.pure_windows = number<bool>("pure_windows", v, "True or False"); }},
      {"method",
       [](Settings& s, const nb::handle& v) { s.unmixing.method = sicamm::unmixing_method(text("method", v)); }},
      {"contrast",
       [](Settings& s, const nb::handle& v) { s.unmixing.contrast = sicamm::contrast(text("contrast", v)); }},
      {"refine",
       [](Settings& s, const nb::handle& v) { s.unmixing.refine = number<bool>("refine", v, "True or False"); }},
      {"max_iter",
       [](Settings& s, const nb::handle& v) {
         s.unmixing.most_iterations = number<std::size_t>("max_iter", v, "an integer of at least 1");
       }},
      {"tol",
       [](Settings& s, const nb::handle& v) { s.unmixing.tolerance = number<double>("tol", v, "a positive number"); }},
      {"seed",
       [](Settings& s, const nb::handle& v) {
         s.unmixing.seed = number<std::uint64_t>("random_state", v, "an integer of at least 0");
       }},
      {"bandwidth",
       [](Settings& s, const nb::handle& v) { s.bandwidth = sicamm::bandwidth_rule(text("bandwidth", v)); }},
      {"rank_tolerance",
       [](Settings& s, const nb::handle& v) {
         s.unmixing.rank_tolerance = number<double>("rank_tolerance", v, "a number between 0 and 1");
       }},
      {"shrinkage",
       [](Settings& s, const nb::handle& v) {
         s.unmixing.shrinkage = number<double>("shrinkage", v, "a number from 0 to 1");
       }},
      {"smoothing", kSetSmoothing},
      {"beta", kSetBeta},
      {"n_folds",
       [](Settings& s, const nb::handle& v) {
         s.folds.folds = number<std::size_t>("n_folds", v, "an integer of at least 2");
       }},
      {"outliers",
       [](Settings& s, const nb::handle& v) { s.outliers = number<double>("outliers", v, "a share from 0 to 1"); }},
  };
  return table;
}

const OptionSetters<sicamm::LearningSettings>& em_options() {
  using Settings = sicamm::LearningSettings;
  static const OptionSetters<Settings> table{
      {"n_init", [](Settings& s,
                    const nb::handle& v) { s.starts = number<std::size_t>("n_init", v, "an integer of at least 1"); }},
      {"rank_tolerance",
       [](Settings& s, const nb::handle& v) {
         s.rank_tolerance = number<double>("rank_tolerance", v, "a number between 0 and 1");
       }},
      {"max_rounds",
       [](Settings& s, const nb::handle& v) {
         s.most_rounds = number<std::size_t>("max_rounds", v, "an integer of at least 1");
       }},
      {"smoothing", kSetSmoothing},
      {"beta", kSetBeta},
      {"seed",
       [](Settings& s, const nb::handle& v) {
         s.seed = number<std::uint64_t>("random_state", v, "an integer of at least 0");
       }},
  };
  return table;
}

Recorded recorded(const Rows& samples, const Labels& labels, const std::vector<std::size_t>& lengths,
                  const std::vector<std::string>& channels, const nb::dict& features, const nb::handle& rate) {
  sicamm::FeatureSettings settings;
  set_options(settings, feature_options(), features);
  Recorded result{samples, labels, lengths, {channels}, settings.recipe()};
  if (!rate.is_none()) {
    result.from.sampling_rate = number<double>("sfreq", rate, "a positive number of samples per second");
  }
  return result;
}

sicamm::RecordedVectors Recorded::vectors(const Execution& execution) const {
  return {recipe,   flat(samples), {labels.data(), labels.size()}, lengths, samples.shape(1), from.sampling_rate,
          execution};
}

}  // namespace biotropy::python
