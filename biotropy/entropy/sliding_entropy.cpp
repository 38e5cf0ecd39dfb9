// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/sliding_entropy.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/sliding_patterns_internal.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/match/sliding/sliding_counts.hpp"
#include "biotropy/series/normalise.hpp"

namespace biotropy::entropy {

namespace {

const Execution kOneThread{1};

std::size_t require_window(Measure measure, std::size_t window, const Parameters& parameters) {
  validate(measure, parameters);
  if (is_multivariate(measure)) {
    throw Error::argument("measure", std::string(word(measure)), "a measure of one series or of two");
  }
  const std::size_t least = row_of(measure).family().least_samples(measure, parameters);
  if (window < least) {
    throw Error::argument("window", std::to_string(window),
                          fmt::format("at least the {} samples of {} with m = {} and tau = {}", least, word(measure),
                                      length_of(measure, parameters), parameters.tau));
  }
  return window;
}

}  // namespace

bool counts_incrementally(Measure measure, const Parameters& parameters) {
  if (measure == Measure::permen) return SlidingPatterns::suit(parameters);
  const bool z_scored = is_cross(measure) && r_unit_of(measure, parameters) == series::RUnit::sd;
  return has(measure, kCounting) && !is_multivariate(measure) && parameters.engine.empty() && !z_scored;
}

struct SlidingEntropy::State {
  State(Measure of, std::size_t samples, const Parameters& with)
      : measure(of),
        window(require_window(of, samples, with)),
        parameters(with),
        moving(has(of, kTolerance) && r_unit_of(of, with) == series::RUnit::sd),
        rule(rule_of(of, with, moving ? 0.0 : with.r)) {
    const std::size_t n_series = is_cross(of) ? 2 : 1;
    const bool incremental = counts_incrementally(of, with);
    if (incremental && has(of, kCounting)) {
      counts.emplace(rule, window, n_series, moving ? match::Tolerance::moving : match::Tolerance::fixed);
    } else {
      buffers.assign(n_series, match::WindowSamples(window));
      if (incremental) patterns.emplace(with);
    }
  }

  std::size_t series() const { return is_cross(measure) ? 2 : 1; }
  Samples samples(std::size_t of) const { return counts ? counts->samples(of) : buffers[of].samples(); }

  Entropy measure_anew() const {
    return compute_or_reason(measure, samples(0), is_cross(measure) ? samples(1) : Samples(), parameters, kOneThread);
  }

  TemplateCount templates(std::size_t of) const {
    if (missing[of] > 0) return valid_templates(samples(of), rule);
    return {match::template_count(rule, window, rule.lengths[0]), match::template_count(rule, window, rule.lengths[1])};
  }

  Measure measure;
  std::size_t window;
  Parameters parameters;
  bool moving;
  match::Rule rule;
  std::optional<match::SlidingCounts> counts;
  std::optional<SlidingPatterns> patterns;
  std::vector<match::WindowSamples> buffers;  // without counts
  std::array<std::size_t, 2> missing{};       // samples of the window
  std::size_t infinite = 0;
};

SlidingEntropy::SlidingEntropy(Measure measure, std::size_t window, const Parameters& parameters)
    : state_(std::make_unique<State>(measure, window, parameters)) {
  require_single_epochs(parameters, "windows");
}

SlidingEntropy::~SlidingEntropy() = default;
SlidingEntropy::SlidingEntropy(SlidingEntropy&&) noexcept = default;
SlidingEntropy& SlidingEntropy::operator=(SlidingEntropy&&) noexcept = default;

Measure SlidingEntropy::measure() const {
  return state_->measure;
}

std::size_t SlidingEntropy::window() const {
  return state_->window;
}

std::size_t SlidingEntropy::series() const {
  return state_->series();
}

std::size_t SlidingEntropy::size() const {
  return state_->samples(0).size();
}

Samples SlidingEntropy::samples(std::size_t series) const {
  return state_->samples(series);
}

bool SlidingEntropy::is_incremental() const {
  return state_->counts.has_value() || state_->patterns.has_value();
}

void SlidingEntropy::push(std::span<const double> samples) {
  State& s = *state_;
  if (samples.size() != s.series()) {
    throw Error::argument("samples", std::to_string(samples.size()),
                          fmt::format("{}, one for each series", s.series()));
  }
  const bool full = is_full();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double next = samples[i], past = full ? s.samples(i).front() : 0.0;
    s.missing[i] += (std::isnan(next) ? 1U : 0U) - (std::isnan(past) ? 1U : 0U);
    s.infinite += (std::isinf(next) ? 1U : 0U) - (std::isinf(past) ? 1U : 0U);
  }
  if (s.counts) return s.counts->push(samples);
  const std::size_t n = s.patterns ? s.patterns->samples_of_template() : 0;
  if (s.patterns && full) s.patterns->remove(s.samples(0).first(n));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (full) s.buffers[i].pop();
    s.buffers[i].push(samples[i]);
  }
  if (s.patterns && size() >= n) s.patterns->add(s.samples(0).last(n));
}

Entropy SlidingEntropy::value() {
  State& s = *state_;
  if (!is_full()) {
    throw Error(ErrorCode::too_short,
                fmt::format("the window has {} of its {} samples; push more of them", size(), window()));
  }
  const bool has_missing = s.missing[0] + s.missing[1] > 0;
  const bool refused = s.infinite > 0 || (has_missing && s.parameters.missing == Missing::raise);
  if (!is_incremental() || refused) return s.measure_anew();
  if (s.patterns) return s.patterns->value();
  if (s.moving) {
    try {
      s.rule.r = series::absolute_tolerance(s.samples(0), s.parameters.r, r_unit_of(s.measure, s.parameters),
                                            s.parameters.ddof);
    } catch (const Error& error) {
      if (!is_about_samples(error.code())) throw;
      return s.measure_anew();  // the same error, as a reason
    }
    s.counts->set_tolerance(s.rule.r);
  }
  std::array<match::LengthCounts, 2> lengths;
  for (std::size_t length = 0; length < lengths.size(); ++length) {
    lengths[length] = {s.counts->total(length), s.counts->per_template(length), nullptr};
  }
  const std::size_t partner = s.series() - 1;
  Entropy result = evaluate_counts(s.measure, s.samples(0), s.templates(0), s.templates(partner), {0, 0, lengths},
                                   s.rule, s.parameters);
  result.engine = "sliding";
  return result;
}

void SlidingEntropy::clear() {
  if (state_->counts) state_->counts->clear();
  if (state_->patterns) state_->patterns->clear();
  for (match::WindowSamples& buffer : state_->buffers) buffer.clear();
  state_->missing = {};
  state_->infinite = 0;
}

}  // namespace biotropy::entropy
