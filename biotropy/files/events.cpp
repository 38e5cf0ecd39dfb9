// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/events.hpp"

#include <fmt/format.h>

#include "biotropy/files/formats/tab_table_internal.hpp"
#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

std::vector<series::Annotation> read_events(Input& input, const std::string& name_column) {
  const TabTable table(input, "events");
  const std::size_t onset_column = table.column("onset"), duration_column = table.column("duration"),
                    name = table.column(name_column);
  std::vector<series::Annotation> events;
  table.each_row([&](const TabTable::Row& row, std::uint64_t line) {
    if (row[name].empty() || row[name] == kNotKnown) return;
    const auto onset = to_finite(row[onset_column]);
    if (!onset) throw table.refusal(line, fmt::format("the onset {} is no number", in_quotes(row[onset_column])));
    std::optional<double> duration;
    if (const std::string& text = row[duration_column]; !text.empty() && text != kNotKnown) {
      duration = to_finite(text);
      if (!duration || *duration < 0.0) {
        throw table.refusal(line, fmt::format("the duration {} is no number of at least 0", in_quotes(text)));
      }
    }
    events.push_back({*onset, duration, to_utf8(row[name])});
  });
  return events;
}

std::vector<series::Annotation> read_events(const std::filesystem::path& path, const std::string& name_column) {
  Input input(path);
  return read_events(input, name_column);
}

bool names_events(const std::filesystem::path& path, const std::string& name_column) {
  Input input(path);
  return TabTable(input, "events").find_column(name_column).has_value();
}

}  // namespace biotropy::files
