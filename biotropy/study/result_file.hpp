// SPDX-License-Identifier: Apache-2.0
//
// The result of a study as NetCDF-4 (docs/study.md lists dimensions, variables and attributes). The same study makes
// the same bytes: nothing in it depends on when, where or in how many steps it was made.
#pragma once

#include <filesystem>
#include <string>

#include "biotropy/study/cohort.hpp"
#include "biotropy/study/statistics.hpp"

namespace biotropy::study {

/// The file appears whole or not at all. @param key what it is made from. @throws Error io.
void write_result(const std::filesystem::path& path, const std::string& key, const Description& description,
                  const Cohort& cohort, const Statistics& statistics);

}  // namespace biotropy::study
