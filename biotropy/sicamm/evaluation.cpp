// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "biotropy/company.hpp"
#include "biotropy/error.hpp"
#include "biotropy/random_internal.hpp"
#include "biotropy/sicamm/markov/chain.hpp"
#include "biotropy/sicamm/state_options.hpp"

namespace biotropy::sicamm {

namespace {

void validate(const IntervalSettings& settings) {
  if (!(settings.seconds > 0.0 && std::isfinite(settings.seconds))) {
    throw Error::argument("seconds", fmt::format("{}", settings.seconds), "a positive number");
  }
  constexpr std::size_t fewest = 100, most = 1000000;
  if (settings.resamples < fewest || settings.resamples > most) {
    throw Error::argument("n_resamples", fmt::format("{}", settings.resamples),
                          fmt::format("an integer from {} to {}", fewest, most));
  }
  if (!(settings.confidence > 0.0 && settings.confidence < 1.0)) {
    throw Error::argument("confidence", fmt::format("{}", settings.confidence), "a number between 0 and 1");
  }
}

// All scores in one order, so that intervals are computed for a list.
template <class Labels, class Rates, class Each>
void each_score(Labels& labels, Rates& events, Each each) {
  for (auto* value : {&labels.accuracy, &labels.balanced_accuracy, &labels.macro_f1, &labels.kappa, &labels.log_loss,
                      &labels.brier}) {
    each(*value);
  }
  for (auto* values : {&labels.recall, &labels.precision, &labels.f1}) {
    for (auto& value : *values) each(value);
  }
  for (auto& rates : events) {
    for (auto* value : {&rates.sensitivity, &rates.precision, &rates.f1, &rates.false_alarms_per_day}) each(*value);
  }
}

std::vector<EventRates> all_rates(const std::vector<EventCounts>& counts) {
  std::vector<EventRates> result;
  for (const EventCounts& one : counts) result.push_back(rates_of(one));
  return result;
}

std::vector<double> list_of(const Tally& tally, const std::vector<EventCounts>& counts) {
  LabelScores labels = label_scores(tally);
  std::vector<EventRates> rates = all_rates(counts);
  std::vector<double> result;
  each_score(labels, rates, [&](double value) { result.push_back(value); });
  return result;
}

// Quantile of sorted values, linear between them.
double quantile(const std::vector<double>& sorted, double p) {
  if (sorted.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

std::vector<EventRates> means_of(const std::vector<PersonScores>& persons, std::size_t event_classes) {
  std::vector<EventRates> result(event_classes);
  for (std::size_t e = 0; e < event_classes; ++e) {
    for (auto field :
         {&EventRates::sensitivity, &EventRates::precision, &EventRates::f1, &EventRates::false_alarms_per_day}) {
      double sum = 0.0;
      std::size_t defined = 0;
      for (const PersonScores& one : persons) {
        const double value = rates_of(one.events[e]).*field;
        if (std::isnan(value)) continue;
        sum += value;
        ++defined;
      }
      result[e].*field = defined > 0 ? sum / static_cast<double>(defined) : std::numeric_limits<double>::quiet_NaN();
    }
  }
  return result;
}

}  // namespace

void validate(const EvaluationSettings& settings) {
  if (settings.event_classes.empty()) refuse_given(event_options(), settings.events, "event_classes");
  const bool draws_time = settings.intervals && settings.intervals->unit == BlockUnit::time;
  if (!settings.rate && (draws_time || !settings.event_classes.empty())) {
    throw Error::argument("rate", "unknown", "given, because events and time are in s");
  }
  if (settings.rate && !(*settings.rate > 0.0 && std::isfinite(*settings.rate))) {
    throw Error::argument("rate", fmt::format("{}", *settings.rate), "a positive number");
  }
}

Evaluator::Evaluator(std::size_t classes, EvaluationSettings settings)
    : classes_(classes), settings_(std::move(settings)), rate_(settings_.rate.value_or(1.0)) {
  if (classes == 0) throw Error::argument("classes", "0", "an integer of at least 1");
  validate(settings_);
  for (const std::size_t which : settings_.event_classes) {
    if (which >= classes) {
      throw Error::argument("event_classes", fmt::format("{}", which), fmt::format("indices below {}", classes));
    }
  }
  sicamm::validate(settings_.events);
  if (settings_.intervals) validate(*settings_.intervals);
}

Evaluator::Block Evaluator::empty_block() const {
  return {Tally(classes_), std::vector<EventCounts>(settings_.event_classes.size())};
}

Evaluator::Block& Evaluator::block_at(Blocks& blocks, double seconds) const {
  const bool by_time = settings_.intervals && settings_.intervals->unit == BlockUnit::time;
  const auto number = by_time ? static_cast<std::uint64_t>(seconds / settings_.intervals->seconds) : 0;
  const auto found = blocks.find(number);
  return found != blocks.end() ? found->second : blocks.emplace(number, empty_block()).first->second;
}

void Evaluator::check(std::span<const ScoredPiece> recording) const {
  double end = 0.0;
  for (const ScoredPiece& piece : recording) {
    check_scored(piece.truth, piece.labels, piece.posteriors, classes_);
    if (!(piece.begin >= end && std::isfinite(piece.begin))) {
      throw Error(
          ErrorCode::invalid_data,
          fmt::format("a piece of a recording begins at sample {}; it must begin at {} or later", piece.begin, end));
    }
    end = piece.begin + static_cast<double>(piece.truth.size());
  }
}

void Evaluator::add_samples(const ScoredPiece& piece, Blocks& blocks) const {
  for (std::size_t i = 0; i < piece.truth.size(); ++i) {
    if (piece.truth[i] == kUnlabelled || piece.labels[i] == kUnlabelled) continue;
    Block& block = block_at(blocks, (piece.begin + static_cast<double>(i)) / rate_);
    block.labels.add(piece.truth[i], piece.labels[i], piece.posteriors.subspan(i * classes_, classes_));
    for (EventCounts& counts : block.events) counts.seconds += 1.0;
  }
}

void Evaluator::add_events(std::span<const ScoredPiece> recording, Blocks& blocks) const {
  const ScoredPiece& last = recording.back();
  const double seconds = (last.begin + static_cast<double>(last.truth.size())) / rate_;
  if (settings_.event_classes.empty() || !(seconds > 0.0)) return;
  std::vector<std::vector<std::int32_t>> found;
  std::vector<LabelledPiece> true_pieces, found_pieces;
  for (const ScoredPiece& piece : recording) {
    auto& labels = found.emplace_back(piece.labels.begin(), piece.labels.end());
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = piece.truth[i] == kUnlabelled ? kUnlabelled : labels[i];
    true_pieces.push_back({piece.begin, piece.truth});
    found_pieces.push_back({piece.begin, labels});
  }
  for (std::size_t e = 0; e < settings_.event_classes.size(); ++e) {
    const auto which = static_cast<std::int32_t>(settings_.event_classes[e]);
    const EventMatches matches = match_events(events_of(true_pieces, which, rate_),
                                              events_of(found_pieces, which, rate_), seconds, settings_.events);
    for (std::size_t i = 0; i < matches.references.size(); ++i) {
      EventCounts& counts = block_at(blocks, matches.references[i].begin).events[e];
      ++counts.references;
      counts.found += matches.found[i];
    }
    for (std::size_t i = 0; i < matches.hypotheses.size(); ++i) {
      if (matches.false_alarm[i] != 0) ++block_at(blocks, matches.hypotheses[i].begin).events[e].false_alarms;
    }
  }
}

bool Evaluator::is_empty(const Block& block) const {
  const auto is_zero = [](std::size_t count) { return count == 0; };
  return std::all_of(block.labels.confusion.begin(), block.labels.confusion.end(), is_zero) &&
         std::all_of(block.events.begin(), block.events.end(),
                     [](const EventCounts& one) { return one.references == 0 && one.false_alarms == 0; });
}

void Evaluator::add(const std::string& person, std::span<const ScoredPiece> recording) {
  check(recording);
  auto of_person =
      std::find_if(persons_.begin(), persons_.end(), [&](const Person& one) { return one.name == person; });
  if (of_person == persons_.end()) of_person = persons_.insert(persons_.end(), {person, 0, empty_block()});
  ++of_person->recordings;
  if (recording.empty()) return;
  Blocks blocks;
  for (const ScoredPiece& piece : recording) add_samples(piece, blocks);
  for (auto& [number, block] : blocks) {
    for (EventCounts& counts : block.events) counts.seconds /= rate_;
  }
  add_events(recording, blocks);
  for (const auto& [number, block] : blocks) {
    if (is_empty(block)) continue;
    of_person->sums.labels += block.labels;
    for (std::size_t e = 0; e < block.events.size(); ++e) of_person->sums.events[e] += block.events[e];
    if (settings_.intervals && settings_.intervals->unit != BlockUnit::persons) blocks_.push_back(block);
  }
}

std::vector<const Evaluator::Block*> Evaluator::drawn_blocks() const {
  std::vector<const Block*> result;
  if (settings_.intervals->unit != BlockUnit::persons) {
    for (const Block& one : blocks_) result.push_back(&one);
    return result;
  }
  for (const Person& one : persons_) {
    if (!is_empty(one.sums)) result.push_back(&one.sums);
  }
  return result;
}

Intervals Evaluator::intervals(const Execution& execution) const {
  const IntervalSettings& settings = *settings_.intervals;
  const std::vector<const Block*> blocks = drawn_blocks();
  if (blocks.size() < 2) {
    throw Error(ErrorCode::too_short,
                fmt::format("{} block with a label: intervals need at least 2 persons, recordings or stretches of time",
                            blocks.size()));
  }
  std::vector<std::vector<double>> draws(settings.resamples);
  with_threads(execution, [&] {
    parallel_for(settings.resamples, execution.cancel, [&](std::size_t draw) {
      Random random(settings.seed, {static_cast<std::uint32_t>(draw)});
      Block sums = empty_block();
      for (std::size_t i = 0; i < blocks.size(); ++i) {
        const Block& one = *blocks[random.below(blocks.size())];
        sums.labels += one.labels;
        for (std::size_t e = 0; e < sums.events.size(); ++e) sums.events[e] += one.events[e];
      }
      draws[draw] = list_of(sums.labels, sums.events);
    });
  });
  Intervals result;
  result.blocks = blocks.size();
  result.low_labels = result.high_labels = label_scores(Tally(classes_));
  result.low_events = result.high_events = std::vector<EventRates>(settings_.event_classes.size());
  std::vector<std::pair<double, double>> ends;
  for (std::size_t score = 0; score < draws.front().size(); ++score) {
    std::vector<double> values;
    for (const auto& draw : draws) {
      if (!std::isnan(draw[score])) values.push_back(draw[score]);
    }
    std::sort(values.begin(), values.end());
    const double outside = 0.5 * (1.0 - settings.confidence);
    ends.emplace_back(quantile(values, outside), quantile(values, 1.0 - outside));
  }
  std::size_t next = 0;
  each_score(result.low_labels, result.low_events, [&](double& value) { value = ends[next++].first; });
  next = 0;
  each_score(result.high_labels, result.high_events, [&](double& value) { value = ends[next++].second; });
  return result;
}

Evaluation Evaluator::result(const Execution& execution) const {
  Evaluation result;
  Block all = empty_block();
  for (const Person& one : persons_) {
    std::size_t samples = 0;
    for (const std::size_t count : one.sums.labels.confusion) samples += count;
    result.persons.push_back({one.name, one.recordings, samples, label_scores(one.sums.labels), one.sums.events});
    all.labels += one.sums.labels;
    for (std::size_t e = 0; e < all.events.size(); ++e) all.events[e] += one.sums.events[e];
  }
  result.labels = label_scores(all.labels);
  result.events = all.events;
  result.person_means = means_of(result.persons, settings_.event_classes.size());
  if (settings_.intervals) result.intervals = intervals(execution);
  return result;
}

}  // namespace biotropy::sicamm
