// SPDX-License-Identifier: Apache-2.0
//
// matio and HDF5 read files only, and run in a child process: a file in memory holds the bytes. What they do with them
// can end the child; here it is tried whether the program stays whole whatever comes of it.
#include <sys/mman.h>
#include <unistd.h>

#include "biotropy/files/mat.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace biotropy::files;
  static const int descriptor = ::memfd_create("fuzz_mat", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  const bool written =
      ::ftruncate(descriptor, 0) == 0 && ::pwrite(descriptor, data, size, 0) == static_cast<ssize_t>(size);
  if (!written) std::abort();
  // Deflate makes at most 1032 bytes of one.
  test::require_promises(path, 1032.0 * static_cast<double>(size), [&] { return read_mat(path); });
  return 0;
}
