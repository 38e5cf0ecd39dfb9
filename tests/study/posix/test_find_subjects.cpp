// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/subject.hpp"
#include "tests/files/scratch.hpp"
#include "tests/files/unprivileged.hpp"
#include "tests/matchers.hpp"

namespace biotropy::study {
namespace {

// A folder that cannot be read may contain a recording, so there is no message that there is none, or that the one
// elsewhere is the only one.
TEST(FoldersOfSubjects, ThatCannotBeRead) {
  namespace fs = std::filesystem;
  const Scratch scratch;
  for (const char* file : {"sub-1/meg/sub-1.edf", "sub-2/sub-2.edf", "sub-2/more/sub-2_b.edf", "sub-3/sub-3.edf"}) {
    fs::create_directories(scratch.path(file).parent_path());
    scratch.write(file, "x");
  }
  scratch.write("participants.tsv", "participant_id\tgroup\nsub-1\ta\nsub-2\ta\nsub-3\tb\nsub-4\tb\n");
  Description description;
  description.folder = scratch.folder();
  fs::create_symlink("sub-4", scratch.path("sub-4"));
  fs::permissions(scratch.folder(), fs::perms::all);
  for (const char* closed : {"sub-1/meg", "sub-2/more"}) fs::permissions(scratch.path(closed), fs::perms::none);
  std::vector<Subject> found;
  {
    const files::test::Unprivileged here;
    found = find_subjects(description);
  }
  for (const char* closed : {"sub-1/meg", "sub-2/more"}) fs::permissions(scratch.path(closed), fs::perms::all);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_THAT(found[0].failure, HasSubstr("sub-1/meg: the folder cannot be read: Permission denied"));
  EXPECT_THAT(found[1].failure, HasSubstr("sub-2/more: the folder cannot be read: Permission denied"));
  EXPECT_EQ(found[2].failure, "");
  EXPECT_THAT(found[3].failure, HasSubstr("sub-4: the folder cannot be read: Too many levels of symbolic links"));
}

}  // namespace
}  // namespace biotropy::study
