// SPDX-License-Identifier: Apache-2.0
//
// What the commands that measure one series at a time (entropy, multiscale) have in common: their options, and how
// heartbeats are measured.
#pragma once

#include "cli/commands.hpp"
#include "cli/file_run.hpp"
#include "cli/load_series.hpp"
#include "cli/measure_options.hpp"
#include "cli/output_options.hpp"

namespace biotropy::cli {

struct SeriesOptions {
  InputOptions input;
  RrOptions rr;
  entropy::Settings measure;
  PrepareOptions prepare;
  OutputOptions output;
  RunOptions run;

  bool heartbeats() const;
  /// Those of the measure; unless said otherwise, templates that straddle the place of a removed beat are left out.
  entropy::Settings measuring() const;
};

/// All but those that stand after the ones of the measure and end with add_output_and_run_options.
void add_series_options(CLI::App& command, SeriesOptions& options);
void add_output_and_run_options(CLI::App& command, SeriesOptions& options);

/// The recordings of the command line. The options must live as long.
/// @throws Error invalid_argument where intervals were to be cleaned, and no file is known to hold any.
FileRun series_run(Context& context, const std::string& command, const SeriesOptions& options, std::size_t gap_fill);

/// Inputs, command line and parameters. `own` are those of the command, behind the measure's.
files::ResultsHead series_head(const Context& context, const SeriesOptions& options,
                               const std::vector<files::Parameter>& own);

/// Where a table stands among those of other recordings: the name of the recording above it, and a line between.
std::string with_heading(const SeriesOptions& options, const std::string& path, bool first, const std::string& table);

}  // namespace biotropy::cli
