// SPDX-License-Identifier: Apache-2.0
#include "cli/stream_end.hpp"

#include <fmt/format.h>

#include <exception>

#include "biotropy/error.hpp"

namespace biotropy::cli {

void warn_of_dropped(const live::SampleQueue& queue, Console& console) {
  if (queue.dropped() == 0) return;
  console.warning(fmt::format("{} of {} samples were dropped: the output was not taken fast enough", queue.dropped(),
                              queue.received()));
}

ExitCode report_fault(const live::SampleReader& reader, Console& console, const std::string& command) {
  try {
    std::rethrow_exception(reader.fault());
  } catch (const Error& error) {
    console.error(message_of(error), hint(error, command));
    return exit_code(error);
  }
}

}  // namespace biotropy::cli
