// SPDX-License-Identifier: Apache-2.0
//
// Tables beside recordings as BIDS names them. A name is a list of entities ("sub-1", "task-rest") and a suffix. By the
// inheritance principle a table holds for every recording in or below its folder that has all entities of the table.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// The table of that suffix ("events", "channels") for a recording: for "sub-1/eeg/sub-1_task-rest_eeg.edf" the files
/// "sub-1_task-rest_events.tsv" and "sub-1_events.tsv" beside it, then those in the folders above, up to the one that
/// holds "sub-1". A closer folder goes first, then more entities. For names without entities ("night.edf"), only
/// "night_events.tsv".
/// @throws Error bad_file if two tables of a folder hold equally; io for a folder that cannot be listed.
std::optional<std::filesystem::path> bids_table(const std::filesystem::path& recording, std::string_view suffix);

/// The closest file whose name ends in `ending` ("_eeg.json"), of those that hold for the recording as tables do and
/// are accepted. @throws Error as bids_table().
std::optional<std::filesystem::path> inherited_file(
    const std::filesystem::path& recording, const std::string& ending,
    const std::function<bool(const std::filesystem::path&)>& is_accepted = {});

/// True if the name of a file has the entity ("task", "rest").
bool has_entity(const std::filesystem::path& path, std::string_view key, std::string_view value);

/// Sets the types of the channels, and which are bad, from a table (columns name and, if present, type, status and
/// status_description), and adds the table to the other files of the recording. Missing entries change nothing.
/// A notice reports rates and units (sampling_frequency, units) that are not those of the recording.
/// @throws Error file_not_found, io; bad_file for a table without names, with a repeated name or with another status
/// than good and bad, and if a channel of the recording is not in it.
void apply_channel_table(const std::filesystem::path& table, series::Recording& recording);

/// Warns if the closest sidecar that gives a SamplingFrequency gives another rate than the recording has.
void compare_sidecar_rate(const std::filesystem::path& path, series::Recording& recording);

/// Types of the channels in such a table, by name; empty where it has none.
/// @throws Error as apply_channel_table() for the table.
std::map<std::string, std::string> channel_types(const std::filesystem::path& table);

/// Warns of the channels that are bad, and of those of other types than the brain's, which are left out.
/// @param source names the table or file. @param chosen the channels of a choice, if there is one, read or not yet:
/// those of other types that are among them are not left out, and a choice that lacks channels of the brain names what
/// it wants.
void warn_of_left_out(const std::string& source, const std::optional<std::vector<std::size_t>>& chosen,
                      series::Recording& recording);

// Frequency of the mains where a recording was made, from the JSON sidecars of BIDS.

struct LineFrequency {
  double hertz = 0.0;
  std::filesystem::path sidecar;  ///< the file that gives it
};

/// PowerLineFrequency of the closest sidecar that has it: for "sub-1/eeg/sub-1_task-rest_eeg.edf" of the files that end
/// in "_eeg.json" and hold for it as tables do (bids.hpp).
/// @throws Error invalid_data if no sidecar has it, or the closest that has it says n/a; bad_file for a sidecar that is
/// no JSON object and for another value than a positive number; as bids_table().
LineFrequency line_frequency(const std::filesystem::path& recording);

}  // namespace biotropy::files
