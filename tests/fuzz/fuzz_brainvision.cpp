// SPDX-License-Identifier: Apache-2.0
//
// A header, its samples and its markers, with a byte 0 between them.
#include "tests/files/brainvision_parts.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace biotropy::files;
  const std::string_view whole(reinterpret_cast<const char*>(data), size);
  test::require_promises("input", static_cast<double>(size) / 2,
                         [&] { return test::read_brainvision_parts("input", whole); });
  return 0;
}
