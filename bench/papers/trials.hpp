// SPDX-License-Identifier: Apache-2.0
//
// Trials of Martinez-Zarzuela et al. 2013: pairs of series of white noise of one length, whose Cross-ApEn (m = 1, r =
// 0.2) is computed by the library and by the programs of the paper.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "biotropy/match/devices/device_engine.hpp"
#include "device/published.hpp"

namespace biotropy::bench {

constexpr double kToleranceOfTrials = 0.2;

class Trials {
 public:
  Trials(std::size_t count, std::size_t samples);

  std::size_t count() const { return data_.size() / 2 / samples_; }
  std::span<const double> u(std::size_t trial) const {
    return std::span(data_).subspan(2 * trial * samples_, samples_);
  }
  std::span<const double> v(std::size_t trial) const {
    return std::span(data_).subspan((2 * trial + 1) * samples_, samples_);
  }

  /// z-scores of all series: step 1 of the paper.
  std::vector<double> scores() const;
  /// Steps 2 to 4 of the library for these scores, with an engine of a device or, if null, on the processor.
  std::vector<double> values_of(std::span<const double> scores, const match::Engine* engine, int threads = 0) const;
  /// All steps of the library.
  std::vector<double> values(const match::Engine* engine, int threads = 0) const {
    return values_of(scores(), engine, threads);
  }
  /// All steps of Algorithm 1 for the first trials, each on one of the threads.
  std::vector<double> algorithm_one(std::size_t first, int threads) const;

  PublishedCrossApen published(device::Device& device, const char* variant) const;

 private:
  std::size_t samples_;
  std::vector<double> data_;  // u and v of a trial, one after the other
};

/// The engine of a device for such trials: bit rows, with tables in shared memory where they fit.
std::unique_ptr<match::DeviceEngine> engine_for_trials(device::Device& device, std::size_t samples);

/// Greatest difference; infinity if the numbers of values differ.
double greatest_difference(std::span<const double> a, std::span<const double> b);

}  // namespace biotropy::bench
