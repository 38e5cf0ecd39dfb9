// SPDX-License-Identifier: Apache-2.0
//
// JSON files beside recordings and tables (BIDS).
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace biotropy::files {

/// @throws Error file_not_found, io; bad_file for what is no JSON object.
nlohmann::json read_sidecar(const std::filesystem::path& path);

}  // namespace biotropy::files
