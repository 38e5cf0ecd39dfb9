// SPDX-License-Identifier: Apache-2.0
//
// Time stamps of a stream: they stand in the output, tell gaps, and show that they do not fit the model.
#include <cmath>

#include "tests/cli/states_stream.hpp"

namespace biotropy {
namespace {

using namespace std::string_literals;
using cli::test::count_of;

TEST_F(StatesStream, NamesOfColumnsFindTheChannels) {
  const std::string reordered = "awk -F, -v OFS=, '{ print (NR == 1 ? \"X\" : 7), $3, $1, $2 }' test.csv";
  const Ended found = run(reordered + " | biotropy states stream --model model.nc");
  EXPECT_EQ(found.output, table_) << found.errors;
  EXPECT_EQ(run(reordered + " | cut -d, -f 1-3 | biotropy states stream --model model.nc").code, 3);
}

TEST_F(StatesStream, TimeStampsOfAnotherRateAreSaid) {
  const Ended other = listen({greeting(3) + frames([](int i) { return i / 25.0; })}, "--gap 1");
  EXPECT_EQ(other.code, 0) << other.errors;
  EXPECT_EQ(count_of(other.errors, "rates_differ"), 1U);
  const auto nearly = [](int i) { return i / 98.0 + (i > 150 ? 9.0 : 0.0) + (i > 160 ? 3.0 : 0.0); };
  EXPECT_THAT(listen({greeting(3) + frames(nearly)}, ""), Not(Says("rates_differ")));
  const Ended infinite = listen({greeting(3) + frames([](int i) { return i == 7 ? INFINITY : i / 100.0; })}, "");
  EXPECT_THAT(infinite, Fails(3, "bad_file"));
  EXPECT_EQ(infinite.output, table_.substr(0, infinite.output.size()));
  EXPECT_EQ(std::count(infinite.output.begin(), infinite.output.end(), '\n'), 8);
}

TEST_F(StatesStream, TimeStampsAreKeptAndTellGaps) {
  const auto time = [](int i) { return 1000.0 + 0.01 * i + (i >= 500 ? 2.0 : 0.0) + (i == 700 ? 0.004 : 0.0); };
  const Ended found = listen({greeting(3) + frames(time)}, "");
  EXPECT_EQ(std::count(found.output.begin(), found.output.end(), '\n'), 2001);
  EXPECT_EQ(run("grep 'gap,warm-up$' out | cut -f 1").output, "1007\n");
  const auto backwards = [](int i) { return 0.01 * i - (i >= 500 ? 1.0 : 0.0); };
  listen({greeting(3) + frames(backwards)}, "");
  EXPECT_EQ(run("grep 'gap,warm-up$' out | cut -f 1").output, "4\n");
  listen({greeting(3) + frames(time)}, "--gap 3");
  EXPECT_EQ(run("grep -c gap out").output, "0\n");
}

// A clock that is set back is a gap like one that leaps: the same states, at the times that the clock says.
TEST_F(StatesStream, AClockThatIsSetBackIsAGap) {
  const auto set_by = [](double seconds) {
    return [=](int i) { return 10.0 + 0.01 * i + (i >= 500 ? seconds : 0.0); };
  };
  const auto column = [&](const char* columns) { return run("cut -f "s + columns + " out").output; };
  for (const char* options : {"", "--lag 3"}) {
    ASSERT_EQ(listen({greeting(3) + frames(set_by(-2.0))}, options).code, 0);
    const std::string states = column("2-"), times = column("1");
    ASSERT_EQ(listen({greeting(3) + frames(set_by(2.0))}, options).code, 0);
    EXPECT_EQ(states, column("2-")) << options;
    EXPECT_EQ(std::count(states.begin(), states.end(), '\n'), 2001);
    std::istringstream lines(times);
    std::string line;
    std::getline(lines, line);
    for (int i = 0; std::getline(lines, line); ++i) EXPECT_NEAR(std::stod(line), set_by(-2.0)(i), 1e-9) << i;
  }
}

// Three lines came behind the last state before a kill, and their samples do not come again.
TEST_F(StatesStream, WhatFollowsLinesBehindTheLastStateFollowsAGap) {
  const std::string stream = "biotropy states stream --model model.nc --state state.nc ";
  ASSERT_EQ(run("head -n 100 samples.csv | " + stream + "-o lines.tsv --lag 5").code, 0);
  const std::string waiting = bytes_of(scratch_.path("lines.tsv"));
  const Ended usual = run("cp state.nc kept.nc; sed -n 101,103p samples.csv | " + stream + "--lag 5");
  scratch_.write("lines.tsv", waiting + usual.output + "torn");
  const Ended behind = run("cp kept.nc state.nc; tail -n +104 samples.csv | " + stream + "-o lines.tsv --lag 5");
  EXPECT_THAT(behind, Says("lines_lost"));
  std::vector<std::string> times, flags;
  std::istringstream lines(bytes_of(scratch_.path("lines.tsv")));
  for (std::string line; std::getline(lines, line);) {
    times.push_back(line.substr(0, line.find('\t')));
    flags.push_back(line.substr(line.rfind('\t') + 1));
  }
  // Those of 97 samples, of two that waited then, and from the sample 103 on but for the last five, which wait.
  ASSERT_EQ(times.size(), 1 + 100 + (2000 - 103 - 5));
  for (std::size_t i = 1; i < times.size(); ++i) {
    EXPECT_NEAR(std::stod(times[i]), 0.01 * static_cast<double>(i <= 100 ? i - 1 : i + 2), 1e-9);
  }
  EXPECT_THAT(flags[101], HasSubstr("gap"));
}

}  // namespace
}  // namespace biotropy
