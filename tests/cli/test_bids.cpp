// SPDX-License-Identifier: Apache-2.0
//
// `biotropy bids`, and what the other commands take from the tables and sidecars of BIDS.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "biotropy/files/formats/edf/writer.hpp"
#include "biotropy/files/open.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"

namespace biotropy::cli::test {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

class BidsProgram : public Program {
 protected:
  BidsProgram() {
    EXPECT_EQ(
        run("simulate cohort made --groups 2 --subjects 2 --channels 3 --epochs 3 --epoch-length 200 --quiet").code, 0);
    write("raw/dataset_description.json", R"({"Name": "Made", "BIDSVersion": "1.10.0", "DatasetType": "raw"})");
    write("raw/participants.tsv", "participant_id\tgroup\nsub-01\tone\nsub-02\tone\nsub-03\ttwo\nsub-04\ttwo\n");
    for (const char* number : {"01", "02", "03", "04"}) {
      const std::string id = number;
      put("0" + id, "sub-" + id + "/ses-a/eeg/sub-" + id + "_ses-a_task-rest_run-1_eeg.edf");
    }
    put("001", "sub-01/ses-a/eeg/sub-01_ses-a_task-nap_eeg.edf");
    put("002", "sub-01/ses-b/eeg/sub-01_ses-b_task-rest_run-1_eeg.edf");
    put("003", "derivatives/clean/sub-01/ses-a/eeg/sub-01_ses-a_task-rest_run-1_eeg.edf");
  }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(scratch_.path(name).parent_path());
    std::ofstream(scratch_.path(name)) << text;
  }

  void put(const std::string& subject, const std::string& to) const {
    fs::create_directories(scratch_.path("raw/" + to).parent_path());
    fs::copy_file(scratch_.path("made/sub-" + subject + ".edf"), scratch_.path("raw/" + to));
  }

  Outcome bids(const std::string& rest) const { return run("bids raw out " + rest + " --epoch 200"); }
  std::string file(const std::string& name) const { return content(scratch_.path("out/" + name)); }

  static constexpr const char* kTable = "sub-01/ses-a/eeg/sub-01_ses-a_task-rest_run-1_desc-sampen_channels";
};

TEST_F(BidsProgram, EveryRecordingThenTheGroups) {
  const Outcome done = bids("participant");
  EXPECT_EQ(done.code, 0) << done.errors;
  EXPECT_THAT(done.output, HasSubstr("SampEn: 6 recordings: 6 measured, 0 kept, 0 failed\n"));
  EXPECT_THAT(file(std::string(kTable) + ".tsv"), HasSubstr("name\ttype\tunits\tsampen\tepochs\nA1\tn/a\tfT\t"));
  EXPECT_THAT(file(std::string(kTable) + ".json"),
              AllOf(HasSubstr("bids:raw:sub-01/ses-a/eeg/sub-01_ses-a_task-rest_run-1_eeg.edf"),
                    HasSubstr("\"Units\": \"nat\""), HasSubstr("\"m\": 2"),
                    HasSubstr(sha256_by_coreutils(scratch_.path("made/sub-001.edf").string()))));
  EXPECT_THAT(file("dataset_description.json"),
              AllOf(HasSubstr("\"DatasetType\": \"derivative\""), HasSubstr("\"Name\": \"biotropy\""),
                    HasSubstr("\"raw\": \"../raw\""), HasSubstr("\"Name\": \"Entropies and states of Made\"")));

  // The value is that of the command for one recording.
  ASSERT_EQ(run("entropy made/sub-001.edf --measure sampen --epoch 200 -o one.csv").code, 0);
  const Outcome mean = shell(
      "awk -F, 'NR > 1 && $3 == \"A1\" { n++; sum += $4 } END { printf \"%.10f\", sum / n }' one.csv; "
      "awk '$1 == \"A1\" { printf \" %.10f\", $4 }' out/" +
      std::string(kTable) + ".tsv");
  EXPECT_EQ(mean.output.substr(0, 12), mean.output.substr(13)) << mean.output;

  const Outcome groups = bids("group --permutations 20");
  EXPECT_EQ(groups.code, 3) << "a participant without the recording of a condition is excluded there";
  EXPECT_THAT(groups.output, HasSubstr("ses-a_task-rest_run-1_eeg\nSampEn: 4 of 4 subjects in 2 groups, 3 channels\n"));
  EXPECT_THAT(groups.errors, HasSubstr("sub-02: no recording of ses-b_task-rest_run-1_eeg"));
  EXPECT_THAT(names("out"), AllOf(Contains("group_ses-a_task-rest_run-1_desc-sampen_eeg.nc"),
                                  Contains("group_ses-a_task-rest_run-1_desc-sampen_eeg.tsv"),
                                  Contains("group_ses-a_task-nap_desc-sampen_eeg.json"), Contains(".bidsignore")));
  const netCDF::NcFile result(scratch_.path("out/group_ses-a_task-rest_run-1_desc-sampen_eeg.nc").string(),
                              netCDF::NcFile::read);
  EXPECT_THAT(strings(result, "subject"), ::testing::ElementsAre("sub-01", "sub-02", "sub-03", "sub-04"));
  EXPECT_EQ(bids("group --permutations 20 --task-label rest --session-label a").code, 0);
}

TEST_F(BidsProgram, InterruptedRunsEndWithTheSameBytes) {
  ASSERT_EQ(bids("participant").code, 0);
  ASSERT_EQ(bids("group --permutations 20 --session-label a --task-label rest").code, 0);
  const std::string list = "cd out && find . -type f ! -name '.*' ! -path './.biotropy/*' | sort | xargs sha256sum";
  const std::string whole = shell(list).output;
  ASSERT_EQ(shell("rm -r out").code, 0);
  // One participant alone, then a torn file of values and a lost table.
  ASSERT_EQ(bids("participant --participant-label 01 02").code, 0);
  ASSERT_EQ(shell("for f in out/.biotropy/subjects/sub-02*; do truncate -s 100 $f; done; rm out/" +
                  std::string(kTable) + ".tsv")
                .code,
            0);
  const Outcome rest = bids("participant");
  EXPECT_THAT(rest.output, HasSubstr("6 recordings: 3 measured, 3 kept, 0 failed"));
  EXPECT_THAT(rest.errors, HasSubstr("it is measured again"));
  ASSERT_EQ(bids("group --permutations 20 --session-label a --task-label rest --n_cpus 1").code, 0);
  EXPECT_EQ(shell(list).output, whole);
  // Another parameter, other values.
  EXPECT_THAT(run("bids raw out group --epoch 100"), EndsWith(3, "have not been measured yet: sub-01_ses-a_task-nap"));
}

TEST_F(BidsProgram, MatricesAndScales) {
  ASSERT_EQ(bids("participant --measure cross-apen -m 1 --participant-label sub-02").code, 0);
  EXPECT_THAT(file("sub-02/ses-a/eeg/sub-02_ses-a_task-rest_run-1_desc-crossapen_channels.tsv"),
              HasSubstr("name\ttype\tunits\tto_A1\tto_A2\tto_A3\tepochs\n"));
  ASSERT_EQ(bids("participant --scales 1-2 --method rcmse --desc mine --participant-label 02").code, 0);
  EXPECT_THAT(file("sub-02/ses-a/eeg/sub-02_ses-a_task-rest_run-1_desc-mine_channels.tsv"),
              HasSubstr("name\ttype\tunits\tscale_1\tscale_2\tepochs_1\tepochs_2\n"));
}

TEST_F(BidsProgram, ErrorsSayWhatThereIs) {
  EXPECT_THAT(bids("participant --participant-label 5"),
              EndsWith(2, "participant-label is 5; it must be one of 01, 02, 03, 04"));
  EXPECT_THAT(bids("everyone"), EndsWith(2, "everyone not in {participant,group}"));
  EXPECT_THAT(run("bids raw out"), EndsWith(2, "analysis-level is required"));
  EXPECT_THAT(run("bids raw raw participant"), EndsWith(2, "another folder than that of the dataset"));
  EXPECT_THAT(run("bids gone out participant"), EndsWith(3, "gone: the folder cannot be read: No such file"));
  EXPECT_THAT(run("bids made out participant"), EndsWith(3, "made: no recordings: none of .edf"));
  EXPECT_THAT(bids("participant --desc a-b"), EndsWith(2, "desc is a-b; it must be a word of letters and digits"));
  EXPECT_THAT(bids("group"), EndsWith(3, "have not been measured yet"));
  EXPECT_EQ(run("bids --version").output, run("--version").output);
  EXPECT_EQ(run("bids raw out --analysis-level participant --task-label nap --epoch 200").code, 0);

  write("other/dataset_description.json", R"({"Name": "Other", "GeneratedBy": [{"Name": "else"}]})");
  EXPECT_THAT(run("bids raw other participant"), EndsWith(3, "this dataset is not from biotropy"));
  fs::remove(scratch_.path("raw/participants.tsv"));
  EXPECT_THAT(bids("group"), EndsWith(3, "participants.tsv"));
  fs::remove(scratch_.path("raw/dataset_description.json"));
  EXPECT_THAT(bids("participant"), EndsWith(3, "no dataset_description.json, which the root of a dataset has"));
  EXPECT_EQ(bids("participant --skip-bids-validation --task-label nap").code, 0);
}

TEST_F(BidsProgram, AParticipantWithoutAGroupIsLeftOut) {
  write("raw/dataset_description.json", R"({"Name": 5, "BIDSVersion": "1.10.0"})");
  write("raw/participants.tsv", "participant_id\tgroup\nsub-01\tone\nsub-02\tone\nsub-03\ttwo\nsub-04\tn/a\n");
  ASSERT_EQ(bids("participant --task-label rest --session-label a").code, 0) << "a name that is none";
  const Outcome done = bids("group --permutations 20 --task-label rest --session-label a");
  EXPECT_EQ(done.code, 3);
  EXPECT_THAT(done.errors, HasSubstr("sub-04 has no group in raw/participants.tsv: left out"));
  EXPECT_THAT(done.output, HasSubstr("SampEn: 3 of 3 subjects in 2 groups"));
}

TEST_F(BidsProgram, RecordingsThatCannotBeUsed) {
  put("001", "sub-02/ses-a/eeg/sub-02_ses-a_task-rest_run-1_eeg.bdf");
  write("raw/sub-03/ses-a/eeg/sub-03_ses-a_task-rest_run-1_eeg.edf", "nothing");
  const Outcome done = bids("participant --task-label rest");
  EXPECT_EQ(done.code, 3);
  EXPECT_THAT(done.output, HasSubstr("5 recordings: 3 measured, 0 kept, 2 failed"));
  EXPECT_THAT(done.errors, AllOf(HasSubstr("sub-02_ses-a_task-rest_run-1_eeg: 2 recordings have this name"),
                                 HasSubstr("sub-03_ses-a_task-rest_run-1_eeg: ")));
  write("raw/participants.tsv", "participant_id\tgroup\nsub-01\tone\nsub-02\tone\nsub-03\ttwo\n");
  EXPECT_THAT(bids("group --task-label rest"), EndsWith(3, "participants.tsv: no line for sub-04"));
}

// One line for all recordings, and a remark in the sidecar of each.
TEST_F(BidsProgram, PaddingIsLeftOutAndSaidOnce) {
  for (const std::string id : {"01", "02"}) {
    const fs::path path = scratch_.path("raw/sub-" + id + "/ses-a/eeg/sub-" + id + "_ses-a_task-rest_run-1_eeg.edf");
    series::Recording recording = files::open(path);
    for (series::Channel& channel : recording.channels) channel.samples.resize(750, channel.samples.back());
    files::write_edf(path, recording);
  }
  const Outcome done = bids("participant");
  EXPECT_EQ(done.code, 0) << done.errors;
  const std::size_t said = done.errors.find("padding");
  EXPECT_NE(said, std::string::npos) << done.errors;
  EXPECT_EQ(done.errors.find('\n', done.errors.rfind("padding")), done.errors.find('\n', said)) << "one line";
  EXPECT_THAT(file(std::string(kTable) + ".json"), Not(HasSubstr("\"Notices\": []")));
}

TEST_F(BidsProgram, SpansMarkedAsBadAndTheLineFrequency) {
  const std::string recording = "raw/sub-01/ses-a/eeg/sub-01_ses-a_task-rest_run-1_eeg.edf";
  const std::string entropy = "entropy " + recording + " --epoch 200 -o - --quiet";
  const std::string before = run(entropy).output;
  EXPECT_THAT(before, Not(HasSubstr("marked as bad")));
  write("raw/task-rest_events.tsv", "onset\tduration\ttrial_type\n1.3\t0.5\tbad_blink\n0.1\t0.1\tbadge\n");
  const std::string after = run(entropy).output;
  EXPECT_THAT(after, AllOf(HasSubstr("marked as bad: badge at 0.1 s"), HasSubstr("marked as bad: bad_blink at 1.3 s")));
  EXPECT_EQ(run(entropy + " --bad-spans keep").output, before);
  write("raw/task-rest_events.tsv", "onset\tduration\tvalue\n1.3\t0.5\t1\n");
  EXPECT_EQ(run(entropy).output, before);
  // Without names no time is bad, which every command says.
  for (const std::string command : {"entropy", "multiscale --scales 2", "cross"}) {
    const Outcome found = run(command + " " + recording + " --epoch 200 -o -");
    EXPECT_EQ(found.code, 0) << command;
    EXPECT_THAT(found.errors, HasSubstr("trial_type")) << command;
  }
  const Outcome found = bids("participant --participant-label 01 --task-label rest --session-label a");
  EXPECT_EQ(found.code, 0);
  EXPECT_THAT(found.errors, HasSubstr("trial_type"));

  EXPECT_THAT(run(entropy + " --notch-line"), EndsWith(3, "no sidecar (*_eeg.json) gives its PowerLineFrequency"));
  write("raw/task-rest_eeg.json", R"({"PowerLineFrequency": "n/a"})");
  EXPECT_THAT(run(entropy + " --notch-line"), EndsWith(3, "PowerLineFrequency is n/a"));
  write("raw/task-rest_eeg.json", R"({"PowerLineFrequency": 50})");
  EXPECT_EQ(run(entropy + " --notch-line").output, run(entropy + " --notch 50").output);
  EXPECT_NE(run(entropy + " --notch-line").output, before);
  EXPECT_THAT(run(entropy + " --notch lime"), EndsWith(2, "notch"));

  // The values of a dataset and of a study depend on the sidecar and the events.
  ASSERT_EQ(bids("participant --notch-line --participant-label 01 --task-label rest --session-label a").code, 0);
  write("raw/task-rest_eeg.json", R"({"PowerLineFrequency": 60})");
  EXPECT_THAT(bids("participant --notch-line --participant-label 01 --task-label rest --session-label a").output,
              HasSubstr("1 recording: 1 measured, 0 kept"));
  write("raw/task-rest_events.tsv", "onset\tduration\ttrial_type\n1.3\t0.5\tBAD\n");
  EXPECT_THAT(bids("participant --notch-line --participant-label 01 --task-label rest --session-label a").output,
              HasSubstr("1 recording: 1 measured, 0 kept"));
  EXPECT_THAT(file(std::string(kTable) + ".json"),
              AllOf(HasSubstr("marked as bad: BAD at 1.3 s"), HasSubstr("notch at 60 Hz, the line frequency in")));
}

TEST_F(BidsProgram, RecordingsInSeveralFiles) {
  const std::string stem = "raw/sub-05/eeg/sub-05_task-eyes_eeg";
  write(stem + ".vhdr",
        "Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nDataFile=sub-05_task-eyes_eeg.eeg\n"
        "DataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=1\nSamplingInterval=5000\n"
        "[Binary Infos]\nBinaryFormat=IEEE_FLOAT_32\n[Channel Infos]\nCh1=Cz,,1,µV\n");
  ASSERT_EQ(shell("biotropy simulate series --samples 400 -o n.txt && python3 -c \"import array; array.array('f', "
                  "[float(x) for x in open('n.txt')]).tofile(open('" +
                  stem + ".eeg', 'wb'))\"")
                .code,
            0);
  const std::string measure = "participant --participant-label 05";
  EXPECT_THAT(bids(measure).output, HasSubstr("1 recording: 1 measured"));
  EXPECT_THAT(bids(measure).output, HasSubstr("1 recording: 0 measured, 1 kept"));
  ASSERT_EQ(shell("printf '\\0' | dd of=" + stem + ".eeg bs=1 seek=401 conv=notrunc status=none").code, 0);
  EXPECT_THAT(bids(measure).output, HasSubstr("1 recording: 1 measured"));
  ASSERT_EQ(shell("sed -i 's/DataFile=.*/DataFile=other.eeg/' " + stem + ".vhdr && cp " + stem +
                  ".eeg raw/sub-05/eeg/other.eeg")
                .code,
            0);
  EXPECT_THAT(bids(measure), EndsWith(4, "other.eeg does not have its name"));
}

}  // namespace
}  // namespace biotropy::cli::test
