// SPDX-License-Identifier: Apache-2.0
#include "cli/exit_code.hpp"

#include <fmt/format.h>

#include "biotropy/entropy/options.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/heartbeats/rr.hpp"
#include "biotropy/heartbeats/rr_intervals.hpp"

namespace biotropy::cli {

ExitCode exit_code(const Error& error) {
  switch (error.code()) {
    case ErrorCode::invalid_argument:
    case ErrorCode::no_engine:
      return ExitCode::usage;
    case ErrorCode::invalid_data:
    case ErrorCode::missing_values:
    case ErrorCode::constant_series:
    case ErrorCode::too_short:
    case ErrorCode::file_not_found:
    case ErrorCode::bad_file:
    case ErrorCode::unsupported:
    case ErrorCode::io:
      return ExitCode::bad_input;
    case ErrorCode::cancelled:
      return ExitCode::interrupted;
    case ErrorCode::busy:
      return ExitCode::output_failed;
    case ErrorCode::out_of_memory:
    case ErrorCode::device:
    case ErrorCode::internal:
      break;
  }
  return ExitCode::failed;
}

bool is_about_output(const Error& error) {
  return error.code() == ErrorCode::io && dynamic_cast<const files::InputError*>(&error) == nullptr;
}

std::string message_of(const Error& error) {
  if (error.parameter().empty()) return error.what();
  return Error::argument(hyphenated(error.parameter()), error.value(), error.allowed()).what();
}

// Commands of states that learn classes from labels; the others may have none.
bool trains(const std::string& command) {
  return command == "states train" || command == "states evaluate" || command == "states compare" ||
         command == "states bids";
}

std::string hint(const Error& error, const std::string& command) {
  switch (error.code()) {
    case ErrorCode::invalid_argument:
      if (error.parameter() == "values") {
        return fmt::format("'--{}values times' reads times of beats", command == "rr" ? "" : "rr-");
      }
      if ((error.value() == "auto" || error.value() == "unknown") &&
          find_row(heartbeats::rr_options(), error.parameter()) != nullptr) {
        return fmt::format("give it with '--{}{}'", command == "rr" ? "" : "rr-", hyphenated(error.parameter()));
      }
      if (error.parameter() == "folder" && command == "simulate cohort") return "'--force' writes into it all the same";
      return fmt::format("see 'biotropy {} --help'", command);
    case ErrorCode::no_engine:
      return "see 'biotropy engines'";
    case ErrorCode::too_short:
      if (trains(command)) return "label more samples, leave the class out by '--classes', or choose fewer channels";
      if (dynamic_cast<const heartbeats::NoIntervalLeft*>(&error) == nullptr) return {};
      return fmt::format("'--{0}min' and '--{0}max' set the limits", command == "rr" ? "" : "rr-");
    case ErrorCode::unsupported:
      // A backtick begins an option that settles the question.
      if (command.starts_with("states") || std::string_view(error.what()).find('`') != std::string_view::npos)
        return {};
      return "see 'biotropy info --help' for what can be read";
    case ErrorCode::out_of_memory:
      return "ask for less at once: fewer channels, shorter recordings or windows, or '--mean-only' of matrices";
    case ErrorCode::internal:
      return "this is a defect: please report it with the command";
    case ErrorCode::busy:
      return "wait for it to end, or choose another folder with '--output'";
    case ErrorCode::invalid_data:
    case ErrorCode::missing_values:
    case ErrorCode::constant_series:
    case ErrorCode::file_not_found:
    case ErrorCode::bad_file:
    case ErrorCode::io:
    case ErrorCode::cancelled:
    case ErrorCode::device:
      break;
  }
  return {};
}

std::string exit_code_table() {
  return "Exit codes:\n"
         "  0    done; entries without a value carry a reason\n"
         "  1    out of memory, a check that failed, no Python for a report, no Slurm, or a defect of the program\n"
         "  2    a command or option that does not exist, or a value that is not allowed\n"
         "  3    a recording, model or study could not be used; other recordings were\n"
         "  4    no entry of any recording has a value\n"
         "  5    the result could not be written, or another process is writing it\n"
         "  130  stopped by Ctrl-C or SIGTERM; no half-written result is left\n"
         "  141  the reader of the output has closed it\n";
}

}  // namespace biotropy::cli
