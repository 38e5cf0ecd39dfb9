// SPDX-License-Identifier: Apache-2.0
//
// Epochs of a recording with missing time: every result gives their true onsets.
#include <netcdf>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"
#include "tests/files/edf_bytes.hpp"
#include "tests/files/netcdf_contents.hpp"

namespace biotropy::cli::test {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Two channels at 200 Hz in records of 1 s.
std::string recording_with_gaps() {
  std::mt19937 random(3);
  files::test::EdfBytes edf;
  edf.reserved = "EDF+D";
  edf.n_records = "11";
  edf.signals.resize(2);
  std::vector<std::string> lists;
  for (const int onset : {0, 2, 4, 5, 6, 7, 8, 9, 12, 15, 19}) {
    lists.push_back("+" + std::to_string(onset) + "\x14\x14\0"s);
    for (auto& signal : edf.signals) {
      auto& samples = signal.samples.emplace_back();
      for (int i = 0; i < 200; ++i) samples.push_back(static_cast<int>(random() % 2001));
    }
  }
  edf.signals[1].label = "EEG Fp2";
  for (auto& signal : edf.signals) signal.samples_per_record = "200";
  edf.signals.push_back(files::test::annotation_signal("20", lists));
  return edf.bytes();
}

class Gaps : public Program {
 protected:
  void SetUp() override { scratch_.write("gaps.edf", recording_with_gaps()); }

  std::vector<double> onsets(const std::string& command) {
    const Outcome json = run(command + " gaps.edf -o out.json");
    EXPECT_EQ(json.code, 0) << json.errors;
    EXPECT_EQ(run(command + " gaps.edf -o out.nc").code, 0);
    const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
    const auto found = nlohmann::json::parse(content(scratch_.path("out.json"))).at("provenance").at("inputs").at(0);
    EXPECT_EQ(files::test::numbers<double>(file, "onset"), found.at("onsets").get<std::vector<double>>());
    return found.at("onsets");
  }
};

TEST_F(Gaps, OnsetsOfEpochsAreTrueTimes) {
  for (const std::string command : {"entropy", "cross -m 1", "multiscale --scales 1-2"}) {
    EXPECT_THAT(onsets(command + " --epoch 400"), ElementsAre(0.0, 4.0, 6.0, 8.0, 12.0)) << command;
    EXPECT_THAT(onsets(command + " --epoch 200 --decimate 2"), ElementsAre(0.0, 4.0, 6.0, 8.0, 12.0)) << command;
  }
}

// Positions of markers, and onsets of a table as MNE-BIDS writes it, do not count the pause of 25 s in the middle of 40
// s.
TEST_F(Gaps, SpansMarkedAsBadAreAtTheirSamples) {
  std::mt19937 random(4);
  std::string samples(std::size_t{2} * 4000, '\0');
  for (char& byte : samples) byte = static_cast<char>(random());
  scratch_.write("sub-1_eeg.eeg", samples);
  scratch_.write("sub-1_eeg.vhdr",
                 "Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nDataFile=sub-1_eeg.eeg\n"
                 "MarkerFile=sub-1_eeg.vmrk\nDataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=1\n"
                 "SamplingInterval=10000\n[Binary Infos]\nBinaryFormat=INT_16\n[Channel Infos]\nCh1=Fz,,1,uV\n");
  const auto rejected = [&](const std::string& marker, const std::string& table) {
    scratch_.write("sub-1_eeg.vmrk",
                   "Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\n"
                   "Mk1=New Segment,,1,1,0,20240101120000000000\nMk2=New Segment,,2001,1,0,20240101120045000000\n" +
                       marker);
    scratch_.write("sub-1_events.tsv", table);
    const Outcome outcome = run("entropy sub-1_eeg.vhdr --epoch 500 -o out.json");
    EXPECT_EQ(outcome.code, 0) << outcome.errors;
    std::vector<int> epochs;
    const auto results = nlohmann::json::parse(content(scratch_.path("out.json"))).at("results");
    for (const auto& one : results) {
      if (one.at("value").is_null()) epochs.push_back(one.at("epoch"));
    }
    return epochs;
  };
  const std::string columns = "onset\tduration\ttrial_type\tsample\n";
  EXPECT_THAT(rejected("", columns), ElementsAre());
  EXPECT_THAT(rejected("Mk3=Bad Interval,Bad,2501,100,0\n", columns), ElementsAre(5));
  EXPECT_THAT(rejected("", columns + "25\t1\tBAD\t2500\n"), ElementsAre(5));
  EXPECT_THAT(rejected("", columns + "50\t1\tBAD\t2500\n"), ElementsAre(5));
  EXPECT_THAT(rejected("", columns + "18\t4\tBAD\t1800\n25\t0\tstimulus\t2500\n"), ElementsAre(3, 4));
  EXPECT_THAT(rejected("", columns + "25\t1\tstimulus\tn/a\n"), ElementsAre());
  scratch_.write("sub-1_events.tsv", columns + "25\t1\tBAD\tn/a\n");
  EXPECT_THAT(run("entropy sub-1_eeg.vhdr --epoch 500 -o out.json").errors,
              HasSubstr("sub-1_events.tsv: sub-1_eeg.vhdr has a gap of 25 s behind sample 2000, and it is not clear"));
  EXPECT_EQ(run("entropy sub-1_eeg.vhdr --epoch 500 --bad-spans keep -o out.json").code, 0);
}

}  // namespace
}  // namespace biotropy::cli::test
