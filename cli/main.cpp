// SPDX-License-Identifier: Apache-2.0
//
// The program `biotropy`: runs the chosen command, and makes messages and exit codes of errors; nothing is thrown.
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "biotropy/system/program.hpp"
#include "biotropy/system/terminal.hpp"
#include "cli/command_line.hpp"
#include "cli/interruption.hpp"

namespace biotropy::cli {

namespace {

// Command line, quoted for a shell.
std::string quoted_command_line(const std::vector<std::string>& words) {
  std::string line = "biotropy";
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_-+=.,:/@%") == std::string::npos;
    line += ' ';
    if (plain) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

ExitCode run_command(const std::vector<std::string>& words, Console& console) {
  Command chosen;
  const std::shared_ptr<CLI::App> program = command_line(chosen);
  if (const auto code = parse(*program, words, console)) return *code;
  Context context{console, quoted_command_line(words)};
  try {
    console.require_known_form();
    return chosen(context);
  } catch (const Error& error) {
    std::string name = name_of_chosen(*program);
    if (!name.empty()) name.pop_back();
    if (error.code() == ErrorCode::cancelled) {
      console.error("stopped; no half-written result is left", "", biotropy::name(error.code()));
      return ExitCode::interrupted;
    }
    if (is_about_output(error)) {
      console.error(error.what(), "check the folder, its permissions and the free space", biotropy::name(error.code()));
      return ExitCode::output_failed;
    }
    return console.error(error, name);
  }
}

// As std::thread says it.
bool is_without_thread(const std::exception& error) {
  const auto* const known = dynamic_cast<const std::system_error*>(&error);
  return known != nullptr && known->code() == std::errc::resource_unavailable_try_again;
}

// For failures that nothing below has made a message of. Runs within a handler.
ExitCode report_failure(Console& console) {
  try {
    throw;
  } catch (const Error& error) {
    console.error(error.what(), "", biotropy::name(error.code()));
    return is_about_output(error) ? ExitCode::output_failed : ExitCode::failed;
  } catch (const std::length_error&) {
    console.error("not enough memory: the request exceeds any memory");
  } catch (const std::bad_alloc&) {
    console.error("not enough memory", hint(Error(ErrorCode::out_of_memory, ""), ""));
  } catch (const std::exception& error) {
    if (is_without_thread(error)) {
      console.error("the system starts no further thread",
                    "end other programs, or raise the limit of processes (ulimit -u)");
    } else {
      console.error(std::string("a defect: ") + error.what(), "please report it with the command");
    }
  } catch (...) {
    console.error("a defect: something unknown was thrown", "please report it with the command");
  }
  return ExitCode::failed;
}

int run(int argc, const char* const* argv) {
  system::prepare_standard_streams();
  Console console;
  handle_interruptions();
  ExitCode code = ExitCode::failed;
  try {
    try {
      code = run_command(system::words_of_command(argc, argv), console);
      console.end_notices();
    } catch (...) {
      code = report_failure(console);
    }
  } catch (...) {
    // There is none even for a message.
    system::say_at_once("biotropy: not enough memory\n");
  }
  return static_cast<int>(code);
}

}  // namespace

}  // namespace biotropy::cli

int main(int argc, char** argv) {
  return biotropy::cli::run(argc, argv);
}
