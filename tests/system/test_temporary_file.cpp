// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/temporary_file.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace biotropy::system {
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

}  // namespace
}  // namespace biotropy::system
