// SPDX-License-Identifier: Apache-2.0
#include "cli/manual_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "biotropy/version.hpp"

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

}  // namespace

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

}  // namespace biotropy::cli
