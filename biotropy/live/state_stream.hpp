// SPDX-License-Identifier: Apache-2.0
//
// Classifies live samples: features of the model, the classifier, the time of each state, gaps, and a check of the time
// stamps. The state of a stream can be saved, and a stream that resumes from it gives the same bits.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/live/saved_state.hpp"
#include "biotropy/live/states.hpp"
#include "biotropy/live/stream_clock.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/option.hpp"
#include "biotropy/sicamm/familiarity.hpp"
#include "biotropy/sicamm/features/feature_stream.hpp"
#include "biotropy/sicamm/missing_vectors.hpp"
#include "biotropy/sicamm/null_space.hpp"
#include "biotropy/sicamm/trained_model.hpp"

namespace biotropy::live {

/// Of the clock: the sampling rate only where the model does not say it.
struct StateStreamSettings : ClockSettings {
  sicamm::StreamSettings stream;  ///< lag, warm-up, power of the densities, outliers
  bool prewarms = false;          ///< whether prewarm() will be called
};

/// The last ones are the rate and the gap.
std::span<const OptionRow<StateStreamSettings>> state_stream_options();

class StateStream {
 public:
  /// @param notify receives notices; the states are right without them.
  /// @throws Error invalid_argument where features need a rate that is not known, and as StreamClock and sicamm::Stream
  /// do; invalid_data for another rate than that of the model.
  explicit StateStream(std::shared_ptr<const sicamm::TrainedModel> model, const StateStreamSettings& settings = {},
                       Notify notify = {});
  ~StateStream();
  StateStream(const StateStream&) = delete;
  StateStream& operator=(const StateStream&) = delete;

  /// The next samples, [sample * channels + channel]; those that are not finite are flagged. States that are known by
  /// now are appended to `states`: one for each sample, or fewer with a hop, while a window fills, and where states
  /// wait for later samples. What a gap ends comes before what follows it. With one sample at a time nothing is
  /// allocated, but for spatial features.
  /// @param times of the samples, in seconds: none, or one for each, NaN where samples are equally spaced. Stamps that
  /// are further apart than the gap, or run backwards, are a gap.
  /// @throws Error as StreamClock::require_samples().
  void push(std::span<const double> samples, std::span<const double> times, States& states);

  /// Samples are missing before the next one: no window reaches across, and the chain starts anew.
  /// @param lost how many of them count in the times of samples without stamps.
  void mark_gap(std::uint64_t lost = 0) { clock_.mark_gap(lost); }

  /// Appends the states of samples that wait for later ones. The next sample, if any, follows a gap.
  void finish(States& states);

  /// Begins a new recording: as if nothing had been pushed.
  void reset();

  /// Does on copies what push() would do, which warms caches, address translations and branch predictors: after a pause
  /// of milliseconds they are a third to a half of the time of a sample. Does nothing before the first usual sample.
  void prewarm();

  const sicamm::Model& model() const { return model_->model; }
  std::optional<double> sampling_rate() const { return clock_.sampling_rate(); }

  /// Labels of the channels that samples have, in their order.
  const std::vector<std::string>& channels() const { return channels_; }

  /// States in a second; with a hop fewer than samples.
  std::optional<double> state_rate() const;

  std::size_t samples_per_state() const { return samples_per_state_; }

  /// The number of the next sample, those that were lost included.
  std::uint64_t position() const { return clock_.position(); }

  /// Vectors so far, and those that are missing.
  const sicamm::MissingVectors& missing() const { return missing_; }

  /// The state that resume() needs, for save_state() or a StateWriter.
  /// @param source what the samples are, where the same can come again: digests of the files of a replay. Empty: they
  /// come live. @param written the lines of an output.
  SavedState saved(const std::string& source = {}, const WrittenLines& written = {}) const;

  /// Writes saved() to a file, which appears whole or not at all. @throws Error io.
  void save(const std::filesystem::path& path, const std::string& source = {}) const;

  /// Goes on after a stream that was saved, bit for bit, and returns the lines that it had written. None where there is
  /// no such file. The file is not trusted.
  /// @throws Error bad_file if it is not a state or damaged, unsupported for another format, invalid_data if it
  /// belongs to another model, source or settings; io if the system cannot tell whether it exists.
  std::optional<WrittenLines> resume(const std::filesystem::path& path, const std::string& source = {});

 private:
  struct Prewarming;

  // The first windows of a stream beside what the model knows.
  struct LikenessCheck {
    LikenessCheck(const sicamm::Familiarity& of_model, const sicamm::ClassDensities& densities)
        : known(of_model), meter(known, densities) {}

    sicamm::Familiarity known;
    sicamm::LikenessMeter meter;
  };

  void begin_likeness_check();
  void push_one(std::span<const double> sample, StreamClock::Tick tick, States& states);
  void warn_of_null_space(std::span<const double> vector);
  void warn_of_missing(std::span<const double> vector);
  void warn_of_likeness(std::span<const double> vector);
  void keep_usual(std::span<const double> sample);
  const std::string& model_digest() const;
  std::vector<double> numbers() const;
  void restore(std::span<const double> numbers);

  std::shared_ptr<const sicamm::TrainedModel> model_;
  StateStreamSettings settings_;
  Notify notify_;
  sicamm::Stream stream_;
  StreamClock clock_;
  std::optional<sicamm::FeatureStream> maker_;  // of vectors, unless samples are vectors
  std::unique_ptr<Prewarming> prewarming_;
  sicamm::NullSpaceShare ignored_;
  sicamm::MissingVectors missing_;
  std::optional<LikenessCheck> likeness_;  // until it has been said
  std::vector<std::string> channels_;
  std::vector<double> features_, times_;  // times of the samples that the stream holds; a ring
  mutable std::string model_digest_;      // once it was asked for
  std::size_t samples_per_state_ = 1;
  bool any_vector_ = false, said_missing_ = false;
};

}  // namespace biotropy::live
