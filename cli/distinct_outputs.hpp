// SPDX-License-Identifier: Apache-2.0
//
// Checks that outputs of several recordings are different files, so that none overwrites another.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace biotropy::cli {

struct OneOutput {
  std::filesystem::path path;
  std::string of;  ///< its content, for the message: "the report", or a recording
};

/// @throws Error invalid_argument if two of them are one file, by whatever path.
void require_distinct(const std::vector<OneOutput>& outputs);

}  // namespace biotropy::cli
