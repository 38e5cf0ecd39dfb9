// SPDX-License-Identifier: Apache-2.0
//
// Results that cannot be written: full disks, limits of file sizes, folders of the system.
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "biotropy/files/results/arrays.hpp"
#include "biotropy/files/results/results.hpp"
#include "tests/files/example_results.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

using test::example_head;
using test::ExampleResults;

/// Ends the process: with 0 if a large result is refused for this reason and leaves nothing behind.
[[noreturn]] void fill(const Scratch& scratch, std::size_t n_inputs, const std::string& reason) {
  std::vector<std::string> labels;
  for (int i = 0; i < 100; ++i) labels.push_back("channel " + std::to_string(i));
  const ExampleResults results("a.edf", labels, 10, true);
  const auto error = error_of([&] {
    const auto writer = write_results(scratch.path("a.nc"), ResultFormat::netcdf, example_head(true, n_inputs));
    writer->add(results.view());
    writer->finish();
  });
  const bool right = error && error->code() == ErrorCode::io && !std::filesystem::exists(scratch.path("a.nc")) &&
                     std::string(error->what()).ends_with("a.nc: " + reason);
  if (!right) std::fprintf(stderr, "%s\n", error ? error->what() : "no error");
  for (const auto& left : std::filesystem::directory_iterator(scratch.folder())) {
    if (left.path().filename() != "filler") std::fprintf(stderr, "%s is left\n", left.path().c_str());
  }
  std::exit(right ? 0 : 1);
}

// A separate process, because HDF5 would crash at the end of a process whose file it could not write.
TEST(NetcdfResults, AFullDiskIsAnErrorAndTheProcessEndsWell) {
  const Scratch scratch;
  for (const char* size : {"size=4k", "size=64k", "size=1m"}) {
    for (const bool is_full : {false, true}) {
      for (const std::size_t n_inputs : {1u, 2u}) {
        if (::mount("none", scratch.folder().c_str(), "tmpfs", 0, size) != 0)
          GTEST_SKIP() << "no small disk can be mounted";
        if (is_full) std::ofstream(scratch.path("filler")) << std::string(std::size_t{1} << 20, 'x');
        EXPECT_EXIT(fill(scratch, n_inputs, "No space left on device"), testing::ExitedWithCode(0), "^$")
            << size << is_full;
        ::umount(scratch.folder().c_str());
      }
    }
  }
}

TEST(NetcdfResults, ALimitOfFileSizesIsSaid) {
  const Scratch scratch;
  // A process of its own, in which HDF5 was not used before.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const rlim_t bytes : {0, 1, 100, 1000, 10'000, 60'000, 500'000}) {
    const auto limited = [&] {
      const struct rlimit limit = {bytes, bytes};
      std::signal(SIGXFSZ, SIG_IGN);
      if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) std::exit(2);
      fill(scratch, 1, "File too large");
    };
    EXPECT_EXIT(limited(), testing::ExitedWithCode(0), "^$") << bytes;
  }
}

TEST(NetcdfResults, AForbiddenFolder) {
  if (::geteuid() != 0) GTEST_SKIP() << "for root, who may not create a file in /sys either";
  EXPECT_THAT(error_of([] { write_results("/sys/a.nc", ResultFormat::netcdf, example_head(true)); }),
              IsError(ErrorCode::io, "/sys/a.nc: Permission denied"));
}

TEST(CheckedArrays, AFullDisk) {
  EXPECT_THAT(error_of([] { write_checked_arrays("/dev/full", {}); }), IsError(ErrorCode::io, "No space left"));
}

}  // namespace
}  // namespace biotropy::files
