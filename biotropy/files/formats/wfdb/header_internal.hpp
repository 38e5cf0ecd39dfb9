// SPDX-License-Identifier: Apache-2.0
//
// Header of a WFDB record (header(5) of the WFDB Applications Guide): a line for the record and one for every signal
// or segment, in fields separated by blanks; empty lines and lines that begin with '#' are skipped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// The format whose numbers are differences from one sample of a signal to the next.
constexpr int kWfdbDifferences = 8;

/// Far above any recorder, and small enough that sums over all signals cannot overflow.
constexpr std::uint64_t kMostWfdbFrames = std::uint64_t{1} << 48;

struct WfdbSignal {
  std::string file;  ///< relative to the header unless absolute; "." and "x/.." removed
  int format = 0;
  std::uint64_t per_frame = 1;  ///< samples of the signal in each frame of the record
  std::uint64_t skew = 0;       ///< frames by which this signal was written late
  std::uint64_t offset = 0;     ///< bytes of the file before its samples
  double gain = 0.0;            ///< digital steps per physical unit
  bool calibrated = false;      ///< false: the default gain, not the signal's own
  std::int64_t baseline = 0;    ///< digital value of 0
  std::int64_t initial = 0;     ///< digital value in front of the first difference, where differences are stored
  std::string unit;
  std::optional<std::int64_t> checksum;  ///< sum of the digital samples, modulo 2^16
  std::string label;
};

/// The name of segments in which nothing was recorded, and of the file of signals that are only described.
constexpr std::string_view kWfdbNothing = "~";

/// A part of the time of a record, which is a record itself.
struct WfdbSegment {
  std::string name;  ///< of its header without ".hea", relative to this one
  std::uint64_t n_frames = 0;
};

struct WfdbHeader {
  bool several_segments = false;  ///< then it lists segments, and no signals
  std::uint64_t n_signals = 0;    ///< announced
  std::optional<double> rate;     ///< frames per second
  std::uint64_t n_frames = 0;     ///< 0: unknown
  std::vector<WfdbSignal> signals;
  std::vector<WfdbSegment> segments;  ///< in the order of time
};

/// True for rates within the range of clocks, so that no onset overflows.
bool is_usable_rate(double rate);

/// @throws Error bad_file naming the line.
WfdbHeader read_wfdb_header(Input& input);

}  // namespace biotropy::files
