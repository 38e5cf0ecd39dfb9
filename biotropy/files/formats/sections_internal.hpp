// SPDX-License-Identifier: Apache-2.0
//
// Lines "key=value" in sections "[Name]", as BrainVision's headers and markers have them. Upper and lower case are the
// same.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::files {

struct SectionEntry {
  std::string section, key;  ///< lower case
  std::string value;
  std::uint64_t line = 0;
};

class Sections {
 public:
  /// Reads up to the end or the section [Comment], which is free text.
  /// @throws Error bad_file for a line that is none of these.
  explicit Sections(Input& input);

  const std::vector<SectionEntry>& entries() const { return entries_; }

  /// The value of an entry; empty where there is none.
  std::string_view value(std::string_view section, std::string_view key) const;

  /// @throws Error bad_file if there is no such value.
  std::string_view required(std::string_view section, std::string_view key) const;

  /// Error of an entry: "name: [section] key = value: what".
  Error fault(const SectionEntry& entry, std::string_view what) const;
  Error fault(std::string_view section, std::string_view key, std::string_view what) const;

 private:
  const Input& input_;
  std::vector<SectionEntry> entries_;
};

/// The parts of a value between commas, without blanks at their ends; commas inside a part are written "\1".
std::vector<std::string> comma_fields(std::string_view value);

}  // namespace biotropy::files
