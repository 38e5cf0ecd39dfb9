// SPDX-License-Identifier: Apache-2.0
//
// Options of the scales of a multiscale entropy.
#pragma once

#include "biotropy/study/multiscale_settings.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

/// Group of the options in --help.
inline constexpr const char* kScalesGroup = "Scales";

/// @param settings whose scales are the default; without any, scales are measured only where they are given.
void add_multiscale_options(CLI::App& command, study::MultiscaleSettings& settings);

/// True if an option of a group of a command was given.
bool any_given(const CLI::App& command, const std::string& group);

}  // namespace biotropy::cli
