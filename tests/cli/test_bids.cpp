// SPDX-License-Identifier: Apache-2.0
//
// `biotropy bids`, and what the other commands take from the tables and sidecars of BIDS.
#include <algorithm>
#include <fstream>

#include "biotropy/files/formats/edf/writer.hpp"
#include "biotropy/files/open.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"

namespace biotropy::cli::test {
namespace {

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
  std::string file(const std::string& name) const { return bytes_of(scratch_.path("out/" + name)); }
  nlohmann::json json(const std::string& name) const { return nlohmann::json::parse(file(name)); }

  // "3 measured, 3 kept, 0 failed" of the first line.
  static std::string counts(const Outcome& done) {
    const std::string line = done.output.substr(0, done.output.find('\n'));
    return line.substr(line.rfind(": ") + 2);
  }

  static constexpr const char* kTable = "sub-01/ses-a/eeg/sub-01_ses-a_task-rest_run-1_desc-sampen_channels";
};

TEST_F(BidsProgram, EveryRecordingThenTheGroups) {
  const Outcome done = bids("participant");
  EXPECT_EQ(done.code, 0) << done.errors;
  EXPECT_THAT(done.output, StartsWith("SampEn: 6 recordings: 6 measured, 0 kept, 0 failed\n"));
  EXPECT_THAT(file(std::string(kTable) + ".tsv"), StartsWith("name\ttype\tunits\tsampen\tepochs\nA1\tn/a\tfT\t"));
  const auto sidecar = json(std::string(kTable) + ".json");
  EXPECT_EQ(sidecar.at("Sources").at(0), "bids:raw:sub-01/ses-a/eeg/sub-01_ses-a_task-rest_run-1_eeg.edf");
  EXPECT_EQ(sidecar.at("Parameters").at("m"), 2);
  EXPECT_EQ(sidecar.at("SHA256"), sha256_by_coreutils(scratch_.path("made/sub-001.edf").string()));
  const auto dataset = json("dataset_description.json");
  EXPECT_EQ(dataset.at("DatasetType"), "derivative");
  EXPECT_EQ(dataset.at("GeneratedBy").at(0).at("Name"), "biotropy");
  EXPECT_EQ(dataset.at("DatasetLinks").at("raw"), "../raw");
  EXPECT_EQ(dataset.at("Name"), "Entropies and states of Made");

  // The value is that of the command for one recording.
  ASSERT_EQ(run("entropy made/sub-001.edf --measure sampen --epoch 200 -o one.csv").code, 0);
  const Outcome mean = shell(
      "awk -F, 'NR > 1 && $3 == \"A1\" { n++; sum += $4 } END { printf \"%.10f\", sum / n }' one.csv; "
      "awk '$1 == \"A1\" { printf \" %.10f\", $4 }' out/" +
      std::string(kTable) + ".tsv");
  EXPECT_EQ(mean.output.substr(0, 12), mean.output.substr(13)) << mean.output;

  const Outcome groups = bids("group --permutations 20");
  EXPECT_EQ(groups.code, 3) << "a participant without the recording of a condition is excluded there";
  EXPECT_THAT(names("out"), AllOf(Contains("group_ses-a_task-rest_run-1_desc-sampen_eeg.nc"),
                                  Contains("group_ses-a_task-rest_run-1_desc-sampen_eeg.tsv"),
                                  Contains("group_ses-a_task-nap_desc-sampen_eeg.json"), Contains(".bidsignore")));
  const netCDF::NcFile result(scratch_.path("out/group_ses-a_task-rest_run-1_desc-sampen_eeg.nc").string(),
                              netCDF::NcFile::read);
  EXPECT_THAT(strings(result, "subject"), ElementsAre("sub-01", "sub-02", "sub-03", "sub-04"));
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
  EXPECT_EQ(counts(rest), "3 measured, 3 kept, 0 failed");
  EXPECT_THAT(rest, Says("values_damaged"));
  ASSERT_EQ(bids("group --permutations 20 --session-label a --task-label rest --n_cpus 1").code, 0);
  EXPECT_EQ(shell(list).output, whole);
  // Another parameter, other values.
  EXPECT_THAT(run("bids raw out group --epoch 100"), EndsWith(3, "have not been measured yet: sub-01_ses-a_task-nap"));
}

TEST_F(BidsProgram, MatricesAndScales) {
  ASSERT_EQ(bids("participant --measure cross-apen -m 1 --participant-label sub-02").code, 0);
  EXPECT_THAT(file("sub-02/ses-a/eeg/sub-02_ses-a_task-rest_run-1_desc-crossapen_channels.tsv"),
              StartsWith("name\ttype\tunits\tto_A1\tto_A2\tto_A3\tepochs\n"));
  ASSERT_EQ(bids("participant --scales 1-2 --method rcmse --desc mine --participant-label 02").code, 0);
  EXPECT_THAT(file("sub-02/ses-a/eeg/sub-02_ses-a_task-rest_run-1_desc-mine_channels.tsv"),
              StartsWith("name\ttype\tunits\tscale_1\tscale_2\tepochs_1\tepochs_2\n"));
}

TEST_F(BidsProgram, ErrorsSayWhatThereIs) {
  EXPECT_THAT(bids("participant --participant-label 5"), Fails(2, "participant_label"));
  EXPECT_THAT(bids("everyone"), Fails(2, "invalid_argument"));
  EXPECT_THAT(run("bids raw out"), Fails(2, "invalid_argument"));
  EXPECT_THAT(run("bids raw raw participant"), Fails(2, "OUTPUT_DIR"));
  EXPECT_THAT(run("bids gone out participant"), Fails(3, "file_not_found"));
  EXPECT_THAT(run("bids made out participant"), Fails(3, "invalid_data"));
  EXPECT_THAT(bids("participant --desc a-b"), Fails(2, "desc"));
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
  EXPECT_THAT(done, Fails(3, "group_unknown"));
  EXPECT_THAT(done.output, HasSubstr("SampEn: 3 of 3 subjects in 2 groups"));
}

TEST_F(BidsProgram, RecordingsThatCannotBeUsed) {
  put("001", "sub-02/ses-a/eeg/sub-02_ses-a_task-rest_run-1_eeg.bdf");
  write("raw/sub-03/ses-a/eeg/sub-03_ses-a_task-rest_run-1_eeg.edf", "nothing");
  const Outcome done = bids("participant --task-label rest");
  EXPECT_EQ(done.code, 3);
  EXPECT_EQ(counts(done), "3 measured, 0 kept, 2 failed");
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
  EXPECT_EQ(count_of(done.errors, "padding"), 1U) << done.errors;
  EXPECT_FALSE(json(std::string(kTable) + ".json").at("Notices").empty());
}

TEST_F(BidsProgram, SpansMarkedAsBadAndTheLineFrequency) {
  const std::string recording = "raw/sub-01/ses-a/eeg/sub-01_ses-a_task-rest_run-1_eeg.edf";
  const std::string entropy = "entropy " + recording + " --epoch 200 -o - --quiet";
  const std::string before = run(entropy).output;
  const auto bad_epochs = [](const std::string& output) {
    const std::vector<std::string> reasons = CsvTable(output).fields("reason");
    return std::count_if(reasons.begin(), reasons.end(), [](const auto& reason) { return !reason.empty(); });
  };
  EXPECT_EQ(bad_epochs(before), 0);
  write("raw/task-rest_events.tsv", "onset\tduration\ttrial_type\n1.3\t0.5\tbad_blink\n0.1\t0.1\tbadge\n");
  const std::string after = run(entropy).output;
  EXPECT_EQ(bad_epochs(after), 2 * 3) << "two epochs of three channels";
  EXPECT_EQ(run(entropy + " --bads keep").output, before);
  write("raw/task-rest_events.tsv", "onset\tduration\tvalue\n1.3\t0.5\t1\n");
  EXPECT_EQ(run(entropy).output, before);
  // Without names no time is bad, which every command says.
  for (const std::string command : {"entropy", "multiscale --scales 2", "cross"}) {
    const Outcome found = run(command + " " + recording + " --epoch 200 -o -");
    EXPECT_THAT(found, Fails(0, "events_missing")) << command;
  }
  const Outcome found = bids("participant --participant-label 01 --task-label rest --session-label a");
  EXPECT_THAT(found, Fails(0, "events_missing"));

  EXPECT_THAT(run(entropy + " --notch-line"), Fails(3, "invalid_data"));
  write("raw/task-rest_eeg.json", R"({"PowerLineFrequency": "n/a"})");
  EXPECT_THAT(run(entropy + " --notch-line"), Fails(3, "invalid_data"));
  write("raw/task-rest_eeg.json", R"({"PowerLineFrequency": 50})");
  EXPECT_EQ(run(entropy + " --notch-line").output, run(entropy + " --notch 50").output);
  EXPECT_NE(run(entropy + " --notch-line").output, before);
  EXPECT_THAT(run(entropy + " --notch lime"), Fails(2, "notch"));

  // The values of a dataset and of a study depend on the sidecar and the events.
  ASSERT_EQ(bids("participant --notch-line --participant-label 01 --task-label rest --session-label a").code, 0);
  write("raw/task-rest_eeg.json", R"({"PowerLineFrequency": 60})");
  EXPECT_EQ(counts(bids("participant --notch-line --participant-label 01 --task-label rest --session-label a")),
            "1 measured, 0 kept, 0 failed");
  write("raw/task-rest_events.tsv", "onset\tduration\ttrial_type\n1.3\t0.5\tBAD\n");
  EXPECT_EQ(counts(bids("participant --notch-line --participant-label 01 --task-label rest --session-label a")),
            "1 measured, 0 kept, 0 failed");
  EXPECT_THAT(file(std::string(kTable) + ".json"), HasSubstr("notch at 60 Hz, the line frequency in"));
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
  EXPECT_EQ(counts(bids(measure)), "1 measured, 0 kept, 0 failed");
  EXPECT_EQ(counts(bids(measure)), "0 measured, 1 kept, 0 failed");
  ASSERT_EQ(shell("printf '\\0' | dd of=" + stem + ".eeg bs=1 seek=401 conv=notrunc status=none").code, 0);
  EXPECT_EQ(counts(bids(measure)), "1 measured, 0 kept, 0 failed");
  ASSERT_EQ(shell("sed -i 's/DataFile=.*/DataFile=other.eeg/' " + stem + ".vhdr && cp " + stem +
                  ".eeg raw/sub-05/eeg/other.eeg")
                .code,
            0);
  EXPECT_THAT(bids(measure), EndsWith(4, "other.eeg does not have its name"));
}

}  // namespace
}  // namespace biotropy::cli::test
