// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/read_signals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "biotropy/study/prepared_recording.hpp"

namespace biotropy::study {

namespace {

void leave_out(std::span<const prepare::BadSpan> spans, prepare::Simultaneous& made) {
  prepare::add_bad_spans(spans, made);
  std::size_t n_missing = 0;
  for (const prepare::MissingPart& one : made.missing) {
    const std::size_t end = std::min(one.end, made.n_times);
    for (std::size_t channel = 0; channel < made.labels.size() && one.begin < end; ++channel) {
      const auto first = made.samples.begin() + static_cast<std::ptrdiff_t>(channel * made.n_times);
      std::fill(first + static_cast<std::ptrdiff_t>(one.begin), first + static_cast<std::ptrdiff_t>(end),
                std::numeric_limits<double>::quiet_NaN());
    }
    n_missing += one.begin < end ? end - one.begin : 0;
  }
  if (n_missing == 0) return;
  made.notices.push_back(
      warning("spans_bad", fmt::format("{} marked as bad ({}, ...): {} missing; `bads = keep` reads them",
                                       counted(spans.size(), "span"), spans[0].text, counted(n_missing, "sample"))));
}

}  // namespace

ReadSignals read_signals(const std::filesystem::path& path, const std::string& channels, std::size_t gap_fill,
                         files::OpenOptions options) {
  options.needed = [&](const series::Recording& described) {
    return prepare::simultaneous_channels(described, channels);
  };
  series::Recording recording = files::open(files::wfdb_record(path), options);
  std::vector<prepare::BadSpan> spans;
  if (!recording.keeps_bad) spans = bad_spans(recording, events_beside(path), recording.notices);
  ReadSignals read{{}, recording.format, recording.decided};
  Notices notices = recording.notices;
  read.signals = prepare::simultaneous(std::move(recording), channels, gap_fill);
  leave_out(spans, read.signals);
  Notices& all = read.signals.notices;
  all.insert(all.begin(), notices.begin(), notices.end());
  return read;
}

}  // namespace biotropy::study
