// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/folder.hpp"

#include <fstream>

#include "tests/files/scratch.hpp"
#include "tests/matchers.hpp"

namespace biotropy::system {
namespace {

namespace fs = std::filesystem;

#ifdef _WIN32
constexpr const char* kOddName = "name with 'quotes'";
#else
constexpr const char* kOddName = "name\nwith 'quotes'";
#endif

class Folder : public ::testing::Test {
 protected:
  const Scratch scratch_;
  const fs::path& folder_ = scratch_.folder();
  std::error_code failure_;
};

TEST_F(Folder, EntriesAreInTheOrderOfTheirNames) {
  EXPECT_THAT(entries_of(folder_, failure_), IsEmpty());
  for (const char* name : {"b", "a", ".hidden", kOddName}) std::ofstream(folder_ / name) << name;
  fs::create_directory(folder_ / "aa");
  failure_ = std::make_error_code(std::errc::io_error);
  EXPECT_THAT(entries_of(folder_, failure_),
              ElementsAre(folder_ / ".hidden", folder_ / "a", folder_ / "aa", folder_ / "b", folder_ / kOddName));
  EXPECT_FALSE(failure_);
}

TEST_F(Folder, OnlyEntriesOfWantedNames) {
  for (const char* name : {"b.tsv", "a.tsv", "a.edf", "tsv"}) std::ofstream(folder_ / name) << name;
  const auto is_table = [](std::string_view name) { return name.ends_with(".tsv"); };
  EXPECT_THAT(entries_of(folder_, failure_, is_table), ElementsAre(folder_ / "a.tsv", folder_ / "b.tsv"));
}

TEST_F(Folder, WhatCannotBeListedIsSaid) {
  std::ofstream(folder_ / "file") << "text";
  EXPECT_THAT(entries_of(folder_ / "file", failure_), IsEmpty());
  EXPECT_EQ(failure_, std::errc::not_a_directory);
  EXPECT_THAT(entries_of(folder_ / "gone", failure_), IsEmpty());
  EXPECT_EQ(failure_, std::errc::no_such_file_or_directory);
}

TEST_F(Folder, OrdinaryFilesAreNeitherFoldersNorMissing) {
  std::ofstream(folder_ / "file") << "text";
  EXPECT_TRUE(is_ordinary_file(folder_ / "file", failure_));
  for (const fs::path& other : {folder_ / "gone", folder_, folder_ / "file" / "below"}) {
    EXPECT_FALSE(is_ordinary_file(other, failure_)) << other;
    EXPECT_FALSE(failure_) << other;
  }
}

}  // namespace
}  // namespace biotropy::system
