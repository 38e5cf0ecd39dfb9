// SPDX-License-Identifier: Apache-2.0
//
// `biotropy bids --rr`: heartbeats of tables of physiology and of events.
#include <fstream>

#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"

namespace biotropy::cli::test {
namespace {

namespace fs = std::filesystem;

class BidsHeartbeats : public Program {
 protected:
  BidsHeartbeats() {
    write("raw/dataset_description.json", R"({"Name": "Made", "BIDSVersion": "1.10.0"})");
    write("raw/participants.tsv", "participant_id\tgroup\nsub-01\tone\nsub-02\tone\nsub-03\ttwo\nsub-04\ttwo\n");
    write("raw/task-rest_recording-rr_physio.json",
          R"({"SamplingFrequency": 1, "StartTime": 0, "Columns": ["rr"], "rr": {"Units": "s"}})");
    for (const char* number : {"1", "2", "3", "4"}) {
      const std::string id = std::string("sub-0") + number;
      fs::create_directories(scratch_.path("raw/" + id + "/beh"));
      const std::string to = "raw/" + id + "/beh/" + id + "_task-rest_";
      EXPECT_EQ(shell("biotropy simulate series --kind rr --samples 400 --seed " + std::string(number) + " -o " + id +
                      ".txt && gzip -c " + id + ".txt > " + to +
                      "recording-rr_physio.tsv.gz && awk 'BEGIN { print "
                      "\"onset\\tduration\\ttrial_type\" } { t += $1; printf \"%.9f\\t0\\tR\\n\", t }' " +
                      id + ".txt > " + to + "events.tsv")
                    .code,
                0);
    }
  }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(scratch_.path(name).parent_path());
    std::ofstream(scratch_.path(name)) << text;
  }

  Outcome bids(const std::string& rest) const { return run("bids raw out " + rest); }
  std::string file(const std::string& name) const { return bytes_of(scratch_.path("out/" + name)); }
};

TEST_F(BidsHeartbeats, TablesOfPhysiologyThenTheGroups) {
  EXPECT_EQ(bids("participant --rr").code, 4);
  const std::string options = " --rr --rr-values intervals --rr-max 2";
  const Outcome done = bids("participant" + options);
  EXPECT_EQ(done.code, 0) << done.errors;
  EXPECT_THAT(done.output, StartsWith("SampEn: 4 recordings: 4 measured, 0 kept, 0 failed\n"));
  const std::string table = "sub-01/beh/sub-01_task-rest_desc-sampenrr_beh";
  EXPECT_THAT(file(table + ".tsv"), StartsWith("name\tunits\tsampen\tepochs\nRR\ts\t"));
  const auto sidecar = nlohmann::json::parse(file(table + ".json"));
  EXPECT_EQ(sidecar.at("Sources").at(0), "bids:raw:sub-01/beh/sub-01_task-rest_recording-rr_physio.tsv.gz");
  EXPECT_EQ(sidecar.at("Parameters").at("rr_values"), "intervals");
  EXPECT_EQ(sidecar.at("Parameters").at("missing"), "omit");
  // The value is that of the command for a list of the same intervals.
  const Outcome same = shell(
      "biotropy entropy sub-01.txt --rr --rr-values intervals --rr-input-unit s --rr-max 2 -o one.csv --quiet >shown "
      "&& "
      "awk -F, 'NR == 2 { printf \"%.10f\", $4 }' one.csv; awk '$1 == \"RR\" { printf \" %.10f\", $3 }' out/" +
      table + ".tsv");
  EXPECT_EQ(same.output.substr(0, 12), same.output.substr(13)) << same.output;

  EXPECT_THAT(bids("participant" + options).output, StartsWith("SampEn: 4 recordings: 0 measured, 4 kept"));
  EXPECT_THAT(bids("group --permutations 20" + options), Succeeds());
  const netCDF::NcFile result(scratch_.path("out/group_task-rest_recording-rr_desc-sampen_physio.nc").string(),
                              netCDF::NcFile::read);
  EXPECT_THAT(strings(result, "channel"), ElementsAre("RR"));
  // The values depend on the JSON file above.
  write("raw/task-rest_recording-rr_physio.json",
        R"({"SamplingFrequency": 1, "StartTime": 0, "Columns": ["rr"], "rr": {"Units": "parsec"}})");
  EXPECT_THAT(bids("participant" + options), EndsWith(4, "gives the Units 'parsec' of the column rr"));
}

TEST_F(BidsHeartbeats, EventsAndScales) {
  EXPECT_THAT(bids("participant --rr-beats R --scales 1-2 --rr-max 2 --participant-label 01"), Succeeds());
  EXPECT_THAT(file("sub-01/beh/sub-01_task-rest_desc-msesampen_beh.tsv"),
              StartsWith("name\tunits\tscale_1\tscale_2\tepochs_1\tepochs_2\nRR\ts\t"));
  EXPECT_EQ(bids("participant --rr-beats Q --participant-label 01").code, 4);
}

TEST_F(BidsHeartbeats, ATableOfEventsNeedsTheTypeOfItsBeats) {
  write("sub-01_task-rest_events.tsv", "onset\tduration\ttrial_type\n0.5\t0\tR\n1.2\t0\tR\n2.1\t0\tR\n");
  EXPECT_THAT(run("rr sub-01_task-rest_events.tsv"), Fails(2, "beats"));
  EXPECT_THAT(run("entropy --rr sub-01_task-rest_events.tsv").errors, HasSubstr("; give it with '--rr-beats'"));
  write("rr.txt", "0.8\n0.9\n0.7\n");
  EXPECT_EQ(run("rr rr.txt --beats R").errors.find("give it with"), std::string::npos);
}

TEST_F(BidsHeartbeats, WhatCannotBeMeasured) {
  EXPECT_THAT(bids("participant --rr --measure cross-apen"), Fails(2, "measure"));
  EXPECT_THAT(bids("participant --rr-max 2"), Fails(2, "invalid_argument"));
  fs::create_directories(scratch_.path("raw/sub-05/func"));
  ASSERT_EQ(shell("cp raw/sub-01/beh/*.gz raw/sub-05/func/sub-05_recording-rr_physio.tsv.gz").code, 0);
  EXPECT_EQ(bids("participant --rr --rr-values intervals --rr-max 2").code, 3);
  ASSERT_EQ(shell("find raw -name '*.gz' -delete").code, 0);
  EXPECT_THAT(bids("participant --rr"), Fails(3, "invalid_data"));
}

}  // namespace
}  // namespace biotropy::cli::test
