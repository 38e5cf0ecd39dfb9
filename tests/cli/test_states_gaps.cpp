// SPDX-License-Identifier: Apache-2.0
//
// States of a recording with missing time: no window crosses the gap, and times and labels are correct.
#include <random>

#include "tests/cli/states_program.hpp"
#include "tests/files/edf_bytes.hpp"

namespace biotropy {
namespace {

using namespace std::string_literals;

constexpr int kRecords = 40, kRecordsBefore = 20, kMissingSeconds = 10, kRate = 100, kSecondsOfClass = 5;

// Two channels that differ strongly between the classes, which alternate every five seconds of true time.
std::string recording_with_gap(int records_before = kRecordsBefore, const std::string& unit = "uV") {
  std::mt19937 engine(4);
  files::test::EdfBytes edf{.reserved = "EDF+D", .n_records = std::to_string(kRecords)};
  edf.signals.resize(2);
  std::vector<std::string> lists;
  for (int record = 0; record < kRecords; ++record) {
    const int onset = record + (record < records_before ? 0 : kMissingSeconds);
    lists.push_back("+" + std::to_string(onset) + "\x14\x14\0"s);
    for (auto& signal : edf.signals) {
      auto& samples = signal.samples.emplace_back();
      for (int i = 0; i < kRate; ++i) {
        samples.push_back(static_cast<int>(engine() % 2001) + (onset / kSecondsOfClass % 2) * 4000);
      }
    }
  }
  for (int onset = 0; onset < kRecords + kMissingSeconds; onset += kSecondsOfClass) {
    lists[0] += "+" + std::to_string(onset) + "\x15" + std::to_string(kSecondsOfClass) + "\x14" +
                (onset / kSecondsOfClass % 2 == 0 ? "low" : "high") + "\x14\0"s;
  }
  for (std::size_t c = 0; c < 2; ++c) {
    edf.signals[c].label = "EEG " + std::to_string(c);
    edf.signals[c].unit = unit;
    edf.signals[c].samples_per_record = std::to_string(kRate);
  }
  edf.signals.push_back(files::test::annotation_signal("200", lists));
  return edf.bytes();
}

class StatesWithGaps : public StatesProgram {
 protected:
  void SetUp() override { scratch_.write("gap.edf", recording_with_gap()); }
};

TEST_F(StatesWithGaps, TheChainStartsAnewAndTimesAreTrue) {
  const Ended training = run("biotropy states train gap.edf -o model.nc --beta 1 --bandwidth silverman");
  ASSERT_EQ(training.code, 0) << training.errors;
  // The two events inside the gap contain no sample.
  EXPECT_THAT(training, Says("events_empty"));
  const Ended table = run("biotropy states classify gap.edf --model model.nc");
  ASSERT_EQ(table.code, 0) << table.errors;
  EXPECT_EQ(std::count(table.output.begin(), table.output.end(), '\n'), kRecords * kRate + 1);
  EXPECT_THAT(table.output, HasSubstr("\n19.99\thigh\t"));
  EXPECT_THAT(table.output, HasSubstr("\n30\tlow\t"));
  EXPECT_EQ(run("biotropy states classify gap.edf --model model.nc | grep -c 'gap,warm-up$'").output, "1\n");
  EXPECT_EQ(run("biotropy states classify gap.edf --model model.nc | grep 'gap,warm-up$' | cut -f 1").output, "30\n");
  const auto found = scores("gap.edf --model model.nc");
  EXPECT_EQ(found["all"]["accuracy"], 1.0);
  EXPECT_EQ(found["all"]["switches"]["of_truth"], 6) << "one more would lie across the gap";
}

TEST_F(StatesWithGaps, AReplayIsTheTable) {
  for (const std::string& features : {""s, " --features tsi --log"s}) {
    ASSERT_EQ(run("biotropy states train gap.edf -o model.nc --beta 0.5 --bandwidth silverman" + features).code, 0);
    for (const std::string& lag : {"0"s, "7"s}) {
      const std::string decoder = lag == "0" ? "" : " --decoder fixed-lag --lag " + lag;
      const Ended table = run("biotropy states classify gap.edf --model model.nc" + decoder);
      const Ended replay = run("biotropy states stream --model model.nc --replay gap.edf --speed max --lag " + lag);
      EXPECT_EQ(replay.code, 0) << replay.errors;
      EXPECT_EQ(replay.output, table.output) << features << lag;
    }
  }
  // 25 samples fill a window, before and after the gap.
  EXPECT_EQ(run("biotropy states classify gap.edf --model model.nc | grep 'warm-up$' | cut -f 1").output,
            "0.24\n30.24\n");
}

TEST_F(StatesWithGaps, RecordingsInAnotherUnitAreRefused) {
  ASSERT_EQ(run("biotropy states train gap.edf -o model.nc --beta 1 --bandwidth silverman").code, 0);
  scratch_.write("milli.edf", recording_with_gap(kRecordsBefore, "mV"));
  const std::string said = "milli.edf: channel 'EEG 0' is in 'mV', and the model was trained in 'uV'";
  expect_refused(3, "classify milli.edf --model model.nc", said);
  expect_refused(3, "stream --replay milli.edf --speed max --model model.nc", said);
  expect_refused(3, "train gap.edf milli.edf -o both.nc", said);
}

// No window fits into the second before the gap.
TEST_F(StatesWithGaps, AReplayIsTheTableWhereTheFirstPieceIsTooShort) {
  scratch_.write("gap.edf", recording_with_gap(1));
  const std::string features = " --features tsi --log --window 1.5 --beta 0.5 --bandwidth silverman";
  ASSERT_EQ(run("biotropy states train gap.edf -o model.nc" + features).code, 0);
  const Ended table = run("biotropy states classify gap.edf --model model.nc");
  EXPECT_THAT(table.output, HasSubstr("\n12.49\t")) << "the first window after the gap";
  EXPECT_EQ(table.output.find("gap"), std::string::npos) << "the first vector follows no other";
  EXPECT_EQ(run("biotropy states stream --model model.nc --replay gap.edf --speed max").output, table.output);
}

TEST_F(StatesWithGaps, PiecesOfARecordingAreLeftOutTogether) {
  const std::string trained = " --beta 1 --bandwidth silverman --n-folds 2 --fold-unit recordings";
  expect_refused(2, "evaluate gap.edf" + trained, "at most the number of recordings, 1");
  expect_refused(2, "train gap.edf -o model.nc --n-folds 2 --fold-unit recordings",
                 "at most the number of recordings, 1");
  ASSERT_EQ(run("cp gap.edf other.edf").code, 0);
  const auto found = scores("gap.edf other.edf" + trained);
  ASSERT_EQ(found["parts"].size(), 2U);
  for (const auto& part : found["parts"]) EXPECT_EQ(part["scores"]["vectors"], kRecords * kRate) << part["name"];
  EXPECT_EQ(found["all"]["accuracy"], 1.0);
}

}  // namespace
}  // namespace biotropy
