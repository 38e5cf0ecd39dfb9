// SPDX-License-Identifier: Apache-2.0
//
// Files of a first corpus.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/files/samples.hpp"

namespace biotropy::fuzz {

void write_inputs(const std::filesystem::path& folder, const std::vector<files::test::SampleFile>& inputs);

/// A word for each line, in quotes; every byte as its number, so that none needs a mark before it.
void write_dictionary(const std::filesystem::path& path, const std::vector<std::string>& words);

/// The program that writes seeds: its exit status. @param write gets the folder that is the argument, and one for files
/// that are written and read again.
int write_seeds(
    int count, char** arguments,
    const std::function<void(const std::filesystem::path& folder, const std::filesystem::path& scratch)>& write);

}  // namespace biotropy::fuzz
