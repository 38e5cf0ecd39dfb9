// SPDX-License-Identifier: Apache-2.0
//
// Several CUDA compilers on one machine. A program of its own: compilers are searched once in a process.
#include <cstdlib>

#include "biotropy/device/devices_internal.hpp"
#include "biotropy/device/nvrtc.hpp"
#include "tests/files/scratch.hpp"
#include "tests/matchers.hpp"

namespace biotropy::device {
namespace {

TEST(CudaCompilers, TheNewestThatTheDriverKnowsIsBest) {
  // Versions in the order in which a driver for CUDA 12.4 has them.
  const int wanted[] = {12040, 12020, 12000, 11080, 12060, 13000, 13010};
  for (std::size_t better = 0; better + 1 < std::size(wanted); ++better) {
    EXPECT_LT(Nvrtc::rank(wanted[better], 12040), Nvrtc::rank(wanted[better + 1], 12040)) << wanted[better];
  }
}

// The fake compiler suits the fake driver best, which accepts no program of it.
TEST(CudaCompilers, AnotherIsTriedWhereTheDriverRefusesAProgram) {
  const Scratch scratch;
  const auto folder = scratch.folder() / "lib64";
  std::filesystem::create_directories(folder);
  std::filesystem::create_symlink(FAKE_NVRTC, folder / "libnvrtc.so");
  setenv("CUDA_HOME", scratch.folder().c_str(), 1);
  setenv("BIOTROPY_CUDA", FAKE_CUDA_DRIVER, 1);
  setenv("BIOTROPY_CACHE", (scratch.folder() / "cache").c_str(), 1);
  std::string remark;
  const auto compilers = Nvrtc::suiting(13010, remark);
  ASSERT_FALSE(compilers.empty());
  EXPECT_EQ(compilers.front()->version(), "NVRTC 13.1");
  EXPECT_THAT(compilers.front()->path(), HasSubstr(scratch.folder().string()));
  if (compilers.size() == 1) GTEST_SKIP() << "no other compiler on this machine";
  std::vector<std::string> remarks;
  const auto devices = cuda_devices(remarks);
  ASSERT_EQ(devices.size(), 1U);
  EXPECT_NO_THROW(devices.front()->program({"scale", "KERNEL void scale(GLOBAL u32* a) { a[0] = 1u; }\n", {}}));
}

}  // namespace
}  // namespace biotropy::device
