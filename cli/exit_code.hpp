// SPDX-License-Identifier: Apache-2.0
//
// Exit codes of the program. They are part of its interface, because scripts test them.
#pragma once

#include <string>

#include "biotropy/error.hpp"

namespace biotropy::cli {

enum class ExitCode : int {
  done = 0,              ///< even if single entries have no value, with a reason
  failed = 1,            ///< out of memory, or a defect of the program
  usage = 2,             ///< an unknown option, or a value that is not allowed
  bad_input = 3,         ///< a recording could not be used; others were
  nothing_computed = 4,  ///< no entry of any recording has a value
  output_failed = 5,     ///< the result could not be written
  interrupted = 130,     ///< stopped by Ctrl-C or SIGTERM
  broken_pipe = 141      ///< the reader of the output closed it
};

/// Exit code of an error in a recording or its computation.
ExitCode exit_code(const Error& error);

/// Whether a result could not be written, which ends the command; what cannot be read is another error.
bool is_about_output(const Error& error);

/// Message with the names of options as in the program, with hyphens.
std::string message_of(const Error& error);

/// Short advice on what to do; empty if the message suffices.
std::string hint(const Error& error, const std::string& command);

/// Table of the codes for --help.
std::string exit_code_table();

}  // namespace biotropy::cli
