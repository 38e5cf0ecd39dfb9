// SPDX-License-Identifier: Apache-2.0
//
// A file takes its place when its content is on the disk, and not only in the memory of the system. What a power cut
// would leave cannot be tried here; so the calls that prevent it are watched.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "biotropy/files/replacement.hpp"
#include "tests/files/scratch.hpp"

namespace {

struct Synchronised {
  std::filesystem::path file;
  std::string target;  ///< what stood in the place of the target then
};

std::vector<Synchronised> synchronised;
std::filesystem::path target;

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

// In front of that of the C library.
extern "C" int fsync(int descriptor) {
  std::error_code failure;
  const std::filesystem::path link = "/proc/self/fd/" + std::to_string(descriptor);
  synchronised.push_back({std::filesystem::read_symlink(link, failure), content(target)});
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

namespace biotropy::files {
namespace {

TEST(Replacement, IsOnTheDiskBeforeItTakesItsPlace) {
  const test::Scratch scratch;
  target = std::filesystem::canonical(scratch.folder()) / "result.txt";
  scratch.write("result.txt", "old");
  Replacement replacement(target);
  std::ofstream(replacement.temporary()) << "new";
  synchronised.clear();
  replacement.commit();
  EXPECT_EQ(content(target), "new");
  // The file first, while the old one still stands there; then the folder, which holds the new name.
  ASSERT_EQ(synchronised.size(), 2U);
  EXPECT_EQ(synchronised[0].file, replacement.temporary());
  EXPECT_EQ(synchronised[0].target, "old");
  EXPECT_EQ(synchronised[1].file, target.parent_path());
  EXPECT_EQ(synchronised[1].target, "new");
}

}  // namespace
}  // namespace biotropy::files
