// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include "biotropy/files/isolated_internal.hpp"
#include "tests/files/mat_files.hpp"
#include "tests/matchers.hpp"
#include "tests/study/small_study.hpp"

namespace biotropy::study {
namespace {

using test::SmallStudy;

/// Kills every child process of the main thread, as a system without memory does.
class ChildKiller {
 public:
  ChildKiller() : thread_([this] { work(); }) {}
  ~ChildKiller() {
    done_ = true;
    thread_.join();
  }

 private:
  void work() const {
    const std::string list = fmt::format("/proc/self/task/{}/children", ::getpid());
    while (!done_) {
      pid_t child = 0;
      if (std::ifstream(list) >> child) ::kill(child, SIGKILL);
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }

  std::atomic<bool> done_ = false;
  std::thread thread_;
};

// A MATLAB file of version 7.3 is read in a child process. A killed child is no fault of the recording, so the next run
// retries. A damaged recording is not retried.
TEST(Study, AReaderThatWasKilledIsNoFaultOfTheRecording) {
  if (!files::kParseInChild) GTEST_SKIP() << "this build reads every file in the program itself";
  if (!std::filesystem::exists(fmt::format("/proc/self/task/{}/children", ::getpid()))) {
    GTEST_SKIP() << "the system does not list child processes";
  }
  const SmallStudy study;
  const Shard first{1, 4};
  constexpr std::size_t kSamples = 300'000;
  files::test::MatValue noise{"x", {3, kSamples}, {}};
  for (std::size_t i = 0; i < 3 * kSamples; ++i) noise.numbers.push_back(std::sin(static_cast<double>(i * i)));
  files::test::write_mat(study.path("sub-001.edf"), files::test::MatKind::v7_3, {noise});
  std::string reason;
  for (int tries = 0; tries < 100 && reason.empty(); ++tries) {
    std::filesystem::remove_all(study.path("subjects"));
    const ChildKiller killer;
    reason = study.run(first).subjects[0].reason;
  }
  EXPECT_THAT(reason, HasSubstr("did not finish: it was ended by signal 9 (Killed); try again"));
  EXPECT_TRUE(std::filesystem::is_empty(study.path("subjects")));
  EXPECT_EQ(study.run(first).subjects[0].state, SubjectState::computed);

  std::filesystem::resize_file(study.path("sub-001.edf"), 1000);
  EXPECT_EQ(study.run(first).subjects[0].state, SubjectState::failed);
  const auto kept = std::distance(std::filesystem::directory_iterator(study.path("subjects")), {});
  EXPECT_EQ(kept, 2) << "what is damaged is not looked at twice";
}

}  // namespace
}  // namespace biotropy::study
