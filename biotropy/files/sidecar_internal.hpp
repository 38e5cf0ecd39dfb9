// SPDX-License-Identifier: Apache-2.0
//
// JSON files beside recordings and tables (BIDS).
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace biotropy::files {

/// @throws Error file_not_found, io; bad_file for what is not a JSON object.
nlohmann::json read_sidecar(const std::filesystem::path& path);

/// The ending of the sidecars of a recording, that of its own name: "_eeg.json".
std::string sidecar_ending(const std::filesystem::path& recording);

/// The closest sidecar of a recording that has the key. @throws Error as read_sidecar() and inherited_file().
std::optional<std::filesystem::path> sidecar_with(const std::filesystem::path& recording, const std::string& key);

}  // namespace biotropy::files
