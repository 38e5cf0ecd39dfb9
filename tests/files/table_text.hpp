// SPDX-License-Identifier: Apache-2.0
//
// Tables as texts in memory.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/files/formats/readers.hpp"
#include "tests/files/outcome.hpp"

namespace biotropy::files::test {

inline series::Recording read_table(const std::string& text, const OpenOptions& options = {}) {
  Input input("table.csv", std::as_bytes(std::span(text)));
  return files::read_table(input, options);
}

inline std::optional<ErrorCode> table_error(const std::string& text, const OpenOptions& options = {}) {
  const auto error = error_of([&] { read_table(text, options); });
  return error ? std::optional(error->code()) : std::nullopt;
}

inline std::vector<std::string> labels_of(const series::Recording& recording) {
  std::vector<std::string> labels;
  for (const series::Channel& channel : recording.channels) labels.push_back(channel.label);
  return labels;
}

}  // namespace biotropy::files::test
