// SPDX-License-Identifier: Apache-2.0
//
// Classification with a trained model: of whole recordings, or sample by sample as they arrive. Both give the same
// bits, because each sample goes through the same operations.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/sicamm/density/class_densities.hpp"
#include "biotropy/sicamm/markov/fixed_lag.hpp"
#include "biotropy/sicamm/model.hpp"
#include "biotropy/words.hpp"

namespace biotropy::sicamm {

enum class Decoder {
  filter,     ///< samples so far (Garcia-Molla et al. 2019)
  fixed_lag,  ///< samples so far and a few later ones
  smoother,   ///< all samples
  viterbi     ///< the single most probable path; posteriors are those of the smoother
};

/// Problems of a sample; a set of bits.
enum Flag : std::uint8_t {
  kMissing = 1,      ///< not a finite number in every channel: the sample is treated as missing
  kOutlier = 2,      ///< below the outlier level of the model in every class
  kUnexplained = 4,  ///< impossible in every class after the previous samples: left out
  kGap = 8,          ///< first sample after a gap in time: the chain has restarted
  kWarmUp = 16       ///< one of the first samples after a start, whose posterior depends on few samples
};

struct Rules {
  std::optional<double> beta;    ///< instead of the model's
  bool ignore_outliers = false;  ///< an outlier is treated as missing
};

/// @throws Error invalid_argument for a beta outside (0, 1].
void validate(const Rules& rules);

struct ClassifySettings {
  Decoder decoder = Decoder::filter;
  std::size_t lag = 5;  ///< for Decoder::fixed_lag, in samples
  Rules rules;
  std::size_t block = 256;  ///< samples per matrix product
  std::size_t warm_up = 1;  ///< samples after a start, and after a gap, that are flagged as warming up
};

/// @throws Error invalid_argument for rules as above, and for a lag that the decoder has not.
void validate(const ClassifySettings& settings);

struct Classification {
  std::size_t classes = 0;
  std::vector<double> posteriors;       ///< [sample * classes + class]
  std::vector<std::int32_t> labels;     ///< most probable class, or class of the path
  std::vector<double> log_likelihoods;  ///< of each sample given the previous ones, with beta; 0 if it did not count
  std::vector<std::uint8_t> flags;      ///< flags of each sample
  double log_likelihood = 0.0;          ///< of the sequence: the sum of log_likelihoods
  /// Which recordings are unlike those of the training, and how; empty: none is known to be (TrainedModel alone).
  std::string unfamiliar{};

  /// Labels; kUnlabelled for missing samples.
  std::vector<std::int32_t> states() const;
};

/// A model and its density tables.
class Classifier {
 public:
  /// @throws Error as ClassDensities does.
  explicit Classifier(const Model& model, DensityMode mode = DensityMode::table, const Execution& execution = {});

  /// Classifies one recording, [sample * channels + channel]; the chain restarts. NaN and infinities are flagged.
  /// @throws Error invalid_data unless the samples are complete; invalid_argument for settings out of range; cancelled.
  Classification classify(std::span<const double> samples, const ClassifySettings& settings = {},
                          const Execution& execution = {}) const;

  /// Classifies one recording with gaps: the chain restarts at each of these samples, which increase from at least 1.
  /// @throws Error as above; invalid_argument for other gaps.
  Classification classify(std::span<const double> samples, std::span<const std::size_t> gaps,
                          const ClassifySettings& settings = {}, const Execution& execution = {}) const;

  /// Scales the log densities of a sample for the chain and returns the flags of the sample.
  std::uint8_t weigh(std::span<double> log_densities, double beta, bool ignore_outliers) const;

  const ClassDensities& densities() const { return densities_; }
  const Chain& chain() const { return chain_; }
  double beta() const { return beta_; }

 private:
  ClassDensities densities_;
  Chain chain_;
  double beta_, outlier_level_;
};

/// Result for one sample. Spans are valid until the next call.
struct Update {
  std::span<const double> posterior;
  std::int32_t label = 0;       ///< most probable class
  double log_likelihood = 0.0;  ///< given the previous samples, with beta; 0 if it did not count
  std::uint8_t flags = 0;
  std::size_t lag = 0;  ///< number of later samples used
};

struct StreamSettings {
  std::size_t lag = 0;      ///< 0: filter; otherwise results are `lag` samples late
  std::size_t warm_up = 1;  ///< samples after a start, and after a gap, that are flagged as warming up
  Rules rules;
};

/// Classifies a stream of samples. The classifier must outlive it.
class Stream {
 public:
  /// @throws Error invalid_argument for settings out of range.
  explicit Stream(const Classifier& classifier, const StreamSettings& settings = {});

  /// Adds a sample: one number for each channel (not checked here). The result is for the sample `lag` before it or,
  /// with fewer samples, for the first one. Allocates nothing.
  Update step(std::span<const double> sample);

  /// Current result for the sample `back` before the newest one; `back` is below held(). Allocates nothing.
  Update known(std::size_t back);
  std::size_t held() const { return decoder_.held(); }

  /// Restarts; the next sample is the first one, flagged as after a gap if `after_gap`.
  void reset(bool after_gap = false);

  /// Number of samples since the start.
  std::uint64_t count() const { return count_; }

  /// State from which restore() continues.
  std::vector<double> state() const;

  /// Continues from a state of a stream with the same model and lag, bit for bit.
  /// @throws Error invalid_data for an invalid state.
  void restore(std::span<const double> state);

 private:
  const Classifier& classifier_;
  StreamSettings settings_;
  double beta_;
  ClassDensities::Workspace workspace_;
  std::vector<double> log_densities_;
  FixedLag decoder_;
  std::vector<double> log_likelihoods_;  // of the samples held by the decoder; ring buffers
  std::vector<std::uint8_t> flags_;
  std::uint64_t count_ = 0;
  bool after_gap_ = false;
};

}  // namespace biotropy::sicamm

namespace biotropy {

template <>
inline constexpr std::array kWords<sicamm::Decoder>{
    Word{"filter", sicamm::Decoder::filter},
    Word{"fixed-lag", sicamm::Decoder::fixed_lag},
    Word{"smoother", sicamm::Decoder::smoother},
    Word{"viterbi", sicamm::Decoder::viterbi},
};

}  // namespace biotropy
