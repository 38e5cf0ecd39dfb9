// SPDX-License-Identifier: Apache-2.0
#include "biotropy/heartbeats/beats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "biotropy/error.hpp"
#include "biotropy/prepare/filter.hpp"

namespace biotropy::heartbeats {

namespace {

constexpr std::array<BeatCode, 20> kBeatCodes = {{
    {1, "N", "normal"},
    {2, "L", "left bundle branch block"},
    {3, "R", "right bundle branch block"},
    {4, "a", "aberrated atrial premature"},
    {5, "V", "premature ventricular contraction"},
    {6, "F", "fusion of ventricular and normal"},
    {7, "J", "nodal (junctional) premature"},
    {8, "A", "atrial premature"},
    {9, "S", "supraventricular premature or ectopic"},
    {10, "E", "ventricular escape"},
    {11, "j", "nodal (junctional) escape"},
    {12, "/", "paced"},
    {13, "Q", "unclassifiable"},
    {25, "B", "bundle branch block, side not given"},
    {30, "?", "not classified while learning"},
    {31, "!", "ventricular flutter wave"},
    {34, "e", "atrial escape"},
    {35, "n", "supraventricular escape"},
    {38, "f", "fusion of paced and normal"},
    {41, "r", "R-on-T premature ventricular contraction"},
}};

void require_time_order(std::span<const std::int64_t> samples) {
  std::int64_t previous = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples[i] < previous) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("annotation {} is at sample {}, before sample {}: annotations must "
                              "be in time order from the start of the record",
                              i, samples[i], previous));
    }
    previous = samples[i];
  }
}

}  // namespace

std::span<const BeatCode> beat_codes() {
  return kBeatCodes;
}

bool is_beat(int code) {
  return std::any_of(kBeatCodes.begin(), kBeatCodes.end(), [&](const BeatCode& beat) { return beat.code == code; });
}

BeatIntervals beat_intervals(std::span<const std::int64_t> samples, std::span<const int> codes, double rate,
                             bool consecutive) {
  prepare::require_rate(rate);
  if (samples.size() != codes.size()) {
    throw Error(
        ErrorCode::invalid_data,
        fmt::format("there are {} annotation times and {} codes; there must be as many", samples.size(), codes.size()));
  }
  require_time_order(samples);
  BeatIntervals result;
  std::int64_t previous = 0;
  bool interrupted = false;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!is_beat(codes[i])) {
      ++result.n_others;
      interrupted = consecutive;
      continue;
    }
    if (result.n_beats == 0) {
      result.first_beat = static_cast<double>(samples[i]) / rate;
    } else if (interrupted) {
      ++result.n_left_out;
      const std::size_t position = result.seconds.size();
      if (position > 0 && (result.gap_starts.empty() || result.gap_starts.back() != position)) {
        result.gap_starts.push_back(position);
      }
    } else {
      result.seconds.push_back(static_cast<double>(samples[i] - previous) / rate);
      result.ends.push_back(static_cast<double>(samples[i]) / rate);
    }
    ++result.n_beats;
    previous = samples[i];
    interrupted = false;
  }
  // A gap after the last interval has no effect and is removed.
  if (!result.gap_starts.empty() && result.gap_starts.back() == result.seconds.size()) result.gap_starts.pop_back();
  return result;
}

}  // namespace biotropy::heartbeats
