// SPDX-License-Identifier: Apache-2.0
//
// The subcommands of `biotropy study`, and `biotropy bids`, which runs studies of a dataset.
#pragma once

#include <string>
#include <vector>

#include "biotropy/study/study.hpp"
#include "cli/commands.hpp"
#include "cli/run_options.hpp"

namespace biotropy::cli {

/// The study, and the folder of its results.
struct StudyOptions {
  std::string study, output;
  RunOptions run;

  study::Description description() const { return study::read_description(study); }
  /// Folder of the description, unless another one was given.
  study::StudyFolder folder(const study::Description& description) const;
};

void add_study_options(CLI::App& command, StudyOptions& options);

/// Progress and warnings of a study on the console.
study::Listener listener(Console& console);

/// What a comparison of groups has found, in lines. @param path of the result.
std::string summary(const study::Description& description, const study::StudyResult& result,
                    const std::filesystem::path& path);

void add_bids_command(CLI::App& program, Command& chosen);
void add_study_init(CLI::App& parent, Command& chosen);
void add_study_run(CLI::App& parent, Command& chosen);
void add_study_merge(CLI::App& parent, Command& chosen);
void add_study_submit(CLI::App& parent, Command& chosen);
void add_study_status(CLI::App& parent, Command& chosen);
void add_study_verify(CLI::App& parent, Command& chosen);

}  // namespace biotropy::cli
