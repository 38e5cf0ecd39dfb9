// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/events.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "biotropy/files/csv_lines_internal.hpp"
#include "biotropy/files/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::string_view kNotKnown = "n/a";

std::vector<std::string> fields_of(std::string_view line) {
  constexpr char separator = '\t';
  std::vector<std::string> fields;
  FieldReader reader(line, separator);
  for (std::string_view field; reader.next(field);) fields.emplace_back(field);
  return fields;
}

class EventTable {
 public:
  EventTable(Input& input, std::string_view header, const std::string& name_column)
      : input_(input),
        columns_(fields_of(header)),
        onset_(column("onset")),
        duration_(column("duration")),
        name_(column(name_column)) {}

  void add(std::string_view line, std::uint64_t number, std::vector<series::Annotation>& events) const {
    const std::vector<std::string> fields = fields_of(line);
    const auto refuse = [&](const std::string& fault) {
      throw input_.bad_file(fmt::format("line {}: {}", number, fault));
    };
    if (fields.size() != columns_.size()) {
      refuse(fmt::format("{} fields where the header has {}", fields.size(), columns_.size()));
    }
    if (fields[name_].empty() || fields[name_] == kNotKnown) return;
    const auto onset = to_finite(fields[onset_]);
    if (!onset) refuse(fmt::format("the onset {} is no number", in_quotes(fields[onset_])));
    std::optional<double> duration;
    if (!fields[duration_].empty() && fields[duration_] != kNotKnown) {
      duration = to_finite(fields[duration_]);
      if (!duration || *duration < 0.0) {
        refuse(fmt::format("the duration {} is no number of at least 0", in_quotes(fields[duration_])));
      }
    }
    events.push_back({*onset, duration, to_utf8(fields[name_])});
  }

 private:
  std::size_t column(const std::string& name) const {
    const auto found = std::find(columns_.begin(), columns_.end(), name);
    if (found == columns_.end()) {
      throw input_.bad_file(
          fmt::format("no column '{}' among {}", name, in_quotes(fmt::format("{}", fmt::join(columns_, " ")))));
    }
    return static_cast<std::size_t>(found - columns_.begin());
  }

  Input& input_;
  std::vector<std::string> columns_;
  std::size_t onset_, duration_, name_;
};

}  // namespace

std::vector<series::Annotation> read_events(Input& input, const std::string& name_column) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  LineReader reader(input);
  std::optional<EventTable> table;
  std::vector<series::Annotation> events;
  for (std::string_view line; reader.next(line);) {
    if (reader.number() == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    if (is_blank(line)) continue;
    if (table) {
      table->add(line, reader.number(), events);
    } else {
      table.emplace(input, line, name_column);
    }
  }
  if (!table) throw input.bad_file("no header with the columns of events");
  return events;
}

std::vector<series::Annotation> read_events(const std::filesystem::path& path, const std::string& name_column) {
  Input input(path);
  return read_events(input, name_column);
}

std::optional<std::filesystem::path> events_beside(const std::filesystem::path& recording) {
  const std::string stem = recording.stem().string();
  const std::size_t suffix = stem.rfind('_');
  std::error_code unknown;
  for (const std::string& name : {stem, suffix == std::string::npos ? stem : stem.substr(0, suffix)}) {
    const auto path = recording.parent_path() / (name + "_events.tsv");
    if (std::filesystem::is_regular_file(path, unknown)) return path;
  }
  return std::nullopt;
}

}  // namespace biotropy::files
