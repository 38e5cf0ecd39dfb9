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

void add_prepare_options(CLI::App& command, PrepareOptions& options);

/// Windows in place of epochs. @param command has the options above.
void add_window_options(CLI::App& command, PrepareOptions& options);

}  // namespace biotropy::cli
