// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <numeric>
#include <utility>

#include "biotropy/files/open.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/study/measure_epochs_internal.hpp"
#include "biotropy/study/other_files.hpp"
#include "biotropy/study/prepared_recording.hpp"
#include "biotropy/study/subject.hpp"

namespace biotropy::study {

namespace {

/// Engine that serves as reference for the counts.
constexpr const char* kPlainEngine = "direct";

// True if the recording itself is the cause, so that a retry would fail in the same way.
bool is_lasting(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
    case ErrorCode::invalid_data:
    case ErrorCode::missing_values:
    case ErrorCode::constant_series:
    case ErrorCode::too_short:
    case ErrorCode::bad_file:
    case ErrorCode::unsupported:
      return true;
    default:
      return false;
  }
}

// The key of the values covers the files that are known before the recording is opened.
void require_known(const Description& description, const Subject& subject, const std::vector<std::string>& read) {
  std::vector<std::string> known;
  for (const std::filesystem::path& one : other_files(description, subject.path)) {
    known.push_back(one.lexically_normal().generic_string());
  }
  for (const std::string& one : read) {
    const std::string path = std::filesystem::path(one).lexically_normal().generic_string();
    if (std::find(known.begin(), known.end(), path) != known.end()) continue;
    throw Error(
        ErrorCode::unsupported,
        fmt::format("the recording lies in several files, and {} does not have its name; a study takes recordings "
                    "whose files differ only in their ending",
                    one));
  }
}

series::Recording read(const Description& description, const Subject& subject) {
  files::OpenOptions options = description.read;
  if (description.heartbeats) {
    heartbeats::Reading reading = *description.heartbeats;
    reading.open = options;
    series::Recording intervals = heartbeats::as_recording(heartbeats::read_rr(subject.path, reading));
    require_known(description, subject, intervals.other_files);
    return intervals;
  }
  options.needed = files::needed_channels(description.prepare.channels);
  series::Recording recording = files::open(subject.path, options);
  if (recording.format == "WFDB") {
    throw Error(ErrorCode::unsupported, "a WFDB record lies in several files of any names; a study does not take it");
  }
  require_known(description, subject, recording.other_files);
  return recording;
}

bool is_as_it_was(const Description& description, const Subject& subject, const CancelFlag* cancel) {
  Subject now = subject;
  hash(description, now, cancel);
  return now.failure.empty() && now.sha256 == subject.sha256 && now.others_sha256 == subject.others_sha256;
}

Error changed(const Subject& subject) {
  return Error(ErrorCode::io, fmt::format("{}: the file changed while it was read", subject.path.generic_string()));
}

// Results must not depend on how the path of the study was written.
std::string with_shown_path(const Subject& subject, std::string text) {
  const std::string path = subject.path.generic_string();
  if (const auto at = text.find(path); !path.empty() && at != std::string::npos) {
    text.replace(at, path.size(), subject.shown_path);
  }
  return text;
}

SubjectValues measure_prepared(const Description& description, PreparedRecording prepared, const Surroundings& around) {
  SubjectValues found;
  const series::Epochs& epochs = prepared.epochs;
  found.format = prepared.format;
  found.rate = epochs.rate;
  found.has_rate = epochs.has_rate;
  found.n_epochs = epochs.n_epochs;
  found.labels = series::distinct(epochs.labels);
  found.units = epochs.units;
  if (entropy::is_multivariate(description.measure.measure)) join_channels(found.labels, found.units);
  found.notices = std::move(prepared.notices);
  if (description.windows()) found.onsets = epochs.onsets;
  measure_epochs(description, epochs, {}, around, found);
  if (!found.test) return found;
  series::EpochView tested = epochs;
  tested.labels = series::distinct(epochs.labels);
  const Notices of_test = entropy::notices_of(*found.test, tested);
  found.notices.insert(found.notices.end(), of_test.begin(), of_test.end());
  return found;
}

// Selects some of the channels of all epochs.
series::Epochs selection(const series::Epochs& all, const std::vector<std::size_t>& channels) {
  series::Epochs some;
  some.n_epochs = all.n_epochs;
  some.n_channels = channels.size();
  some.n_times = all.n_times;
  for (const std::size_t channel : channels) {
    some.labels.push_back(all.labels[channel]);
    some.units.push_back(all.units[channel]);
  }
  for (std::size_t epoch = 0; epoch < all.n_epochs; ++epoch) {
    const series::GapMarks gaps = series::EpochView(all).gaps_of(epoch);
    some.gaps.insert(some.gaps.end(), gaps.begin(), gaps.end());
    for (const std::size_t channel : channels) {
      const series::Samples samples = all.samples(epoch, channel);
      some.data.insert(some.data.end(), samples.begin(), samples.end());
      some.reasons.push_back(all.reasons.empty() ? std::string() : all.reasons[all.index(epoch, channel)]);
    }
  }
  return some;
}

std::vector<std::string> labels_of(const series::Recording& recording, const std::vector<std::size_t>& channels) {
  std::vector<std::string> labels;
  for (const std::size_t position : channels) labels.push_back(recording.channels[position].label);
  return series::distinct(labels);
}

std::size_t place_of(const std::string& label, const std::vector<std::string>& labels, const Subject& subject) {
  const auto found = std::find(labels.begin(), labels.end(), label);
  if (found == labels.end()) {
    throw Error(ErrorCode::invalid_data, fmt::format("{}: no channel {}", subject.path.generic_string(), label));
  }
  return static_cast<std::size_t>(found - labels.begin());
}

}  // namespace

PreparedRecording prepare_subject(const Description& description, const Subject& subject, const Execution& execution) {
  series::Recording recording = read(description, subject);
  warn_of_names(recording, description.prepare.channels);
  const auto channels = chosen_channels(recording, description.prepare.channels);
  Notices notices = std::move(recording.notices);
  PreparedRecording prepared =
      study::prepared(std::move(recording), channels, 0, description.prepare, description.gap_fill(), execution);
  const Notices of_preparation = prepared.all_notices(description.prepare);
  notices.insert(notices.end(), of_preparation.begin(), of_preparation.end());
  prepared.notices = std::move(notices);
  const std::string others = sha256_of_others(description, subject.path, execution.cancel);
  if (prepared.sha256 != subject.sha256 || others != subject.others_sha256) throw changed(subject);
  return prepared;
}

SubjectValues measure(const Description& description, const Subject& subject,
                      const std::function<PreparedRecording()>& recording, const Execution& execution,
                      const BeginPart& begin, entropy::SurrogateStore* store) {
  try {
    return measure_prepared(description, recording(), {execution, begin, store});
  } catch (const Error& error) {
    if (!is_lasting(error.code())) throw;
    if (!is_as_it_was(description, subject, execution.cancel)) throw changed(subject);
    SubjectValues failed;
    failed.failure = with_shown_path(subject, error.what());
    return failed;
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::out_of_memory, "not enough memory");
  }
}

void recount(const Description& description, const Subject& subject, std::vector<Recount>& entries,
             const Execution& execution) {
  series::Recording recording = read(description, subject);
  const auto channels = chosen_channels(recording, description.prepare.channels);
  const std::vector<std::string> labels = labels_of(recording, channels);
  // All channels, as they may cut each other.
  const PreparedRecording prepared =
      study::prepared(std::move(recording), channels, 0, description.prepare, description.gap_fill(), execution);
  Description untested = description;
  untested.surrogates = {};
  const bool counts = entropy::has(description.measure.measure, entropy::kCounting);
  for (Recount& entry : entries) {
    const bool is_pair = entry.partner != entry.channel;
    std::vector<std::size_t> own(labels.size());
    std::iota(own.begin(), own.end(), std::size_t{0});
    if (!entropy::is_multivariate(description.measure.measure)) own = {place_of(entry.channel, labels, subject)};
    if (is_pair) own.push_back(place_of(entry.partner, labels, subject));
    SubjectValues found;
    measure_epochs(untested, selection(prepared.epochs, own), counts ? kPlainEngine : "", {execution, {}}, found);
    for (std::size_t i = 0; i < found.values.size(); ++i) {
      if (found.valid_epochs[i] < static_cast<double>(description.least_epochs)) found.values[i] = kNaN;
    }
    // For a pair, the entry (first, second) at every scale and window; for one channel all entries.
    const auto cells = static_cast<std::ptrdiff_t>(found.values.size() / 4);
    entry.values =
        is_pair ? std::vector<double>(found.values.begin() + cells, found.values.begin() + 2 * cells) : found.values;
  }
}

}  // namespace biotropy::study
