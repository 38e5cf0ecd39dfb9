// SPDX-License-Identifier: Apache-2.0
#include "cli/dataset_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace biotropy::cli {

namespace {

void add_labels(CLI::App& command, const std::string& key, std::vector<std::string>& labels,
                const std::string& prefix) {
  command
      .add_option(fmt::format("--{0}-label,--{0}_label", key), labels,
                  fmt::format("Only these labels, with or without '{}-'", prefix))
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->option_text("LABEL ...")
      ->group("Selection");
}

}  // namespace

void add_dataset_options(CLI::App& command, DatasetOptions& options, const std::string& levels,
                         const std::string& usual_label) {
  command.add_option("BIDS_DIR", options.dataset, "Root of the dataset")->required()->option_text(" ");
  command.add_option("OUTPUT_DIR", options.output, "Root of the derivatives, made where it is missing")
      ->required()
      ->option_text(" ");
  command.add_option("ANALYSIS_LEVEL,--analysis-level,--analysis_level", options.level, levels)
      ->required()
      ->check(CLI::IsMember({"participant", "group"}))
      ->option_text("participant|group");
  add_labels(command, "participant", options.selection.participants, "sub");
  add_labels(command, "session", options.selection.sessions, "ses");
  add_labels(command, "task", options.selection.tasks, "task");
  add_labels(command, "run", options.selection.runs, "run");
  add_labels(command, "recording", options.selection.recordings, "recording");
  command
      .add_flag("--skip-bids-validation,--skip_bids_validation", options.skip_validation,
                "Accept a dataset without dataset_description.json")
      ->group("Selection");
  command
      .add_option("--desc", options.label,
                  fmt::format("Label of the derivatives, desc-LABEL; otherwise {}", usual_label))
      ->option_text("LABEL")
      ->group("Output");
}

}  // namespace biotropy::cli
