// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "biotropy/files/formats/sections_internal.hpp"
#include "biotropy/files/formats/text/lines_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::string_view kFreeText = "comment";
constexpr std::string_view kCodedComma = "\\1";

}  // namespace

Sections::Sections(Input& input) : input_(input) {
  LineReader lines(input);
  std::string_view line;
  std::string section;
  lines.next(line);  // says what the file is
  while (lines.next(line)) {
    if (is_blank(line) || line.starts_with(';')) continue;
    if (line.starts_with('[') && trimmed(line).ends_with(']')) {
      const std::string_view name = trimmed(line);
      section = lower(name.substr(1, name.size() - 2));
      if (section == kFreeText) return;
      continue;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || section.empty()) {
      throw input.bad_file(
          fmt::format("line {} is neither a section nor an entry of one: {}", lines.number(), in_quotes(line)));
    }
    entries_.push_back({section, lower(trimmed(line.substr(0, equals))), std::string(trimmed(line.substr(equals + 1))),
                        lines.number()});
  }
}

std::string_view Sections::value(std::string_view section, std::string_view key) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const SectionEntry& entry) {
    return entry.section == lower(section) && entry.key == lower(key);
  });
  return found == entries_.end() ? std::string_view() : found->value;
}

std::string_view Sections::required(std::string_view section, std::string_view key) const {
  const std::string_view found = value(section, key);
  if (found.empty()) throw input_.bad_file(fmt::format("[{}] has no {}", section, key));
  return found;
}

Error Sections::fault(const SectionEntry& entry, std::string_view what) const {
  return input_.bad_file(
      fmt::format("line {}: {} = {}: {}", entry.line, to_utf8(entry.key), in_quotes(entry.value), what));
}

Error Sections::fault(std::string_view section, std::string_view key, std::string_view what) const {
  return input_.bad_file(fmt::format("[{}] {} = {}: {}", section, key, in_quotes(value(section, key)), what));
}

std::vector<std::string> comma_fields(std::string_view value) {
  std::vector<std::string> fields;
  while (true) {
    const std::size_t comma = std::min(value.find(','), value.size());
    std::string field = to_utf8(trimmed(value.substr(0, comma)));
    for (std::size_t at = field.find(kCodedComma); at != std::string::npos; at = field.find(kCodedComma, at)) {
      field.replace(at, kCodedComma.size(), ",");
    }
    fields.push_back(std::move(field));
    if (comma == value.size()) return fields;
    value.remove_prefix(comma + 1);
  }
}

}  // namespace biotropy::files
