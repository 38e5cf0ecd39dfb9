// SPDX-License-Identifier: Apache-2.0
//
// This program, its words and its places, and other programs.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace biotropy::system {

/// Words of the command line, in UTF-8; the first is the program as it was called.
std::vector<std::string> words_of_command(int argc, const char* const* argv);

/// File of this program; empty where the system does not say.
std::filesystem::path program_file();

/// Programs and libraries in whose folders an environment may be that no variable names: the interpreter as it was
/// called, which is a link in environments of venv; the program itself; the library with this code, which an
/// interpreter has loaded from its packages.
std::vector<std::string> own_places();

struct ProgramOutput {
  std::error_code failure;  ///< why it could not be started
  bool succeeded = false;   ///< it ended by itself, and with 0
  std::string text;         ///< its standard output
};

/// Runs a program that is looked for where programs are, with its words; it writes its errors to ours.
ProgramOutput output_of(const std::vector<std::string>& words);

/// Goes on as another program, which is looked for where programs are. Returns only if that fails, with the reason.
std::error_code become(const std::vector<std::string>& words);

}  // namespace biotropy::system
