// SPDX-License-Identifier: Apache-2.0
//
// NetCDF-4 files of models and results, without a child process.
#include "biotropy/files/results/arrays_internal.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace biotropy;
  using namespace biotropy::files;
  try {
    const Arrays arrays = read_netcdf_arrays(std::as_bytes(std::span(data, size)));
    if (!unpacked(packed(arrays))) std::abort();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_file) std::abort();
  }
  return 0;
}
