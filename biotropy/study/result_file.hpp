// SPDX-License-Identifier: Apache-2.0
//
// Result of a study as NetCDF-4 (docs/study.md lists dimensions, variables and attributes). The same study gives the
// same bytes: nothing depends on when, where or in how many steps it was made.
#pragma once

#include <filesystem>
#include <string>

#include "biotropy/study/cohort.hpp"
#include "biotropy/study/statistics.hpp"

namespace biotropy::study {

/// The file appears complete or not at all. @param key identifies the inputs of the result. @throws Error io.
void write_result(const std::filesystem::path& path, const std::string& key, const Description& description,
                  const Cohort& cohort, const Statistics& statistics);

}  // namespace biotropy::study
