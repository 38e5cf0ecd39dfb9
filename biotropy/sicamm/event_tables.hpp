// SPDX-License-Identifier: Apache-2.0
//
// States of a recording as events: tables of BIDS or of SzCORE, or annotations of EDF+.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "biotropy/option.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/state_events.hpp"
#include "biotropy/sicamm/states_recording.hpp"

namespace biotropy::sicamm {

enum class EventFormat { bids, szcore };

struct EventTableSettings {
  EventFormat format = EventFormat::bids;
  std::string types;             ///< CLASS=NAME, separated by commas
  std::vector<std::string> hed;  ///< CLASS=TAGS each
  std::optional<double> epoch;   ///< seconds
  double join = 0.0, shortest = 0.0;
};

/// Those but HED tags.
std::span<const OptionRow<EventTableSettings>> event_table_options();

/// @throws Error invalid_argument for an option that the format does not have.
void validate(const EventTableSettings& settings);

/// A name without separators of fields.
std::string as_field(std::string name);

class EventTable {
 public:
  /// @param classes of the model. @throws Error invalid_argument for names and tags of other classes, and for types
  /// that SzCORE does not have.
  EventTable(const EventTableSettings& settings, const std::vector<std::string>& classes);

  /// Runs of a state, or of epochs, without gaps. Time that was not seen is an event without a state.
  std::vector<StateEvent> events(const StatesRecording& recording, const Classification& found) const;

  /// BIDS: onset, duration, trial_type, confidence, and with tags HED. SzCORE: seizures and what was not seen; without
  /// a seizure the rest is background.
  std::string text(const StatesRecording& recording, const std::vector<StateEvent>& events) const;

  /// EDF+ with an annotation for each event that was seen. @throws Error io.
  void write_annotations(const std::filesystem::path& path, const std::vector<StateEvent>& events) const;

 private:
  std::string bids_text(const std::vector<StateEvent>& events) const;
  std::string szcore_text(const std::vector<StateEvent>& events, double seconds) const;
  const std::string& type_of(const StateEvent& event) const { return types_[static_cast<std::size_t>(event.label)]; }

  EventTableSettings settings_;
  std::vector<std::string> types_, tags_;
  std::vector<std::int32_t> seizures_;
};

}  // namespace biotropy::sicamm

namespace biotropy {

template <>
inline constexpr std::array kWords<sicamm::EventFormat>{Word{"bids", sicamm::EventFormat::bids},
                                                        Word{"szcore", sicamm::EventFormat::szcore}};

}  // namespace biotropy
