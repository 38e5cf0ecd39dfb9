// SPDX-License-Identifier: Apache-2.0
//
// Samples from a stream of the Lab Streaming Layer, and states to another one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/live/lsl_library.hpp"
#include "biotropy/live/sample_source.hpp"
#include "biotropy/live/states.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::live {

/// A stream that is found by its name. Its clock is brought to that of this machine and its stamps are smoothed by the
/// library; what it held when it was opened is thrown away, because all that comes later would be late by as much. It
/// ends when its outlet goes.
class LslSource final : public SampleSource {
 public:
  /// @throws Error invalid_argument where there is no library; invalid_data where no stream of that name is found
  /// within `seconds`, or it has another number of channels or another rate (nominal; unset: any); cancelled.
  LslSource(const std::string& name, std::size_t channels, std::optional<double> rate, double seconds,
            const CancelFlag* cancel = nullptr);
  ~LslSource() override;
  LslSource(const LslSource&) = delete;
  LslSource& operator=(const LslSource&) = delete;

  void take(SampleQueue& queue) override;
  bool ended() const override { return ended_ && !waiting_; }
  void wait(int output, bool full) override;

 private:
  void pull(double seconds);

  const LslLibrary& library_;
  void* inlet_ = nullptr;
  std::vector<double> sample_;
  double time_ = 0.0;     // of the sample that waits
  bool waiting_ = false;  // for a place in the queue
  bool ended_ = false;
};

/// A stream of type "States": the posteriors, the label (the number of the class, from 0), the log-likelihood and the
/// flags.
class LslOutlet {
 public:
  /// @param rate 0: not known. @param source what the model is known by.
  LslOutlet(const std::string& name, const sicamm::Model& model, double rate, const std::string& source);
  ~LslOutlet();
  LslOutlet(const LslOutlet&) = delete;
  LslOutlet& operator=(const LslOutlet&) = delete;

  /// @param time in the clock of the library; NaN: now.
  void push(const State& state, double time);

 private:
  const LslLibrary& library_;
  void* outlet_ = nullptr;
  std::vector<double> sample_;
};

}  // namespace biotropy::live
