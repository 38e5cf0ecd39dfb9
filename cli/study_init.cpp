// SPDX-License-Identifier: Apache-2.0
//
// `biotropy study init`: a template of a description, with every key explained.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <system_error>

#include "biotropy/error.hpp"
#include "biotropy/files/output.hpp"
#include "cli/input_options.hpp"
#include "cli/measure_options.hpp"
#include "cli/multiscale_options.hpp"
#include "cli/prepare_options.hpp"
#include "cli/study_commands.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct InitOptions {
  InitOptions() {
    // Settings of the MEG study of Martinez-Zarzuela et al. (2013), which the simulated cohort also follows by default.
    description.measure.m = {1};
    description.prepare.epoch = 1024;
  }

  std::string folder, participants;
  std::vector<std::string> contrasts;  // names, two for each
  study::Description description;
  study::MultiscaleSettings scales;
  bool quiet = false;
};

// A path relative to the description, which may be elsewhere.
std::string from_folder(const std::string& path, const std::filesystem::path& folder) {
  const std::filesystem::path given(path);
  if (given.is_absolute()) return path;
  std::error_code failure;
  const auto there = std::filesystem::absolute(given, failure).lexically_normal();
  const auto here = std::filesystem::absolute(folder, failure).lexically_normal();
  const std::string relative = there.lexically_relative(here).string();
  return relative.empty() ? there.string() : relative;
}

ExitCode run_init(const InitOptions& options, bool scales, Context& context) {
  if (options.quiet) context.console.be_quiet();
  const std::filesystem::path folder(options.folder), file = folder / study::kDescriptionName;
  study::Description description = options.description;
  if (!options.participants.empty()) description.participants = from_folder(options.participants, folder);
  if (!description.recordings.empty()) description.recordings = from_folder(description.recordings, folder);
  if (options.contrasts.size() % 2 != 0) {
    throw Error::argument("--contrast", options.contrasts.back(), "a second group for each contrast");
  }
  for (std::size_t i = 0; i + 1 < options.contrasts.size(); i += 2) {
    description.statistics.contrasts.emplace_back(options.contrasts[i], options.contrasts[i + 1]);
  }
  if (scales) description.multiscale = options.scales;
  study::validate(description);
  std::error_code failure;
  if (std::filesystem::exists(file, failure)) {
    throw Error::argument("FOLDER", options.folder, "a folder without a study.toml");
  }
  std::filesystem::create_directories(folder, failure);
  if (failure) throw Error(ErrorCode::io, fmt::format("{}: {}", folder.string(), failure.message()));
  files::Output output(file);
  output.write(study::description_text(description));
  output.finish();
  description.folder = folder;
  if (!std::filesystem::exists(description.participants_path(), failure)) {
    context.console.note(fmt::format("{} is not there yet: a table with the columns participant_id, {} and file",
                                     description.participants_path().string(), description.group_column));
  }
  if (!options.quiet) print(fmt::format("{}\n", file.string()));
  return ExitCode::done;
}

bool any_given(const CLI::App& command, const std::string& group) {
  const auto options = command.get_options([&](const CLI::Option* option) { return option->get_group() == group; });
  return std::any_of(options.begin(), options.end(), [](const CLI::Option* option) { return option->count() > 0; });
}

void add_subject_options(CLI::App& command, InitOptions& options) {
  const char* group = "Subjects";
  command
      .add_option("--participants", options.participants,
                  "Table of the participants: participant_id, a column of groups, and file")
      ->option_text("FILE [FOLDER/participants.tsv]")
      ->group(group);
  command.add_option("--group-column", options.description.group_column, "Its column of groups")
      ->option_text("NAME [group]")
      ->group(group);
  command
      .add_option("--recordings", options.description.recordings,
                  "Folder searched for recordings if the table has no column file")
      ->option_text("FOLDER [that of the table]")
      ->group(group);
  command
      .add_option("--least-epochs", options.description.least_epochs,
                  "Epochs that an entry of a subject needs; with fewer it has no value")
      ->option_text("N [1]")
      ->group(group);
}

void add_statistics_options(CLI::App& command, InitOptions& options) {
  const char* group = "Statistics";
  study::StatisticsSettings& statistics = options.description.statistics;
  command
      .add_option("--contrast", options.contrasts,
                  "Two groups to be compared; may be given again; otherwise each group with the next one")
      ->expected(2)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->option_text("GROUP GROUP")
      ->group(group);
  command.add_option("--alpha", statistics.alpha, "Level below which a p-value counts as significant in the summary")
      ->option_text(fmt::format("A [{}]", statistics.alpha))
      ->group(group);
  command
      .add_option("--permutations", statistics.permutations,
                  "Arrangements of the group labels that the permutation test draws")
      ->option_text(fmt::format("N [{}]", statistics.permutations))
      ->group(group);
  command.add_option("--seed", statistics.seed, "Of those arrangements")->option_text("N [1]")->group(group);
}

}  // namespace

void add_study_init(CLI::App& parent, Command& chosen) {
  CLI::App& command = *parent.add_subcommand(
      "init", "Write FOLDER/study.toml, the description of a study: these options, and every other key explained");
  const auto options = std::make_shared<InitOptions>();
  study::Description& description = options->description;
  command.add_option("FOLDER", options->folder, "Folder of the study, made where it is missing")
      ->required()
      ->option_text(" ");
  add_subject_options(command, *options);
  add_read_options(command, description.read);
  add_measure_options(command, description.measure, Measures::all);
  add_multiscale_options(command, options->scales);
  add_prepare_options(command, description.prepare);
  add_statistics_options(command, *options);
  add_quiet_option(command, options->quiet);
  add_footer(command,
             "  biotropy study init study\n"
             "  biotropy study init study --participants cohort/participants.tsv --measure sampen -m 2 --epoch 4096\n"
             "  biotropy study init study --contrast children adults --contrast adults elderly\n");
  command.callback([options, &command, &chosen] {
    entropy::Settings& measure = options->description.measure;
    if (command.count("-m") == 0 && !entropy::has(measure.measure, entropy::kPairs)) measure.m.clear();
    const bool scales = any_given(command, kScalesGroup);
    chosen = [options, scales](Context& context) { return run_init(*options, scales, context); };
  });
}

}  // namespace biotropy::cli
