// SPDX-License-Identifier: Apache-2.0
//
// Samples of a WFDB record (signal(5) of the WFDB Applications Guide). Signals of one file alternate frame by frame, in
// numbers of 8 to 32 bits; the lowest value marks a missing sample.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "biotropy/files/formats/wfdb_header_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

using OpenSignalFile = std::function<std::unique_ptr<Input>(const std::string& name)>;

/// Adds a channel for every signal, in the order of the header, all beginning at the same instant. If the header and
/// its files disagree, the files are read, with a warning.
/// @throws Error bad_file, unsupported; errors of `open`.
void read_wfdb_signals(const WfdbHeader& header, double rate, const OpenSignalFile& open, series::Recording& recording);

}  // namespace biotropy::files
