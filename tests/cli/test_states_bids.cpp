// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states bids`: states of the participants of a dataset.
#include <fstream>

#include "tests/cli/program.hpp"

namespace biotropy::cli::test {
namespace {

namespace fs = std::filesystem;

/// Two runs as BrainVision files with tables of events, from simulated text of three channels.
constexpr const char* kToBrainVision = R"(
import array, csv, pathlib, shutil, sys
for name, to in zip(sys.argv[1::2], sys.argv[2::2]):
    rows = list(csv.reader(open(name + ".csv")))
    channels = "".join(f"Ch{i}=E{i},,1,\u00b5V\n" for i in (1, 2, 3))
    path = pathlib.Path(to + "_eeg.vhdr")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nDataFile=" + path.stem + ".eeg\n"
        "DataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=3\nSamplingInterval=10000\n"
        "[Binary Infos]\nBinaryFormat=IEEE_FLOAT_32\n[Channel Infos]\n" + channels)
    array.array("f", [float(x) for row in rows[1:] for x in row]).tofile(open(path.with_suffix(".eeg"), "wb"))
    shutil.copy(name + "_events.tsv", to + "_events.tsv")
)";

class StatesBids : public Program {
 protected:
  StatesBids() {
    fs::create_directories(scratch_.path("raw"));
    std::ofstream(scratch_.path("raw/dataset_description.json")) << R"({"Name": "Made", "BIDSVersion": "1.10.0"})";
    std::ofstream(scratch_.path("convert.py")) << kToBrainVision;
    std::string convert = "python3 convert.py";
    for (const char* person : {"1", "2"}) {
      for (const char* run_number : {"1", "2"}) {
        const std::string name = std::string("made") + person + run_number;
        EXPECT_EQ(run("states simulate P3 -o " + name + " --samples 6000 --seed " + person + run_number).code, 0);
        const std::string id = std::string("sub-0") + person;
        convert += " " + name + " raw/" + id + "/eeg/" + id + "_task-rest_run-" + run_number;
      }
    }
    EXPECT_EQ(shell(convert).code, 0);
  }

  Outcome bids(const std::string& rest) const { return run("states bids raw out " + rest); }
  std::string file(const std::string& name) const { return bytes_of(scratch_.path("out/" + name)); }

  static constexpr const char* kQuick = " --n-folds 2 --beta 1 --bandwidth silverman";
};

TEST_F(StatesBids, EveryParticipantThenAllOfThem) {
  EXPECT_THAT(bids("group" + std::string(kQuick)), Fails(3, "invalid_data"));
  const Outcome done = bids("participant" + std::string(kQuick));
  EXPECT_EQ(done.code, 0) << done.errors;
  EXPECT_THAT(done.output, StartsWith("sub-01: 2 recordings, class1 class2 class3, accuracy 0.9"));

  // The scores are those of the command for these recordings, whose folds are the two runs.
  const std::string runs =
      " raw/sub-02/eeg/sub-02_task-rest_run-1_eeg.vhdr raw/sub-02/eeg/sub-02_task-rest_run-2_eeg.vhdr";
  ASSERT_EQ(run("states evaluate" + runs + kQuick + " -o scores.json --quiet").code, 0);
  EXPECT_EQ(shell("python3 -c \"import json; a = json.load(open('out/sub-02/sub-02_desc-states_scores.json')); b = "
                  "json.load(open('scores.json')); print(a['Scores']['all'] == b['all'] and a['Classes'] == ['class1', "
                  "'class2', 'class3'])\"")
                .output,
            "True\n");
  // A run is classified by the model of the other one alone.
  ASSERT_EQ(
      run("states train raw/sub-02/eeg/sub-02_task-rest_run-2_eeg.vhdr --beta 1 --bandwidth silverman -o other.nc "
          "--quiet")
          .code,
      0);
  const std::string first = "out/sub-02/eeg/sub-02_task-rest_run-1_desc-states";
  const Outcome same = shell(
      "biotropy states classify raw/sub-02/eeg/sub-02_task-rest_run-1_eeg.vhdr --model other.nc -o classified.tsv && "
      "cmp " +
      first +
      "_posteriors.tsv classified.tsv && biotropy states events raw/sub-02/eeg/sub-02_task-rest_run-1_eeg.vhdr "
      "--model other.nc -o events.tsv && cmp " +
      first + "_events.tsv events.tsv");
  EXPECT_EQ(same.code, 0) << same.output << same.errors;
  const auto sidecar = nlohmann::json::parse(bytes_of(scratch_.path(first + "_events.json")));
  EXPECT_EQ(sidecar.at("Sources").at(0), "bids:raw:sub-02/eeg/sub-02_task-rest_run-1_eeg.vhdr");
  EXPECT_TRUE(sidecar.contains("confidence"));
  // The model is that of both runs.
  ASSERT_EQ(run("states train" + runs + " --beta 1 --bandwidth silverman -o both.nc --quiet").code, 0);
  EXPECT_EQ(shell("biotropy states classify" + runs.substr(0, runs.find(' ', 1)) +
                  " --model both.nc >a; biotropy states "
                  "classify" +
                  runs.substr(0, runs.find(' ', 1)) + " --model out/sub-02/sub-02_desc-states_model.nc >b; cmp a b")
                .code,
            0);

  EXPECT_THAT(bids("group" + std::string(kQuick)), Succeeds());
  EXPECT_THAT(file("group_desc-states_scores.tsv"),
              ::testing::MatchesRegex("participant_id\tvectors\taccuracy\t.*\nsub-01\t12000\t0[.]9.*\nsub-02\t12000\t"
                                      "0[.]9.*\n"));
  EXPECT_THAT(file("group_desc-states_scores.json"), HasSubstr("\"Participants\": 2.0"));
  EXPECT_EQ(bids("participant --participant-label 01" + std::string(kQuick)).code, 0) << "a second run";
}

TEST_F(StatesBids, OneParticipantThatFailsStopsNoOther) {
  ASSERT_EQ(shell("rm raw/sub-01/eeg/*_events.tsv").code, 0);
  const Outcome done = bids("participant --desc mine" + std::string(kQuick));
  EXPECT_EQ(done.code, 3);
  EXPECT_THAT(done.output, HasSubstr("2 participants: 1 classified, 1 failed"));
  EXPECT_TRUE(fs::exists(scratch_.path("out/sub-02/sub-02_desc-mine_model.nc")));
  const Outcome others = bids("group --desc mine" + std::string(kQuick));
  EXPECT_EQ(others.code, 0);
  EXPECT_THAT(others.errors, HasSubstr("no scores of sub-01"));
  EXPECT_THAT(others.output, StartsWith("1 participant: "));
  EXPECT_THAT(bids("participant --desc a-b"), Fails(2, "desc"));
  EXPECT_THAT(bids("participant --events one.tsv"), Fails(2, "invalid_argument"));
  std::ofstream(scratch_.path("out/sub-02/sub-02_desc-mine_scores.json")) << "{}";
  EXPECT_THAT(bids("group --desc mine --participant-label 02" + std::string(kQuick)),
              EndsWith(3, "no scores of this program"));
}

// Another option, and other recordings, make other scores.
TEST_F(StatesBids, TheGroupTakesScoresOfItsOwnOptionsAlone) {
  const std::string quick(kQuick), raw = "participant --participant-label 01" + quick;
  ASSERT_EQ(bids(raw).code, 0);
  ASSERT_EQ(bids("participant --participant-label 02 --features bands --window 0.5" + quick).code, 0);
  EXPECT_THAT(bids("group" + quick), Fails(3, "invalid_data"));
  EXPECT_THAT(bids("group"), Fails(3, "invalid_data"));
  const std::string first = "group --participant-label 01" + quick;
  EXPECT_EQ(bids(first).code, 0);
  EXPECT_EQ(bids(first + " --warm-up 1 --decoder filter").code, 0) << "the presets";
  for (const char* other : {"--seed 2", "--decoder smoother", "--channels E1,E2", "--classes class1,class2", "--gap 3",
                            "--stay 0.9", "--rate 100", "--warm-up 9", "--filter 1 20"}) {
    EXPECT_THAT(bids(first + " " + other), EndsWith(3, "sub-01 has not been measured with these options")) << other;
  }
  EXPECT_THAT(bids(first + " --run-label 1"), EndsWith(3, "sub-01 has not been measured with these recordings"));
  EXPECT_EQ(shell("sed -i '/\"method\"/s/fastica/jade/' out/sub-01/sub-01_desc-states_scores.json").code, 0);
  EXPECT_THAT(bids(first), Fails(3, "invalid_data"));
}

TEST_F(StatesBids, TheGroupTakesScoresOfItsOwnFilesAlone) {
  const std::string first = " --participant-label 01" + std::string(kQuick),
                    events = "raw/sub-01/eeg/*run-2_events.tsv";
  ASSERT_EQ(bids("participant" + first + " --stay 0.9").code, 0);
  EXPECT_EQ(bids("group" + first + " --stay 0.9").code, 0);
  const std::string is_other = "_events.tsv is not the file that the scores of sub-01 were measured with";
  ASSERT_EQ(shell("sed -i s/class2/class1/ " + events).code, 0);
  EXPECT_THAT(bids("group" + first + " --stay 0.9"), EndsWith(3, is_other));
  ASSERT_EQ(shell("rm " + events).code, 0);
  EXPECT_THAT(bids("group" + first + " --stay 0.9"), EndsWith(3, is_other));
}

// One participant may lack an event that others have.
TEST_F(StatesBids, NamesThatNoEventHasAreSaid) {
  ASSERT_EQ(shell("sed -i s/class2/spindle/ raw/sub-01/eeg/*_events.tsv").code, 0);
  const Outcome done = bids("participant --rename spindle=class2,spindel=class2" + std::string(kQuick));
  EXPECT_THAT(done, Fails(0, "rename_unused"));
  EXPECT_EQ(count_of(done.errors, "rename_unused"), 1U) << "of spindel";
  EXPECT_THAT(done.output, StartsWith("sub-01: 2 recordings, class1 class2 class3, "));
}

}  // namespace
}  // namespace biotropy::cli::test
