// SPDX-License-Identifier: Apache-2.0
//
// A study whose next recording is prepared while one is measured has the bytes, errors and order of one that does not.
#include <chrono>
#include <thread>

#include "biotropy/study/recording_ahead.hpp"
#include "tests/files/outcome.hpp"
#include "tests/study/small_study.hpp"

namespace biotropy::study {
namespace {

using files::error_of;
using test::SmallStudy;

constexpr const char* kMeasuringFirst = "measuring 1/4 sub-001";

Execution with(int threads, const CancelFlag* cancel = nullptr) {
  return Execution{.threads = threads, .cancel = cancel};
}

// Calls `act` when the task begins.
Listener at(const std::string& task, const std::function<void()>& act) {
  Listener listener;
  listener.begin = [=](const std::string& begun, const std::string&) {
    if (begun == task) act();
    return ProgressCallback();
  };
  return listener;
}

Subject second_of(const SmallStudy& study) {
  return find_subjects(study.description).at(1);
}

TEST(RecordingAhead, HasWhatIsPreparedInItsTurn) {
  const SmallStudy study;
  const StudyFolder folder = study.results();
  Subject subject = second_of(study);
  for (const int threads : {1, 2, 0}) {
    const Execution execution = with(threads);
    RecordingAhead ahead(study.description, folder, execution);
    EXPECT_FALSE(ahead.hashed(1) || ahead.take(1) || ahead.drop());
    EXPECT_TRUE(ahead.start(1, subject));
    const auto hashed = ahead.hashed(1);
    ASSERT_TRUE(hashed);
    Subject expected = subject;
    hash(study.description, expected, nullptr);
    EXPECT_EQ(hashed->sha256, expected.sha256);
    const auto found = ahead.take(1);
    ASSERT_TRUE(found);
    const PreparedRecording prepared = prepare_subject(study.description, expected, execution);
    EXPECT_EQ(found->epochs.data, prepared.epochs.data);
    EXPECT_EQ(found->sha256, prepared.sha256);
    EXPECT_EQ(found->notices, prepared.notices);
    EXPECT_FALSE(ahead.take(1) || ahead.drop());
  }
}

TEST(RecordingAhead, LeavesToItsTurnWhatFailsIsLargeOrHasValues) {
  const SmallStudy study;
  const StudyFolder folder = study.results();
  const Execution execution = with(2);
  RecordingAhead ahead(study.description, folder, execution);
  study.replace("sub-002", 100);  // shorter than an epoch
  EXPECT_TRUE(ahead.start(1, second_of(study)));
  EXPECT_TRUE(ahead.hashed(1));
  EXPECT_FALSE(ahead.take(1));
  study.replace("sub-002", 450);
  study.run();
  EXPECT_TRUE(ahead.start(1, second_of(study)));
  EXPECT_TRUE(ahead.hashed(1));
  EXPECT_FALSE(ahead.take(1));
  std::filesystem::remove_all(study.path("subjects"));
  Subject subject = second_of(study);
  std::filesystem::resize_file(subject.path, RecordingAhead::kMostBytes + 1);
  EXPECT_FALSE(ahead.start(1, subject));
  EXPECT_FALSE(ahead.hashed(1) || ahead.take(1));
  std::filesystem::remove(subject.path);
  EXPECT_TRUE(ahead.start(1, subject));
  EXPECT_FALSE(ahead.hashed(1) || ahead.take(1));
  subject.failure = "no recording";
  EXPECT_TRUE(ahead.start(1, subject));
  EXPECT_FALSE(ahead.drop());
}

// Of four threads one reads ahead, and all files together have a limit.
TEST(RecordingAhead, HasRoomForSeveralWithManyThreads) {
  const SmallStudy study;
  const StudyFolder folder = study.results();
  const auto subjects = find_subjects(study.description);
  ASSERT_EQ(subjects.size(), 4u);
  const auto begun = [&](int threads) {
    const Execution execution = with(threads);
    RecordingAhead ahead(study.description, folder, execution);
    std::size_t n = 0;
    while (n < subjects.size() && ahead.start(n, subjects[n])) ++n;
    EXPECT_EQ(ahead.last(), n - 1);
    for (std::size_t position = 0; position < n; ++position) EXPECT_TRUE(ahead.take(position)) << position;
    return n;
  };
  EXPECT_EQ(begun(1), 1u);
  EXPECT_EQ(begun(7), 1u);
  EXPECT_EQ(begun(8), 2u);
  EXPECT_EQ(begun(64), 4u);
  std::filesystem::resize_file(subjects[2].path, RecordingAhead::kMostBytes - 1);
  const Execution many = with(64);
  RecordingAhead ahead(study.description, folder, many);
  EXPECT_TRUE(ahead.start(1, subjects[1]));
  EXPECT_FALSE(ahead.start(2, subjects[2]));
  EXPECT_EQ(ahead.last(), 1u);
}

// A position that is passed over, because its values are there or another process measures it, makes room.
TEST(RecordingAhead, DropsThoseBeforeTheOneThatIsAskedFor) {
  const SmallStudy study;
  const StudyFolder folder = study.results();
  const auto subjects = find_subjects(study.description);
  const Execution execution = with(16);
  RecordingAhead ahead(study.description, folder, execution);
  for (std::size_t position = 0; position < 4; ++position) EXPECT_TRUE(ahead.start(position, subjects[position]));
  EXPECT_TRUE(ahead.hashed(2));
  EXPECT_FALSE(ahead.take(1));
  EXPECT_TRUE(ahead.take(2));
  EXPECT_FALSE(ahead.take(2));
  EXPECT_TRUE(ahead.take(3));
  EXPECT_FALSE(ahead.drop());
}

// A recording that has gone when its turn comes has been read by then.
TEST(RecordingAhead, IsReadWhileTheOneBeforeIsMeasured) {
  if (thread_count(with(2)) < 2) GTEST_SKIP() << "one core";
  for (const int milliseconds : {100, 1'000, 10'000, 60'000}) {
    const SmallStudy study;
    const Listener listener = at(kMeasuringFirst, [&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      std::filesystem::remove(study.path("sub-002.edf"));
    });
    const StudyRun done = run(study.description, study.results(), {}, with(2), listener);
    EXPECT_EQ(done.subjects[2].state, SubjectState::computed);
    if (done.subjects[1].state == SubjectState::computed) return;
  }
  FAIL() << "was not read ahead";
}

TEST(RecordingAhead, ErrorsAreThoseOfOneThread) {
  const SmallStudy study;
  study.replace("sub-002", 100);
  study.replace("sub-003", 100);
  const auto reasons = [&](int threads) {
    const StudyFolder folder(study.path("with-" + std::to_string(threads)));
    std::vector<std::string> all;
    Listener listener;
    listener.begin = [&](const std::string& task, const std::string&) {
      all.push_back(task);
      return ProgressCallback();
    };
    const StudyRun done = run(study.description, folder, {}, with(threads), listener);
    for (const SubjectStatus& one : done.subjects) all.push_back(one.reason);
    all.push_back(bytes_of(folder.last_result()));
    return all;
  };
  const auto one = reasons(1);
  EXPECT_THAT(one, Contains(HasSubstr("100")));
  for (const int threads : {0, 2, 8, 16}) EXPECT_EQ(reasons(threads), one) << threads;
}

// The next recording gives its memory to the one that is measured.
TEST(RecordingAhead, MemoryThatEndsBesideTheNextIsNoFailure) {
  const SmallStudy study;
  for (const int threads : {2, 16}) {
    int begun = 0;
    const Listener once = at(kMeasuringFirst, [&] {
      if (++begun == 1) throw Error(ErrorCode::out_of_memory, "none left");
    });
    const StudyFolder folder(study.path("with-" + std::to_string(threads)));
    EXPECT_EQ(run(study.description, folder, {}, with(threads), once).count(SubjectState::computed), 4u);
    EXPECT_EQ(begun, 2);
  }
  const Listener always = at("measuring 4/4 sub-004", [] { throw Error(ErrorCode::out_of_memory, "none left"); });
  const StudyRun done = run(study.description, StudyFolder(study.path("last")), {}, with(2), always);
  EXPECT_EQ(done.count(SubjectState::computed), 3u);
  EXPECT_EQ(done.subjects[3].reason, "none left");
}

TEST(RecordingAhead, CancellingReachesBothAndWhatIsDoneIsKept) {
  const SmallStudy study;
  study.run();
  const std::string bytes = bytes_of(study.results().last_result());
  const StudyFolder folder(study.path("stopped"));
  CancelFlag cancel;
  const Listener listener = at("measuring 2/4 sub-002", [&] { cancel.cancel(); });
  EXPECT_THAT(error_of([&] { run(study.description, folder, {}, with(2, &cancel), listener); }),
              IsError(ErrorCode::cancelled, ""));
  const StudyRun done = run(study.description, folder, {}, with(2));
  EXPECT_EQ(done.count(SubjectState::kept), 1u);
  EXPECT_EQ(done.count(SubjectState::computed), 3u);
  EXPECT_EQ(bytes_of(folder.last_result()), bytes);
}

// Whichever recording was read, values have the name of its bytes.
TEST(RecordingAhead, ARecordingThatChangesIsMeasuredAgain) {
  const SmallStudy study;
  const Listener listener = at(kMeasuringFirst, [&] { study.replace("sub-002", 450); });
  run(study.description, study.results(), {}, with(2), listener);
  run(study.description, study.results(), {}, with(2));
  const std::string bytes = bytes_of(study.results().last_result());
  const StudyFolder fresh(study.path("fresh"));
  run(study.description, fresh, {}, with(1));
  EXPECT_EQ(bytes_of(fresh.last_result()), bytes);
}

class RecordingAheadOf : public ::testing::TestWithParam<int> {};

TEST_P(RecordingAheadOf, ARecordingThatAnotherProcessMeasuresIsLeftToIt) {
  const Execution execution = with(GetParam());
  const SmallStudy study;
  const StudyFolder folder = study.results();
  folder.make();
  const auto subjects = find_subjects(study.description);
  std::unique_ptr<RecordingLock> other = RecordingLock::take(folder, "sub-002"), later;
  // The lock of the third is taken when it may already be prepared.
  const Listener listener = at("measuring 1/4 sub-001", [&] { later = RecordingLock::take(folder, "sub-003"); });
  const StudyRun done = measure_each(study.description, folder, subjects, execution, listener);
  EXPECT_EQ(done.subjects[0].state, SubjectState::computed);
  EXPECT_EQ(done.subjects[1].state, SubjectState::elsewhere);
  EXPECT_EQ(done.subjects[2].state, SubjectState::elsewhere);
  EXPECT_EQ(done.subjects[3].state, SubjectState::computed);
  other.reset();
  later.reset();
  const StudyRun rest = measure_each(study.description, folder, subjects, execution);
  EXPECT_EQ(rest.count(SubjectState::computed), 2u);
  EXPECT_EQ(rest.count(SubjectState::kept), 2u);
}

INSTANTIATE_TEST_SUITE_P(RecordingAhead, RecordingAheadOf, ::testing::Values(1, 2, 16));

}  // namespace
}  // namespace biotropy::study
