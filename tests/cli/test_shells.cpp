// SPDX-License-Identifier: Apache-2.0
//
// Completions in the shells themselves, and manual pages as groff reads them.
#include <sstream>

#include "tests/cli/program.hpp"

namespace biotropy::cli::test {
namespace {

using ::testing::IsSupersetOf;

// What is offered, one in a line, without the description behind the mark.
std::vector<std::string> offered(const std::string& lines, char mark = '\n') {
  std::vector<std::string> found;
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) found.push_back(line.substr(0, line.find(mark)));
  return found;
}

class Shells : public Program {
 protected:
  // Answers to a command line whose last word is being typed, one in a line. Bash splits words at "=".
  std::string bash(const std::string& words) const {
    scratch_.write("try.bash",
                   "source <(biotropy completion bash)\n"
                   "compopt() { :; }\n"
                   "COMP_WORDS=(" +
                       words +
                       ") COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                       "_biotropy\n"
                       "printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    return output("bash try.bash");
  }

  // The functions of zsh that offer answers work only while a line is edited; here they write their arguments.
  std::string zsh(const std::string& words) const {
    scratch_.write("try.zsh",
                   "compdef() { : }\n"
                   "compadd() { shift; print -l -- $@ }\n"
                   "_describe() { [[ $1 == -o ]] && shift; local list=$2; [[ $1 == option ]] && list=$2; print -l -- "
                   "${(P)list} }\n"
                   "_files() { print -l -- *(N) }\n"
                   "_message() { : }\n"
                   "compset() { PREFIX=${PREFIX#*=} }\n"
                   "source <(biotropy completion zsh)\n"
                   "words=(" +
                       words +
                       ") CURRENT=${#words} PREFIX=$words[-1]\n"
                       "_biotropy\n");
    return output("zsh -f try.zsh");
  }

  std::string fish(const std::string& line) const {
    return output("HOME=$PWD fish --no-config -c 'biotropy completion fish | source; complete -C \"" + line + "\"'");
  }

  std::string output(const std::string& line) const {
    const Outcome done = shell(line);
    EXPECT_EQ(done.errors, "") << line;
    return done.output;
  }
};

TEST_F(Shells, BashCompletesCommandsOptionsAndTheirWords) {
  EXPECT_EQ(bash("biotropy st"), "stream\nstudy\nstates\n");
  EXPECT_EQ(bash("biotropy study ''"), output("biotropy help --commands study | cut -d ' ' -f 2"));
  EXPECT_EQ(bash("biotropy entropy --meas"), "--measure\n");
  EXPECT_EQ(bash("biotropy entropy --measure s"), "sampen\n");
  EXPECT_EQ(bash("biotropy entropy --measure = s"), "sampen\n");
  EXPECT_THAT(offered(bash("biotropy entropy --measure =")), IsSupersetOf({"apen", "permen"}));
  EXPECT_EQ(bash("biotropy entropy --rate ''"), "\n");
  EXPECT_THAT(offered(bash("biotropy study run --")), AllOf(Contains("--shard"), Not(Contains("--measure"))));
  EXPECT_EQ(bash("biotropy entropy tr"), "try.bash\n");
}

TEST_F(Shells, ZshCompletesCommandsOptionsAndTheirWords) {
  EXPECT_THAT(offered(zsh("biotropy ''"), ':'), IsSupersetOf({"study", "entropy"}));
  EXPECT_THAT(offered(zsh("biotropy study r"), ':'), AllOf(Contains("run"), Not(Contains("entropy"))));
  EXPECT_THAT(zsh("biotropy entropy --meas"), HasSubstr("--measure:What is computed"));
  EXPECT_THAT(offered(zsh("biotropy entropy --measure s"), ':'), AllOf(Contains("sampen"), Not(Contains("--measure"))));
  EXPECT_THAT(offered(zsh("biotropy entropy --measure=s"), ':'), AllOf(Contains("sampen"), Not(Contains("--measure"))));
  EXPECT_EQ(zsh("biotropy entropy --rate ''"), "");
  EXPECT_EQ(zsh("biotropy entropy tr"), "try.zsh\n");
}

TEST_F(Shells, FishCompletesCommandsOptionsAndTheirWords) {
  EXPECT_THAT(offered(fish("biotropy st"), '\t'), AllOf(Contains("study"), Not(Contains("entropy"))));
  EXPECT_THAT(offered(fish("biotropy study "), '\t'), AllOf(Contains("run"), Not(Contains("entropy"))));
  EXPECT_EQ(fish("biotropy entropy --measure s"), "sampen\tWhat is computed\n");
  EXPECT_EQ(fish("biotropy entropy --measure=s"), "--measure=sampen\tWhat is computed\n");
  EXPECT_THAT(offered(fish("biotropy study run --sh"), '\t'), Contains("--shard"));
}

TEST_F(Shells, EveryCommandHasAManualPage) {
  std::istringstream commands("\n" + output("biotropy help --commands"));
  for (std::string command; std::getline(commands, command);) {
    const std::string page =
        output("biotropy help --manual " + command + " | groff -man -Tascii -P-cbou -ww -rLL=100n");
    const std::string heading = command.empty() ? "biotropy" : "biotropy " + command;
    EXPECT_THAT(page, AllOf(HasSubstr(heading), HasSubstr("OPTIONS"), HasSubstr("EXAMPLES"), HasSubstr("EXIT CODES")));
  }
}

TEST_F(Shells, NamesOfUnknownShellsAndCommandsAreErrors) {
  EXPECT_THAT(run("completion tcsh"), EndsWith(2, "tcsh"));
  EXPECT_THAT(run("completion"), EndsWith(2, "SHELL"));
  EXPECT_THAT(run("help --manual entorpy"), EndsWith(2, "there is no command 'entorpy'"));
}

}  // namespace
}  // namespace biotropy::cli::test
