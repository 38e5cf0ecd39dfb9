// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/event_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "biotropy/error.hpp"
#include "biotropy/files/formats/edf/writer.hpp"

namespace biotropy::sicamm {

namespace {

constexpr const char* kBackground = "bckg";

bool was_seen(const StateEvent& event) {
  return event.label != kUnlabelled;
}

// "CLASS=TEXT" into the place of the class.
void assign(const char* option, const std::string& given, const std::vector<std::string>& classes,
            std::vector<std::string>& texts) {
  const std::size_t equals = given.rfind('=');
  const auto found = std::find(classes.begin(), classes.end(), given.substr(0, equals));
  if (equals == std::string::npos || found == classes.end() || equals + 1 == given.size()) {
    throw Error::argument(option, given, fmt::format("CLASS=NAME with one of {}", fmt::join(classes, ", ")));
  }
  texts[static_cast<std::size_t>(found - classes.begin())] = given.substr(equals + 1);
}

std::vector<StatePiece> state_pieces(const StatesRecording& recording, const Classification& found,
                                     std::span<const std::int32_t> states) {
  std::vector<StatePiece> pieces;
  for (std::size_t i = 0; i < recording.features.pieces.size(); ++i) {
    const auto& [begin, end, first_sample] = recording.features.pieces[i];
    if (begin == end) continue;
    // A label stands for the samples since the one before it, the first for as many as the next.
    const double before = static_cast<double>(recording.features.hop - 1) / recording.rate;
    pieces.push_back({(recording.time(begin) - before) * recording.vector_rate(), states.subspan(begin, end - begin),
                      std::span(found.posteriors).subspan(begin * found.classes, (end - begin) * found.classes),
                      recording.end_of_piece(i)});
  }
  return pieces;
}

}  // namespace

std::span<const OptionRow<EventTableSettings>> event_table_options() {
  using S = EventTableSettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("format", &S::format,
                    {"", "", "",
                     "bids: every state with onset, duration, trial_type and confidence; szcore: seizures with "
                     "eventType and the other columns of SzCORE"}),
      option_row<S>("types", &S::types,
                    {"CLASS=NAME,...", "", "a list of CLASS=NAME, separated by commas",
                     "Names of classes in the output; with szcore sz... or bckg, where classes are not called so"}),
      option_row<S>("epoch", &S::epoch,
                    {"S", "s", "a number of seconds above 0",
                     "Seconds of an epoch, which has the class with the largest mean posterior; otherwise every sample "
                     "has its own"}),
      option_row<S>("join", &S::join,
                    {"S", "s", "a number of seconds of at least 0", "Seizures closer than that are one, in seconds"}),
      option_row<S>("shortest", &S::shortest,
                    {"S", "s", "a number of seconds of at least 0", "Shorter seizures are left out, in seconds"}),
  };
  return rows;
}

void validate(const EventTableSettings& settings) {
  const bool joins = settings.join != 0.0 || settings.shortest != 0.0, szcore = settings.format == EventFormat::szcore;
  if (joins && !szcore) {
    throw Error::argument(settings.join != 0.0 ? "join" : "shortest", "given",
                          "left out, or given with `format = szcore`");
  }
  if (szcore && !settings.hed.empty()) {
    throw Error::argument("hed", "given", "left out with `format = szcore`, whose event types are those of HED-SCORE");
  }
}

std::string as_field(std::string name) {
  for (char& c : name) {
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  }
  return name;
}

EventTable::EventTable(const EventTableSettings& settings, const std::vector<std::string>& classes)
    : settings_(settings), types_(classes), tags_(classes.size()) {
  validate(settings);
  for (const std::string& one : list_of_distinct_names("types", settings.types)) assign("types", one, classes, types_);
  for (const std::string& one : settings.hed) assign("hed", one, classes, tags_);
  if (settings.format == EventFormat::bids) return;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const std::string& type = types_[k];
    if (type.starts_with("sz")) {
      seizures_.push_back(static_cast<std::int32_t>(k));
    } else if (type != kBackground) {
      throw Error::argument("types", type.empty() ? "none" : type,
                            fmt::format("`types = {}=TYPE` with a type of SzCORE, sz... or bckg", classes[k]));
    }
  }
  if (seizures_.empty()) throw Error::argument("types", settings.types, "a class of the type sz...");
}

std::vector<StateEvent> EventTable::events(const StatesRecording& recording, const Classification& found) const {
  const std::vector<std::int32_t> states = found.states();
  const auto pieces = state_pieces(recording, found, states);
  return settings_.epoch ? epoch_events(pieces, found.classes, recording.vector_rate(), *settings_.epoch)
                         : state_events(pieces, found.classes, recording.vector_rate());
}

std::string EventTable::text(const StatesRecording& recording, const std::vector<StateEvent>& events) const {
  return settings_.format == EventFormat::bids
             ? bids_text(events)
             : szcore_text(events, recording.end_of_piece(recording.pieces.size() - 1));
}

std::string EventTable::bids_text(const std::vector<StateEvent>& events) const {
  const bool tagged = !settings_.hed.empty();
  std::string text = fmt::format("onset\tduration\ttrial_type\tconfidence{}\n", tagged ? "\tHED" : "");
  for (const StateEvent& event : events) {
    text += fmt::format("{:.10g}\t{:.10g}", event.onset, event.duration);
    if (!was_seen(event)) {
      text += tagged ? "\tn/a\tn/a\tn/a\n" : "\tn/a\tn/a\n";
      continue;
    }
    text += fmt::format("\t{}\t{:.4f}", as_field(type_of(event)), event.confidence);
    const std::string& tags = tags_[static_cast<std::size_t>(event.label)];
    if (tagged) text += "\t" + (tags.empty() ? "n/a" : as_field(tags));
    text += "\n";
  }
  return text;
}

std::string EventTable::szcore_text(const std::vector<StateEvent>& events, double seconds) const {
  std::string text = "onset\tduration\teventType\tconfidence\tchannels\tdateTime\trecordingDuration\n";
  const auto add = [&](double onset, double duration, const std::string& type, const std::string& confidence) {
    text +=
        fmt::format("{:.2f}\t{:.2f}\t{}\t{}\tn/a\tn/a\t{:.2f}\n", onset, duration, as_field(type), confidence, seconds);
  };
  std::vector<StateEvent> rows = joined_events(events, seizures_, settings_.join, settings_.shortest);
  const bool background = rows.empty();
  std::copy_if(events.begin(), events.end(), std::back_inserter(rows), std::not_fn(was_seen));
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.onset < b.onset; });
  double end = 0.0;
  for (const StateEvent& event : rows) {
    const bool is_unseen_start = end == 0.0 && !was_seen(event);
    if (background && event.onset > end) add(end, event.onset - end, is_unseen_start ? "n/a" : kBackground, "n/a");
    if (was_seen(event)) {
      add(event.onset, event.duration, type_of(event), fmt::format("{:.2f}", event.confidence));
    } else {
      add(event.onset, event.duration, "n/a", "n/a");
    }
    end = event.onset + event.duration;
  }
  const bool is_unseen_end = !rows.empty() && !was_seen(rows.back());
  if (background && end < seconds) add(end, seconds - end, is_unseen_end ? "n/a" : kBackground, "n/a");
  return text;
}

void EventTable::write_annotations(const std::filesystem::path& path, const std::vector<StateEvent>& events) const {
  series::Recording hypnogram;
  for (const StateEvent& event : events) {
    if (was_seen(event)) hypnogram.annotations.push_back({event.onset, event.duration, type_of(event)});
  }
  files::write_edf(path, hypnogram);
}

}  // namespace biotropy::sicamm
