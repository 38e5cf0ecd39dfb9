// SPDX-License-Identifier: Apache-2.0
//
// Raw recordings in FIF, the format of MEGIN (Neuromag) and MNE: MEG, EEG and other channels of one rate. Values are
// those of MNE, sample * (range * calibration) in double precision.
#pragma once

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Reads a raw recording with the types of its channels, those marked as bad, skips of the acquisition as gaps,
/// annotations, and the further files in which it goes on.
/// @throws Error bad_file; file_not_found for a further file; unsupported for files without raw data, complex samples,
/// and recordings with internal active shielding unless they are allowed.
series::Recording read_fif(Input& input, const OpenOptions& options = {});

}  // namespace biotropy::files
