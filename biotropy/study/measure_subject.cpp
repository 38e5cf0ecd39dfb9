// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <new>

#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/series/normalise.hpp"
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

void note_engine(std::string& engines, std::string_view engine) {
  if (engine.empty() || engines.find(engine) != std::string::npos) return;
  engines += (engines.empty() ? "" : ", ") + std::string(engine);
}

/// Entries of one series over the epochs: `cell` is the scale, or 0.
class MeansOfChannels {
 public:
  MeansOfChannels(const series::Epochs& epochs, std::size_t n_cells, SubjectValues& into)
      : n_cells_(n_cells), into_(into), used_(epochs.n_epochs, false) {
    into.values.assign(epochs.n_channels * n_cells, 0.0);
    into.valid_epochs.assign(epochs.n_channels * n_cells, 0.0);
  }

  void add(std::size_t epoch, std::size_t channel, std::size_t cell, const entropy::Entropy& entropy) {
    const std::size_t place = channel * n_cells_ + cell;
    note_engine(into_.engine, entropy.engine);
    if (!entropy.reason.empty()) note_reason(epoch, channel, entropy.reason);
    if (!std::isfinite(entropy.value)) return;
    into_.values[place] += entropy.value;
    into_.valid_epochs[place] += 1.0;
    used_[epoch] = true;
  }

  void finish() {
    for (std::size_t place = 0; place < into_.values.size(); ++place) {
      const double n = into_.valid_epochs[place];
      into_.values[place] = n > 0.0 ? into_.values[place] / n : kNaN;
    }
    into_.epochs_used = static_cast<std::size_t>(std::count(used_.begin(), used_.end(), true));
  }

 private:
  // Records a reason that holds at all scales only once.
  void note_reason(std::size_t epoch, std::size_t channel, const std::string& reason) {
    const bool said = !into_.rejections.empty() && into_.rejections.back().epoch == epoch &&
                      into_.rejections.back().channel == channel && into_.rejections.back().reason == reason;
    if (!said) into_.rejections.push_back({epoch, channel, reason});
  }

  std::size_t n_cells_;
  SubjectValues& into_;
  std::vector<bool> used_;
};

// Why an epoch of a channel adds nothing to pooled counts; empty if it does.
std::string left_out_because(const series::Epochs& epochs, std::size_t epoch, std::size_t channel,
                             entropy::Measure measure, const entropy::Parameters& parameters) {
  const std::size_t index = epochs.index(epoch, channel);
  if (!epochs.reasons.empty() && !epochs.reasons[index].empty()) return epochs.reasons[index];
  const series::Samples samples = epochs.samples(epoch, channel);
  const series::RUnit unit = entropy::r_unit_of(measure, parameters);
  try {
    entropy::require_usable(samples, measure, parameters, "the epoch");
    if (parameters.pool_epochs == entropy::PoolEpochs::epoch) {
      series::absolute_tolerance(samples, parameters.r, unit, parameters.ddof);
    }
    return {};
  } catch (const Error& error) {
    if (!entropy::is_about_samples(error.code())) throw;
    return error.what();
  }
}

// Lists the epochs that were left out of pooled counts. @returns for each channel how many were not.
std::vector<double> note_left_out(const series::Epochs& epochs, entropy::Measure measure,
                                  const entropy::Parameters& parameters, SubjectValues& into) {
  std::vector<double> pooled(epochs.n_channels, 0.0);
  into.epochs_used = 0;
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    bool used = false;
    for (std::size_t channel = 0; channel < epochs.n_channels; ++channel) {
      const std::string reason = left_out_because(epochs, epoch, channel, measure, parameters);
      if (!reason.empty()) {
        into.rejections.push_back({epoch, channel, reason});
        continue;
      }
      used = true;
      pooled[channel] += 1.0;
    }
    if (used) ++into.epochs_used;
  }
  return pooled;
}

// Progress, and surrogates that are kept.
struct Surroundings {
  const Execution& execution;
  BeginPart begin;
  entropy::SurrogateStore* store = nullptr;

  ProgressCallback progress(const char* part, const char* unit) const {
    return begin ? begin(part, unit) : ProgressCallback();
  }
  ProgressCallback of_test() const { return progress("testing", "surrogates of epochs"); }
};

entropy::Grid grid_of(entropy::Measure measure, const entropy::Parameters& parameters) {
  return {{entropy::length_of(measure, parameters)}, {parameters.r}};
}

void measure_pairs(const Description& description, const series::Epochs& epochs, const entropy::Parameters& parameters,
                   const Surroundings& around, SubjectValues& into) {
  const entropy::Measure measure = description.measure.measure;
  entropy::Pairwise pairs = entropy::pairwise(epochs, measure, parameters, entropy::Keep::mean, around.execution,
                                              around.progress("measuring", "pairs"));
  if (description.surrogates.given()) {
    into.test = entropy::test_pairwise(epochs, measure, grid_of(measure, parameters), parameters, {&pairs, 1},
                                       entropy::Keep::mean, description.surrogates, around.execution, around.of_test(),
                                       around.store);
  }
  into.values = std::move(pairs.mean);
  into.valid_epochs.assign(pairs.valid_epochs.begin(), pairs.valid_epochs.end());
  into.engine = pairs.engine;
  if (parameters.pool_epochs != entropy::PoolEpochs::no) {
    note_left_out(epochs, measure, parameters, into);
    for (std::size_t i = 0; i < into.values.size(); ++i) {
      if (!std::isfinite(into.values[i])) into.valid_epochs[i] = 0.0;
    }
    return;
  }
  for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
    bool used = false;
    for (std::size_t channel = 0; channel < epochs.n_channels; ++channel) {
      const std::string& reason = pairs.reasons[epochs.index(epoch, channel)];
      if (reason.empty()) {
        used = true;
      } else {
        into.rejections.push_back({epoch, channel, reason});
      }
    }
    if (used) ++into.epochs_used;
  }
}

void measure_channels(const Description& description, const series::Epochs& epochs,
                      const entropy::Parameters& parameters, const Surroundings& around, SubjectValues& into) {
  const bool tests = description.surrogates.given();
  const auto scales = description.scales();
  MeansOfChannels means(epochs, scales ? scales->scales.size() : 1, into);
  const auto each = [&](const std::function<void(std::size_t index, std::size_t epoch, std::size_t channel)>& visit) {
    const std::size_t n = entropy::epochs_of_values(parameters, epochs.n_epochs) * epochs.n_channels;
    for (std::size_t index = 0; index < n; ++index) {
      visit(index, index / epochs.n_channels, index % epochs.n_channels);
    }
  };
  if (scales) {
    entropy::MultiscaleParameters at = *scales;
    at.entropy.engine = parameters.engine;
    const auto curves =
        entropy::multiscale_each_channel(epochs, at, around.execution, around.progress("measuring", "series"));
    each([&](std::size_t index, std::size_t epoch, std::size_t channel) {
      for (std::size_t cell = 0; cell < at.scales.size(); ++cell) {
        means.add(epoch, channel, cell, curves[index].scales[cell].entropy);
      }
    });
    if (tests) {
      into.test = entropy::test_multiscale(epochs, at, curves, entropy::Keep::mean, description.surrogates,
                                           around.execution, around.of_test(), around.store);
    }
  } else {
    const entropy::Measure measure = description.measure.measure;
    const auto entries =
        entropy::each_channel(epochs, measure, parameters, around.execution, around.progress("measuring", "series"));
    each([&](std::size_t index, std::size_t epoch, std::size_t channel) {
      means.add(epoch, channel, 0, entries[index]);
    });
    if (tests) {
      into.test = entropy::test_each_channel(epochs, measure, grid_of(measure, parameters), parameters, entries,
                                             entropy::Keep::mean, description.surrogates, around.execution,
                                             around.of_test(), around.store);
    }
  }
  means.finish();
  if (parameters.pool_epochs == entropy::PoolEpochs::no) return;
  const std::vector<double> pooled = note_left_out(epochs, description.measure.measure, parameters, into);
  const std::size_t cells = into.values.size() / std::max<std::size_t>(pooled.size(), 1);
  for (std::size_t place = 0; place < into.values.size(); ++place) {
    into.valid_epochs[place] = into.valid_epochs[place] > 0.0 ? pooled[place / cells] : 0.0;
  }
}

void measure_epochs(const Description& description, const series::Epochs& epochs, const std::string& engine,
                    const Surroundings& around, SubjectValues& into) {
  entropy::Parameters parameters = description.measure.parameters(epochs.n_times);
  if (!engine.empty()) parameters.engine = engine;
  if (description.pairs()) {
    measure_pairs(description, epochs, parameters, around, into);
  } else {
    measure_channels(description, epochs, parameters, around, into);
  }
}

// The key of the values covers the files that are known before the recording is opened.
void require_known(const Description& description, const Subject& subject, const std::vector<std::string>& read) {
  std::vector<std::string> known;
  for (const std::filesystem::path& one : other_files(description, subject.path)) {
    known.push_back(one.lexically_normal().string());
  }
  for (const std::string& one : read) {
    const std::string path = std::filesystem::path(one).lexically_normal().string();
    if (std::find(known.begin(), known.end(), path) != known.end()) continue;
    throw Error(
        ErrorCode::unsupported,
        fmt::format("the recording lies in several files, and {} does not have its name; a study takes recordings "
                    "whose files differ only in their ending",
                    one));
  }
}

series::Recording read(const Description& description, const Subject& subject) {
  files::OpenOptions options = description.read.open_options();
  if (description.heartbeats) {
    series::Recording intervals =
        heartbeats::as_recording(heartbeats::read_rr(subject.path, description.heartbeats->reading(options)));
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
  try {
    Subject now = subject;
    hash(description, now, cancel);
    return now.sha256 == subject.sha256 && now.others_sha256 == subject.others_sha256;
  } catch (const Error& error) {
    if (!is_about_file(error.code())) throw;
    return false;
  }
}

Error changed(const Subject& subject) {
  return Error(ErrorCode::io, fmt::format("{}: the file changed while it was read", subject.path.string()));
}

// Results must not depend on how the path of the study was written.
std::string with_shown_path(const Subject& subject, std::string text) {
  const std::string path = subject.path.string();
  if (const auto at = text.find(path); !path.empty() && at != std::string::npos) {
    text.replace(at, path.size(), subject.shown_path);
  }
  return text;
}

SubjectValues measure_whole(const Description& description, const Subject& subject, const Surroundings& around) {
  SubjectValues found;
  series::Recording recording = read(description, subject);
  const auto channels = chosen_channels(recording, description.prepare.channels);
  PreparedRecording prepared =
      study::prepared(recording, channels, description.prepare, description.gap_fill(), around.execution);
  const std::string others = sha256_of_others(description, subject.path, around.execution.cancel);
  if (prepared.sha256 != subject.sha256 || others != subject.others_sha256) throw changed(subject);
  recording = series::Recording();
  const series::Epochs& epochs = prepared.epochs;
  found.format = prepared.format;
  found.rate = epochs.rate;
  found.has_rate = epochs.has_rate;
  found.n_epochs = epochs.n_epochs;
  found.labels = series::distinct(epochs.labels);
  found.units = epochs.units;
  found.remarks = std::move(prepared.remarks);
  measure_epochs(description, epochs, {}, around, found);
  if (found.test && found.test->n_unusable > 0) {
    found.remarks.push_back(fmt::format("{} series not tested against surrogates; epoch {}, channel {}: {}",
                                        found.test->n_unusable, found.test->unusable_epoch,
                                        found.labels[found.test->unusable_channel], found.test->reason));
  }
  return found;
}

// Selects some of the channels of all epochs.
series::Epochs selection(const series::Epochs& all, const std::vector<std::size_t>& channels) {
  series::Epochs some;
  some.n_epochs = all.n_epochs;
  some.n_channels = channels.size();
  some.n_times = all.n_times;
  some.missing_are_gaps = all.missing_are_gaps;
  for (std::size_t epoch = 0; epoch < all.n_epochs; ++epoch) {
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
    throw Error(ErrorCode::invalid_data, fmt::format("{}: no channel {}", subject.path.string(), label));
  }
  return static_cast<std::size_t>(found - labels.begin());
}

}  // namespace

SubjectValues measure(const Description& description, const Subject& subject, const Execution& execution,
                      const BeginPart& begin, entropy::SurrogateStore* store) {
  try {
    return measure_whole(description, subject, {execution, begin, store});
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
  const series::Recording recording = read(description, subject);
  const auto channels = chosen_channels(recording, description.prepare.channels);
  const std::vector<std::string> labels = labels_of(recording, channels);
  std::vector<std::size_t> needed;  // positions among the chosen channels
  for (const Recount& entry : entries) {
    needed.push_back(place_of(entry.channel, labels, subject));
    needed.push_back(place_of(entry.partner, labels, subject));
  }
  std::sort(needed.begin(), needed.end());
  needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
  std::vector<std::size_t> positions;
  std::vector<std::string> needed_labels;
  for (const std::size_t place : needed) {
    positions.push_back(channels[place]);
    needed_labels.push_back(labels[place]);
  }
  const PreparedRecording prepared =
      study::prepared(recording, positions, description.prepare, description.gap_fill(), execution);
  Description untested = description;
  untested.surrogates = {};
  const bool counts = entropy::has(description.measure.measure, entropy::kCounting);
  for (Recount& entry : entries) {
    std::vector<std::size_t> pair{place_of(entry.channel, needed_labels, subject)};
    if (entry.partner != entry.channel) pair.push_back(place_of(entry.partner, needed_labels, subject));
    SubjectValues found;
    measure_epochs(untested, selection(prepared.epochs, pair), counts ? kPlainEngine : "", {execution, {}}, found);
    for (std::size_t i = 0; i < found.values.size(); ++i) {
      if (found.valid_epochs[i] < static_cast<double>(description.least_epochs)) found.values[i] = kNaN;
    }
    // For a pair, the entry (first, second); for one channel all entries.
    entry.values = pair.size() == 2 ? std::vector<double>{found.values[1]} : found.values;
  }
}

}  // namespace biotropy::study
