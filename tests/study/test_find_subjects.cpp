// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/subject.hpp"
#include "tests/files/outcome.hpp"
#include "tests/study/small_study.hpp"

namespace biotropy::study {
namespace {

using files::error_of;

class FindSubjects : public ::testing::Test {
 protected:
  FindSubjects() { description_.folder = scratch_.folder(); }

  void make(const std::string& path) const {
    std::filesystem::create_directories(scratch_.path(path).parent_path());
    scratch_.write(path, "x");
  }

  std::vector<Subject> with(const std::string& table) {
    scratch_.write("participants.tsv", table);
    return find_subjects(description_);
  }

  Scratch scratch_;
  Description description_;
};

TEST_F(FindSubjects, InATree) {
  make("sub-1/meg/sub-1_task-rest_meg.edf");
  make("sub-1/meg/sub-1_task-rest_events.tsv");
  make("sub-10.BDF");
  make("sub-2/eeg/sub-2_eeg.npy");
  make("sub-2/eeg/sub-2_run-2_eeg.npy");
  const auto found = with("group\tparticipant_id\na\tsub-1\nb\tsub-10\na\tsub-2\nb\tsub-3\n");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].shown_path, "sub-1/meg/sub-1_task-rest_meg.edf");
  EXPECT_EQ(found[0].participant.group, "a");
  EXPECT_EQ(found[1].path, scratch_.path("sub-10.BDF"));
  EXPECT_THAT(found[2].failure,
              HasSubstr("2 recordings are named after it (sub-2/eeg/sub-2_eeg.npy, sub-2/eeg/sub-2_run"));
  EXPECT_THAT(found[3].failure,
              HasSubstr("no recording (.edf, .bdf, .vhdr, .set, .fif, .gdf, .npy, .mat) is named after it in"));
}

TEST_F(FindSubjects, CrossTalkIsNoRecording) {
  make("sub-1/meg/sub-1_acq-crosstalk_meg.fif");
  make("sub-1/meg/sub-1_task-rest_meg.fif");
  make("sub-2/eeg/sub-2_eeg.GDF");
  const auto found = with("participant_id\tgroup\nsub-1\ta\nsub-2\ta\n");
  EXPECT_EQ(found[0].shown_path, "sub-1/meg/sub-1_task-rest_meg.fif");
  EXPECT_EQ(found[1].shown_path, "sub-2/eeg/sub-2_eeg.GDF");
}

TEST_F(FindSubjects, OfASessionTaskAndRun) {
  make("sub-1/ses-1/eeg/sub-1_ses-1_task-rest_run-1_eeg.edf");
  make("sub-1/ses-1/eeg/sub-1_ses-1_task-rest_run-2_eeg.edf");
  make("sub-1/ses-1/eeg/sub-1_ses-1_task-nap_eeg.edf");
  make("sub-1/ses-2/eeg/sub-1_ses-2_task-rest_run-1_eeg.edf");
  const std::string table = "participant_id\tgroup\nsub-1\ta\n";
  EXPECT_THAT(with(table)[0].failure, HasSubstr("4 recordings are named after it"));
  EXPECT_THAT(with(table)[0].failure, HasSubstr("the keys session, task and run can say which one"));
  description_.task = "nap";
  EXPECT_EQ(with(table)[0].shown_path, "sub-1/ses-1/eeg/sub-1_ses-1_task-nap_eeg.edf");
  description_.task = "rest";
  description_.run = "1";
  description_.session = "2";
  EXPECT_EQ(with(table)[0].shown_path, "sub-1/ses-2/eeg/sub-1_ses-2_task-rest_run-1_eeg.edf");
  description_.session = "3";
  EXPECT_THAT(with(table)[0].failure, HasSubstr("with ses-3, task-rest, run-1 is named after it"));
  description_.session = "ses-1";
  EXPECT_THAT(error_of([&] { validate(description_); }), Refuses("session", "ses-1"));
}

TEST_F(FindSubjects, InAFolderThatIsGone) {
  scratch_.write("participants.tsv", "participant_id\tgroup\nsub-1\ta\n");
  description_.recordings = "gone";
  EXPECT_THAT(find_subjects(description_)[0].failure,
              HasSubstr("gone: the folder cannot be read: No such file or directory"));
}

TEST_F(FindSubjects, NotTheRecordingOfALongerName) {
  make("s1_2.edf");
  const auto found = with("participant_id\tgroup\ns1\ta\ns1_2\tb\n");
  EXPECT_THAT(found[0].failure, HasSubstr("no recording"));
  EXPECT_EQ(found[1].shown_path, "s1_2.edf");
}

TEST_F(FindSubjects, ByTheColumnFile) {
  make("elsewhere/a.edf");
  auto found = with("participant_id\tgroup\tage\tfile\nx\ta\t3\telsewhere/a.edf\ny\tb\tn/a\tgone.edf\n");
  EXPECT_EQ(found[0].path, scratch_.path("elsewhere/a.edf"));
  for (Subject& one : found) hash(description_, one, nullptr);
  EXPECT_EQ(found[0].sha256, "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881");
  EXPECT_THAT(found[1].failure, HasSubstr("gone.edf"));
}

TEST_F(FindSubjects, WithTheirPersonAndCovariates) {
  description_.networks.emplace().covariates = {"age", "sex"};
  description_.networks->subject_column = "person";
  const auto found = with("participant_id\tgroup\tsex\tperson\tage\nx\ta\tF\tp1\t31\ny\tb\tn/a\tp1\t32\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].participant.person, "p1");
  EXPECT_THAT(found[0].participant.covariates, ElementsAre("31", "F"));
  EXPECT_THAT(found[1].participant.covariates, ElementsAre("32", ""));
  description_.networks->covariates = {"weight"};
  EXPECT_THAT(error_of([&] { find_subjects(description_); }), IsError(ErrorCode::bad_file, "weight"));
}

TEST_F(FindSubjects, OfTheGroupsAskedFor) {
  description_.statistics.groups = {"c", "a"};
  const auto found = with("participant_id\tgroup\nx\ta\ny\tb\nz\tc\nw\tn/a\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].participant.id, "z");
  description_.statistics.contrasts = {{"a", "b"}};
  EXPECT_THAT(error_of([&] { find_subjects(description_); }), Refuses("contrasts", "b"));
  description_.statistics.groups = {"a", "d"};
  EXPECT_THAT(error_of([&] { find_subjects(description_); }), Refuses("groups", "d"));
}

TEST_F(FindSubjects, AnExactPIsForFewOfThem) {
  std::string table = "participant_id\tgroup\n";
  for (int i = 0; i < 120; ++i) table += "s" + std::to_string(i) + (i < 60 ? "\ta\n" : i < 110 ? "\tb\n" : "\tc\n");
  EXPECT_EQ(with(table).size(), 120u);
  description_.statistics.contrast_p = groups::ContrastP::exact;
  EXPECT_THAT(error_of([&] { find_subjects(description_); }), Refuses("contrast_p", "exact"));
  description_.statistics.contrasts = {{"a", "c"}, {"b", "c"}};
  EXPECT_EQ(find_subjects(description_).size(), 120u);
}

}  // namespace
}  // namespace biotropy::study
