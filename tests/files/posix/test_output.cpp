// SPDX-License-Identifier: Apache-2.0
//
// Links, pipes, devices, descriptors with names and rights of files.
#include "biotropy/files/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "biotropy/system/open_file.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

TEST(Output, ALinkStaysALink) {
  const Scratch scratch;
  scratch.write("target.csv", "before");
  std::filesystem::create_symlink("target.csv", scratch.path("link.csv"));
  Output output(scratch.path("link.csv"));
  output.write("after");
  output.finish();
  EXPECT_TRUE(std::filesystem::is_symlink(scratch.path("link.csv")));
  EXPECT_EQ(bytes_of(scratch.path("target.csv")), "after");
}

TEST(Output, TheMaskOfTheUserHolds) {
  const Scratch scratch;
  const mode_t before = ::umask(027);
  Output output(scratch.path("a.csv"));
  output.finish();
  ::umask(before);
  struct stat status = {};
  ASSERT_EQ(::stat(scratch.path("a.csv").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST(Output, APipeIsWrittenAsItIs) {
  const Scratch scratch;
  ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = bytes_of(scratch.path("pipe")); });
  Output output(scratch.path("pipe"));
  EXPECT_TRUE(output.temporary().empty());
  output.write("through the pipe");
  output.finish();
  reader.join();
  EXPECT_EQ(received, "through the pipe");
  EXPECT_TRUE(std::filesystem::is_fifo(scratch.path("pipe")));
}

TEST(Output, ADescriptorStaysOpen) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  {
    Output output(ends[1], "standard output");
    output.write("text");
    output.finish();
  }
  EXPECT_EQ(::write(ends[1], "!", 1), 1);
  std::array<char, 8> received{};
  EXPECT_EQ(::read(ends[0], received.data(), received.size()), 5);
  EXPECT_STREQ(received.data(), "text!");
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(Output, AnOpenDescriptorIsWrittenWhereItStands) {
  const Scratch scratch;
  const int log = ::open(scratch.path("log").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_EQ(::write(log, "before\n", 7), 7);
  const std::filesystem::path path = "/dev/fd/" + std::to_string(log);
  std::filesystem::create_symlink(path, scratch.path("link"));
  for (const std::filesystem::path& one : {path, scratch.path("link")}) {
    EXPECT_EQ(system::descriptor_at(one), log);
    Output output(one);
    EXPECT_TRUE(output.temporary().empty());
    output.write("result\n");
    output.finish();
    EXPECT_THAT(error_of([&] { AtomicFile{one}; }), IsError(ErrorCode::io, "ordinary file"));
  }
  ASSERT_EQ(::write(log, "after\n", 6), 6);
  ::close(log);
  EXPECT_EQ(bytes_of(scratch.path("log")), "before\nresult\nresult\nafter\n");
  EXPECT_FALSE(system::descriptor_at(scratch.path("log")));
  EXPECT_FALSE(system::descriptor_at("/proc/self/fd"));
}

TEST(Output, AFolderThatMustNotBeWritten) {
  const Scratch scratch;
  // Root may write anywhere else, but not create a file in /sys.
  std::filesystem::path folder = ::geteuid() == 0 ? "/sys" : scratch.folder();
  if (::geteuid() != 0) std::filesystem::permissions(folder, std::filesystem::perms::owner_read);
  EXPECT_THAT(error_of([&] { Output(folder / "a.csv"); }), IsError(ErrorCode::io, "a.csv: "));
  if (::geteuid() != 0) std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
}

TEST(Output, AFullDisk) {
  Output output(std::filesystem::path("/dev/full"));
  output.write("text");
  EXPECT_THAT(error_of([&] { output.finish(); }), IsError(ErrorCode::io, "/dev/full: No space left on device"));
}

TEST(AtomicFile, NeverOfAPipeOrADevice) {
  const Scratch scratch;
  ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  EXPECT_THAT(error_of([&] { AtomicFile(scratch.path("pipe")); }), IsError(ErrorCode::io, "a pipe or a device"));
  EXPECT_THAT(error_of([&] { AtomicFile("/dev/null"); }), IsError(ErrorCode::io, "a pipe or a device"));
  EXPECT_TRUE(std::filesystem::is_fifo(scratch.path("pipe")));
}

}  // namespace
}  // namespace biotropy::files
