// SPDX-License-Identifier: Apache-2.0
//
// Events of a recording in BIDS: a table with a header, separated by tabs, with an onset and a duration in seconds and
// a name ("trial_type") for each event. "n/a" marks unknown values.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Events in the order of the table; those without a name are left out.
/// @param name_column column that names an event.
/// @throws Error file_not_found, io; bad_file for a table without the columns onset, duration and `name_column`, for a
/// line with another number of fields than the header, for an onset that is not a number, and for a duration that is
/// negative or not a number.
std::vector<series::Annotation> read_events(const std::filesystem::path& path,
                                            const std::string& name_column = "trial_type");
std::vector<series::Annotation> read_events(Input& input, const std::string& name_column = "trial_type");

/// Events of a table of a recording, in the time of the recording, which counts gaps of known length. Where the format
/// gives events as positions among the stored samples (EEGLAB, BrainVision), programs write tables that do not count
/// gaps; whether a table does is then told by its column "sample", the position in the file.
/// @throws Error as above; invalid_data for events behind a gap in such a file if the table does not tell.
std::vector<series::Annotation> read_events(const std::filesystem::path& path, const std::string& name_column,
                                            const series::Recording& recording);

/// Events whose text marks bad time, in the time of the recording. What the table lacks otherwise is a notice: a table
/// without content or names, times of other events, and doubtful_unit(). @throws Error as read_events().
std::vector<series::Annotation> read_bad_events(const std::filesystem::path& path, const series::Recording& recording,
                                                Notices& notices);

/// Says why times are perhaps not in seconds, and their likely unit: events begin behind the end of the recording, or
/// most last far longer than the step to the next one.
std::optional<Notice> doubtful_unit(const std::vector<series::Annotation>& events,
                                         const series::Recording& recording);

}  // namespace biotropy::files
