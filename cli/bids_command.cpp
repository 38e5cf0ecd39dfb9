// SPDX-License-Identifier: Apache-2.0
//
// `biotropy bids`: a BIDS App. Level participant measures every recording of a dataset, level group compares the groups
// of its participants.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/study/derivatives.hpp"
#include "biotropy/version.hpp"
#include "cli/commands.hpp"
#include "cli/input_options.hpp"
#include "cli/measure_options.hpp"
#include "cli/multiscale_options.hpp"
#include "cli/prepare_options.hpp"
#include "cli/run_options.hpp"
#include "cli/statistics_options.hpp"
#include "cli/study_commands.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct BidsOptions {
  BidsOptions() { description.measure = {entropy::Measure::sampen, {}, {}, {}, {}}; }

  std::string dataset, output, level, work, label;
  files::BidsSelection selection;
  bool skip_validation = false, scales_given = false;
  study::Description description;
  study::MultiscaleSettings scales;
  StatisticsOptions statistics;
  RunOptions run;

  study::Description complete() const {
    study::Description complete = description;
    complete.folder = dataset;
    if (scales_given) complete.multiscale = scales;
    statistics.apply(complete.statistics);
    study::validate(complete);
    return complete;
  }
  study::StudyFolder folder() const {
    return study::StudyFolder(work.empty() ? std::filesystem::path(output) / ".biotropy" : std::filesystem::path(work));
  }
};

ExitCode code_of(const study::StudyRun& done, Context& context) {
  bool failed_here = false;
  for (const study::SubjectStatus& one : done.subjects) {
    if (one.state != study::SubjectState::failed) continue;
    context.console.error(fmt::format("{}: {}", one.subject.name(), one.reason));
    failed_here |= one.error && exit_code(*one.error) == ExitCode::failed;
  }
  const std::size_t n_failed = done.count(study::SubjectState::failed);
  if (failed_here) return ExitCode::failed;
  if (n_failed == done.subjects.size()) return ExitCode::nothing_computed;
  return n_failed == 0 ? ExitCode::done : ExitCode::bad_input;
}

ExitCode measure_participants(const BidsOptions& options, const study::Dataset& dataset,
                              const study::Description& description, Context& context) {
  using study::SubjectState;
  const study::Derivatives derivatives(dataset, description, options.output, options.label);
  derivatives.begin();
  study::Listener to_console = listener(context.console);
  to_console.measured = [&](const study::Subject& subject, const study::SubjectValues& values) {
    derivatives.write(subject, values);
  };
  const study::StudyRun done = study::measure_each(description, options.folder(), study::subjects_of(dataset),
                                                   options.run.execution(), to_console);
  context.console.end_progress();
  for (const std::string& warning : options.run.warnings->take()) context.console.warning(warning);
  const ExitCode code = code_of(done, context);
  const std::size_t elsewhere = done.count(SubjectState::elsewhere);
  if (!options.run.quiet) {
    print(fmt::format("{}: {}: {} measured, {} kept, {} failed{}\n", title(description),
                      counted(done.subjects.size(), "recording"), done.count(SubjectState::computed),
                      done.count(SubjectState::kept), done.count(SubjectState::failed),
                      elsewhere > 0 ? fmt::format(", {} in other processes", elsewhere) : ""));
    print(fmt::format("  desc-{:<17}  {}\n", derivatives.label(), options.output));
  }
  return code;
}

ExitCode compare_groups(const BidsOptions& options, const study::Dataset& dataset,
                        const study::Description& description, Context& context) {
  const study::Derivatives derivatives(dataset, description, options.output, options.label);
  const auto conditions = study::conditions_of(dataset, description);
  derivatives.begin();
  ExitCode code = ExitCode::done;
  for (const study::Condition& condition : conditions) {
    const std::filesystem::path path = derivatives.group_result(condition);
    const study::StudyRun done = study::compare_measured(description, options.folder(), condition.subjects, path,
                                                         options.run.execution(), listener(context.console));
    context.console.end_progress();
    const ExitCode one = code_of(done, context);
    if (code == ExitCode::done) code = one;
    if (!done.result) continue;
    derivatives.write(condition, done.result->cohort, done.result->statistics);
    for (const std::string& remark : done.result->statistics.remarks) {
      context.console.warning(fmt::format("{}: {}", condition.name, remark));
    }
    if (!options.run.quiet) print(fmt::format("{}\n{}", condition.name, summary(description, *done.result, path)));
  }
  return code;
}

ExitCode run_bids(const BidsOptions& options, Context& context) {
  options.run.apply(context.console);
  const study::Description description = options.complete();
  const study::Dataset dataset = study::open_dataset(options.dataset, options.selection, !options.skip_validation);
  return options.level == "group" ? compare_groups(options, dataset, description, context)
                                  : measure_participants(options, dataset, description, context);
}

void add_labels(CLI::App& command, const std::string& key, std::vector<std::string>& labels,
                const std::string& prefix) {
  command
      .add_option(fmt::format("--{0}-label,--{0}_label", key), labels,
                  fmt::format("Only these labels, with or without '{}-'", prefix))
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->option_text("LABEL ...")
      ->group("Selection");
}

void add_dataset_options(CLI::App& command, BidsOptions& options) {
  command.add_option("BIDS_DIR", options.dataset, "Root of the dataset")->required()->option_text(" ");
  command.add_option("OUTPUT_DIR", options.output, "Root of the derivatives, made where it is missing")
      ->required()
      ->option_text(" ");
  command
      .add_option("ANALYSIS_LEVEL,--analysis-level,--analysis_level", options.level,
                  "participant: measure every recording; group: compare the groups of participants.tsv")
      ->required()
      ->check(CLI::IsMember({"participant", "group"}))
      ->option_text("participant|group");
  add_labels(command, "participant", options.selection.participants, "sub");
  add_labels(command, "session", options.selection.sessions, "ses");
  add_labels(command, "task", options.selection.tasks, "task");
  add_labels(command, "run", options.selection.runs, "run");
  command
      .add_flag("--skip-bids-validation,--skip_bids_validation", options.skip_validation,
                "Accept a dataset without dataset_description.json")
      ->group("Selection");
  command.add_option("--desc", options.label, "Label of the derivatives, desc-LABEL; otherwise that of the measure")
      ->option_text("LABEL")
      ->group("Output");
  command
      .add_option("-w,--work-dir,--work_dir", options.work,
                  "Folder for values that later runs and the level group take; both levels need the same")
      ->option_text("FOLDER [OUTPUT_DIR/.biotropy]")
      ->group("Output");
}

}  // namespace

void add_bids_command(CLI::App& program, Command& chosen) {
  CLI::App& command = *program.add_subcommand(
      "bids", "A BIDS App: every recording of a dataset measured, groups of its participants compared");
  const auto options = std::make_shared<BidsOptions>();
  study::Description& description = options->description;
  command.set_version_flag("--version", std::string(version()));
  add_dataset_options(command, *options);
  add_group_options(command, description);
  add_read_options(command, description.read);
  add_measure_options(command, description.measure, Measures::all);
  add_multiscale_options(command, options->scales);
  add_prepare_options(command, description.prepare);
  add_statistics_options(command, description.statistics, options->statistics);
  add_run_options(command, options->run);
  command.add_option("--n_cpus,--nthreads", options->run.threads, "The same as --threads, as other BIDS Apps name it")
      ->option_text("N [0]")
      ->group("Running");
  add_device_option(command, options->run);
  add_footer(command,
             "  biotropy bids dataset dataset/derivatives/biotropy participant --measure sampen --epoch 1024\n"
             "  biotropy bids dataset dataset/derivatives/biotropy group --measure sampen --epoch 1024\n"
             "  biotropy bids dataset out participant --participant-label 01 02 --task-label rest\n");
  command.callback([options, &command, &chosen] {
    options->scales_given = any_given(command, kScalesGroup);
    chosen = [options](Context& context) { return run_bids(*options, context); };
  });
}

}  // namespace biotropy::cli
