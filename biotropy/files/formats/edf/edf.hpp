// SPDX-License-Identifier: Apache-2.0
//
// Recordings in EDF, EDF+, BDF and BDF+. Samples are 16 (BDF: 24) bit integers in records of fixed length; the physical
// value is minimum + (sample - digital minimum) * physical range / digital range, in double precision.
#pragma once

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Every signal is a channel with its own rate; annotation signals become annotations, with onsets relative to the
/// first sample. Time missing between EDF+D records becomes a gap in every channel. A file with annotations only has no
/// channels.
/// @throws Error bad_file if nothing can be read; other faults give a warning.
series::Recording read_edf(Input& input, const OpenOptions& options = {});

}  // namespace biotropy::files
