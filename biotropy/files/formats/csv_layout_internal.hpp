// SPDX-License-Identifier: Apache-2.0
//
// Layout of a table, found from its first lines: the separator, the header, and the columns of numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/formats/csv_beat_times_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/options.hpp"

namespace biotropy::files {

struct TableColumn {
  std::string label;  ///< "col3" without a name
  bool named = false;
  bool wanted = true;
};

/// A column that is no channel and counts time or samples.
struct TimeColumn {
  std::size_t column = 0;
  double step = 0.0;      ///< of the first lines; 0 if they are uneven
  bool restarts = true;   ///< counters of a few bytes begin again; time does not
  bool of_day = false;    ///< text such as "14:05:07", which begins again at midnight
  bool is_index = false;  ///< numbers of rows of which some were left out: the step holds
};

struct TableLayout {
  char separator = '\t';
  bool has_header = false;
  std::size_t head = 0;   ///< lines before the first sample
  std::size_t width = 0;  ///< fields of the first line, where lines are channels
  std::vector<TableColumn> columns;
  std::optional<double> rate;  ///< of the options, or of the file itself
  /// A column left out because it rises in equal steps in the first lines: it must rise in all others too.
  std::optional<std::size_t> clock;
  std::optional<TimeColumn> time;
  std::optional<std::size_t> series;  ///< a column by its name that tells of whom, or of which channel, a line is
  bool refuses_series = true;         ///< it must tell the same in all lines; otherwise a change is said
  std::optional<BeatTimes> beats;     ///< in place of a column of time, where the one channel is of intervals
};

/// Channels that a text file may have: each takes about 1,200 bytes beside its samples, and a file no more memory than
/// ten times its bytes, but for the first 16,384.
std::uint64_t most_text_channels(const Input& input);

/// Appends to `warnings` the columns that are left out, and why.
/// @throws Error bad_file if there are no numbers; unsupported for a decimal comma, for two rates, or if the first
/// column may be time or a channel, or the first line names, numbers of samples or a sample; invalid_argument if the
/// options name a missing column.
TableLayout find_layout(Input& input, const OpenOptions& options, std::vector<std::string>& warnings);

}  // namespace biotropy::files
