// SPDX-License-Identifier: Apache-2.0
//
// Options for the preparation of recordings.
#pragma once

#include "biotropy/study/prepare_settings.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

using PrepareOptions = study::PrepareSettings;

/// @param windows whether windows that slide may take the place of epochs.
void add_prepare_options(CLI::App& command, PrepareOptions& options, bool windows = true);

}  // namespace biotropy::cli
