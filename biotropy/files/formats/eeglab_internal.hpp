// SPDX-License-Identifier: Apache-2.0
//
// Data sets of EEGLAB (.set): a MATLAB file of any version whose structure EEG, or whose variables in newer files, hold
// the samples or name a file of them (.fdt: 32-bit floats, all channels of a sample before the next one), the channels,
// the sampling rate and the events (EEGLAB wiki, "EEG data structures").
#pragma once

#include <array>
#include <string_view>

#include "biotropy/files/formats/mat/content_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// The fields of a data set that are read, and those of its channels, events, and of what is rejected.
inline constexpr std::array<std::string_view, 8> kEeglabFields = {"srate", "nbchan",   "pnts",  "trials",
                                                                  "data",  "chanlocs", "event", "reject"};
inline constexpr std::array<std::string_view, 18> kEeglabElementFields = {
    "labels",       "type",     "unit",       "latency",      "duration",    "rejmanual",
    "rejjp",        "rejkurt",  "rejthresh",  "rejconst",     "rejfreq",     "rejglobal",
    "icarejmanual", "icarejjp", "icarejkurt", "icarejthresh", "icarejconst", "icarejfreq"};

/// Samples are in uV where a channel names no unit. Events are annotations. Boundaries are gaps in every channel, and
/// so are the ends of epochs. Epochs that are marked for rejection are read, with a warning.
/// @param set the kEeglabFields beside eeglab_data().
/// @throws Error bad_file naming the field; file_not_found for samples that are named and not there.
series::Recording read_eeglab(Input& input, const MatDataSet& set, const MatSamples& samples,
                              const OpenOptions& options);

}  // namespace biotropy::files
