// SPDX-License-Identifier: Apache-2.0
//
// A classified recording as a table or as NetCDF-4.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "biotropy/files/output.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/states_recording.hpp"

namespace biotropy::cli {

struct StatesOutput {
  const sicamm::StatesRecording& recording;
  const sicamm::Model& model;
  const sicamm::Classification& found;
  const std::string& command_line;
  Notices notices;  ///< kept in NetCDF
};

/// time, label, posterior of each class, log_likelihood, flags: separated by tabs.
std::string states_header(const sicamm::Model& model);

/// One line. @param time in seconds, or the number of the sample.
std::string states_line(const sicamm::Model& model, double time, std::int32_t label, std::span<const double> posterior,
                        double log_likelihood, std::uint8_t flags);

/// A line for each vector, separated by tabs; numbers in the shortest form that reads back as the same number.
/// @throws Error io.
void write_states_table(files::Output& output, const StatesOutput& states);

/// @throws Error io.
void write_states_netcdf(const std::filesystem::path& path, const StatesOutput& states);

}  // namespace biotropy::cli
