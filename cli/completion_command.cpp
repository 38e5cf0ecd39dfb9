// SPDX-License-Identifier: Apache-2.0
//
// `biotropy completion SHELL`: the script that lets a shell complete the command line.
//
// A script first finds the command among the words in front of the cursor: the longest run of them that is the path of
// one. The word before the cursor is then an option of it with a value, or not.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <string>

#include "cli/command_words.hpp"
#include "cli/commands.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// Paths of all commands below the program, each quoted.
std::vector<std::string> quoted_paths(const CommandWords& program) {
  std::vector<std::string> result;
  for (const CommandWords* command : all_commands(program)) {
    if (!command->path.empty()) result.push_back(quoted(command->path));
  }
  return result;
}

std::vector<std::string> names_of_options(const CommandWords& command) {
  std::vector<std::string> result;
  for (const OptionWords& option : command.options) {
    result.insert(result.end(), option.names.begin(), option.names.end());
  }
  return result;
}

std::string last_word(const std::string& path) {
  return path.substr(path.rfind(' ') + 1);
}

std::vector<std::string> names_of_commands(const CommandWords& command) {
  std::vector<std::string> result;
  for (const CommandWords& one : command.commands) result.push_back(last_word(one.path));
  return result;
}

// A branch for every option with a value, of the form ('study run:--parts'|'study run:-p') ACTION;;
std::string value_branches(const CommandWords& program, const char* begin,
                           const std::function<std::string(const OptionWords&)>& action) {
  std::string result;
  for (const CommandWords* command : all_commands(program)) {
    for (const OptionWords& option : command->options) {
      if (option.is_flag()) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) patterns.push_back(quoted(command->path + ":" + name));
      result += fmt::format("    {}{}) {} return;;\n", begin, fmt::join(patterns, "|"), action(option));
    }
  }
  return result;
}

// "name:help" of zsh, where a colon of the name ends it.
std::string described(const std::string& name, const std::string& help) {
  return quoted(name + ":" + help);
}

std::string bash_completions(const CommandWords& program) {
  std::string words;
  for (const CommandWords* command : all_commands(program)) {
    words += fmt::format("    {}) options={} commands={};;\n", quoted(command->path),
                         quoted(fmt::format("{}", fmt::join(names_of_options(*command), " "))),
                         quoted(fmt::format("{}", fmt::join(names_of_commands(*command), " "))));
  }
  const std::string values = value_branches(program, "", [](const OptionWords& option) {
    if (option.is_path()) return std::string("_biotropy_files;");
    if (option.choices.empty()) return std::string();
    const std::string choices = fmt::format("{}", fmt::join(option.choices, " "));
    return fmt::format("COMPREPLY=($(compgen -W {} -- \"$word\"));", quoted(choices));
  });
  return fmt::format(R"SH(# Completions of biotropy for bash: eval "$(biotropy completion bash)"
_biotropy_files() {{
  compopt -o filenames
  local IFS=$'\n'
  COMPREPLY=($(compgen -f -- "$word"))
}}
_biotropy() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} place= options= commands= i
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "${{place:+$place }}${{COMP_WORDS[i]}}" in
      {}) place="${{place:+$place }}${{COMP_WORDS[i]}}";;
    esac
  done
  case "$place:$before" in
{}  esac
  case "$place" in
{}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ $commands ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$word"))
  else
    _biotropy_files
  fi
}}
complete -F _biotropy biotropy
)SH",
                     fmt::join(quoted_paths(program), "|"), values, words);
}

std::string zsh_completions(const CommandWords& program) {
  std::string words;
  for (const CommandWords* command : all_commands(program)) {
    words += fmt::format("    ({})\n      options=(\n", quoted(command->path));
    for (const OptionWords& option : command->options) {
      for (const std::string& name : option.names) words += fmt::format("        {}\n", described(name, option.help));
    }
    words += "      )\n      commands=(\n";
    for (const CommandWords& one : command->commands) {
      words += fmt::format("        {}\n", described(last_word(one.path), one.help));
    }
    words += "      );;\n";
  }
  const std::string values = value_branches(program, "(", [](const OptionWords& option) {
    if (option.is_path()) return std::string("_files;");
    if (option.choices.empty()) return std::string("_message value;");
    return fmt::format("compadd -- {};", fmt::join(option.choices, " "));
  });
  return fmt::format(R"SH(#compdef biotropy
# Completions of biotropy for zsh: a file called _biotropy in a folder of $fpath.
_biotropy() {{
  local place= word before=$words[CURRENT-1]
  local -a options commands
  for word in $words[2,CURRENT-1]; do
    case "${{place:+$place }}$word" in
      ({}) place="${{place:+$place }}$word";;
    esac
  done
  if [[ $PREFIX == --*=* ]]; then
    before=${{PREFIX%%=*}}
    compset -P '*='
  fi
  case "$place:$before" in
{}  esac
  case "$place" in
{}  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options
  elif (( $#commands )); then
    _describe command commands
  else
    _files
  fi
}}
if [[ $funcstack[1] == _biotropy ]]; then
  _biotropy "$@"
else
  compdef _biotropy biotropy
fi
)SH",
                     fmt::join(quoted_paths(program), "|"), values, words);
}

std::string fish_completions(const CommandWords& program) {
  std::string lines;
  for (const CommandWords* command : all_commands(program)) {
    const std::string start =
        fmt::format("complete -c biotropy -n 'test \"$(__biotropy_place)\" = \"{}\"'", command->path);
    if (!command->commands.empty()) lines += start + " -f\n";
    for (const CommandWords& one : command->commands) {
      lines += fmt::format("{} -a {} -d {}\n", start, last_word(one.path), quoted(one.help));
    }
    for (const OptionWords& option : command->options) {
      lines += start;
      for (const std::string& name : option.names) {
        lines += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (option.is_path()) {
        lines += " -r -F";
      } else if (!option.is_flag()) {
        lines += " -x";
        if (!option.choices.empty()) lines += " -a " + quoted(fmt::format("{}", fmt::join(option.choices, " ")));
      }
      lines += " -d " + quoted(option.help) + "\n";
    }
  }
  return fmt::format(R"SH(# Completions of biotropy for fish: biotropy completion fish | source
set -g __biotropy_commands {}
function __biotropy_place
    set -l place
    for word in (commandline -opc)[2..]
        if contains -- "$(string join -- ' ' $place $word)" $__biotropy_commands
            set -a place $word
        end
    end
    string join -- ' ' $place
end
{})SH",
                     fmt::join(quoted_paths(program), " "), lines);
}

}  // namespace

void add_completion_command(CLI::App& program, Command& chosen) {
  CLI::App& command = add_command(program, "completion",
                                  "A script with which bash, zsh or fish complete commands, options and their words");
  const auto shell = std::make_shared<std::string>();
  add_argument(command, *shell, {"SHELL", "The shell", "bash|zsh|fish", {"bash", "zsh", "fish"}});
  add_footer(command,
             "  biotropy completion zsh >_biotropy    # in a folder of $fpath\n"
             "  eval \"$(biotropy completion bash)\"    # in this shell alone\n");
  set_work(command, chosen, [shell, &program](Context&) {
    const CommandWords words = words_of(program);
    print(*shell == "bash"  ? bash_completions(words)
          : *shell == "zsh" ? zsh_completions(words)
                            : fish_completions(words));
    return ExitCode::done;
  });
}

}  // namespace biotropy::cli
