// SPDX-License-Identifier: Apache-2.0
//
// States as streams of the Lab Streaming Layer.
#pragma once

#include <string>
#include <vector>

#include "biotropy/live/lsl_library.hpp"
#include "biotropy/live/states.hpp"

namespace biotropy::live {

/// Two streams. One of type "States": the posteriors, the label (the number of the class, from 0), the log-likelihood
/// and the flags of each state, with labels, types and units. One of type "Markers", "NAME markers": the name of the
/// class of the first state, and of each that differs from the class before it.
class LslOutlet {
 public:
  /// @param rate 0: not known. @param source what the model is known by. @throws Error invalid_argument where there is
  /// no library, or the name is empty.
  LslOutlet(const std::string& name, const sicamm::Model& model, double rate, const std::string& source);
  ~LslOutlet();
  LslOutlet(const LslOutlet&) = delete;
  LslOutlet& operator=(const LslOutlet&) = delete;

  /// @param time in the clock of the library; NaN: now.
  void push(const State& state, double time);

 private:
  const LslLibrary& library_;
  std::vector<std::string> classes_;
  void *states_ = nullptr, *markers_ = nullptr;
  std::vector<double> sample_;
  std::int32_t label_ = -1;  // of the state before
};

}  // namespace biotropy::live
