// SPDX-License-Identifier: Apache-2.0
//
// Options for reading and cleaning RR intervals.
#pragma once

#include <string>

#include "biotropy/study/rr_settings.hpp"

namespace CLI {
class App;
}

namespace biotropy::cli {

struct RrOptions : study::RrSettings {
  bool intervals = false;  ///< files that are not WFDB hold RR intervals, or times of beats

  bool operator==(const RrOptions&) const = default;
};

/// @param prefix of the names: "" or "rr-".
void add_rr_options(CLI::App& command, study::RrSettings& options, const std::string& prefix);

}  // namespace biotropy::cli
