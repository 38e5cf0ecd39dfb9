// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/read_signals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/files/bids.hpp"
#include "biotropy/files/events.hpp"
#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "biotropy/files/input.hpp"

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

std::optional<std::filesystem::path> events_beside(const std::filesystem::path& recording) {
  if (recording == files::Input::kStandardInput) return std::nullopt;
  return files::bids_table(recording, "events");
}

std::vector<prepare::BadSpan> bad_spans(const series::Recording& recording,
                                        const std::optional<std::filesystem::path>& events, Notices& notices) {
  std::vector<series::Annotation> marks = recording.annotations;
  if (events) {
    const auto named = files::read_bad_events(*events, recording, notices);
    marks.insert(marks.end(), named.begin(), named.end());
  }
  std::vector<prepare::BadSpan> spans;
  for (const series::Annotation& one : marks) {
    const double duration = one.duration.value_or(0.0);
    const bool is_seam = duration == 0.0 && series::marks_boundary(one.text, false);
    if (series::marks_bad(one.text) && !is_seam) spans.push_back({one.onset, one.onset + duration, one.text});
  }
  const auto order = [](const prepare::BadSpan& one) { return std::tie(one.onset, one.end, one.text); };
  std::sort(spans.begin(), spans.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
  spans.erase(
      std::unique(spans.begin(), spans.end(), [&](const auto& a, const auto& b) { return order(a) == order(b); }),
      spans.end());
  return spans;
}

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
