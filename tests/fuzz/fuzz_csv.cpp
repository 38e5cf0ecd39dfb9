// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/readers.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace biotropy::files;
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto most = static_cast<double>(size);
  for (const Orientation orientation : {Orientation::automatic, Orientation::rows}) {
    OpenOptions options;
    options.orientation = orientation;
    test::require_promises("input", most, [&] {
      Input input("input", bytes);
      return read_table(input, options);
    });
  }
  return 0;
}
