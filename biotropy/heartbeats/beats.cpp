// SPDX-License-Identifier: Apache-2.0
#include "biotropy/heartbeats/beats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "biotropy/error.hpp"
#include "biotropy/prepare/filter.hpp"

namespace biotropy::heartbeats {

namespace {

// Codes that the WFDB library counts as QRS complexes: numbers from its ecgcodes.h, selected by its table isqrs in
// ecgmap.h. Their symbols are N L R a V F J A S E j / Q B ? ! e n f r.
constexpr std::array kBeatCodes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 25, 30, 31, 34, 35, 38, 41};

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

bool is_beat(int code) {
  return std::find(kBeatCodes.begin(), kBeatCodes.end(), code) != kBeatCodes.end();
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
