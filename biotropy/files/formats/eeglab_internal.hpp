// SPDX-License-Identifier: Apache-2.0
//
// Data sets of EEGLAB (.set): a MATLAB file of any version whose structure EEG, or whose variables in newer files, hold
// the samples or name a file of them (.fdt: 32-bit floats, all channels of a sample before the next one), the channels,
// the sampling rate and the events (EEGLAB wiki, "EEG data structures").
#pragma once

#include <array>
#include <string_view>

#include "biotropy/files/formats/mat_content_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// The fields of a data set that are read, and those of its channels and events.
inline constexpr std::array<std::string_view, 7> kEeglabFields = {"srate", "nbchan",   "pnts", "trials",
                                                                  "data",  "chanlocs", "event"};
inline constexpr std::array<std::string_view, 5> kEeglabElementFields = {"labels", "type", "unit", "latency",
                                                                         "duration"};

/// Samples are in uV where a channel names no unit. Events are annotations. Boundaries are gaps in every channel, and
/// so are the ends of epochs.
/// @param set the kEeglabFields beside eeglab_data().
/// @throws Error bad_file naming the field; file_not_found for samples that are named and not there.
series::Recording read_eeglab(Input& input, const MatDataSet& set, const MatSamples& samples,
                              const OpenOptions& options);

}  // namespace biotropy::files
