// SPDX-License-Identifier: Apache-2.0
//
// GDF 1 and 2, the General Data Format for biomedical signals (Schlögl 2006): records as in EDF, with a number type for
// every channel and a table of events behind them.
#pragma once

#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Reads channels in the physical unit of the file, each with its own rate, and events as annotations with their code
/// as text. Values outside the digital range are kept.
/// @throws Error bad_file, unsupported.
series::Recording read_gdf(Input& input, const OpenOptions& options = {});

}  // namespace biotropy::files
