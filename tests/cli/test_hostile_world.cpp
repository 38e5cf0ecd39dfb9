// SPDX-License-Identifier: Apache-2.0
//
// What others do to the files while the program runs, and file systems that cannot do everything.
#include <thread>

#include "tests/cli/program.hpp"
#include "tests/cli/program_file.hpp"
#include "tests/sanitized.hpp"

namespace biotropy::cli::test {
namespace {

class HostileWorld : public Program {};

TEST_F(HostileWorld, AFileSystemWithoutLocks) {
  if (biotropy::test::kSanitized) GTEST_SKIP() << "its library must be the first one";
  scratch_.write("a.txt", lines_of(noise(100)));
  ASSERT_EQ(run("simulate cohort study --groups 2 --subjects 1 --channels 2 --epochs 1 --quiet").code, 0);
  ASSERT_EQ(run("study init study --quiet").code, 0);
  const std::string without_locks = "LD_PRELOAD='" NO_LOCKS "' exec '" + program_file() + "' ";
  const Outcome stream = shell(without_locks + "stream --window 20 --step 10 --rate 1 -o out.csv < a.txt");
  EXPECT_THAT(stream, Fails(5, "io")) << "and not busy, as beside another process";
  EXPECT_THAT(shell(without_locks + "study run study"),
              EndsWith(5, "study/.lock: the file system of a study needs locks, and this one refuses them: No locks"));
  EXPECT_EQ(run("study run study --quiet").code, 0);
}

TEST_F(HostileWorld, AFolderThatIsRemovedWhileAResultIsWritten) {
  scratch_.write("long.txt", lines_of(noise(20'000)));
  for (const std::string result : {"out.csv", "out.nc", "out.json"}) {
    std::filesystem::create_directory(scratch_.path("gone"));
    Running running("exec biotropy entropy long.txt --engine direct -o gone/" + result, scratch_.folder());
    for (int look = 0; look < 5000 && std::filesystem::is_empty(scratch_.path("gone")); ++look) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    std::filesystem::remove_all(scratch_.path("gone"));
    EXPECT_THAT(running.wait(), EndsWith(5, "gone/" + result + ": No such file or directory"));
    EXPECT_THAT(names(), ElementsAre("long.txt"));
  }
}

}  // namespace
}  // namespace biotropy::cli::test
