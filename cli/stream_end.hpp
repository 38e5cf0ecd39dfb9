// SPDX-License-Identifier: Apache-2.0
//
// What a command that reads live samples says at their end.
#pragma once

#include <string>

#include "biotropy/live/sample_reader.hpp"
#include "cli/console.hpp"
#include "cli/exit_code.hpp"

namespace biotropy::cli {

void warn_of_dropped(const live::SampleQueue& queue, Console& console);

/// The exit code of a source that failed, whatever its kind: a fault of the input. @param command for the hint.
ExitCode report_fault(const live::SampleReader& reader, Console& console, const std::string& command);

}  // namespace biotropy::cli
