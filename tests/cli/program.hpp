// SPDX-License-Identifier: Apache-2.0
//
// Runs the built program as users do: a shell in its own folder, a time limit, and the output. In command lines of the
// shell, `biotropy` is the program under test.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/cli/messages.hpp"
#include "tests/files/scratch.hpp"
#include "tests/matchers.hpp"

namespace biotropy::cli::test {

/// Exit code and output of a command.
struct Outcome {
  int code = -1;  ///< exit code, or minus the number of the signal that ended it
  std::string output, errors;
};

/// Destination of standard error.
enum class ErrorsTo { file, terminal };

/// A running command, which ends with this object.
class Running {
 public:
  /// @param command for /bin/sh, which is replaced by a simple command.
  Running(const std::string& command, const std::filesystem::path& folder, ErrorsTo errors_to = ErrorsTo::file);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// Sends a signal to the command and its children, as a terminal does.
  void signal(int number) const;

  /// Waits for the end. A command that exceeds the limit is killed, and the test fails.
  Outcome wait();

 private:
  bool has_ended();
  void read_terminal();

  const Scratch said_;
  std::string command_, from_terminal_;
  pid_t process_ = -1;
  int terminal_ = -1, status_ = 0;
  bool ended_ = false;
  std::chrono::steady_clock::time_point began_;
};

class Program : public ::testing::Test {
 protected:
  /// Runs a line of shell.
  Outcome shell(const std::string& line) const { return Running(line, scratch_.folder()).wait(); }

  /// Runs `biotropy ARGUMENTS`, whose messages are JSON.
  Outcome run(const std::string& arguments) const { return shell("exec biotropy " + arguments); }

  /// With the messages that people read.
  Outcome run_for_people(const std::string& arguments) const {
    return shell("BIOTROPY_MESSAGES=text exec biotropy " + arguments);
  }

  /// What `biotropy ARGUMENTS -o results.json` writes.
  nlohmann::json json_of(const std::string& arguments) const {
    const Outcome outcome = run(arguments + " -o results.json --quiet");
    EXPECT_EQ(outcome.code, 0) << arguments << ": " << outcome.errors;
    return nlohmann::json::parse(bytes_of(scratch_.path("results.json")));
  }

  /// Names in the folder of the test, hidden ones included, in alphabetical order.
  std::vector<std::string> names(const std::string& folder = ".") const;

  const Scratch scratch_;
};

/// One number per line.
std::string lines_of(const std::vector<double>& samples);

/// Gaussian noise, the same for the same seed.
std::vector<double> noise(std::size_t samples, std::uint64_t seed = 1);

/// A table of text whose columns are the channels, named c1, c2, ...
std::string columns_of(const std::vector<std::vector<double>>& channels);

MATCHER_P2(EndsWith, code, words, "ends with that exit code and says " + ::testing::PrintToString(words)) {
  *result_listener << "exit code " << arg.code << ", errors: " << arg.errors;
  return arg.code == code && arg.errors.find(words) != std::string::npos;
}

}  // namespace biotropy::cli::test
