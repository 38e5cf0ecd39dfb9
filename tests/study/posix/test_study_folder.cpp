// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/study_folder.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::study {
namespace {

using files::error_of;

TEST(StudyLock, ALinkInItsPlaceIsNotFollowed) {
  const Scratch scratch;
  const StudyFolder folder(scratch.path("a"));
  folder.make();
  for (const auto& [name, part] : {std::pair(".lock", "1/1"), std::pair(".shard-1-of-2", "1/2")}) {
    std::filesystem::create_symlink(scratch.path("victim"), folder.path() / name);
    EXPECT_THAT(error_of([&, which = part] { StudyLock(folder, shard(which)); }), IsError(ErrorCode::io, name));
    EXPECT_FALSE(std::filesystem::exists(scratch.path("victim")));
    std::filesystem::remove(folder.path() / name);
  }
}

TEST(StudyFolder, TheLastResultIsALink) {
  const Scratch scratch;
  const StudyFolder folder(scratch.path("a"));
  folder.make();
  std::filesystem::create_symlink("../somewhere.nc", folder.last_result());
  EXPECT_THAT(error_of([&] { folder.make(); }), IsError(ErrorCode::io, "result.nc: not a result of this study"));
  for (const char* key : {"1", "2"}) {
    folder.link_last_result(key);
    EXPECT_EQ(std::filesystem::read_symlink(folder.last_result()), std::string("results/") + key + ".nc");
  }
  folder.make();
}

}  // namespace
}  // namespace biotropy::study
