// SPDX-License-Identifier: Apache-2.0
//
// Options of what is measured: the measure, its scales, the preparation of recordings, and RR intervals.
#pragma once

#include <string>

#include "biotropy/entropy/settings.hpp"
#include "biotropy/heartbeats/rr_intervals.hpp"
#include "biotropy/study/measure_settings.hpp"
#include "biotropy/study/prepare_settings.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

/// Measures of a command; of_one_series has those of all channels together as well, of_streams has not. Streams and
/// studies, which have all, take a single m and r.
enum class Measures { of_one_series, of_two, of_streams, all };

void add_measure_options(CLI::App& command, entropy::Settings& settings, Measures which);

using PrepareOptions = study::PrepareSettings;

/// @param windows whether windows that slide may take the place of epochs.
void add_prepare_options(CLI::App& command, PrepareOptions& options, bool windows = true);

/// Group of the options in --help.
inline constexpr const char* kScalesGroup = "Scales";

/// @param settings whose scales are the default; without any, scales are measured only where they are given.
void add_multiscale_options(CLI::App& command, study::MultiscaleSettings& settings);

struct RrOptions : heartbeats::Reading {
  bool intervals = false;  ///< files that are not WFDB hold RR intervals, or times of beats

  /// Whether any option was given another value than its default.
  bool given() const { return intervals || biotropy::given<heartbeats::Reading>(heartbeats::rr_options(), *this); }
  /// @throws Error invalid_argument where options are given, and there are no heartbeats.
  void require(bool any_heartbeats) const;
  /// Of files that are read with these options.
  heartbeats::Reading reading(const files::OpenOptions& given_open) const {
    heartbeats::Reading reading = *this;
    reading.open = given_open;
    return reading;
  }
};

/// @param prefix of the names: "" or "rr-". @param intervals the help of the option --rr, if there is one.
void add_rr_options(CLI::App& command, RrOptions& options, const std::string& prefix, const char* intervals = nullptr);

}  // namespace biotropy::cli
