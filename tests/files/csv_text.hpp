// SPDX-License-Identifier: Apache-2.0
//
// Tables as texts in memory.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "biotropy/files/formats/csv.hpp"
#include "tests/files/outcome.hpp"

namespace biotropy::files::test {

inline series::Recording read_csv(const std::string& text, const OpenOptions& options = {}) {
  Input input("table.csv", std::as_bytes(std::span(text)));
  return files::read_csv(input, options);
}

inline std::optional<Error> csv_error(const std::string& text, const OpenOptions& options = {}) {
  return error_of([&] { read_csv(text, options); });
}

}  // namespace biotropy::files::test
