// SPDX-License-Identifier: Apache-2.0
#include <sys/wait.h>

#include <cstdio>
#include <thread>

#include "interleaved.hpp"
#include "ratio_report.hpp"
#include "tests/matchers.hpp"

namespace biotropy::bench {
namespace {

struct Outcome {
  int status = -1;
  std::string output;
};

Outcome run_cases(const std::string& arguments) {
  Outcome outcome;
  std::FILE* lines = ::popen((std::string(RATIO_CASES) + " " + arguments + " 2>/dev/null").c_str(), "r");
  for (int letter = std::fgetc(lines); letter != EOF; letter = std::fgetc(lines)) {
    outcome.output += static_cast<char>(letter);
  }
  outcome.status = WEXITSTATUS(::pclose(lines));
  return outcome;
}

TEST(RatioReport, WhatIsAsFastAsWantedPasses) {
  const Outcome outcome = run_cases("2 right");
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_THAT(outcome.output, Not(HasSubstr("MISSED")));
  EXPECT_THAT(outcome.output, HasSubstr("processor"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("missing")));  // a ratio of cases that were not run
}

TEST(RatioReport, TheExitCodeSaysWhatIsSlowerThanWantedOrWrong) {
  const auto expect = [](const std::string& cases, int status, const auto& output) {
    const Outcome outcome = run_cases(cases);
    EXPECT_EQ(outcome.status, status) << outcome.output;
    EXPECT_THAT(outcome.output, output);
  };
  expect("1e15 right", kSlowerThanWanted, HasSubstr("MISSED"));
  expect("0 right", 0, Not(HasSubstr("MISSED")));  // nothing is wanted
  expect("1e15 wrong", 1, HasSubstr("the results differ"));
}

TEST(Interleaved, ProcessorTimeLeavesOutWaiting) {
  const auto wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(60)); };
  const TimedCase cases[] = {
      {"processor", wait}, {"wall", wait, 1.0, Clock::wall}, {"scaled", wait, 10.0, Clock::wall}};
  const std::vector<double> seconds = interleaved_medians(cases, 1);
  EXPECT_LT(seconds[0], 0.03);
  EXPECT_GE(seconds[1], 0.06);
  EXPECT_GE(seconds[2], 0.6);
}

TEST(Interleaved, MedianIsTheMiddleOne) {
  EXPECT_EQ(median({3.0, 1.0, 2.0}), 2.0);
  EXPECT_EQ(median({5.0}), 5.0);
}

}  // namespace
}  // namespace biotropy::bench
