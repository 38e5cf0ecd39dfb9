// SPDX-License-Identifier: Apache-2.0
//
// The samples of a WFDB record (signal(5) of the WFDB Applications Guide). Signals of one file take turns, frame by
// frame, in numbers of 8 to 32 bits; the lowest of them marks a missing sample.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "biotropy/files/formats/wfdb_header_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

using OpenSignalFile = std::function<std::unique_ptr<Input>(const std::string& name)>;

/// Adds a channel for every signal, in the order of the header, all beginning at the same instant. Where the header
/// and its files disagree, what is there is read, and a warning says so.
/// @throws Error bad_file, unsupported; what `open` throws.
void read_wfdb_signals(const WfdbHeader& header, double rate, const OpenSignalFile& open, series::Recording& recording);

}  // namespace biotropy::files
