// SPDX-License-Identifier: Apache-2.0
//
// The scales of an entropy at many of them.
#pragma once

#include "biotropy/study/multiscale_settings.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

/// Under which the options stand.
inline constexpr const char* kScalesGroup = "Scales";

void add_multiscale_options(CLI::App& command, study::MultiscaleSettings& settings);

}  // namespace biotropy::cli
