// SPDX-License-Identifier: Apache-2.0
//
// WFDB records of several segments (header(5) of the WFDB Applications Guide): records of one rate, one behind the
// other. In a fixed layout all have the same signals; in a variable one the first segment, of no samples, describes the
// signals of the whole, of which the others have any. Where a segment lacks a signal its samples are missing; where
// nothing was recorded there is a gap.
#pragma once

#include "biotropy/files/formats/wfdb/signals_internal.hpp"

namespace biotropy::files {

/// Adds the channels of the record. `open` also opens headers of segments, by their names with ".hea". Returns the time
/// before the first sample in seconds, which is left out.
/// @throws Error bad_file if the segments do not fit together; errors of read_wfdb_header and read_wfdb_signals.
double read_wfdb_segments(const WfdbHeader& header, double rate, const OpenSignalFile& open, const OpenOptions& options,
                          series::Recording& recording);

}  // namespace biotropy::files
