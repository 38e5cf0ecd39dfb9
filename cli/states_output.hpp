// SPDX-License-Identifier: Apache-2.0
//
// A classified recording as a table or as NetCDF-4.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "biotropy/files/output.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/state_events.hpp"
#include "cli/states_recording.hpp"

namespace biotropy::cli {

struct StatesOutput {
  const StatesRecording& recording;
  const sicamm::Model& model;
  const sicamm::Classification& found;
  const std::string& command_line;
  Notices notices;  ///< kept in NetCDF
};

/// A name without separators of fields.
std::string as_field(std::string name);

/// time, label, posterior of each class, log_likelihood, flags: separated by tabs.
std::string states_header(const sicamm::Model& model);

/// One line. @param time in seconds, or the number of the sample.
std::string states_line(const sicamm::Model& model, double time, std::int32_t label, std::span<const double> posterior,
                        double log_likelihood, std::uint8_t flags);

/// A line for each vector, separated by tabs; numbers in the shortest form that reads back as the same number.
/// @throws Error io.
void write_states_table(files::Output& output, const StatesOutput& states);

/// Pieces of a recording between its gaps, for events. @param states Classification::states(), which outlive them.
std::vector<sicamm::StatePiece> state_pieces(const StatesRecording& recording, const sicamm::Classification& found,
                                             std::span<const std::int32_t> states);

/// Events as a table of BIDS: onset, duration, trial_type, confidence, and with tags HED; n/a for what was not seen.
/// @param types names of the classes. @param tags of the classes; none: no such column.
std::string events_table(const std::vector<sicamm::StateEvent>& events, const std::vector<std::string>& types,
                         const std::vector<std::string>& tags = {});

/// @throws Error io.
void write_states_netcdf(const std::filesystem::path& path, const StatesOutput& states);

}  // namespace biotropy::cli
