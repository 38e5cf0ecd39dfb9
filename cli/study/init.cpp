// SPDX-License-Identifier: Apache-2.0
//
// `biotropy study init`: a template of a description, with every key explained.
#include <fmt/format.h>

#include <system_error>

#include "biotropy/error.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/output.hpp"
#include "cli/dataset_options.hpp"
#include "cli/input_options.hpp"
#include "cli/measure_options.hpp"
#include "cli/parser.hpp"
#include "cli/study/commands.hpp"
#include "cli/surrogate_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct InitOptions {
  // As in the MEG study of Martinez-Zarzuela et al. (2013), which the simulated cohort also follows by default.
  InitOptions() { description.prepare.epoch = 1024; }

  std::string folder, participants;
  StatisticsOptions statistics;
  study::Description description;
  study::MultiscaleSettings scales;
  bool scales_given = false;
  RunOptions run;
};

// A path relative to the description, which may be elsewhere.
std::string from_folder(const std::string& path, const std::filesystem::path& folder) {
  const std::filesystem::path given(path);
  if (given.is_absolute()) return path;
  std::error_code failure;
  const auto there = std::filesystem::absolute(given, failure).lexically_normal();
  const auto here = std::filesystem::absolute(folder, failure).lexically_normal();
  const std::string relative = there.lexically_relative(here).generic_string();
  return relative.empty() ? there.generic_string() : relative;
}

ExitCode run_init(const InitOptions& options, Context& context) {
  if (options.run.quiet) context.console.be_quiet();
  const std::filesystem::path folder(options.folder), file = folder / study::kDescriptionName;
  study::Description description = options.description;
  if (!options.participants.empty()) description.participants = from_folder(options.participants, folder);
  if (!description.recordings.empty()) description.recordings = from_folder(description.recordings, folder);
  options.statistics.apply(description.statistics);
  if (options.scales_given) description.multiscale = options.scales;
  study::validate(description);
  if (std::filesystem::exists(files::known_status(file))) {
    throw Error::argument("FOLDER", options.folder, "a folder without a study.toml");
  }
  files::make_folder(folder);
  files::Output output(file);
  output.write(study::description_text(description));
  output.finish();
  description.folder = folder;
  if (std::error_code unknown; !std::filesystem::exists(description.participants_path(), unknown)) {
    context.console.note(fmt::format("{} is not there yet: a table with the columns participant_id, {} and file",
                                     description.participants_path().generic_string(), description.group_column));
  }
  if (!options.run.quiet) print(fmt::format("{}\n", file.generic_string()));
  return ExitCode::done;
}

std::span<const OptionRow<InitOptions>> subject_rows() {
  using S = InitOptions;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("participants", &S::participants,
                    {"FILE", "", "a file",
                     "Table of the participants: participant_id, a column of groups, and file; otherwise "
                     "FOLDER/participants.tsv"}),
      option_row<S>("recordings", [](auto& s) -> auto& { return s.description.recordings; },
                    {"FOLDER", "", "a folder",
                     "Folder searched for recordings if the table has no column file; otherwise that of the table"}),
  };
  return rows;
}

}  // namespace

void add_study_init(CLI::App& parent, Command& chosen) {
  CLI::App& command =
      add_command(parent, "init",
                  "Write FOLDER/study.toml, the description of a study: these options, and every other key explained");
  const auto options = std::make_shared<InitOptions>();
  study::Description& description = options->description;
  add_argument(command, options->folder, {"FOLDER", "Folder of the study, made where it is missing"});
  add_rows(command, *options, subject_rows(), "Subjects");
  add_group_options(command, description);
  add_read_options(command, description.read);
  add_measure_options(command, description.measure, Measures::all);
  add_multiscale_options(command, options->scales);
  add_surrogate_options(command, description.surrogates);
  add_prepare_options(command, description.prepare);
  add_statistics_options(command, description.statistics, options->statistics);
  add_run_option(command, options->run, "quiet");
  add_footer(command,
             "  biotropy study init study\n"
             "  biotropy study init study --participants cohort/participants.tsv --measure sampen -m 2 --epoch 4096\n"
             "  biotropy study init study --measure cross-sampen -m 2 --scales 1-10 --epoch 4096\n"
             "  biotropy study init study --measure sampen -m 2 --window 2000 --step 500\n"
             "  biotropy study init study --contrast children adults --contrast adults elderly\n");
  set_work(
      command, chosen, [options](Context& context) { return run_init(*options, context); },
      [options, &command] {
        if (is_given(command, "--window") && !is_given(command, "--epoch")) options->description.prepare.epoch = 0;
        options->scales_given = any_given(command, kScalesGroup);
      });
}

}  // namespace biotropy::cli
