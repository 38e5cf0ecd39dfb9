// SPDX-License-Identifier: Apache-2.0
//
// `biotropy bids`: a BIDS App. Level participant measures every recording of a dataset, level group compares the groups
// of its participants.
#include <fmt/format.h>

#include <algorithm>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/study/derivatives.hpp"
#include "biotropy/version.hpp"
#include "cli/commands.hpp"
#include "cli/dataset_options.hpp"
#include "cli/input_options.hpp"
#include "cli/measure_options.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/study/commands.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct BidsOptions : DatasetOptions {
  BidsOptions() { description.measure = {entropy::Measure::sampen, {}, {}, {}, {}}; }

  std::string work;
  bool scales_given = false;
  study::Description description;
  study::MultiscaleSettings scales;
  RrOptions rr;
  StatisticsOptions statistics;
  RunOptions run;

  study::Description complete() const {
    study::Description complete = description;
    complete.folder = dataset;
    if (scales_given) complete.multiscale = scales;
    rr.require(of_heartbeats());
    if (of_heartbeats()) {
      complete.heartbeats = rr;
      if (complete.measure.given("missing") == nullptr) complete.measure.options["missing"] = std::string("omit");
    }
    statistics.apply(complete.statistics);
    study::validate(complete);
    return complete;
  }
  bool of_heartbeats() const { return rr.intervals || !rr.beats.empty(); }
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
  const std::vector<study::Subject> subjects = study::subjects_of(dataset);
  context.console.gather(subjects.size());
  to_console.measured = [&](const study::Subject& subject, const study::SubjectValues& values) {
    derivatives.write(subject, values);
    context.console.notices(values.notices, subject.name());
  };
  const study::StudyRun done =
      study::measure_each(description, options.folder(), subjects, options.run.execution(), to_console);
  context.console.end_progress();
  context.console.notices(options.run.notices->take());
  context.console.end_notices();
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
  for (const std::string& id : study::without_group(dataset, description)) {
    context.console.notices(
        {warning("group_unknown", fmt::format("{} has no {} in {}: left out", id, description.group_column,
                                              description.participants_path().generic_string()))});
    code = ExitCode::bad_input;
  }
  for (const study::Condition& condition : conditions) {
    const std::filesystem::path path = derivatives.group_result(condition);
    const study::StudyRun done = study::compare_measured(description, options.folder(), condition.subjects, path,
                                                         options.run.execution(), listener(context.console));
    context.console.end_progress();
    const ExitCode of_condition = code_of(done, context);
    if (code == ExitCode::done) code = of_condition;
    if (!done.result) continue;
    derivatives.write(condition, done.result->cohort, done.result->statistics);
    for (const Notice& one : done.result->statistics.notices) context.console.notices({one.at(condition.name)});
    if (!options.run.quiet) print(fmt::format("{}\n{}", condition.name, summary(description, *done.result, path)));
  }
  return code;
}

ExitCode run_bids(const BidsOptions& options, Context& context) {
  options.run.apply(context.console);
  const study::Description description = options.complete();
  files::BidsSelection selection = options.selection;
  if (options.of_heartbeats())
    selection.kind = options.rr.beats.empty() ? files::BidsKind::physio : files::BidsKind::events;
  const study::Dataset dataset = study::open_dataset(options.dataset, selection, !options.skip_validation);
  return options.of_group() ? compare_groups(options, dataset, description, context)
                            : measure_participants(options, dataset, description, context);
}

}  // namespace

void add_bids_command(CLI::App& program, Command& chosen) {
  CLI::App& command = add_command(
      program, "bids", "A BIDS App: every recording of a dataset measured, groups of its participants compared");
  const auto options = std::make_shared<BidsOptions>();
  study::Description& description = options->description;
  add_version(command);
  add_dataset_options(command, *options,
                      "participant: measure every recording; group: compare the groups of participants.tsv",
                      "that of the measure");
  add_row(
      command, options->work, "work_dir",
      {"FOLDER",
       "",
       "a folder",
       "Folder for values that later runs and the level group take, otherwise OUTPUT_DIR/.biotropy; both levels need "
       "the same",
       {},
       "Output"},
      {.also = "-w,--work_dir"});
  add_group_options(command, description);
  add_read_options(command, description.read);
  add_measure_options(command, description.measure, Measures::all);
  add_multiscale_options(command, options->scales);
  add_rr_options(command, options->rr, "rr-",
                 "Measure heartbeats, in tables of physiology (*_physio.tsv.gz), in place of EEG, iEEG and MEG; with "
                 "--rr-beats, in tables of events");
  add_prepare_options(command, description.prepare, false);
  add_statistics_options(command, description.statistics, options->statistics);
  add_run_options(command, options->run);
  add_row(command, options->run.threads, "nthreads",
          {"N", "", "an integer of at least 0", "The same as --threads, as other BIDS Apps name it", {}, "Running"},
          {.also = "--n_cpus"});
  add_run_option(command, options->run, "device");
  add_footer(command,
             "  biotropy bids dataset dataset/derivatives/biotropy participant --measure sampen --epoch 1024\n"
             "  biotropy bids dataset dataset/derivatives/biotropy group --measure sampen --epoch 1024\n"
             "  biotropy bids dataset out participant --participant-label 01 02 --task-label rest\n"
             "  biotropy bids dataset out participant --rr --columns peaks --measure sampen\n");
  set_work(
      command, chosen, [options](Context& context) { return run_bids(*options, context); },
      [options, &command] { options->scales_given = any_given(command, kScalesGroup); });
}

}  // namespace biotropy::cli
