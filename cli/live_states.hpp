// SPDX-License-Identifier: Apache-2.0
//
// From samples as they come to states: features, the classifier, and the time of each state. The state of all of it can
// be taken out and put back, so that a stream goes on where it ended, to the last bit.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/slow_wave.hpp"
#include "cli/stamp_rate.hpp"

namespace biotropy::cli {

struct LiveSettings {
  sicamm::StreamSettings stream;
  std::optional<double> rate;  ///< where the model does not say
  std::optional<double> gap;   ///< seconds between time stamps above which samples are missing; unset: 1.5 samples
  bool rehearses = false;      ///< whether rehearse() will be called
};

class LiveStates {
 public:
  /// Takes what is known of one sample and its time (seconds, or its number where there is no rate).
  using Receiver = std::function<void(double time, const sicamm::Update& update)>;

  /// @throws Error invalid_argument where features need a rate that nobody said; as sicamm::Classifier does.
  LiveStates(const LiveSettings& settings, const sicamm::Model& model, Receiver receiver, const Execution& execution);

  /// @param position of the sample in its source, which counts those that were dropped; at least position().
  /// @param time of the sample; NaN: samples are equally spaced. @param after_gap samples are missing before it.
  void step(std::span<const double> sample, std::uint64_t position, double time, bool after_gap);

  /// What is known of the samples that wait for later ones: none will come.
  void finish();

  /// Does on copies what step() would do, so that memory, translations and predictions are at hand when the next sample
  /// comes: after a pause of milliseconds that is a third to a half of its time. Nothing before there was a usual
  /// sample.
  void rehearse();

  std::optional<double> rate() const { return rate_; }

  /// What is wrong with the last time stamps: they come at another rate than rate(), or unevenly.
  std::optional<std::string> stamp_fault() const;

  /// Of the next sample in its source, whatever was dropped or in between.
  std::uint64_t position() const { return position_; }

  std::vector<double> state() const;

  /// @throws Error invalid_data for numbers that are no state of the same model and settings.
  void restore(std::span<const double> state);

 private:
  // A sample and its features that are no outlier, so that it takes the usual time, and what it is tried on.
  struct Rehearsal {
    Rehearsal(const sicamm::Classifier& classifier, const sicamm::StreamSettings& settings)
        : stream(classifier, settings) {}

    sicamm::Stream stream;
    std::optional<sicamm::SlowWaves> waves;
    std::vector<double> sample, features, scratch;
    bool odd = false;
  };

  bool follows_gap(double time) const;
  void keep_usual(std::span<const double> sample);

  sicamm::Classifier classifier_;
  sicamm::Stream stream_;
  std::optional<double> rate_, gap_;
  std::optional<sicamm::SlowWaves> waves_;
  std::unique_ptr<Rehearsal> rehearsal_;
  StampRate stamps_;
  Receiver receiver_;
  std::vector<double> features_, times_;  // times of the samples that the stream holds; a ring
  std::uint64_t position_ = 0;
  bool any_vector_ = false;
  double last_time_;
};

}  // namespace biotropy::cli
