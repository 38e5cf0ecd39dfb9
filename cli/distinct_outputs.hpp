// SPDX-License-Identifier: Apache-2.0
//
// Results of several recordings, each in a file of its own: none of them takes the place of another.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace biotropy::cli {

struct OneOutput {
  std::filesystem::path path;
  std::string of;  ///< what it is of, for the message: "the report", or a recording
};

/// @throws Error invalid_argument where two of them are one file, whatever the way to it.
void require_distinct(const std::vector<OneOutput>& outputs);

}  // namespace biotropy::cli
