// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cerrno>
#include <fstream>

#include "biotropy/system/folder.hpp"
#include "biotropy/system/open_file.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::system {
namespace {

namespace fs = std::filesystem;

class LinksOfFiles : public ::testing::Test {
 protected:
  const Scratch scratch_;
  const fs::path& folder_ = scratch_.folder();
};

TEST_F(LinksOfFiles, OrdinaryFilesAreThoseAtTheirEnds) {
  std::error_code failure;
  std::ofstream(folder_ / "file") << "text";
  fs::create_symlink("file", folder_ / "link");
  fs::create_symlink("nothing", folder_ / "dangling");
  EXPECT_TRUE(is_ordinary_file(folder_ / "file", failure));
  EXPECT_TRUE(is_ordinary_file(folder_ / "link", failure));
  EXPECT_FALSE(is_ordinary_file(folder_ / "dangling", failure));
  EXPECT_FALSE(failure);
  fs::create_symlink("loop", folder_ / "loop");
  EXPECT_FALSE(is_ordinary_file(folder_ / "loop", failure));
  EXPECT_EQ(failure, std::errc::too_many_symbolic_link_levels);
}

TEST_F(LinksOfFiles, ANewFileIsNotMadeInTheirPlace) {
  std::ofstream(folder_ / "victim") << "before";
  fs::create_symlink("victim", folder_ / "link");
  fs::create_symlink("nothing", folder_ / "dangling");
  for (const char* const there : {"link", "dangling"}) {
    EXPECT_EQ(create_new(folder_ / there), -1) << there;
    EXPECT_EQ(errno, EEXIST) << there;
  }
  EXPECT_EQ(fs::file_size(folder_ / "victim"), 6U);
  EXPECT_FALSE(fs::exists(folder_ / "nothing"));
}

}  // namespace
}  // namespace biotropy::system
