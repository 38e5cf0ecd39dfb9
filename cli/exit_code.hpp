// SPDX-License-Identifier: Apache-2.0
//
// How the program ends. The numbers are part of its interface: scripts test them.
#pragma once

#include <string>

#include "biotropy/error.hpp"

namespace biotropy::cli {

enum class ExitCode : int {
  done = 0,              ///< also where single entries have no value and a reason
  failed = 1,            ///< out of memory, or a defect of the program
  usage = 2,             ///< an option that does not exist, or a value that is not allowed
  bad_input = 3,         ///< a recording could not be used; others were
  nothing_computed = 4,  ///< no entry of any recording has a value
  output_failed = 5,     ///< the result could not be written
  interrupted = 130,     ///< stopped by Ctrl-C or SIGTERM
  broken_pipe = 141      ///< whoever read the output has gone
};

/// The end that an error of a recording, or of its computation, leads to.
ExitCode exit_code(const Error& error);

/// The message, with the names of options as the program has them, with hyphens.
std::string message_of(const Error& error);

/// What to do about it, in a few words; empty where the message says it all.
std::string hint(const Error& error, const std::string& command);

/// The table of the codes for --help.
std::string exit_code_table();

}  // namespace biotropy::cli
