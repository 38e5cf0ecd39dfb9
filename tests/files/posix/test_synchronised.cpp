// SPDX-License-Identifier: Apache-2.0
//
// Tests that a file is flushed to disk before it is renamed. This program replaces fsync by a function that records the
// state of the files, because a power failure cannot be tested.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <vector>

#include "biotropy/files/output.hpp"
#include "tests/files/scratch.hpp"

namespace {

struct Synchronised {
  ino_t file = 0;
  bool is_folder = false;
  off_t size = 0;
  bool target_was_there = false;
};
std::vector<Synchronised> synchronised;
std::filesystem::path target;

}  // namespace

extern "C" int fsync(int descriptor) {
  struct stat status = {};
  ::fstat(descriptor, &status);
  synchronised.push_back(
      {status.st_ino, S_ISDIR(status.st_mode), status.st_size, !target.empty() && std::filesystem::exists(target)});
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

namespace biotropy::files {
namespace {

TEST(AtomicFile, IsOnTheDiskBeforeItTakesItsPlaceAndItsNameAfterwards) {
  const Scratch scratch;
  target = scratch.path("a.csv");
  synchronised.clear();
  Output output(target);
  output.write("content");
  output.finish();
  struct stat status = {};
  ASSERT_EQ(::stat(target.c_str(), &status), 0);
  ASSERT_EQ(synchronised.size(), 2U);
  EXPECT_EQ(synchronised[0].file, status.st_ino);
  EXPECT_EQ(synchronised[0].size, 7);
  EXPECT_FALSE(synchronised[0].target_was_there);
  EXPECT_TRUE(synchronised[1].is_folder);
  EXPECT_TRUE(synchronised[1].target_was_there);
  target.clear();
}

}  // namespace
}  // namespace biotropy::files
