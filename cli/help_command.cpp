// SPDX-License-Identifier: Apache-2.0
//
// `biotropy help COMMAND`: the same text as `biotropy COMMAND --help`, or the manual page of the command.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string>

#include "biotropy/error.hpp"
#include "biotropy/version.hpp"
#include "biotropy/words.hpp"
#include "cli/command_words.hpp"
#include "cli/commands.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

// A line of text, in which troff finds nothing of its own.
std::string plain(const std::string& text) {
  std::string result = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

std::string page_name(const std::string& path) {
  std::string name = path.empty() ? "biotropy" : "biotropy-" + path;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string option_entry(const OptionWords& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back("\\fB" + plain(name) + "\\fR");
  const std::string value =
      option.is_flag() || option.names.front() == option.value ? "" : " \\fI" + plain(option.value) + "\\fR";
  return fmt::format(".TP\n{}{}\n{}\n", fmt::join(names, ", "), value, plain(option.help));
}

std::string options_of(const CommandWords& command) {
  std::string result = ".SH OPTIONS\n", group = "Options";
  for (const OptionWords& option : command.options) {
    if (option.group != group) {
      group = option.group;
      result += fmt::format(".SS {}\n", plain(group));
    }
    result += option_entry(option);
  }
  return result;
}

std::string synopsis_of(const CommandWords& command) {
  std::string result =
      fmt::format(".SH SYNOPSIS\n\\fBbiotropy{}\\fR", plain(command.path.empty() ? "" : " " + command.path));
  if (!command.commands.empty()) result += " \\fICOMMAND\\fR";
  result += " [\\fIOPTIONS\\fR]";
  for (const OptionWords& argument : command.arguments) {
    result += fmt::format(" \\fI{}\\fR", plain(argument.names.front()));
  }
  return result + "\n";
}

// "Examples:" and "Exit codes:" of the help, as it lays them out.
std::string footer_of(const std::string& footer) {
  std::string result;
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && !line.starts_with(' ') && line.ends_with(':')) {
      line.pop_back();
      std::transform(line.begin(), line.end(), line.begin(),
                     [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
      result += fmt::format("{}.SH {}\n.nf\n", result.empty() ? "" : ".fi\n", plain(line));
    } else if (!line.empty()) {
      result += plain(line) + "\n";
    }
  }
  return result + (result.empty() ? "" : ".fi\n");
}

std::string others_of(const CommandWords& command) {
  std::vector<std::string> pages;
  for (const CommandWords& one : command.commands)
    pages.push_back(fmt::format("\\fB{}\\fR(1)", plain(page_name(one.path))));
  if (!command.path.empty()) pages.insert(pages.begin(), "\\fBbiotropy\\fR(1)");
  return pages.empty() ? "" : fmt::format(".SH SEE ALSO\n{}\n", fmt::join(pages, ",\n"));
}

std::string manual_page(const CommandWords& command) {
  const std::string name = page_name(command.path);
  std::string title = name;
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  std::string page = fmt::format(".TH \"{}\" 1 \"\" \"biotropy {}\" \"Biotropy\"\n.SH NAME\n{} \\- {}\n", plain(title),
                                 version(), plain(name), plain(command.help));
  page += synopsis_of(command);
  if (!command.commands.empty()) {
    page += ".SH COMMANDS\n";
    for (const CommandWords& one : command.commands) {
      page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", plain(one.path), plain(one.help));
    }
  }
  if (!command.arguments.empty()) {
    page += ".SH ARGUMENTS\n";
    for (const OptionWords& argument : command.arguments) page += option_entry(argument);
  }
  return page + options_of(command) + footer_of(command.footer) + others_of(command);
}

const CLI::App& command_of(const CLI::App& app, const std::string& name) {
  const std::vector<const CLI::App*> commands = app.get_subcommands(nullptr);
  const auto found =
      std::find_if(commands.begin(), commands.end(), [&](const auto* one) { return one->get_name() == name; });
  if (found != commands.end()) return **found;
  throw Error(ErrorCode::invalid_argument, unknown_command(app, name));
}

// A line for every command below this one.
std::string paths_below(const CLI::App& app, const std::string& path) {
  std::string lines;
  const CommandWords words = words_of(app, path);
  for (const CommandWords* command : all_commands(words)) {
    if (command->path != path) lines += command->path + "\n";
  }
  return lines;
}

}  // namespace

std::string unknown_command(const CLI::App& app, const std::string& name) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  const std::string close = suggestion(name, names);
  const std::string all = names.empty() || !close.empty() ? "" : fmt::format("; there is {}", fmt::join(names, ", "));
  return fmt::format("there is no command '{}'{}{}", name, close, all);
}

void add_help_command(CLI::App& program, Command& chosen) {
  CLI::App& command = add_command(program, "help", "The options of a command, the same as its '--help'");
  const auto words = std::make_shared<std::vector<std::string>>();
  const auto manual = std::make_shared<bool>(false), listed = std::make_shared<bool>(false);
  command.add_option("COMMAND", *words, "A command, and one of its own; otherwise the program")->option_text("[...]");
  auto* as_page = command.add_flag("--manual", *manual, "As a manual page, for man -l");
  command.add_flag("--commands", *listed, "Only the names of all commands")->excludes(as_page);
  add_footer(command,
             "  biotropy help entropy\n"
             "  biotropy help study run\n"
             "  biotropy help --manual cross | man -l -\n");
  command.callback([words, manual, listed, &program, &chosen] {
    chosen = [words, manual, listed, &program](Context&) {
      const CLI::App* app = &program;
      std::string path;
      for (const std::string& word : *words) {
        app = &command_of(*app, word);
        path += (path.empty() ? "" : " ") + word;
      }
      if (*listed) {
        print(paths_below(*app, path));
        return ExitCode::done;
      }
      print(*manual ? manual_page(words_of(*app, path))
                    : program.get_formatter()->make_help(app, path.empty() ? "biotropy" : "biotropy " + path,
                                                         CLI::AppFormatMode::Normal));
      return ExitCode::done;
    };
  });
}

}  // namespace biotropy::cli
