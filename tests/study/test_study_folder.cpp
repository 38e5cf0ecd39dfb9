// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "biotropy/files/results/arrays.hpp"
#include "biotropy/study/study_folder.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::study {
namespace {

using files::error_of;

TEST(Shard, IsAPartOfAWhole) {
  EXPECT_TRUE(shard("1/1").is_whole());
  const Shard second = shard("2/3");
  EXPECT_FALSE(second.has(0));
  EXPECT_TRUE(second.has(1));
  EXPECT_TRUE(second.has(4));
  for (const std::string text :
       {"", "1", "0/3", "4/3", "1/0", "a/3", "1/", "/3", "1/2/3", "-1/3", "1 /3", "99999999999999999999/3"}) {
    EXPECT_THAT(error_of([&] { shard(text); }), Refuses("shard", text)) << text;
  }
}

TEST(StudyLock, WholeStudiesAreAloneAndShardsWithOthers) {
  const Scratch scratch;
  const StudyFolder folder(scratch.path("a/b"));
  folder.make();
  auto whole = std::make_unique<StudyLock>(folder, Shard());
  EXPECT_THAT(error_of([&] { StudyLock(folder, Shard()); }), IsError(ErrorCode::busy, "at work on this study"));
  EXPECT_THAT(error_of([&] { StudyLock(folder, shard("1/2")); }), IsError(ErrorCode::busy, "at work on this study"));
  whole.reset();
  const StudyLock first(folder, shard("1/2"));
  const StudyLock second(folder, shard("2/2"));
  EXPECT_THAT(error_of([&] { StudyLock(folder, shard("2/2")); }), IsError(ErrorCode::busy, "at work on shard 2/2"));
  EXPECT_THAT(error_of([&] { StudyLock(folder, Shard()); }), IsError(ErrorCode::busy, "at work on this study"));
}

TEST(StudyFolder, MakesWhatIsMissingAndTakesAwayWhatIsLeft) {
  const Scratch scratch;
  const StudyFolder folder(scratch.path("a"));
  folder.make();
  scratch.write("a/subjects/.x.values.12-0.part", "half");
  scratch.write("a/subjects/x.values", "whole");
  scratch.write("a/.hidden", "of somebody else");
  folder.remove_leftovers();
  EXPECT_FALSE(std::filesystem::exists(scratch.path("a/subjects/.x.values.12-0.part")));
  EXPECT_TRUE(std::filesystem::exists(scratch.path("a/subjects/x.values")));
  EXPECT_TRUE(std::filesystem::exists(scratch.path("a/.hidden")));
  for (const char* key : {"1", "2"}) {
    scratch.write(std::string("a/results/") + key + ".nc", key);
    folder.link_last_result(key);
    EXPECT_EQ(bytes_of(folder.last_result()), key);
  }
  scratch.write("b", "a file");
  EXPECT_THAT(error_of([&] { StudyFolder(scratch.path("b")).make(); }), IsError(ErrorCode::io, "Not a directory"));
}

TEST(StudyFolder, AResultOfSomebodyElseStays) {
  const Scratch scratch;
  const StudyFolder folder(scratch.path("a"));
  folder.make();
  const auto expect_refused = [&] {
    EXPECT_THAT(error_of([&] { folder.make(); }), IsError(ErrorCode::io, "result.nc: not a result of this study"));
    std::filesystem::remove(folder.last_result());
  };
  scratch.write("a/result.nc", "my thesis");
  expect_refused();
  files::Arrays arrays;
  files::write_arrays(folder.last_result(), arrays);
  expect_refused();
  arrays.attributes = {{"key", std::string("1")}};
  files::write_arrays(folder.last_result(), arrays);
  expect_refused();
  // What it made itself, and a copy of a result.
  files::write_arrays(folder.result("1"), arrays);
  folder.link_last_result("1");
  folder.make();
  std::filesystem::remove(folder.last_result());
  files::write_arrays(folder.last_result(), arrays);
  folder.make();
}

}  // namespace
}  // namespace biotropy::study
