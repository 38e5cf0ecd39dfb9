// SPDX-License-Identifier: Apache-2.0
//
// The built program as its users meet it: a shell in a folder of its own, a time limit, and what came back. Command
// lines are those of a shell, in which `biotropy` is the program under test.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/files/scratch.hpp"

namespace biotropy::cli::test {

/// How a command ended, and what it said.
struct Outcome {
  int code = -1;  ///< the exit code, or minus the number of the signal that ended it
  std::string output, errors;
};

/// Where standard error leads.
enum class ErrorsTo { file, terminal };

/// A command at work. Whatever is left of it goes when this does.
class Running {
 public:
  /// @param command for /bin/sh, which becomes the command where that is a simple one.
  Running(const std::string& command, const std::filesystem::path& folder, ErrorsTo errors_to = ErrorsTo::file);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// Sends a signal to the command and its children, as a terminal does.
  void signal(int number) const;

  /// Waits for the end. A command that takes longer than the limit is killed, and the test fails.
  Outcome wait();

 private:
  bool has_ended();
  void read_terminal();

  const files::test::Scratch said_;
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

  /// Runs `biotropy ARGUMENTS`.
  Outcome run(const std::string& arguments) const { return shell("exec biotropy " + arguments); }

  /// Names in the folder of the test, hidden ones included, in alphabetical order.
  std::vector<std::string> names(const std::string& folder = ".") const;

  const files::test::Scratch scratch_;
};

/// The bytes of a file; empty where it cannot be read.
std::string content(const std::filesystem::path& path);

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
