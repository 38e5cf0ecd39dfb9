// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states` run by a shell in a folder of its own, with simulated recordings and a model of them.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"
#include "tests/cli/program_file.hpp"

namespace biotropy {

using cli::test::Fails;
using cli::test::Says;
using cli::test::Succeeds;

using Ended = cli::test::Outcome;

class StatesProgram : public cli::test::Program {
 protected:
  // Runs a line of shell, whose output also stands in the files "stdout" and "stderr" while it runs.
  Ended run(const std::string& command) {
    const int code = shell("{ " + command + "; } >stdout 2>stderr").code;
    return {code, bytes_of(scratch_.path("stdout")), bytes_of(scratch_.path("stderr"))};
  }

  void trained() {
    ASSERT_EQ(run("biotropy states simulate P3 -o train --samples 6000").code, 0);
    ASSERT_EQ(run("biotropy states simulate P3 -o test --samples 2000 --seed 2").code, 0);
    const Ended training = run("biotropy states train train.csv --rate 100 -o model.nc");
    ASSERT_EQ(training.code, 0) << training.errors;
    EXPECT_THAT(training.output, HasSubstr("class1"));
    EXPECT_THAT(training.output, HasSubstr("beta"));
  }

  nlohmann::json scores(const std::string& options) {
    EXPECT_THAT(run("biotropy states evaluate " + options + " -o scores.json"), Succeeds());
    return nlohmann::json::parse(bytes_of(scratch_.path("scores.json")));
  }

  void expect_refused(int code, const std::string& command, const std::string& message) {
    const Ended ended = run("biotropy states " + command);
    EXPECT_EQ(ended.code, code) << command << "\n" << ended.errors;
    EXPECT_THAT(ended.errors, HasSubstr(message)) << command;
  }
};

}  // namespace biotropy
