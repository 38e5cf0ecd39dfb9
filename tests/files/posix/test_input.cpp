// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/input.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

TEST(Input, PipesDevicesAndForbiddenFiles) {
  const Scratch scratch;
  const auto pipe = scratch.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(error_of([&] { Input input(pipe); }), IsError(ErrorCode::unsupported, "a pipe or a device"));
  EXPECT_THAT(error_of([&] { Input input("/dev/zero"); }), IsError(ErrorCode::unsupported, "a pipe or a device"));
  if (::geteuid() != 0) {
    const auto hidden = scratch.write("hidden", "x");
    std::filesystem::permissions(hidden, std::filesystem::perms::none);
    EXPECT_THAT(error_of([&] { Input input(hidden); }), IsError(ErrorCode::file_not_found, "Permission denied"));
  }
}

}  // namespace
}  // namespace biotropy::files
