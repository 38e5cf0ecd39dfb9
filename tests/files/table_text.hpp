// SPDX-License-Identifier: Apache-2.0
//
// Tables as texts in memory.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <span>
#include <sstream>
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

/// Of "header=yes skip_lines=2".
inline OpenOptions options_of(const std::string& words) {
  OpenOptions options;
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    name == "skip_lines" ? find_row(open_options(), name)->set(options, std::stol(value))
                         : find_row(open_options(), name)->set(options, value);
  }
  return options;
}

/// "Fz 1 3; Cz 2 nan (missing_samples)": the channels and the codes of notices; or the code of the error.
inline std::string seen(const std::string& text, const std::string& options = "") {
  std::string all;
  try {
    const series::Recording recording = read_table(text, options_of(options));
    for (const series::Channel& channel : recording.channels)
      all += fmt::format("{}{} {}", all.empty() ? "" : "; ", channel.label, fmt::join(channel.samples, " "));
    for (const Notice& notice : recording.notices) all += fmt::format(" ({})", notice.code);
    return all;
  } catch (const Error& error) {
    return std::string(name(error.code()));
  }
}

/// A text, the options, and what is seen.
struct Case {
  std::string text, options, seen;
};

inline void expect(const std::vector<Case>& cases) {
  for (const Case& one : cases) EXPECT_EQ(seen(one.text, one.options), one.seen) << one.text << one.options;
}

}  // namespace biotropy::files::test
