// SPDX-License-Identifier: Apache-2.0
//
// Scores of whole recordings: of their samples, of the events of chosen classes, for every person, and with confidence
// intervals. Neighbouring samples are not independent, so intervals come from blocks that are drawn with replacement
// (Künsch 1989): persons, recordings, or stretches of time. Every block keeps its sums, so that a draw costs one
// addition for each block and not for each sample.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/sicamm/event_scores.hpp"
#include "biotropy/sicamm/scores.hpp"
#include "biotropy/threads.hpp"
#include "biotropy/words.hpp"

namespace biotropy::sicamm {

enum class BlockUnit {
  persons,
  recordings,
  time  ///< stretches of equal length within recordings
};

struct IntervalSettings {
  BlockUnit unit = BlockUnit::persons;
  double seconds = 60.0;  ///< length of a stretch of time
  std::size_t resamples = 2000;
  double confidence = 0.95;
  std::uint64_t seed = 1;
};

struct EvaluationSettings {
  std::optional<double> rate;              ///< samples per second
  std::vector<std::size_t> event_classes;  ///< classes whose events are scored
  EventRules events;
  std::optional<IntervalSettings> intervals;
};

/// @throws Error invalid_argument for a rate that is not above 0, and for events or stretches of time without one.
void validate(const EvaluationSettings& settings);

/// A piece of a recording without gaps.
struct ScoredPiece {
  double begin = 0.0;                    ///< time of its first sample in the recording, in samples
  std::span<const std::int32_t> truth;   ///< classes, or kUnlabelled
  std::span<const std::int32_t> labels;  ///< classes found, or kUnlabelled for what was not seen
  std::span<const double> posteriors;    ///< [sample * classes + class]
};

struct PersonScores {
  std::string person;
  std::size_t recordings = 0, samples = 0;
  LabelScores labels;
  std::vector<EventCounts> events;  ///< of each of the event classes
};

/// Ends of percentile intervals. A draw in which a score is undefined is left out for this score.
struct Intervals {
  std::size_t blocks = 0;
  LabelScores low_labels, high_labels;
  std::vector<EventRates> low_events, high_events;
};

struct Evaluation {
  LabelScores labels;
  std::vector<EventCounts> events;  ///< of each of the event classes, over all recordings
  std::vector<EventRates>
      person_means;                   ///< means of the rates over persons in which they are defined, as SzCORE has them
  std::vector<PersonScores> persons;  ///< in the order of their first recordings
  std::optional<Intervals> intervals;
};

/// Collects recordings.
class Evaluator {
 public:
  /// @throws Error invalid_argument for settings out of range.
  Evaluator(std::size_t classes, EvaluationSettings settings);

  /// Adds a recording, of which pieces are in the order of time. Time without a true class is not scored, and
  /// events found there do not count. Time without a label is not scored either, but a true event there is missed.
  /// @throws Error invalid_data as check_scored() does, and for pieces out of order or before time 0.
  void add(const std::string& person, std::span<const ScoredPiece> recording);

  /// @throws Error too_short for intervals of fewer than two blocks; cancelled.
  Evaluation result(const Execution& execution = {}) const;

 private:
  struct Block {
    Tally labels;
    std::vector<EventCounts> events;
  };
  struct Person {
    std::string name;
    std::size_t recordings = 0;
    Block sums;
  };

  using Blocks = std::map<std::uint64_t, Block>;  // by the number of the stretch of time

  Block empty_block() const;
  Block& block_at(Blocks& blocks, double seconds) const;
  void check(std::span<const ScoredPiece> recording) const;
  void add_samples(const ScoredPiece& piece, Blocks& blocks) const;
  void add_events(std::span<const ScoredPiece> recording, Blocks& blocks) const;
  bool is_empty(const Block& block) const;
  std::vector<const Block*> drawn_blocks() const;
  Intervals intervals(const Execution& execution) const;

  std::size_t classes_;
  EvaluationSettings settings_;
  double rate_;  // 1 where none is needed
  std::vector<Person> persons_;
  std::vector<Block> blocks_;  // recordings or stretches of time, if they are drawn
};

}  // namespace biotropy::sicamm

namespace biotropy {

template <>
inline constexpr auto kWords<sicamm::BlockUnit> =
    std::array{Word{"persons", sicamm::BlockUnit::persons}, Word{"recordings", sicamm::BlockUnit::recordings},
               Word{"time", sicamm::BlockUnit::time}};

}  // namespace biotropy
