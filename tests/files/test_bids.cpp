// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/bids.hpp"

#include "biotropy/files/open.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

class Bids : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& path, const std::string& bytes) const {
    std::filesystem::create_directories(scratch_.path(path).parent_path());
    return scratch_.write(path, bytes);
  }

  std::optional<std::filesystem::path> table(const std::string& recording) const {
    return bids_table(scratch_.path(recording), "events");
  }

  const Scratch scratch_;
};

TEST_F(Bids, TablesStandBesideTheRecording) {
  EXPECT_FALSE(table("sub-1_eeg.edf"));
  const auto events = write("sub-1_events.tsv", "onset\n");
  EXPECT_EQ(table("sub-1_eeg.edf"), events);
  EXPECT_EQ(table("sub-1.csv"), events);
  EXPECT_FALSE(table("sub-2_eeg.edf"));
  EXPECT_FALSE(table("sub-10_eeg.edf"));
  write("eeg_events.tsv", "onset\n");
  EXPECT_FALSE(table("night_eeg.edf"));
  const auto night = write("night_events.tsv", "onset\n");
  EXPECT_EQ(table("night.edf"), night);
  EXPECT_EQ(table("night_eeg.edf"), night);
}

TEST_F(Bids, TablesAreInheritedFromTheFoldersAbove) {
  const std::string recording = "sub-1/ses-2/eeg/sub-1_ses-2_task-rest_run-1_eeg.edf";
  write(recording, "x");
  const auto root = write("task-rest_events.tsv", "onset\n");
  write("task-sleep_events.tsv", "onset\n");
  EXPECT_EQ(table(recording), root);
  EXPECT_FALSE(table("sub-1/ses-2/eeg/sub-1_ses-2_task-nap_eeg.edf"));
  const auto subject = write("sub-1/sub-1_task-rest_events.tsv", "onset\n");
  EXPECT_EQ(table(recording), subject);
  const auto beside = write("sub-1/ses-2/eeg/sub-1_ses-2_task-rest_events.tsv", "onset\n");
  EXPECT_EQ(table(recording), beside);
  const auto closest = write("sub-1/ses-2/eeg/sub-1_ses-2_task-rest_run-1_events.tsv", "onset\n");
  EXPECT_EQ(table(recording), closest);
}

TEST_F(Bids, FoldersAboveTheDatasetAreNotSearched) {
  write("task-rest_events.tsv", "onset\n");
  write("data/sub-1/eeg/sub-1_task-rest_eeg.edf", "x");
  EXPECT_FALSE(table("data/sub-1/eeg/sub-1_task-rest_eeg.edf"));
  EXPECT_FALSE(table("data/sub-1_task-rest_eeg.edf"));
}

TEST_F(Bids, TwoTablesThatHoldEquallyAreRefused) {
  write("sub-1_task-rest_events.tsv", "onset\n");
  write("sub-1_run-1_events.tsv", "onset\n");
  EXPECT_THAT(error_of([&] { table("sub-1_task-rest_run-1_eeg.edf"); }), IsError(ErrorCode::bad_file, "hold equally"));
}

TEST_F(Bids, WhatHasTheNameOfATableAndIsNoneIsRefused) {
  std::filesystem::create_directories(scratch_.path("sub-1_events.tsv"));
  EXPECT_THAT(error_of([&] { table("sub-1_eeg.edf"); }), IsError(ErrorCode::bad_file, ""));
  EXPECT_FALSE(table("sub-2_eeg.edf"));
}

TEST_F(Bids, EntitiesOfNames) {
  EXPECT_TRUE(has_entity("a/sub-1_task-rest_eeg.edf", "task", "rest"));
  EXPECT_TRUE(has_entity("sub-1.edf", "sub", "1"));
  EXPECT_FALSE(has_entity("sub-1_task-resting_eeg.edf", "task", "rest"));
  EXPECT_FALSE(has_entity("task-rest/sub-1_eeg.edf", "task", "rest"));
}

class ChannelTable : public Bids {
 protected:
  series::Recording read(const std::string& rows, const OpenOptions& options = {}) const {
    write("sub-1_channels.tsv", "name\ttype\tunits\tstatus\tstatus_description\n" + rows);
    return open(write("sub-1_eeg.csv", "Fz,Cz,VEOG\n1,2,3\n4,5,6\n7,8,10\n"), options);
  }
};

TEST_F(ChannelTable, SaysTypesAndWhatIsBad) {
  const auto recording =
      read("VEOG\tVEOG\tuV\tgood\tn/a\nCz\tEEG\tuV\tbad\tnoisy\nFz\tEEG\tuV\tn/a\tn/a\nO2\tEEG\tuV\tbad\tn/a\n");
  ASSERT_EQ(recording.channels.size(), 3u);
  EXPECT_EQ(recording.channels[0].type, "EEG");
  EXPECT_EQ(recording.channels[2].type, "VEOG");
  EXPECT_EQ(recording.channels[0].bad, "");
  EXPECT_EQ(recording.channels[1].bad, "marked bad in sub-1_channels.tsv: noisy");
  EXPECT_THAT(series::select_channels(recording, ""), ElementsAre(0, 1));
  EXPECT_THAT(series::select_channels(recording, "VEOG"), ElementsAre(2));
  EXPECT_THAT(recording.other_files, ElementsAre(scratch_.path("sub-1_channels.tsv").generic_string()));
  EXPECT_THAT(recording.notices, ElementsAre(coded("channels_bad"), coded("types_left_out")));
}

TEST_F(ChannelTable, SaysTypesByName) {
  using Types = std::map<std::string, std::string>;
  EXPECT_EQ(channel_types(write("a_channels.tsv", "name\ttype\nFz\tEEG\nVEOG\tVEOG\n")),
            (Types{{"Fz", "EEG"}, {"VEOG", "VEOG"}}));
  EXPECT_EQ(channel_types(write("b_channels.tsv", "name\tstatus\nFz\tbad\n")), (Types{{"Fz", ""}}));
}

TEST_F(ChannelTable, IsReadWhereOnlyTheCaseDiffers) {
  write("sub-1_channels.tsv", "Name\tType\tStatus\nFz\teeg\tGood\nCz\tEeg\tBad\nVEOG\tveog\tgood\n");
  const auto recording = open(write("sub-1_eeg.csv", "Fz,Cz,VEOG\n1,2,3\n4,5,6\n7,8,10\n"));
  EXPECT_THAT(series::select_channels(recording, ""), ElementsAre(0, 1));
  EXPECT_NE(recording.channels[1].bad, "");
}

TEST_F(ChannelTable, MayBeIgnored) {
  OpenOptions options{.ignore_channel_table = true};
  const auto recording = read("Cz\tEEG\tuV\tbad\tnoisy\n", options);
  EXPECT_THAT(series::select_channels(recording, ""), ElementsAre(0, 1, 2));
  EXPECT_EQ(recording.channels[1].bad, "");
  EXPECT_THAT(recording.other_files, IsEmpty());
}

// BrainVision, whose channels have a unit and a rate of 250 Hz.
class Described : public Bids {
 protected:
  Notices notices() const {
    write("sub-1/sub-1_eeg.eeg", std::string(16, '\1'));
    return open(write("sub-1/sub-1_eeg.vhdr",
                      "Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nDataFile=sub-1_eeg.eeg\n"
                      "DataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=2\nSamplingInterval=4000\n"
                      "[Binary Infos]\nBinaryFormat=INT_16\n[Channel Infos]\nCh1=Fz,,1,\xc2\xb5V\nCh2=Cz,,1,uV\n"))
        .notices;
  }
};

TEST_F(Described, RatesAndUnitsOfAnotherRecordingAreSaid) {
  const auto with_rows = [&](const std::string& rows) {
    write("sub-1/sub-1_channels.tsv", "name\tunits\tsampling_frequency\n" + rows);
    return notices();
  };
  EXPECT_THAT(with_rows("Fz\tuV\t250\nCz\tmicrovolts\t250.2\n"), IsEmpty());
  EXPECT_THAT(with_rows("Fz\tn/a\tn/a\nCz\tBoolean\tn/a\n"), IsEmpty());
  const Notices found = with_rows("Fz\tmV\t500\nCz\tuV\t250.3\n");
  ASSERT_THAT(found, ElementsAre(coded("rates_differ"), coded("units_differ")));
  EXPECT_THAT(found[0].text, HasSubstr("(Fz 500 Hz, not 250 Hz, Cz 250.3 Hz, not 250 Hz)"));
  EXPECT_THAT(found[1].text, HasSubstr("(Fz mV, not \xc2\xb5V)"));
}

TEST_F(Described, AnotherRateInTheSidecarIsSaid) {
  write("sub-1/sub-1_eeg.json", R"({"TaskName": "rest"})");
  write("sub-1_eeg.json", R"({"SamplingFrequency": 250})");
  EXPECT_THAT(notices(), IsEmpty());
  write("sub-1_eeg.json", R"({"SamplingFrequency": "n/a"})");
  EXPECT_THAT(notices(), IsEmpty());
  write("sub-1_eeg.json", R"({"SamplingFrequency": 500.5})");
  EXPECT_THAT(notices(), warns("rates_differ"));
  write("sub-1/sub-1_eeg.json", "{,}");
  EXPECT_THAT(notices(), warns("sidecar_unreadable"));
}

TEST_F(ChannelTable, WithoutABrainAsksForChannels) {
  const auto recording = read("Fz\tEMG\tuV\tn/a\tn/a\nCz\tECG\tuV\tn/a\tn/a\nVEOG\tVEOG\tuV\tn/a\tn/a\n");
  EXPECT_THAT(error_of([&] { series::select_channels(recording, ""); }),
              IsError(ErrorCode::invalid_argument, "ECG, EMG, VEOG"));
}

TEST_F(ChannelTable, FaultsAreNamed) {
  const auto fault = [&](const std::string& rows) { return error_of([&] { read(rows); }); };
  EXPECT_THAT(fault("Fz\tEEG\tuV\tgood\tn/a\n"), IsError(ErrorCode::bad_file, "no line for 2 of 3 channels of"));
  EXPECT_THAT(fault("Fz\tEEG\tuV\tgood\tn/a\nFz\tEEG\tuV\tgood\tn/a\n"),
              IsError(ErrorCode::bad_file, "line 3: the channel 'Fz' occurs more than once"));
  EXPECT_THAT(fault("Fz\tEEG\tuV\tworse\tn/a\n"), IsError(ErrorCode::bad_file, "line 2: the status is 'worse'"));
  EXPECT_THAT(fault("Fz\tEEG\n"), IsError(ErrorCode::bad_file, "2 fields where the header has 5"));
}

}  // namespace
}  // namespace biotropy::files
