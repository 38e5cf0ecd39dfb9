// SPDX-License-Identifier: Apache-2.0
//
// What all files of a derivative have.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "biotropy/study/subject.hpp"

namespace biotropy::study {

constexpr const char* kProgram = "biotropy";

void write_text(const std::filesystem::path& path, const std::string& text);
void write_json(const std::filesystem::path& path, const nlohmann::ordered_json& json);

/// The recording as a source in JSON: "bids:raw:sub-01/eeg/sub-01_task-rest_eeg.edf".
std::string source_of(const std::string& path);

/// The file of a recording in the folder of the derivatives, without what comes behind its entities:
/// sub-01/eeg/sub-01_task-rest.
std::filesystem::path place_of(const std::filesystem::path& folder, const Subject& recording);

}  // namespace biotropy::study
