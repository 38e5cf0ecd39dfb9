// SPDX-License-Identifier: Apache-2.0
#include "cli/program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/suggestion.hpp"
#include "biotropy/system/program.hpp"
#include "biotropy/system/terminal.hpp"
#include "biotropy/version.hpp"
#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "cli/strict_values.hpp"
#include "cli/study_commands.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

constexpr std::size_t kHelpColumn = 34;

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

std::string name_of_chosen(const CLI::App& program) {
  std::string name;
  for (const CLI::App* app = &program; !app->get_subcommands().empty();) {
    app = app->get_subcommands().front();
    name += app->get_name() + " ";
  }
  return name;
}

const CLI::App& chosen_command(const CLI::App& program) {
  const CLI::App* app = &program;
  while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
  return *app;
}

// For "--measure: smapen not in {apen,sampen}".
std::string suggested_choice(const std::string& message) {
  constexpr std::string_view kBefore = ": ", kBetween = " not in {";
  const std::size_t between = message.find(kBetween), before = message.find(kBefore);
  if (between == std::string::npos || before >= between || !message.ends_with('}')) return {};
  const std::size_t word = before + kBefore.size(), choices = between + kBetween.size();
  return suggestion(message.substr(word, between - word),
                    CLI::detail::split(message.substr(choices, message.size() - 1 - choices), ','));
}

// For "--epohc=1024".
std::string suggested_option(const CLI::App& app, const std::string& word) {
  if (!word.starts_with("--")) return {};
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  }
  std::string text = suggestion(word.substr(2, word.find('=') - 2), names);
  if (!text.empty()) text.insert(text.find('\'') + 1, "--");
  return text;
}

// The parser reports a missing command before the unknown word in its place.
std::string parse_message(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App& app = chosen_command(program);
  const std::vector<std::string> unknown = app.remaining();
  const bool no_command = app.get_require_subcommand_min() > 0 && error.get_name() == "RequiredError";
  if (no_command && !unknown.empty() && !unknown.front().starts_with('-')) {
    return unknown_command(app, unknown.front());
  }
  if (!unknown.empty() && (no_command || dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)) {
    const std::string& word = unknown.front();
    if (!word.starts_with('-')) return fmt::format("'{}' is one word too many", word);
    return fmt::format("there is no option '{}' here{}", word, suggested_option(app, word));
  }
  return error.what() + suggested_choice(error.what());
}

// Help and version are no errors; every other exception of the parser is an error in the command line.
ExitCode report_parse_error(const CLI::App& program, const CLI::ParseError& error, Console& console) {
  if (error.get_exit_code() == 0) {
    std::ostringstream text, unused;
    program.exit(error, text, unused);
    print(text.str());
    return ExitCode::done;
  }
  console.error(parse_message(program, error), fmt::format("see 'biotropy {}--help'", name_of_chosen(program)));
  return ExitCode::usage;
}

ExitCode run_command(const std::vector<std::string>& words, Console& console) {
  CLI::App program("Entropies of biomedical signals and of pairs of them, exact and fast.", "biotropy");
  program.set_version_flag("-V,--version", std::string(version()));
  program.allow_windows_style_options(false);  // a path may begin with /, also there
  program.require_subcommand(1);
  program.get_formatter()->column_width(kHelpColumn);
  program.footer(
      "Examples:\n"
      "  biotropy info eeg.edf\n"
      "  biotropy entropy rr.txt\n"
      "  biotropy cross eeg.edf -m 1 --epoch 1024 -o matrices.nc\n\n"
      "'biotropy help COMMAND' lists the options of a command.\n\n" +
      exit_code_table());
  Command chosen;
  add_info_command(program, chosen);
  add_entropy_command(program, chosen);
  add_multiscale_command(program, chosen);
  add_cross_command(program, chosen);
  add_stream_command(program, chosen);
  add_study_command(program, chosen);
  add_bids_command(program, chosen);
  add_rr_command(program, chosen);
  add_states_command(program, chosen);
  add_report_command(program, chosen);
  add_simulate_command(program, chosen);
  add_engines_command(program, chosen);
  add_devices_command(program, chosen);
  add_completion_command(program, chosen);
  add_help_command(program, chosen);
  be_strict(program);
  try {
    // The parser wants them from the last to the first, without the program.
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    if (!reversed.empty()) reversed.pop_back();
    program.parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    return report_parse_error(program, error, console);
  } catch (const Error& error) {
    console.error(message_of(error), fmt::format("see 'biotropy {}--help'", name_of_chosen(program)));
    return exit_code(error);
  }
  Context context{console, quoted_command_line(words)};
  try {
    return chosen(context);
  } catch (const Error& error) {
    std::string name = name_of_chosen(program);
    if (!name.empty()) name.pop_back();
    if (error.code() == ErrorCode::cancelled) {
      console.error("stopped; no half-written result is left");
      return ExitCode::interrupted;
    }
    // Only output errors get here: unreadable recordings are handled earlier.
    if (error.code() == ErrorCode::io) {
      console.error(error.what(), "check the folder, its permissions and the free space");
      return ExitCode::output_failed;
    }
    console.error(message_of(error), hint(error, name));
    return exit_code(error);
  }
}

// For failures that nothing below has made a message of. Runs within a handler.
ExitCode report_failure(Console& console) {
  try {
    throw;
  } catch (const Error& error) {
    console.error(error.what());
    return error.code() == ErrorCode::io ? ExitCode::output_failed : ExitCode::failed;
  } catch (const std::length_error&) {
    console.error("not enough memory: the request exceeds any memory");
  } catch (const std::bad_alloc&) {
    console.error("not enough memory", hint(Error(ErrorCode::out_of_memory, ""), ""));
  } catch (const std::exception& error) {
    console.error(std::string("a defect: ") + error.what(), "please report it with the command");
  } catch (...) {
    console.error("a defect: something unknown was thrown", "please report it with the command");
  }
  return ExitCode::failed;
}

}  // namespace

int run(int argc, const char* const* argv) {
  system::prepare_standard_streams();
  Console console;
  hear_interruptions();
  ExitCode code = ExitCode::failed;
  try {
    try {
      code = run_command(system::words_of_command(argc, argv), console);
    } catch (...) {
      code = report_failure(console);
    }
  } catch (...) {
    // There is none even for a message.
    system::say_at_once("biotropy: not enough memory\n");
  }
  return static_cast<int>(code);
}

}  // namespace biotropy::cli
