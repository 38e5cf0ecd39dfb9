// SPDX-License-Identifier: Apache-2.0
//
// `biotropy stream` through TCP and the Lab Streaming Layer: the values of the windows of a recording.
#include <cmath>

#include "tests/cli/states_stream.hpp"

namespace biotropy {
namespace {

class EntropyStreamed : public StatesStream {
 protected:
  void SetUp() override {
    ASSERT_EQ(run("biotropy states simulate P3 -o test --samples 800").code, 0);
    ASSERT_EQ(run("tail -n +2 test.csv > samples.csv").code, 0);
    command_ = "stream --channels 3 --rate 100 --window 120 --step 40";
    table_ = run("biotropy " + command_ + " < samples.csv").output;
    ASSERT_EQ(std::count(table_.begin(), table_.end(), '\n'), 1 + 3 * 18);
  }
};

TEST_F(EntropyStreamed, FramesOfASocketHaveTheValuesOfLines) {
  const std::string samples = frames([](int) { return std::nan(""); });
  const Ended spaced = listen({greeting(3) + samples}, "");
  EXPECT_EQ(spaced.code, 0) << spaced.errors;
  EXPECT_EQ(spaced.output, table_);
  // A client that is none of ours does not end it, and a last frame that is cut off is said.
  const Ended after = listen({greeting(4), greeting(3) + samples + "cut"}, "");
  EXPECT_EQ(after.output, table_);
  EXPECT_THAT(after, Says("client_refused"));
  EXPECT_THAT(after, Says("frame_cut"));
}

TEST_F(EntropyStreamed, NoWindowReachesAcrossAGapOfStamps) {
  const std::string stamped = greeting(3) + frames([](int i) { return i / 100.0 + (i < 200 ? 0.0 : 5.0); });
  const Ended ended = listen({stamped}, "");
  EXPECT_EQ(ended.code, 0) << ended.errors;
  std::vector<std::string> onsets;
  std::istringstream lines(ended.output);
  for (std::string line; std::getline(lines, line);) onsets.push_back(line.substr(0, line.find('\t')));
  ASSERT_EQ(onsets.size(), 1U + 3 * 3 + 3 * 13);
  // 200 samples hold three windows, the 600 behind the gap 13.
  EXPECT_EQ(onsets[9], "0.8");
  EXPECT_EQ(onsets[10], "7");
  EXPECT_EQ(onsets.back(), "11.8");
}

TEST_F(EntropyStreamed, StampsOfAnotherRateAreSaid) {
  const Ended ended = listen({greeting(3) + frames([](int i) { return i / 50.0; })}, "");
  EXPECT_THAT(ended, Says("rates_differ"));
  EXPECT_THAT(ended, Fails(4, "failed"));
}

TEST_F(EntropyStreamed, SamplesWaitForAReaderOfTheLines) {
  // More lines than a pipe holds.
  command_ = "stream --channels 3 --rate 100 --window 12 --step 1";
  const std::string lines = run("biotropy " + command_ + " < samples.csv").output;
  ASSERT_GT(lines.size(), 100'000U);
  const std::string sent = greeting(3) + frames([](int) { return std::nan(""); });
  const Ended ended = listen({sent}, "--queue 16 --silence 0.5 | (sleep 1; cat)");
  EXPECT_EQ(ended.output, lines) << ended.errors;
}

TEST_F(EntropyStreamed, ChannelsOfTheLabStreamingLayerAreFoundByLabel) {
  const std::string with = "BIOTROPY_LSL='" FAKE_LSL "' biotropy stream --lsl EEG --rate 100 --window 4 --step 1 ";
  const Ended found = run(with + "--channels C1,C3");
  EXPECT_THAT(found, Fails(3, "bad_file"));
  // Six samples came before it, in two channels that do not vary; times are those of this machine.
  EXPECT_EQ(std::count(found.output.begin(), found.output.end(), '\n'), 1 + 2 * 3);
  EXPECT_THAT(found.output, HasSubstr("\n100.01\tC1\tnan\t0\t0\t"));
  EXPECT_THAT(run(with + "--channels C1,Fz"), Fails(3, "invalid_data"));
  EXPECT_THAT(run(with + "--channels C2,C3 --r-unit absolute -r 20"), Fails(2, "r_unit"));
  EXPECT_EQ(run(with + "--channels C1,C3 --r-unit absolute -r 20").code, 3) << "as its seventh sample";
  const Ended none =
      run("BIOTROPY_LSL=/nowhere/liblsl.so biotropy stream --lsl EEG --channels C1 --rate 100 --window 4 --step 1");
  EXPECT_THAT(none, Fails(2, "lsl"));
}

}  // namespace
}  // namespace biotropy
