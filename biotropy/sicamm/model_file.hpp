// SPDX-License-Identifier: Apache-2.0
//
// Trained model as a NetCDF-4 file. Files are untrusted: every size and number is checked, and bytes that crash the
// NetCDF library end a child process, not the program.
#pragma once

#include <filesystem>
#include <string>

#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

/// The file appears complete or not at all. @throws Error invalid_data as validate(model) does; io.
void save_model(const Model& model, const std::filesystem::path& path);

/// The loaded model classifies with the same bits as the saved one.
/// @param verify false for a file that another program has changed, whose checksum is missing or wrong.
/// @throws Error file_not_found; bad_file if it is not a model, or damaged; unsupported for a later format; io.
Model load_model(const std::filesystem::path& path, bool verify = true);

/// The SHA-256 of everything in a model, as 64 hexadecimal digits: the same before it is saved and after it is loaded,
/// and another one where a number or a note differs.
std::string digest(const Model& model);

}  // namespace biotropy::sicamm
