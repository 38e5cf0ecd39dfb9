// SPDX-License-Identifier: Apache-2.0
//
// Recordings in EDF, EDF+, BDF and BDF+. Samples are 16 (BDF: 24) bit integers in records of fixed length; the physical
// value is minimum + (sample - digital minimum) * physical range / digital range, in double precision.
#pragma once

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Every signal is a channel with its own rate; annotation signals become annotations, whose onsets count from the
/// first sample. Where the records of EDF+D leave time out, every channel has a gap. A file of annotations alone has no
/// channels.
/// @throws Error bad_file where nothing can be read; what can be read otherwise comes with a warning.
series::Recording read_edf(Input& input, const OpenOptions& options = {});

}  // namespace biotropy::files
