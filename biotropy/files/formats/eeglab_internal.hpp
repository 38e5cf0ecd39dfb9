// SPDX-License-Identifier: Apache-2.0
//
// Data sets of EEGLAB (.set): a MATLAB file whose structure EEG, or whose variables in newer files, hold the samples or
// name a file of them (.fdt: 32-bit floats, all channels of a sample before the next one), the channels, the sampling
// rate and the events (EEGLAB wiki, "EEG data structures").
#pragma once

#include <vector>

#include "biotropy/files/formats/mat_variable_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Samples are in uV where a channel names no unit. Events are annotations. Boundaries are gaps in every channel, and
/// so are the ends of epochs.
/// @param variables of a file of version 5, whose eeglab_data() is not null.
/// @throws Error bad_file naming the field; file_not_found for samples that are named and not there.
series::Recording read_eeglab(Input& input, bool big_endian, const std::vector<MatVariable>& variables,
                              const OpenOptions& options);

}  // namespace biotropy::files
