// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/markov/baum_welch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "biotropy/error.hpp"
#include "biotropy/sicamm/class_fit_internal.hpp"
#include "biotropy/sicamm/common_space_internal.hpp"
#include "biotropy/sicamm/density/class_densities.hpp"
#include "biotropy/sicamm/density/emissions_internal.hpp"
#include "biotropy/sicamm/markov/decode.hpp"
#include "biotropy/sicamm/markov/log_sum_exp_internal.hpp"
#include "biotropy/sicamm/training_internal.hpp"

namespace biotropy::sicamm {

namespace {

/// State of one start during its iterations.
struct State {
  Chain chain;
  std::vector<double> posteriors;                 // of the finite samples
  std::vector<std::vector<double>> by_recording;  // of all samples
  double log_likelihood = kImpossible;
  std::vector<std::optional<Unmixing>> unmixing;
  std::vector<ClassModel> classes;
};

class Learner {
 public:
  Learner(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
          const std::vector<std::string>& classes, const LearningSettings& settings, const Execution& execution);

  /// Nothing if a class vanishes.
  std::optional<State> run(std::uint64_t seed, StartReport& report) const;

  bool every_class_is_labelled() const;
  Model model_of(const State& state) const;

 private:
  void expect(const std::vector<double>& log_densities, State& state) const;
  bool maximise(State& state) const;
  Model bare_model(const State& state) const;

  std::span<const Labelled> recordings_;
  const std::vector<std::string>&channels_, &names_;
  const LearningSettings& settings_;
  const Execution& execution_;
  std::vector<Place> places_;
  FiniteSamples samples_;
};

Learner::Learner(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
                 const std::vector<std::string>& classes, const LearningSettings& settings, const Execution& execution)
    : recordings_(recordings), channels_(channels), names_(classes), settings_(settings), execution_(execution) {
  const std::size_t m = channels.size();
  for (std::size_t r = 0; r < recordings.size(); ++r) {
    for (std::size_t i = 0; i < recordings[r].labels.size(); ++i) {
      const auto sample = recordings[r].samples.subspan(i * m, m);
      if (!std::all_of(sample.begin(), sample.end(), [](double x) { return std::isfinite(x); })) continue;
      places_.push_back({r, i});
      samples_.labels.push_back(recordings[r].labels[i]);
    }
  }
  samples_.values = gather(recordings, m, places_);
  samples_.channels = m;
}

bool Learner::every_class_is_labelled() const {
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const auto which = static_cast<std::int32_t>(k);
    if (std::find(samples_.labels.begin(), samples_.labels.end(), which) == samples_.labels.end()) return false;
  }
  return true;
}

// Computes posteriors, transitions and log-likelihood from log densities of the finite samples.
void Learner::expect(const std::vector<double>& log_densities, State& state) const {
  const std::size_t classes = names_.size();
  std::vector<std::vector<double>> of_recording;
  for (const Labelled& one : recordings_) of_recording.emplace_back(one.labels.size() * classes, 0.0);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    double* target = of_recording[places_[i].recording].data() + places_[i].sample * classes;
    const std::int32_t label = samples_.labels[i];
    for (std::size_t k = 0; k < classes; ++k) {
      const bool excluded = label != kUnlabelled && static_cast<std::size_t>(label) != k;
      target[k] = excluded ? kImpossible : settings_.beta * log_densities[i * classes + k];
    }
  }
  std::vector<double> transitions(classes * classes, settings_.smoothing), totals(classes, settings_.smoothing);
  state.log_likelihood = 0.0;
  state.by_recording.clear();
  for (const auto& densities : of_recording) {
    ExpectedCounts counts = expected_counts(state.chain, densities);
    for (std::size_t pair = 0; pair < transitions.size(); ++pair) transitions[pair] += counts.transitions[pair];
    state.log_likelihood += counts.log_likelihood;
    state.by_recording.push_back(std::move(counts.posteriors));
  }
  state.log_likelihood /= static_cast<double>(places_.size());
  state.posteriors.resize(places_.size() * classes);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto& posteriors = state.by_recording[places_[i].recording];
    for (std::size_t k = 0; k < classes; ++k) {
      state.posteriors[i * classes + k] = posteriors[places_[i].sample * classes + k];
      totals[k] += state.posteriors[i * classes + k];
    }
  }
  const double all = std::accumulate(totals.begin(), totals.end(), 0.0);
  for (std::size_t k = 0; k < classes; ++k) {
    state.chain.priors[k] = totals[k] / all;
    const auto row = std::span(transitions).subspan(k * classes, classes);
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    for (std::size_t to = 0; sum > 0.0 && to < classes; ++to) state.chain.transitions[k * classes + to] = row[to] / sum;
  }
}

// Estimates matrices and densities from weighted samples; false if a class has too few.
bool Learner::maximise(State& state) const {
  UnmixingSettings first;
  first.rank_tolerance = settings_.rank_tolerance;
  constexpr std::size_t iterations_of_first = 30;
  first.most_iterations = iterations_of_first;
  first.seed = settings_.seed;
  state.classes.clear();
  state.unmixing.resize(names_.size());
  for (std::size_t k = 0; k < names_.size(); ++k) {
    const Weighted of_class = weighted_samples(samples_, state.posteriors, names_.size(), k);
    if (!enough_samples(of_class.weights, channels_.size())) return false;
    auto& unmixing = state.unmixing[k];
    unmixing = unmixing ? refine(*unmixing, of_class.samples, of_class.weights, settings_.sweeps, execution_)
                        : unmix(of_class.samples, channels_.size(), first, of_class.weights, execution_);
    const Smoothing smoothing{BandwidthRule::silverman, settings_.bandwidth_factor, {}};
    state.classes.push_back(
        fit_densities(*unmixing, names_[k], of_class.samples, of_class.weights, smoothing, execution_).model);
  }
  return true;
}

std::optional<State> Learner::run(std::uint64_t seed, StartReport& report) const {
  State state{
      symmetric_chain(names_.size(), settings_.stay), first_posteriors(samples_, names_.size(), seed), {}, 0.0, {}, {}};
  for (std::size_t round = 0; round < settings_.normal_rounds; ++round) {
    if (execution_.cancel != nullptr) execution_.cancel->check();
    const auto densities = normal_log_densities(samples_, state.posteriors, names_.size(), settings_.rank_tolerance);
    if (!densities) return std::nullopt;
    expect(*densities, state);
  }
  constexpr std::size_t rounds_without_gain = 2;
  constexpr std::size_t block = 256;
  double before = kImpossible;
  for (std::size_t idle = 0; report.rounds < settings_.most_rounds && idle < rounds_without_gain;) {
    if (execution_.cancel != nullptr) execution_.cancel->check();
    if (!maximise(state)) return std::nullopt;
    const ClassDensities densities(bare_model(state), DensityMode::table, execution_);
    expect(densities.log_densities(samples_.values, block, execution_), state);
    idle = state.log_likelihood - before < settings_.tolerance ? idle + 1 : 0;
    before = state.log_likelihood;
    report.log_likelihood = before;
    report.converged = idle == rounds_without_gain;
    ++report.rounds;
  }
  return state;
}

Model Learner::bare_model(const State& state) const {
  Model model;
  model.channels = channels_;
  model.classes = state.classes;
  model.chain = state.chain;
  model.beta = settings_.beta;
  return model;
}

Model Learner::model_of(const State& state) const {
  Model model = bare_model(state);
  const bool any_label = std::any_of(samples_.labels.begin(), samples_.labels.end(),
                                     [](std::int32_t label) { return label != kUnlabelled; });
  model.notes = {{"training", any_label ? "semi-supervised" : "unsupervised"},
                 {"samples", fmt::format("{}", samples_.size())},
                 {"log-likelihood of a sample", fmt::format("{}", state.log_likelihood)},
                 {"seed", fmt::format("{}", settings_.seed)}};
  return model;
}

}  // namespace

void validate(const LearningSettings& settings) {
  const auto require = [](bool fine, const char* name, double value, const char* allowed) {
    if (!fine) throw Error::argument(name, fmt::format("{}", value), allowed);
  };
  const auto at_least_one = [&](std::size_t value, const char* name) {
    require(value >= 1, name, static_cast<double>(value), "an integer of at least 1");
  };
  at_least_one(settings.starts, "starts");
  at_least_one(settings.most_rounds, "rounds");
  at_least_one(settings.normal_rounds, "normal_rounds");
  require(settings.tolerance >= 0.0, "tolerance", settings.tolerance, "a number of at least 0");
  require(settings.stay > 0.0 && settings.stay < 1.0, "stay", settings.stay, "a number between 0 and 1");
  require(settings.smoothing >= 0.0 && std::isfinite(settings.smoothing), "smoothing", settings.smoothing,
          "a number of at least 0");
  require(settings.beta > 0.0 && settings.beta <= 1.0, "beta", settings.beta, "a number above 0 and at most 1");
  require(settings.bandwidth_factor > 0.0 && std::isfinite(settings.bandwidth_factor), "bandwidth_factor",
          settings.bandwidth_factor, "a positive number");
}

Learning learn(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
               const std::vector<std::string>& classes, const LearningSettings& settings, const Execution& execution) {
  validate(settings);
  require_names(channels, "channel");
  require_class_names(classes);
  validate(recordings, channels.size(), classes.size());
  const CommonSpace space(recordings, channels, classes, Pooling::all, settings.rank_tolerance);
  const Projected projected(space, recordings);
  const std::vector<std::string> coordinates = space.coordinates();
  const Learner learner(projected.recordings(), coordinates, classes, settings, execution);
  const std::size_t starts = learner.every_class_is_labelled() ? 1 : settings.starts;
  Learning result;
  result.notices = space.notices();
  std::optional<State> best;
  for (std::size_t start = 0; start < starts; ++start) {
    StartReport report{kImpossible, 0, false};
    std::optional<State> state = learner.run(settings.seed + start, report);
    if (!state) {
      report.log_likelihood = kImpossible;
      result.notices.push_back(warning("class_vanished", fmt::format("start {}: a class vanished", start + 1)));
    } else if (!report.converged) {
      result.notices.push_back(
          warning("not_converged",
                  fmt::format("start {}: the likelihood still rose after {} rounds", start + 1, report.rounds)));
    }
    result.starts.push_back(report);
    if (!state || (best && !(state->log_likelihood > best->log_likelihood))) continue;
    best = std::move(state);
    result.best = start;
  }
  if (!best) {
    throw Error(ErrorCode::too_short,
                fmt::format("in each of {} starts a class was left with too few samples for {} directions", starts,
                            coordinates.size()));
  }
  result.model = learner.model_of(*best);
  space.lift(result.model);
  result.posteriors = std::move(best->by_recording);
  return result;
}

}  // namespace biotropy::sicamm
