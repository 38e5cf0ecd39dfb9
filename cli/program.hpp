// SPDX-License-Identifier: Apache-2.0
//
// The program `biotropy`: its subcommands, and the conversion of errors to messages and exit codes.
#pragma once

namespace biotropy::cli {

/// Runs the program and returns its exit code; nothing is thrown.
int run(int argc, const char* const* argv);

}  // namespace biotropy::cli
