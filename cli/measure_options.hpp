// SPDX-License-Identifier: Apache-2.0
//
// The measure and its parameters.
#pragma once

#include "biotropy/study/measure_settings.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

using MeasureOptions = study::MeasureSettings;
using study::title;

/// Which measures a command has. Studies, which have all, take a single m and r.
enum class Measures { of_one_series, of_two, all };

void add_measure_options(CLI::App& command, MeasureOptions& options, Measures which);

}  // namespace biotropy::cli
