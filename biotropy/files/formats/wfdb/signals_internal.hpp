// SPDX-License-Identifier: Apache-2.0
//
// Samples of a WFDB record (signal(5) of the WFDB Applications Guide). Signals of one file alternate frame by frame, in
// numbers of 8 to 32 bits; the lowest value marks a missing sample.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "biotropy/files/formats/wfdb/header_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

using OpenSignalFile = std::function<std::unique_ptr<Input>(const std::string& name)>;

/// Adds a channel for every signal, in the order of the header, all beginning at the same instant. If the header and
/// its files disagree, the files are read, with a warning. Checksums are compared where samples are read.
/// @throws Error bad_file, unsupported, out_of_memory; errors of `open`, which is called twice for files that are read.
void read_wfdb_signals(const WfdbHeader& header, double rate, const OpenSignalFile& open, const OpenOptions& options,
                       series::Recording& recording);

// WFDB records of several segments (header(5) of the WFDB Applications Guide): records of one rate, one behind the
// other. In a fixed layout all have the same signals; in a variable one the first segment, of no samples, describes the
// signals of the whole, of which the others have any. Where a segment lacks a signal its samples are missing; where
// nothing was recorded there is a gap.

/// Adds the channels of the record. `open` also opens headers of segments, by their names with ".hea". Returns the time
/// before the first sample in seconds, which is left out.
/// @throws Error bad_file if the segments do not fit together; errors of read_wfdb_header and read_wfdb_signals.
double read_wfdb_segments(const WfdbHeader& header, double rate, const OpenSignalFile& open, const OpenOptions& options,
                          series::Recording& recording);

}  // namespace biotropy::files
