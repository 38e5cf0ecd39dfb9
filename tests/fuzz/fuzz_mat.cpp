// SPDX-License-Identifier: Apache-2.0
//
// Both versions, in the program itself: what the HDF5 library does with the bytes is seen too.
#include "biotropy/files/isolated_internal.hpp"
#include "biotropy/files/mat.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace biotropy::files;
  static_assert(!kParseInChild);
  const auto bytes = std::as_bytes(std::span(data, size));
  for (const char* variable : {"", "eeg", "s.x"}) {
    OpenOptions options;
    options.variable = variable;
    // Deflate makes at most 1032 bytes of one.
    test::require_promises("input", 1032.0 * static_cast<double>(size), [&] {
      Input input("input", bytes);
      return read_mat(input, options);
    });
  }
  return 0;
}
