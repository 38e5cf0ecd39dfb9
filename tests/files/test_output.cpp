// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/output.hpp"

#include <memory>
#include <thread>

#include "biotropy/system/open_file.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/wine.hpp"

namespace biotropy::files {
namespace {

std::vector<std::string> names(const std::filesystem::path& folder) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    found.push_back(entry.path().filename().generic_string());
  return found;
}

TEST(Output, AppearsWhenFinishedAndNotBefore) {
  const Scratch scratch;
  Output output(scratch.path("a.csv"));
  output.write("one,");
  output.write("two");
  EXPECT_FALSE(std::filesystem::exists(scratch.path("a.csv")));
  EXPECT_TRUE(std::filesystem::exists(output.temporary()));
  EXPECT_EQ(output.temporary().parent_path(), scratch.folder());
  output.finish();
  EXPECT_EQ(bytes_of(scratch.path("a.csv")), "one,two");
  EXPECT_THAT(names(scratch.folder()), ElementsAre("a.csv"));
}

TEST(Output, MoreThanOneWrite) {
  const Scratch scratch;
  const std::string block(700'000, 'x');
  Output output(scratch.path("a.csv"));
  for (int i = 0; i < 5; ++i) output.write(block);
  output.finish();
  EXPECT_EQ(std::filesystem::file_size(scratch.path("a.csv")), 5 * block.size());
}

TEST(Output, AbandonedLeavesWhatStoodThere) {
  const Scratch scratch;
  scratch.write("a.csv", "before");
  {
    Output output(scratch.path("a.csv"));
    output.write(std::string(3'000'000, 'x'));
  }
  EXPECT_EQ(bytes_of(scratch.path("a.csv")), "before");
  EXPECT_THAT(names(scratch.folder()), ElementsAre("a.csv"));
}

TEST(Output, Errors) {
  const Scratch scratch;
  EXPECT_THAT(error_of([&] { Output(scratch.path("nowhere") / "a.csv"); }), IsError(ErrorCode::io, "does not exist"));
  EXPECT_THAT(error_of([&] { Output(scratch.folder()); }), IsError(ErrorCode::io, "a folder, not a file"));
  const int closed = system::create_new(scratch.path("closed"));
  system::close(closed);
  Output output(closed, "somewhere");
  output.write("text");
  EXPECT_THAT(error_of([&] { output.finish(); }), IsError(ErrorCode::io, "somewhere: Bad file descriptor"));
}

TEST(AtomicFile, WhatIsUnfinishedCanBeRemovedAtOnce) {
  if (biotropy::test::in_wine()) GTEST_SKIP() << "Wine 8 keeps the name of a removed file until it is closed";
  const Scratch scratch;
  Output finished(scratch.path("finished"));
  finished.write("text");
  finished.finish();
  std::vector<std::unique_ptr<Output>> begun;
  for (int k = 0; k < 20; ++k) begun.push_back(std::make_unique<Output>(scratch.path("begun-" + std::to_string(k))));
  begun.resize(10);
  EXPECT_EQ(names(scratch.folder()).size(), 11u);
  remove_unfinished();
  EXPECT_THAT(names(scratch.folder()), ElementsAre("finished"));
}

// What is old, of the same name, and locked by nobody.
TEST(AtomicFile, RemovesWhatAKilledProcessLeft) {
  const Scratch scratch;
  const std::string digits = ".0123456789abcdef.part";
  const auto left = [&](const std::string& name, int minutes) {
    const auto path = scratch.write(name, "x");
    std::filesystem::last_write_time(path,
                                     std::filesystem::file_time_type::clock::now() - std::chrono::minutes(minutes));
    return path;
  };
  left(".a.csv" + digits, 2);
  const auto recent = left(".a.csv.1123456789abcdef.part", 0), owned = left(".a.csv.2123456789abcdef.part", 2);
  const auto other = left(".b.csv" + digits, 2), stranger = left(".a.csv.0123.part", 2);
  const int owner = system::open_to_read(owned);
  ASSERT_TRUE(system::lock(owner, system::Lock::exclusive));
  {
    Output output(scratch.path("a.csv"));
    output.finish();
  }
  system::close(owner);
  std::vector<std::string> kept = {"a.csv"};
  for (const auto& path : {recent, owned, other, stranger}) kept.push_back(path.filename().string());
  EXPECT_THAT(names(scratch.folder()), testing::UnorderedElementsAreArray(kept));
}

// As of a child that ended since; a folder is not listed for every file.
TEST(AtomicFile, RemovesWhatIsLeftWhileThisProcessRuns) {
  const Scratch scratch;
  Output(scratch.path("a.csv")).finish();
  const auto left = scratch.write(".a.csv.0123456789abcdef.part", "x");
  std::filesystem::last_write_time(left, std::filesystem::file_time_type::clock::now() - std::chrono::minutes(2));
  for (int k = 0; k < 1000 && std::filesystem::exists(left); ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    Output(scratch.path("a.csv")).finish();
  }
  EXPECT_FALSE(std::filesystem::exists(left));
}

// A file that is being written has a lock up to its name.
TEST(AtomicFile, IsLockedUntilItHasItsName) {
  const Scratch scratch;
  Output output(scratch.path("a.csv"));
  const int descriptor = system::open_or_create(output.temporary(), system::Links::refused);
  EXPECT_FALSE(system::lock(descriptor, system::Lock::exclusive));
  system::close(descriptor);
  output.finish();
}

TEST(AtomicFile, HasRoomForTheLongestName) {
  const Scratch scratch;
  const std::string longest(255, 'x');
  Output output(scratch.path(longest));
  output.finish();
  EXPECT_THAT(names(scratch.folder()), ElementsAre(longest));
}

}  // namespace
}  // namespace biotropy::files
