// SPDX-License-Identifier: Apache-2.0
//
// The tags of a MATLAB 5 variable, which are read in the program itself. The first byte chooses compression and byte
// order, the next two the rows and columns; the variable follows.
#include "biotropy/files/mat_check_internal.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace biotropy;
  using namespace biotropy::files;
  constexpr std::size_t kChoices = 3;
  if (size < kChoices) return 0;
  const MatElement element{kChoices, size - kChoices, (data[0] & 1) != 0};
  test::require_promises("input", 0.0, [&] {
    Input input("input", std::as_bytes(std::span(data, size)));
    check_mat_element(input, element, (data[0] & 2) != 0, data[1], data[2]);
    series::Recording recording;
    recording.format = "MAT 5";
    return recording;
  });
  return 0;
}
