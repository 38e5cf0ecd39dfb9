// SPDX-License-Identifier: Apache-2.0
#include "biotropy/temporary_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

namespace biotropy {
namespace {

namespace fs = std::filesystem;

TEST(TemporaryFile, NamesAreBesideTheTargetAndNeverTwiceTheSame) {
  std::set<fs::path> names;
  for (int k = 0; k < 100; ++k) names.insert(temporary_name("folder/result.csv"));
  EXPECT_EQ(names.size(), 100U);
  for (const fs::path& name : names) {
    EXPECT_EQ(name.parent_path(), "folder");
    EXPECT_TRUE(name.filename().string().starts_with(".result.csv.")) << name;
    EXPECT_EQ(name.extension(), ".part");
  }
  EXPECT_EQ(temporary_name("result.csv").parent_path(), ".");
  EXPECT_LE(temporary_name(std::string(255, 'x')).filename().string().size(), 255U);
}

TEST(TemporaryFile, NeitherAFileNorALinkInItsPlaceIsOpened) {
  std::string name = (fs::temp_directory_path() / "biotropy-new-XXXXXX").string();
  const fs::path folder = ::mkdtemp(name.data());
  std::ofstream(folder / "victim") << "before";
  fs::create_symlink("victim", folder / "link");
  fs::create_symlink("nothing", folder / "dangling");
  for (const char* const there : {"victim", "link", "dangling"}) {
    EXPECT_EQ(create_new(folder / there), -1) << there;
    EXPECT_EQ(errno, EEXIST) << there;
  }
  EXPECT_EQ(fs::file_size(folder / "victim"), 6U);
  EXPECT_FALSE(fs::exists(folder / "nothing"));
  const int descriptor = create_new(folder / "new");
  ASSERT_GE(descriptor, 0);
  EXPECT_EQ(::write(descriptor, "x", 1), 1);
  ::close(descriptor);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace biotropy
