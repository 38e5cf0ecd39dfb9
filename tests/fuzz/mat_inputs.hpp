// SPDX-License-Identifier: Apache-2.0
//
// Common part of both targets of MATLAB files.
#pragma once

#include <span>
#include <string_view>

#include "biotropy/files/formats/readers.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace biotropy::files::test {

inline bool goes_to_hdf5(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.find("\x89HDF\r\n\x1a\n") != std::string_view::npos;
}

inline void read_variables(std::span<const std::byte> bytes) {
  for (const char* variable : {"", "eeg", "s.x"}) {
    OpenOptions options;
    options.variable = variable;
    // Deflate makes at most 1032 bytes of one.
    require_promises("input", 1032.0 * static_cast<double>(bytes.size()), [&] {
      Input input("input", bytes);
      return read_mat(input, options);
    });
  }
}

}  // namespace biotropy::files::test
