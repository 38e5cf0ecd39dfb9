// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "device/board_clock.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::bench {
namespace {

// Puts a program nvidia-smi first on the PATH.
class BoardClockTest : public testing::Test {
 protected:
  void SetUp() override { path_ = std::getenv("PATH"); }
  void TearDown() override { ::setenv("PATH", path_.c_str(), 1); }

  void install(const std::string& text) {
    const std::filesystem::path program = folder_.path("nvidia-smi");
    std::ofstream(program) << "#!/bin/sh\n" << text;
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    ::setenv("PATH", (folder_.folder().string() + ":" + path_).c_str(), 1);
  }

 private:
  Scratch folder_;
  std::string path_;
};

TEST(BoardState, ReadsALineOfNvidiaSmi) {
  const BoardState state = board_state("1755, 412.32, 9.0\n");
  EXPECT_EQ(state.megahertz, 1755.0);
  EXPECT_EQ(state.watts, 412.32);
  EXPECT_EQ(state.architecture, 90);
}

TEST(BoardState, IsUnknownInOtherLines) {
  for (const char* line : {"", "No devices were found\n", "[N/A], [N/A], 9.0\n", "1755, [N/A], 9.0\n"}) {
    const BoardState state = board_state(line);
    EXPECT_TRUE(std::isnan(state.megahertz)) << line;
    EXPECT_EQ(state.architecture, 0) << line;
  }
}

TEST_F(BoardClockTest, TakesTheMediansOfTheBoard) {
  install("echo '100, 10, 8.6'; echo \"1500, 300, 8.6\"; echo '[N/A], 1, 8.6'; echo '1600, 400, 8.6'; sleep 60\n");
  BoardClock clock(0);
  BoardState state = clock.state();
  for (int wait = 0; wait < 1000 && state.megahertz != 1500.0; ++wait) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    state = clock.state();
  }
  EXPECT_EQ(state.megahertz, 1500.0);
  EXPECT_EQ(state.watts, 300.0);
  EXPECT_EQ(state.architecture, 86);
  clock.reset();
  EXPECT_TRUE(std::isnan(clock.state().megahertz));
}

TEST_F(BoardClockTest, AsksForTheBoardOfTheDevice) {
  install("echo \"${1#--id=}, 1, 9.0\"; sleep 60\n");
  EXPECT_EQ(BoardClock(3).state().megahertz, 3.0);
}

TEST_F(BoardClockTest, IsUnknownWhereTheProgramFails) {
  install("echo 'NVIDIA-SMI has failed'; exit 9\n");
  EXPECT_TRUE(std::isnan(BoardClock(0).state().megahertz));
  EXPECT_EQ(BoardClock(0).state().architecture, 0);
}

TEST_F(BoardClockTest, IsUnknownWithoutTheProgram) {
  ::setenv("PATH", "/nowhere", 1);
  EXPECT_TRUE(std::isnan(BoardClock(0).state().megahertz));
}

}  // namespace
}  // namespace biotropy::bench
