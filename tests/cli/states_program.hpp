// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states` run by a shell in a folder of its own, with simulated recordings and a model of them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/messages.hpp"
#include "tests/cli/program_file.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy {

using cli::test::Fails;
using cli::test::Says;

struct Ended {
  int code = -1;
  std::string output, errors;
};

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class StatesProgram : public ::testing::Test {
 protected:
  // "biotropy" stands for the program.
  Ended run(const std::string& command) {
    const auto output = scratch_.path("stdout"), errors = scratch_.path("stderr");
    const std::string line = "cd '" + scratch_.folder().string() +
                             "' && export BIOTROPY_MESSAGES=json && biotropy() { '" + cli::test::program_file() +
                             "' \"$@\"; } && { " + command + "; } >'" + output.string() + "' 2>'" + errors.string() +
                             "'";
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, bytes_of(output), bytes_of(errors)};
  }

  void trained() {
    ASSERT_EQ(run("biotropy states simulate P3 -o train --samples 6000").code, 0);
    ASSERT_EQ(run("biotropy states simulate P3 -o test --samples 2000 --seed 2").code, 0);
    const Ended training = run("biotropy states train train.csv --rate 100 -o model.nc");
    ASSERT_EQ(training.code, 0) << training.errors;
    EXPECT_THAT(training.output, ::testing::HasSubstr("class1"));
    EXPECT_THAT(training.output, ::testing::HasSubstr("beta"));
  }

  nlohmann::json scores(const std::string& options) {
    const Ended ended = run("biotropy states evaluate " + options + " -o scores.json");
    EXPECT_EQ(ended.code, 0) << ended.errors;
    return nlohmann::json::parse(bytes_of(scratch_.path("scores.json")));
  }

  void expect_refused(int code, const std::string& command, const std::string& message) {
    const Ended ended = run("biotropy states " + command);
    EXPECT_EQ(ended.code, code) << command << "\n" << ended.errors;
    EXPECT_THAT(ended.errors, ::testing::HasSubstr(message)) << command;
  }

  files::test::Scratch scratch_;
};

}  // namespace biotropy
