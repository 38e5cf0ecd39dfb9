// SPDX-License-Identifier: Apache-2.0
//
// Options for reading and cleaning RR intervals.
#pragma once

#include <string>

#include "biotropy/heartbeats/rr_intervals.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct RrOptions : heartbeats::Reading {
  bool intervals = false;  ///< files that are not WFDB hold RR intervals, or times of beats

  /// Whether any option was given another value than its default.
  bool given() const { return intervals || biotropy::given<heartbeats::Reading>(heartbeats::rr_options(), *this); }
  /// Of files that are read with these options.
  heartbeats::Reading reading(const files::OpenOptions& given_open) const {
    heartbeats::Reading reading = *this;
    reading.open = given_open;
    return reading;
  }
};

/// @param prefix of the names: "" or "rr-".
void add_rr_options(CLI::App& command, RrOptions& options, const std::string& prefix);

}  // namespace biotropy::cli
