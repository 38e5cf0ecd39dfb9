// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/bids_dataset.hpp"

#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

class BidsDataset : public ::testing::Test {
 protected:
  void make(const std::string& path) const {
    std::filesystem::create_directories(scratch_.path(path).parent_path());
    scratch_.write(path, "x");
  }

  std::vector<std::string> names(const BidsSelection& selection = {}) const {
    std::vector<std::string> names;
    for (const BidsRecording& one : find_bids_recordings(scratch_.folder(), selection)) names.push_back(one.name);
    return names;
  }

  const Scratch scratch_;
};

TEST_F(BidsDataset, RecordingsAndNothingElse) {
  make("sub-02/eeg/sub-02_task-rest_eeg.vhdr");
  make("sub-02/eeg/sub-02_task-rest_eeg.vmrk");
  make("sub-02/eeg/sub-02_task-rest_eeg.eeg");
  make("sub-02/eeg/sub-02_task-rest_eeg.json");
  make("sub-01/ses-a/eeg/sub-01_ses-a_task-rest_run-01_eeg.EDF");
  make("sub-01/ses-a/meg/sub-01_ses-a_task-rest_meg.fif");
  make("sub-01/ses-a/meg/sub-01_ses-a_acq-crosstalk_meg.fif");
  make("sub-01/ses-a/eeg/sub-01_ses-b_task-rest_eeg.edf");
  make("sub-01/ses-a/eeg/sub-01_ses-a_task-rest_physio.edf");
  make("sub-01/ses-a/anat/sub-01_ses-a_T1w.nii");
  make("sub-emptyroom/ses-1/meg/sub-emptyroom_ses-1_task-noise_meg.fif");
  make("derivatives/clean/sub-01/eeg/sub-01_task-rest_desc-clean_eeg.edf");
  make("sourcedata/sub-03/eeg/sub-03_task-rest_eeg.edf");
  EXPECT_THAT(names(),
              ElementsAre("sub-01_ses-a_task-rest_meg", "sub-01_ses-a_task-rest_run-01_eeg", "sub-02_task-rest_eeg"));
  EXPECT_THAT(names({BidsKind::brain, {"emptyroom"}, {}, {}, {}, {}}),
              ElementsAre("sub-emptyroom_ses-1_task-noise_meg"));
  const auto found = find_bids_recordings(scratch_.folder());
  EXPECT_EQ(found[1].datatype, "eeg");
  EXPECT_EQ(found[1].entity("ses"), "a");
  EXPECT_EQ(found[1].entity("acq"), "");
  EXPECT_EQ(found[1].condition(), "ses-a_task-rest_run-01_eeg");
}

TEST_F(BidsDataset, ASplitRecordingIsOne) {
  make("sub-1/meg/sub-1_task-rest_split-01_meg.fif");
  make("sub-1/meg/sub-1_task-rest_split-02_meg.fif");
  const auto found = find_bids_recordings(scratch_.folder());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "sub-1_task-rest_meg");
  EXPECT_EQ(found[0].path, scratch_.path("sub-1/meg/sub-1_task-rest_split-01_meg.fif"));
}

TEST_F(BidsDataset, TwoRecordingsOfOneName) {
  make("sub-1/eeg/sub-1_task-rest_eeg.edf");
  make("sub-1/eeg/sub-1_task-rest_eeg.vhdr");
  std::filesystem::create_directories(scratch_.path("sub-2/meg/sub-2_task-rest_meg.ds"));
  const auto found = find_bids_recordings(scratch_.folder());
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(
      found[0].failure,
      "2 recordings have this name, sub-1_task-rest_eeg.edf and sub-1_task-rest_eeg.vhdr: only one of them can be "
      "meant");
  EXPECT_THAT(found[1].failure, HasSubstr("sub-2_task-rest_meg.ds: a format of folders is not read"));
}

TEST_F(BidsDataset, ByLabels) {
  make("sub-01/ses-a/eeg/sub-01_ses-a_task-rest_run-01_eeg.edf");
  make("sub-01/ses-a/eeg/sub-01_ses-a_task-rest_run-02_eeg.edf");
  make("sub-01/ses-b/eeg/sub-01_ses-b_task-nback_eeg.edf");
  make("sub-02/eeg/sub-02_task-rest_eeg.edf");
  EXPECT_THAT(names({BidsKind::brain, {"sub-02"}, {}, {}, {}, {}}), ElementsAre("sub-02_task-rest_eeg"));
  EXPECT_THAT(names({BidsKind::brain, {"02", "01"}, {}, {"nback"}, {}, {}}),
              ElementsAre("sub-01_ses-b_task-nback_eeg"));
  EXPECT_THAT(names({BidsKind::brain, {}, {"ses-a"}, {}, {"2"}, {}}), ElementsAre("sub-01_ses-a_task-rest_run-02_eeg"));
  EXPECT_THAT(error_of([&] { names({BidsKind::brain, {"3"}, {}, {}, {}, {}}); }), Refuses("participant_label", "3"));
  EXPECT_THAT(error_of([&] { names({BidsKind::brain, {"1"}, {}, {}, {}, {}}); }), Refuses("participant_label", "1"));
  EXPECT_THAT(error_of([&] { names({BidsKind::brain, {}, {}, {"task-rst"}, {}, {}}); }), Refuses("task_label", "rst"));
  EXPECT_THAT(error_of([&] {
                names({BidsKind::brain, {"02"}, {}, {"nback"}, {}, {}});
              }),
              IsError(ErrorCode::invalid_data, "no recording has all of the labels"));
}

TEST_F(BidsDataset, TablesOfPhysiologyAndEvents) {
  make("sub-1/func/sub-1_task-rest_recording-pulse_physio.tsv.gz");
  make("sub-1/func/sub-1_task-rest_recording-belt_physio.tsv.gz");
  make("sub-1/func/sub-1_task-rest_recording-belt_physio.json");
  make("sub-1/func/sub-1_task-rest_bold.tsv.gz");
  make("sub-1/func/sub-1_task-rest_physio.tsv");
  make("sub-1/beh/sub-1_physio.tsv.gz");
  make("sub-1/eeg/sub-1_task-rest_events.tsv");
  make("sub-1/eeg/sub-1_task-rest_eeg.edf");
  EXPECT_THAT(names(), ElementsAre("sub-1_task-rest_eeg"));
  BidsSelection of_physio{.kind = BidsKind::physio};
  EXPECT_THAT(names(of_physio), ElementsAre("sub-1_physio", "sub-1_task-rest_recording-belt_physio",
                                            "sub-1_task-rest_recording-pulse_physio"));
  EXPECT_THAT(find_bids_recordings(scratch_.folder(), of_physio)[0].failure, HasSubstr("its name has no task-"));
  of_physio.recordings = {"pulse"};
  EXPECT_THAT(names(of_physio), ElementsAre("sub-1_task-rest_recording-pulse_physio"));
  BidsSelection of_events{.kind = BidsKind::events};
  EXPECT_THAT(names(of_events), ElementsAre("sub-1_task-rest_events"));
}

TEST_F(BidsDataset, WithoutRecordings) {
  make("derivatives/clean/sub-01/eeg/sub-01_task-rest_eeg.edf");
  EXPECT_THAT(error_of([&] { names(); }), IsError(ErrorCode::invalid_data, "no recordings: none of .edf, .bdf,"));
  EXPECT_THAT(error_of([&] { find_bids_recordings(scratch_.path("gone")); }),
              IsError(ErrorCode::file_not_found, "gone: the folder cannot be read: No such file or directory"));
}

}  // namespace
}  // namespace biotropy::files
