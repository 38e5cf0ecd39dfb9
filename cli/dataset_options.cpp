// SPDX-License-Identifier: Apache-2.0
#include "cli/dataset_options.hpp"

#include <fmt/format.h>

#include "biotropy/groups/network_options.hpp"
#include "cli/parser.hpp"

namespace biotropy::cli {

namespace {

using S = DatasetOptions;

OptionRow<S> labels(std::string_view name, std::string_view also, std::vector<std::string> files::BidsSelection::*of,
                    std::string_view help) {
  return option_row<S>(name, [of](auto& s) -> auto& { return s.selection.*of; }, {"LABEL ...", "", "labels", help})
      .with({.also = also});
}

// Names with underscores are those of other BIDS Apps.
std::span<const OptionRow<S>> selection_rows() {
  using B = files::BidsSelection;
  static const std::vector<OptionRow<S>> rows{
      labels("participant_label", "--participant_label", &B::participants, "Only these labels, with or without 'sub-'"),
      labels("session_label", "--session_label", &B::sessions, "Only these labels, with or without 'ses-'"),
      labels("task_label", "--task_label", &B::tasks, "Only these labels, with or without 'task-'"),
      labels("run_label", "--run_label", &B::runs, "Only these labels, with or without 'run-'"),
      labels("recording_label", "--recording_label", &B::recordings, "Only these labels, with or without 'recording-'"),
      option_row<S>("skip_bids_validation", &S::skip_validation,
                    {"", "", "", "Accept a dataset without dataset_description.json"})
          .with({.also = "--skip_bids_validation"}),
      option_row<S>("desc", &S::label, {"LABEL", "", "a label", "", {}, "Output"}),
  };
  return rows;
}

}  // namespace

void add_dataset_options(CLI::App& command, DatasetOptions& options, const std::string& levels,
                         const std::string& usual_label) {
  add_argument(command, options.dataset, {"BIDS_DIR", "Root of the dataset"});
  add_argument(command, options.output, {"OUTPUT_DIR", "Root of the derivatives, made where it is missing"});
  add_argument(
      command, options.level,
      {"ANALYSIS_LEVEL,--analysis-level,--analysis_level", levels, "participant|group", {"participant", "group"}});
  add_rows(command, options, selection_rows(), "Selection");
  describe(command, "--desc", fmt::format("Label of the derivatives, desc-LABEL; otherwise {}", usual_label));
}

void StatisticsOptions::apply(study::StatisticsSettings& settings) const {
  for (std::size_t i = 0; i + 1 < contrasts.size(); i += 2) {
    settings.contrasts.emplace_back(contrasts[i], contrasts[i + 1]);
  }
}

void add_statistics_options(CLI::App& command, study::StatisticsSettings& settings, StatisticsOptions& options) {
  const char* group = "Statistics";
  add_row(command, options.contrasts, "contrast",
          {"GROUP GROUP",
           "",
           "two groups",
           "Two groups to be compared; may be given again; otherwise each group with the next one",
           {},
           group});
  add_rows(command, settings, study::statistics_options(), group);
  add_rows(command, settings.permutations, groups::permutation_options(), group);
}

void add_group_options(CLI::App& command, study::Description& description) {
  for (const char* name : {"group_column", "least_epochs"}) {
    add_rows(command, description, one_row(study::description_options(), name), "Subjects");
  }
}

}  // namespace biotropy::cli
