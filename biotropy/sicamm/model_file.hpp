// SPDX-License-Identifier: Apache-2.0
//
// A trained model as a NetCDF-4 file. What is read is not trusted: every size and number is checked, and bytes that the
// NetCDF library falls over end a child process, not the program.
#pragma once

#include <filesystem>

#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

/// The file appears whole or not at all. @throws Error invalid_data as validate(model) does; io.
void save_model(const Model& model, const std::filesystem::path& path);

/// Classifies with the bits of the model that was saved.
/// @throws Error file_not_found; bad_file where it is no model or a damaged one; unsupported for a later format; io.
Model load_model(const std::filesystem::path& path);

}  // namespace biotropy::sicamm
