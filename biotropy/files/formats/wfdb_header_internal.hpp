// SPDX-License-Identifier: Apache-2.0
//
// The header of a WFDB record (header(5) of the WFDB Applications Guide): a line for the record and one for every
// signal, in fields parted by blanks; empty lines and lines that begin with '#' are skipped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

struct WfdbSignal {
  std::string file;  ///< relative to the header unless absolute, without "." and "x/.." in it
  int format = 0;
  std::uint64_t per_frame = 1;  ///< samples for each one of a signal at the rate of the record
  std::uint64_t skew = 0;       ///< frames that were written before the first one of this signal
  std::uint64_t offset = 0;     ///< bytes of the file before its samples
  double gain = 0.0;            ///< digital steps per physical unit
  bool calibrated = false;      ///< false: the gain is the usual one and not the signal's own
  std::int64_t baseline = 0;    ///< the digital value of 0
  std::string unit;
  std::optional<std::int64_t> checksum;  ///< the sum of its digital samples, of which 16 bits count
  std::string label;
};

struct WfdbHeader {
  bool several_segments = false;  ///< then the lines after the first are not looked at
  std::optional<double> rate;     ///< frames per second
  std::uint64_t n_frames = 0;     ///< 0: not given
  std::vector<WfdbSignal> signals;
};

/// A rate that times can be divided by: within what clocks do, so that no onset overflows.
bool is_usable_rate(double rate);

/// @throws Error bad_file naming the line.
WfdbHeader read_wfdb_header(Input& input);

}  // namespace biotropy::files
