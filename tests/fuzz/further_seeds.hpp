// SPDX-License-Identifier: Apache-2.0
//
// First inputs and words of the targets that read no recordings: live samples, studies, models, states, command lines.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/files/samples.hpp"

namespace biotropy::fuzz {

struct Seeds {
  std::string target;
  std::vector<files::test::SampleFile> inputs;
  std::vector<std::string> words;  ///< of its dictionary
};

/// @param scratch a folder for files that are written and read again.
std::vector<Seeds> further_seeds(const std::filesystem::path& scratch);

}  // namespace biotropy::fuzz
