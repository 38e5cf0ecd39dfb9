// SPDX-License-Identifier: Apache-2.0
//
// MATLAB files of version 7.3, without a child process, so that the HDF5 library is fuzzed too.
#include "biotropy/files/isolated_internal.hpp"
#include "tests/fuzz/mat_inputs.hpp"

static_assert(!biotropy::files::kParseInChild);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  if (!biotropy::files::test::goes_to_hdf5(bytes)) return 0;
  biotropy::files::test::read_variables(bytes);
  return 0;
}
