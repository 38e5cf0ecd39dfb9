// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "biotropy/version.hpp"
#include "biotropy/words.hpp"
#include "cli/parser.hpp"
#include "cli/study/commands.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

constexpr std::size_t kHelpColumn = 34;

// Of commands with more options, '--help' lists those that most people need, '--help-all' all.
constexpr std::size_t kMostOptions = 20;
constexpr auto kCommon = std::to_array<std::string_view>(
    {"rate",       "channels",  "columns", "time",    "rr",       "measure", "m",       "r",
     "r-unit",     "tau",       "epoch",   "window",  "step",     "hop",     "band",    "notch",
     "full",       "missing",   "scales",  "values",  "min",      "max",     "ectopic", "policy",
     "input-unit", "learn",     "report",  "classes", "features", "model",   "events",  "surrogates",
     "output",     "mean-only", "threads", "device",  "json",     "quiet",   "help",    "help-all"});

class ShortHelp : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    is_short_ = mode == CLI::AppFormatMode::Normal && app->get_options().size() > kMostOptions;
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    const std::size_t begin = text.find("\nOptions:"), end = text.find("\nExamples:");
    for (std::size_t at = begin; is_short_ && (at = text.find("\n\n", at + 1)) < end;) text.erase(at, 1);
    return is_short_ ? text.substr(0, text.find("\nExit codes:")) : text;
  }

  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    const auto is_rare = [](const CLI::Option* option) {
      const auto is_common = [](const std::string& name) { return std::ranges::find(kCommon, name) != kCommon.end(); };
      return std::ranges::none_of(option->get_lnames(), is_common) &&
             std::ranges::none_of(option->get_snames(), is_common) && !option->get_required();
    };
    if (is_short_ && !is_positional) std::erase_if(options, is_rare);
    if (options.empty()) return "";
    const bool has_title = !is_short_ || is_positional || group == "Options";
    if (has_title) return CLI::Formatter::make_group(std::move(group), is_positional, std::move(options));
    std::string lines;
    for (const CLI::Option* option : options) lines += make_option(option, is_positional);
    return lines;
  }

  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    return CLI::detail::find_and_replace(CLI::Formatter::make_option_name(option, is_positional), "{false}", "");
  }

 private:
  mutable bool is_short_ = false;
};

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

bool any_has_option(const CLI::App& app, const std::string& name) {
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  return app.get_option_no_throw(name) != nullptr ||
         std::ranges::any_of(commands, [&](const CLI::App* one) { return any_has_option(*one, name); });
}

// "step" of "--step requires --window", and of "--step: x must be a number".
std::string parameter_of(const std::string& message) {
  if (!message.starts_with("--")) return {};
  std::string name = message.substr(2, message.find_first_of(": ") - 2);
  std::ranges::replace(name, '-', '_');
  return name;
}

// Help and version are no errors; every other exception of the parser is an error in the command line.
ExitCode report_parse_error(const CLI::App& program, const CLI::ParseError& error, Console& console) {
  if (error.get_exit_code() == 0) {
    std::ostringstream text, unused;
    program.exit(error, text, unused);
    print(text.str());
    return ExitCode::done;
  }
  const std::string message = parse_message(program, error);
  console.error(message, fmt::format("see 'biotropy {}--help'", name_of_chosen(program)),
                name(ErrorCode::invalid_argument), parameter_of(message));
  return ExitCode::usage;
}

}  // namespace

std::string name_of_chosen(const CLI::App& program) {
  std::string name;
  for (const CLI::App* app = &program; !app->get_subcommands().empty();) {
    app = app->get_subcommands().front();
    name += app->get_name() + " ";
  }
  return name;
}

std::shared_ptr<CLI::App> command_line(Command& chosen) {
  auto held =
      std::make_shared<CLI::App>("Entropies of biomedical signals and of pairs of them, exact and fast.", "biotropy");
  CLI::App& program = *held;
  program.set_version_flag("-V,--version", std::string(version()));
  program.allow_windows_style_options(false);  // a path may begin with /, also there
  program.require_subcommand(1);
  program.formatter(std::make_shared<ShortHelp>());
  program.get_formatter()->column_width(kHelpColumn);
  program.set_help_all_flag("--help-all", "All options, by group");
  program.footer(
      "Examples:\n"
      "  biotropy info eeg.edf\n"
      "  biotropy entropy rr.txt\n"
      "  biotropy cross eeg.edf -m 1 --epoch 1024 -o matrices.nc\n\n"
      "'biotropy help COMMAND' lists the options of a command.\n\n" +
      exit_code_table());
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
  return held;
}

std::optional<ExitCode> parse(CLI::App& program, const std::vector<std::string>& words, Console& console) {
  try {
    // The parser wants them from the last to the first, without the program.
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    if (!reversed.empty()) reversed.pop_back();
    for (std::string& one : reversed) {
      const std::string name = one.substr(0, one.find('='));
      const std::size_t ize = name.starts_with("--") ? name.find("ize") : std::string::npos;
      if (ize == std::string::npos) continue;
      if (any_has_option(program, name.substr(0, ize) + "ise" + name.substr(ize + 3))) one.replace(ize, 3, "ise");
    }
    program.parse(std::move(reversed));
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    return report_parse_error(program, error, console);
  } catch (const Error& error) {
    std::string command = name_of_chosen(program);
    if (!command.empty()) command.pop_back();
    return console.error(error, command);
  }
}

}  // namespace biotropy::cli
