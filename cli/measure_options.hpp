// SPDX-License-Identifier: Apache-2.0
//
// The measure and its parameters.
#pragma once

#include "biotropy/entropy/settings.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

/// Measures of a command; of_one_series has those of all channels together as well. Studies, which have all others,
/// take a single m and r.
enum class Measures { of_one_series, of_two, all };

void add_measure_options(CLI::App& command, entropy::Settings& settings, Measures which);

}  // namespace biotropy::cli
