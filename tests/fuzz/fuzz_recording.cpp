// SPDX-License-Identifier: Apache-2.0
//
// The target of each format whose reader (READER) needs the bytes alone.
#include "biotropy/files/formats/readers.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace biotropy;

// Numbers of a byte, at most: samples of GDF and NPY may be bytes, those of others have 16 bits at least.
static double density_of(series::Recording (*reader)(files::Input&, const files::OpenOptions&)) {
  return reader == files::read_gdf || reader == files::read_npy ? 1.0 : 0.5;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  files::test::require_promises("input", static_cast<double>(size) * density_of(files::READER), [&] {
    files::Input input("input", bytes);
    return files::READER(input);
  });
  return 0;
}
