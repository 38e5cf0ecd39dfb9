// SPDX-License-Identifier: Apache-2.0
//
// A trained model at work: whole recordings at once, or samples one after the other as they arrive. Both give the same
// bits, because each sample goes through the same operations.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "biotropy/sicamm/density/class_densities.hpp"
#include "biotropy/sicamm/markov/fixed_lag.hpp"
#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

enum class Decoder {
  filter,     ///< from the samples so far (Garcia-Molla et al. 2019)
  fixed_lag,  ///< and a few later ones
  smoother,   ///< from all samples
  viterbi     ///< the one most probable path; posteriors are those of the smoother
};

/// @throws Error invalid_argument for a name other than "filter", "fixed-lag", "smoother" and "viterbi".
Decoder decoder(std::string_view name);

/// What was wrong with a sample; a set of bits.
enum Flag : std::uint8_t {
  kMissing = 1,      ///< not a finite number in every channel: the sample counts for no class
  kOutlier = 2,      ///< below the outlier level of the model in every class
  kUnexplained = 4,  ///< impossible in every class that the samples before it allow: left out
  kGap = 8,          ///< the first one after a gap in time: the chain has started anew
  kWarmUp = 16       ///< one of the first after a start, whose posterior rests on few samples
};

struct Rules {
  std::optional<double> beta;  ///< instead of the model's
  bool outliers_count = true;  ///< false: an outlier counts for no class
};

/// @throws Error invalid_argument for a beta outside (0, 1].
void validate(const Rules& rules);

struct ClassifySettings {
  Decoder decoder = Decoder::filter;
  std::size_t lag = 5;  ///< of Decoder::fixed_lag, in samples
  Rules rules;
  std::size_t block = 256;  ///< samples in one matrix product
  std::size_t warm_up = 0;  ///< samples after a start, and after a gap, that are flagged as warming up
};

struct Classification {
  std::size_t classes = 0;
  std::vector<double> posteriors;       ///< [sample * classes + class]
  std::vector<std::int32_t> labels;     ///< the most probable class, or that of the path
  std::vector<double> log_likelihoods;  ///< of each sample given those before it, with beta; 0 where it did not count
  std::vector<std::uint8_t> flags;      ///< of each sample
  double log_likelihood = 0.0;          ///< of the sequence: their sum
};

/// A model with its tables.
class Classifier {
 public:
  /// @throws Error as ClassDensities does.
  explicit Classifier(const Model& model, DensityMode mode = DensityMode::table, const Execution& execution = {});

  /// One recording, [sample * channels + channel]; the chain starts anew. NaN and infinities are flagged.
  /// @throws Error invalid_data unless the samples are whole; invalid_argument for settings out of range; cancelled.
  Classification classify(std::span<const double> samples, const ClassifySettings& settings = {},
                          const Execution& execution = {}) const;

  /// One recording with gaps: the chain starts anew at each of these samples, which increase from at least 1.
  /// @throws Error as above; invalid_argument for other gaps.
  Classification classify(std::span<const double> samples, std::span<const std::size_t> gaps,
                          const ClassifySettings& settings = {}, const Execution& execution = {}) const;

  /// Turns the log densities of a sample into what counts for the chain, and says what was wrong with it.
  std::uint8_t weigh(std::span<double> log_densities, double beta, bool outliers_count) const;

  const ClassDensities& densities() const { return densities_; }
  const Chain& chain() const { return chain_; }
  double beta() const { return beta_; }

 private:
  ClassDensities densities_;
  Chain chain_;
  double beta_, outlier_level_;
};

/// What is known of a sample. Spans are valid until the next call.
struct Update {
  std::span<const double> posterior;
  std::int32_t label = 0;       ///< the most probable class
  double log_likelihood = 0.0;  ///< given those before it, with beta; 0 where it did not count
  std::uint8_t flags = 0;
  std::size_t lag = 0;  ///< how many samples came after this one
};

struct StreamSettings {
  std::size_t lag = 0;      ///< 0: the filter; otherwise posteriors come `lag` samples late
  std::size_t warm_up = 0;  ///< samples after a start, and after a gap, that are flagged as warming up
  Rules rules;
};

/// Samples one after the other. The classifier must outlive it.
class Stream {
 public:
  /// @throws Error invalid_argument for settings out of range.
  explicit Stream(const Classifier& classifier, const StreamSettings& settings = {});

  /// The next sample: one number for each channel (not checked here). What is said is about the sample `lag` before
  /// it, or, as long as there were fewer, about the first one. Allocates nothing.
  Update step(std::span<const double> sample);

  /// What is known by now of the sample `back` before the newest one, which is below held(). Allocates nothing.
  Update known(std::size_t back);
  std::size_t held() const { return decoder_.held(); }

  /// Starts anew; the next sample is the first one, and is flagged as one after a gap if it is.
  void reset(bool after_gap = false);

  /// Samples since the start.
  std::uint64_t count() const { return count_; }

  /// What the future needs to know of the past.
  std::vector<double> state() const;

  /// Continues after a state of a stream with the same model and lag, bit for bit.
  /// @throws Error invalid_data for numbers that are no such state.
  void restore(std::span<const double> state);

 private:
  const Classifier& classifier_;
  StreamSettings settings_;
  double beta_;
  ClassDensities::Workspace workspace_;
  std::vector<double> log_densities_;
  FixedLag decoder_;
  std::vector<double> log_likelihoods_;  // of the samples that the decoder holds; rings
  std::vector<std::uint8_t> flags_;
  std::uint64_t count_ = 0;
  bool after_gap_ = false;
};

}  // namespace biotropy::sicamm
