// SPDX-License-Identifier: Apache-2.0
//
// Shared parts of the commands that measure one series at a time (entropy, multiscale): their options, and the
// treatment of heartbeats.
#pragma once

#include <filesystem>

#include "biotropy/files/options.hpp"
#include "biotropy/series/recording.hpp"
#include "cli/commands.hpp"
#include "cli/entry_columns.hpp"
#include "cli/file_run.hpp"
#include "cli/measure_options.hpp"
#include "cli/output_options.hpp"
#include "cli/surrogate_options.hpp"

namespace biotropy::cli {

struct SeriesOptions {
  InputOptions input;
  RrOptions rr;
  entropy::Settings measure;
  entropy::SurrogateSettings surrogates;
  PrepareOptions prepare;
  OutputOptions output;
  RunOptions run;

  bool heartbeats() const;
  /// Settings of the measure; by default, templates that span a removed beat are left out.
  entropy::Settings measuring() const;
};

/// All options except those after the measure, which end with add_output_and_run_options.
void add_series_options(CLI::App& command, SeriesOptions& options);
void add_output_and_run_options(CLI::App& command, SeriesOptions& options);

/// Recordings of the command line. The options must outlive the result.
/// @throws Error invalid_argument if options for intervals are given, and no file contains any.
FileRun series_run(Context& context, const std::string& command, const SeriesOptions& options, std::size_t gap_fill);

/// Inputs, command line and parameters. @param windows over all epochs.
files::ResultsHead series_head(const Context& context, const SeriesOptions& options, const entropy::Request& request,
                               const std::optional<WindowLengths>& windows);

/// Above the tables of one of several recordings: its name, and an empty line in front of all but the first.
std::string heading_of(const SeriesOptions& options, const std::string& path, bool first);

/// True if load_series makes RR intervals of the file.
bool holds_heartbeats(const std::filesystem::path& path, const files::OpenOptions& open, const RrOptions& options);

/// A recording with the one channel "RR", or any other. Its notices include what was removed, and a first value that
/// looks like the time to the first beat unless the values were declared as intervals.
series::Recording load_series(const std::filesystem::path& path, const files::OpenOptions& open,
                              const RrOptions& options);

}  // namespace biotropy::cli
