// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/states_recording.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <map>

#include "biotropy/error.hpp"
#include "biotropy/files/bids.hpp"
#include "biotropy/files/events.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/sicamm/feature_training.hpp"
#include "biotropy/sicamm/match_channels.hpp"

namespace biotropy::sicamm {

namespace {

constexpr const char* kNoEvents = "none";

std::vector<std::size_t> chosen_channels(const series::Recording& recording, const ChannelSelection& selection) {
  if (selection.is_preset()) return model_channels(recording).chosen;
  if (selection.labels.empty()) return series::select_channels(recording, selection.selection);
  std::vector<ChannelName> found;
  for (const series::Channel& one : recording.channels) found.push_back({one.label, "", one.unit});
  return match_channels(selection.labels, selection.units, found, recording.path);
}

void check_channels(const series::Recording& recording, const std::vector<std::size_t>& chosen) {
  const auto refuse = [&](ErrorCode code, const std::string& fault) {
    throw Error(code, fmt::format("{}: {}", recording.path, fault));
  };
  if (chosen.empty()) refuse(ErrorCode::bad_file, "the file has no channels of samples");
  const series::Channel& first = recording.channels[chosen.front()];
  for (const std::size_t index : chosen) {
    const series::Channel& channel = recording.channels[index];
    if (!channel.bad.empty()) {
      refuse(ErrorCode::invalid_data, fmt::format("channel {} is {}: choose others with `channels = LIST`, or take "
                                                  "it as all others with `bads = keep`",
                                                  channel.label, channel.bad));
    }
    if (channel.rate != first.rate || channel.samples.size() != first.samples.size()) {
      refuse(ErrorCode::bad_file, fmt::format("channels {} and {} differ in rate or length ({:.10g} and {:.10g} Hz, {} "
                                              "and {} samples); choose those that are alike with `channels = LIST`",
                                              first.label, channel.label, first.rate, channel.rate,
                                              first.samples.size(), channel.samples.size()));
    }
    if (channel.gap_starts != first.gap_starts) {
      refuse(ErrorCode::bad_file,
             fmt::format(
                 "channels {} and {} have gaps in different places; choose those that are alike with `channels = LIST`",
                 first.label, channel.label));
    }
  }
}

std::vector<double> interleaved(const series::Recording& recording, const std::vector<std::size_t>& chosen) {
  const std::size_t n = recording.channels[chosen.front()].samples.size();
  std::vector<double> result(n * chosen.size());
  for (std::size_t c = 0; c < chosen.size(); ++c) {
    const std::vector<double>& samples = recording.channels[chosen[c]].samples;
    for (std::size_t i = 0; i < n; ++i) result[i * chosen.size() + c] = samples[i];
  }
  return result;
}

series::Recording without_samples(series::Recording recording) {
  for (series::Channel& channel : recording.channels) {
    channel.n_unread += channel.samples.size();
    channel.samples = {};
  }
  return recording;
}

bool lies_within(const series::Annotation& event, double seconds) {
  return event.onset < seconds && event.onset + event.duration.value_or(0.0) >= 0.0;
}

// In seconds from its start.
double end_of(const StatesRecording& recording) {
  return recording.end_of_piece(recording.pieces.size() - 1);
}

std::string clock_time(const series::Recording& recording) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", std::chrono::floor<std::chrono::seconds>(*recording.start));
}

// Annotations of a file of their own, whose onsets count from its start, in the time of the recording. A file without a
// start has the one of the recording.
std::vector<series::Annotation> scored_events(const StatesRecording& recording, const std::string& path,
                                              const NotifyOfFile& notify) {
  series::Recording scoring = files::open(path);
  const auto& recorded = recording.described.start;
  if (!scoring.start || scoring.start == recorded) return scoring.annotations;
  if (!recorded) {
    notify({warning("start_unknown", fmt::format("it starts at {}, and {} at a time that is not known; its onsets "
                                                 "are taken to count from the first sample there",
                                                 clock_time(scoring), recording.path))},
           path);
    return scoring.annotations;
  }
  const std::string starts =
      fmt::format("it starts at {} and {} at {}", clock_time(scoring), recording.path, clock_time(recording.described));
  const double later = std::chrono::duration<double>(*scoring.start - *recorded).count();
  for (series::Annotation& event : scoring.annotations) event.onset += later;
  const double end = end_of(recording);
  if (std::none_of(scoring.annotations.begin(), scoring.annotations.end(),
                   [&](const series::Annotation& event) { return lies_within(event, end); })) {
    throw Error(
        ErrorCode::invalid_data,
        fmt::format(
            "{}: {}, so no annotation lies within the recording; if onsets count from its first sample, give them "
            "as a table with the columns onset, duration and trial_type",
            path, starts));
  }
  notify({warning("onsets_moved", fmt::format("{}; its onsets are moved by {:.6f} s", starts, later))}, path);
  return scoring.annotations;
}

// Reads a table in place of the annotations of a recording, but for those that mark bad time.
void read_events_of(StatesRecording& recording, const std::string& given, const std::string& column,
                    const NotifyOfFile& notify) {
  const auto is_named = [](const series::Annotation& one) { return !series::marks_bad(one.text); };
  if (given == kNoEvents) {
    std::erase_if(recording.events, is_named);
    return;
  }
  std::string table = given;
  if (const auto beside = files::bids_table(recording.path, "events"); given.empty() && beside)
    table = beside->generic_string();
  if (table.empty()) return;
  std::string ending = std::filesystem::path(table).extension().generic_string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  const bool is_recording = ending == ".edf" || ending == ".bdf";
  std::erase_if(recording.events, is_named);
  const std::vector<series::Annotation> named =
      is_recording ? scored_events(recording, table, notify) : files::read_events(table, column, recording.described);
  if (const auto doubt = files::doubtful_unit(named, recording.described)) notify({*doubt}, table);
  recording.events.insert(recording.events.end(), named.begin(), named.end());
  recording.has_table = !is_recording;
  recording.other_files.push_back(std::move(table));
}

// Every event once, by the name that it has in its file, so that names can be exchanged.
void rename_events(StatesRecording& recording, const std::map<std::string, std::string>& new_names) {
  for (series::Annotation& event : recording.events) {
    const auto found = new_names.find(event.text);
    if (found == new_names.end()) continue;
    recording.renamed.insert(found->first);
    event.text = found->second;
  }
}

// A name that no event has may be a mistyped one, whose class would keep its name.
void require_renamed(const std::vector<StatesRecording>& recordings,
                     const std::map<std::string, std::string>& new_names) {
  for (const auto& [old, now] : new_names) {
    if (std::any_of(recordings.begin(), recordings.end(),
                    [&name = old](const StatesRecording& one) { return one.renamed.contains(name); })) {
      continue;
    }
    throw Error::argument("rename", fmt::format("{}={}", old, now),
                          fmt::format("an event of the recordings (none is called '{}')", old));
  }
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Onsets in samples or milliseconds would put the first of them on wrong samples, and the others behind the end.
void require_seconds(const StatesRecording& recording, const std::vector<std::string>& classes, std::size_t events) {
  const double end = end_of(recording);
  const auto later =
      std::count_if(recording.events.begin(), recording.events.end(),
                    [&](const series::Annotation& event) { return has(classes, event.text) && event.onset >= end; });
  if (!recording.has_table || 2 * static_cast<std::size_t>(later) <= events) return;
  throw Error(ErrorCode::invalid_data,
              fmt::format("{}: {} of {} events of classes begin after its end at {:.6g} s: onsets and durations are "
                          "taken to be in seconds",
                          recording.path, later, events, end));
}

// Takes the class, and with BadTime::missing the values, from vectors whose window holds a bad sample. @returns their
// number.
std::size_t empty_bad_windows(const std::vector<bool>& bad, BadTime bad_time, StatesRecording& recording) {
  Features& features = recording.features;
  std::size_t emptied = 0;
  for (std::size_t p = 0; p < recording.pieces.size(); ++p) {
    const auto& [begin, end, first_sample] = features.pieces[p];
    for (std::size_t i = begin; i < end; ++i) {
      const auto moved = bad.begin() + static_cast<std::ptrdiff_t>((i - begin) * features.hop);
      const auto first = moved + static_cast<std::ptrdiff_t>(recording.pieces[p].begin);
      const auto last = moved + static_cast<std::ptrdiff_t>(first_sample);
      if (std::find(first, last + 1, true) > last) continue;
      recording.labels[i] = kUnlabelled;
      if (bad_time == BadTime::missing) {
        std::fill_n(features.values.begin() + static_cast<std::ptrdiff_t>(i * features.size), features.size, kNaN);
      }
      ++emptied;
    }
  }
  return emptied;
}

// Many programs write 0 for a duration that they do not know.
std::string why_empty(const std::vector<series::Annotation>& events, const std::vector<std::string>& classes) {
  const auto lasts = [&](const series::Annotation& one) { return has(classes, one.text) && one.duration != 0.0; };
  if (std::any_of(events.begin(), events.end(), lasts)) return {};
  return ": all their durations are 0. In a table an event whose duration is n/a lasts until the next one";
}

}  // namespace

std::vector<std::string> list_of_names(const char* option, const std::string& list) {
  std::vector<std::string> names;
  std::string name;
  for (const char c : list + (list.empty() ? "" : ",")) {
    if (c != ',') {
      name += c;
      continue;
    }
    if (name.empty()) throw Error::argument(option, list, "a list of names separated by single commas");
    names.push_back(std::move(name));
    name.clear();
  }
  return names;
}

std::vector<std::string> list_of_distinct_names(const char* option, const std::string& list) {
  std::vector<std::string> names = list_of_names(option, list);
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(names.begin(), name, *name) == name) continue;
    throw Error::argument(option, list, fmt::format("a list with each name once ('{}' stands there twice)", *name));
  }
  return names;
}

std::vector<std::string> LabelSettings::class_names() const {
  return list_of_distinct_names("classes", classes);
}

std::map<std::string, std::string> LabelSettings::new_names() const {
  std::map<std::string, std::string> result;
  for (const std::string& one : list_of_names("rename", rename)) {
    const std::size_t equals = one.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == one.size()) {
      throw Error::argument("rename", one, "a list of OLD=NEW, separated by commas");
    }
    const std::string old = one.substr(0, equals);
    if (!result.try_emplace(old, one.substr(equals + 1)).second) {
      throw Error::argument("rename", rename, fmt::format("a list with each OLD once ('{}' stands there twice)", old));
    }
  }
  return result;
}

Notices LabelSettings::without_event(const std::set<std::string>& renamed) const {
  Notices notices;
  for (const auto& [old, unused] : new_names()) {
    if (!renamed.contains(old))
      notices.push_back(warning("rename_unused", fmt::format("no event is called '{}'", old)));
  }
  return notices;
}

std::span<const OptionRow<LabelSettings>> label_options() {
  using S = LabelSettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("event_column", &S::event_column, {"NAME", "", "a name", "The column that names an event"}),
      option_row<S>(
          "rename", &S::rename,
          {"OLD=NEW,...", "", "a list of OLD=NEW, separated by commas",
           "Names of events in place of others, such as one class for two stages; each event is renamed once"}),
      option_row<S>("classes", &S::classes,
                    {"NAME,...", "", "a list of names, separated by commas",
                     "Names of the events that are classes, in their order; otherwise all"}),
  };
  return rows;
}

double StatesRecording::time(std::size_t vector) const {
  const auto after = std::upper_bound(features.pieces.begin(), features.pieces.end(), vector,
                                      [](std::size_t at, const FeaturePiece& piece) { return at < piece.begin; });
  // Empty pieces, shorter than a window, begin where the next one does.
  const auto which = static_cast<std::size_t>(after - features.pieces.begin()) - 1;
  const FeaturePiece& of_vectors = features.pieces[which];
  const series::Piece& piece = pieces[which];
  const std::size_t sample = of_vectors.first_sample - piece.begin + (vector - of_vectors.begin) * features.hop;
  return piece.onset + static_cast<double>(sample) / rate;
}

double StatesRecording::end_of_piece(std::size_t piece) const {
  return pieces[piece].onset + static_cast<double>(pieces[piece].end - pieces[piece].begin) / rate;
}

std::vector<std::size_t> StatesRecording::gaps() const {
  std::vector<std::size_t> result;
  for (const FeaturePiece& piece : features.pieces) {
    if (piece.begin > 0 && piece.end > piece.begin) result.push_back(piece.begin);
  }
  return result;
}

std::vector<Labelled> labelled(const std::vector<StatesRecording>& recordings) {
  std::vector<Labelled> result;
  for (std::size_t number = 0; number < recordings.size(); ++number) {
    const StatesRecording& one = recordings[number];
    for (Labelled piece : labelled_pieces(one.features, one.labels, one.pieces, one.rate)) {
      piece.recording = number;
      result.push_back(piece);
    }
  }
  return result;
}

void StatesRecording::label(const std::vector<std::string>& classes, const NotifyOfFile& notify, BadTime bad_time) {
  if (!has_rate && !events.empty()) {
    throw Error::argument("rate", "unknown",
                          fmt::format("a number in Hz for {}, because its events are in seconds", path));
  }
  if (described.keeps_bad) {
    std::erase_if(events, [&](const auto& one) { return series::marks_bad(one.text) && !has(classes, one.text); });
  }
  const EventLabels found = event_labels(events, classes, rate, pieces);
  if (found.disputed > 0) {
    notify({warning("labels_disputed", fmt::format("{} samples have no class, because events of two classes hold "
                                                   "them",
                                                   found.disputed))},
           path);
  }
  const bool any =
      std::any_of(found.labels.begin(), found.labels.end(), [](std::int32_t label) { return label != kUnlabelled; });
  if (found.empty > 0 && found.disputed == 0 && !any) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{}: none of {} events of classes holds one of its {} samples ({:.10g} Hz){}", path,
                            found.empty, found.labels.size(), rate, why_empty(events, classes)));
  }
  require_seconds(*this, classes, found.events);
  if (found.empty > 0) {
    notify({warning("events_empty", fmt::format("{} events of classes hold no sample", found.empty))}, path);
  }
  labels = vector_labels(features, found.labels);
  const std::size_t bad = empty_bad_windows(found.bad, bad_time, *this);
  if (bad > 0) {
    const char* fate = bad_time == BadTime::missing ? "are left out" : "have no class";
    notify({warning("labels_bad_time", fmt::format("{} vectors {}, because events mark their time as bad", bad, fate))},
           path);
  }
}

RecordedFrom recorded_from(const StatesRecording& recording) {
  const auto& units = recording.units;
  const bool known = std::any_of(units.begin(), units.end(), [](const std::string& unit) { return !unit.empty(); });
  return {recording.channels, known ? units : std::vector<std::string>(),
          recording.has_rate ? std::optional(recording.rate) : std::nullopt};
}

ChannelSelection channels_of(const Model& model) {
  return {"", recorded_channels(model), model.units, recipe_of(model.notes)};
}

RawRecording read_raw(const std::string& path, const files::OpenOptions& open, const ChannelSelection& selection,
                      const NotifyOfFile& notify) {
  files::OpenOptions chosen_only = open;
  chosen_only.needed = [&](const series::Recording& described) -> std::vector<std::size_t> {
    try {
      return chosen_channels(described, selection);
    } catch (const Error&) {
      return {};  // thrown below, behind the notices of the recording
    }
  };
  series::Recording recording = files::open(path, chosen_only);
  if (selection.labels.empty()) {
    for (Notice& one : series::ambiguous_names(recording, selection.selection))
      recording.notices.push_back(std::move(one));
  }
  if (selection.is_preset()) {
    const std::vector<std::string> left_out = model_channels(recording).left_out;
    if (!left_out.empty()) {
      notify({note("types_left_out",
                   fmt::format("without '{}', no channels of the brain; `channels = LIST` chooses others",
                               fmt::join(left_out, "', '")))},
             path);
    }
  }
  notify(recording.notices, path);
  const std::vector<std::size_t> chosen = chosen_channels(recording, selection);
  check_channels(recording, chosen);
  const series::Channel& first = recording.channels[chosen.front()];
  if (selection.recipe.any() && !first.has_rate) {
    throw Error::argument(
        "rate", "unknown",
        fmt::format("a number in Hz for {}, because the features have bands in Hz and windows in seconds", path));
  }
  RawRecording result;
  result.path = path;
  result.other_files = recording.other_files;
  for (const std::size_t index : chosen) {
    result.channels.push_back(recording.channels[index].label);
    result.units.push_back(recording.channels[index].unit);
  }
  result.rate = first.rate;
  result.has_rate = first.has_rate;
  result.samples = interleaved(recording, chosen);
  result.pieces = series::pieces(first);
  result.annotations = recording.annotations;
  result.described = without_samples(std::move(recording));
  return result;
}

StatesRecording read_states(const std::string& path, const files::OpenOptions& open, const ChannelSelection& selection,
                            const NotifyOfFile& notify, const Execution& execution) {
  if (execution.cancel != nullptr) execution.cancel->check();
  RawRecording raw = read_raw(path, open, selection, notify);
  StatesRecording result;
  result.path = path;
  result.described = std::move(raw.described);
  result.other_files = std::move(raw.other_files);
  result.channels = std::move(raw.channels);
  result.units = std::move(raw.units);
  result.rate = raw.rate;
  result.has_rate = raw.has_rate;
  result.pieces = std::move(raw.pieces);
  result.samples = result.pieces.back().end;
  result.features =
      features(selection.recipe, std::move(raw.samples), result.channels.size(), raw.rate, result.pieces, execution);
  result.events = std::move(raw.annotations);
  return result;
}

std::vector<StatesRecording> read_all_states(const std::vector<std::string>& files, const files::OpenOptions& open,
                                             const LabelSettings& labels, ChannelSelection selection,
                                             const NotifyOfFile& notify, const Execution& execution) {
  const bool without = labels.events == std::vector<std::string>{kNoEvents};
  if (!labels.events.empty() && !without && labels.events.size() != files.size()) {
    throw Error::argument("events", fmt::format("{} tables", labels.events.size()),
                          fmt::format("one for each of {} recordings, in their order", files.size()));
  }
  const std::map<std::string, std::string> new_names = labels.new_names();
  std::vector<StatesRecording> result;
  for (std::size_t i = 0; i < files.size(); ++i) {
    StatesRecording& one = result.emplace_back(read_states(files[i], open, selection, notify, execution));
    read_events_of(one,
                   without                 ? kNoEvents
                   : labels.events.empty() ? ""
                                           : labels.events[i],
                   labels.event_column, notify);
    rename_events(one, new_names);
    if (!series::is_same_rate(one.rate, result.front().rate)) {
      throw Error(ErrorCode::invalid_data, fmt::format("{}: {:.10g} Hz where {} has {:.10g} Hz", one.path, one.rate,
                                                       result.front().path, result.front().rate));
    }
    // Later recordings need the channels of the first, in any order.
    selection.labels = result.front().channels;
    selection.units = result.front().units;
  }
  if (!labels.some_recordings) require_renamed(result, new_names);
  return result;
}

void require_rate(const Model& model, const StatesRecording& recording) {
  if (recording.has_rate || !model.sampling_rate) {
    return require_sampling_rate(model, recording.path, recording.rate);
  }
  throw Error::argument("rate", "unknown",
                        fmt::format("a number in Hz for {}, because the model was trained at {:.10g} Hz",
                                    recording.path, *model.sampling_rate));
}

void require_rate(const StatesRecording& recording) {
  if (recording.has_rate) return;
  throw Error::argument("rate", "unknown", fmt::format("a number in Hz for {}", recording.path));
}

void keep_classes(const LabelSettings& options, const std::vector<std::string>& classes, StatesRecording& recording) {
  const std::vector<std::string> given = options.class_names();
  for (const std::string& name : given) {
    if (!has(classes, name)) {
      throw Error::argument("classes", name, fmt::format("classes of the model ({})", fmt::join(classes, ", ")));
    }
  }
  auto& events = recording.events;
  const auto is_left_out = [&](const series::Annotation& one) {
    return !has(given, one.text) && !series::marks_bad(one.text);
  };
  if (!given.empty()) std::erase_if(events, is_left_out);
  for (const series::Annotation& one : events) {
    if (has(classes, one.text) || series::marks_bad(one.text)) continue;
    throw Error(ErrorCode::invalid_data,
                fmt::format("{}: the event '{}' is no class of the model ({}): choose those that are with `classes = "
                            "NAMES`, or change names with `rename = OLD=NEW`",
                            recording.path, one.text, fmt::join(classes, ", ")));
  }
}

void require_events(const std::vector<StatesRecording>& recordings) {
  const auto has_events = [](const StatesRecording& one) {
    return std::any_of(one.events.begin(), one.events.end(),
                       [](const series::Annotation& event) { return !series::marks_bad(event.text); });
  };
  if (std::any_of(recordings.begin(), recordings.end(), has_events)) return;
  throw Error(
      ErrorCode::invalid_data,
      fmt::format("no events were found: {} has no annotations and no table {}_events.tsv beside it{}; "
                  "name one with `events = TABLE`",
                  recordings.front().path, std::filesystem::path(recordings.front().path).stem().generic_string(),
                  recordings.size() == 1 ? "" : ", nor have the others"));
}

std::vector<std::string> class_names(const LabelSettings& options, const std::vector<StatesRecording>& recordings) {
  constexpr std::size_t most_classes = 32;
  std::vector<std::string> given = options.class_names();
  std::set<std::string> names;
  for (const StatesRecording& one : recordings) {
    for (std::string& name : event_names(one.events)) {
      if (!series::marks_bad(name)) names.insert(std::move(name));
    }
  }
  if (!given.empty()) return given;
  require_events(recordings);
  if (names.size() > most_classes) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{} different events, such as '{}'; choose the classes among them with `classes = NAMES`",
                            names.size(), *names.begin()));
  }
  return {names.begin(), names.end()};
}

}  // namespace biotropy::sicamm
