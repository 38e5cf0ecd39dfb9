// SPDX-License-Identifier: Apache-2.0
//
// `biotropy simulate`: recordings and series with known behaviour.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "biotropy/files/output.hpp"
#include "biotropy/simulate/cohort.hpp"
#include "biotropy/simulate/signals.hpp"
#include "biotropy/system/open_file.hpp"
#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "cli/run_options.hpp"

namespace biotropy::cli {

namespace {

struct CohortOptions {
  std::string folder;
  simulate::CohortSettings settings;
  bool force = false;
  RunOptions run;
};

struct SimulatedSeriesOptions {
  std::string kind = "gaussian", output = "-";
  simulate::SignalSettings settings;
};

ExitCode run_cohort(const CohortOptions& options, Context& context) {
  options.run.apply(context.console);
  const ProgressCallback progress = context.console.progress("simulating", "recordings");
  const simulate::Foreign foreign = options.force ? simulate::Foreign::replace : simulate::Foreign::refuse;
  const simulate::Cohort cohort =
      write_cohort(options.settings, options.folder, options.run.execution(), progress, foreign);
  context.console.end_progress();
  context.console.notices(cohort.notices);
  context.console.note(fmt::format("{} {} and participants.tsv in {}", cohort.participants.size(),
                                   cohort.participants.size() == 1 ? "recording" : "recordings", options.folder));
  return ExitCode::done;
}

ExitCode run_series(SimulatedSeriesOptions options, Context&) {
  options.settings.kind = simulate::signal_kind(options.kind).kind;
  const std::vector<double> samples = simulate::signal(options.settings);
  const auto write = [&](files::Output& output) {
    for (const double sample : samples) output.write(fmt::format("{}\n", sample));
    output.finish();
  };
  if (options.output == "-") {
    files::Output output(system::kStandardOutput, "standard output");
    write(output);
  } else {
    files::Output output{std::filesystem::path(options.output)};
    write(output);
  }
  return ExitCode::done;
}

void add_cohort(CLI::App& parent, Command& chosen) {
  CLI::App& command = *parent.add_subcommand(
      "cohort",
      "Groups of EDF recordings of coupled oscillators with noise; in some channels the coupling falls from group to "
      "group, so that Cross-ApEn rises there. Written with participants.tsv, and the same for the same seed.");
  const auto options = std::make_shared<CohortOptions>();
  simulate::CohortSettings& settings = options->settings;
  command.add_option("DIR", options->folder, "Folder, made where it is missing")->required()->option_text(" ");
  command.add_flag("--force", options->force, "Write into a folder with other files, and over those of the same names");
  command.add_option("--groups", settings.groups, "Groups")->option_text(fmt::format("N [{}]", settings.groups));
  command.add_option("--subjects", settings.subjects, "Subjects in each group")
      ->option_text(fmt::format("N [{}]", settings.subjects));
  command.add_option("--channels", settings.channels, "Channels of a recording")
      ->option_text(fmt::format("N [{}]", settings.channels));
  command.add_option("--affected", settings.affected, "Channels, from the first one, in which the groups differ")
      ->option_text("N [a third]");
  command.add_option("--epochs", settings.epochs, "Epochs of a recording")
      ->option_text(fmt::format("N [{}]", settings.epochs));
  command.add_option("--epoch-length", settings.epoch_length, "Samples of an epoch")
      ->option_text(fmt::format("N [{}]", settings.epoch_length));
  command.add_option("--rate", settings.rate, "Samples per second")->option_text(fmt::format("N [{}]", settings.rate));
  command
      .add_option("--strongest-coupling", settings.strongest_coupling,
                  "Coupling of the first group, and of channels without group differences, 1/s")
      ->option_text(fmt::format("N [{}]", settings.strongest_coupling));
  command
      .add_option("--weakest-coupling", settings.weakest_coupling,
                  "Coupling of the affected channels of the last group, 1/s")
      ->option_text(fmt::format("N [{}]", settings.weakest_coupling));
  command.add_option("--seed", settings.seed, "Another seed, another cohort")
      ->option_text(fmt::format("N [{}]", settings.seed));
  add_run_options(command, options->run);
  add_footer(command,
             "  biotropy simulate cohort simulated --subjects 3 --channels 32 --epochs 10\n"
             "  biotropy cross simulated/sub-*.edf -m 1 --epoch 1024 --mean-only -o matrices.nc\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_cohort(*options, context); }; });
}

void add_series(CLI::App& parent, Command& chosen) {
  CLI::App& command = *parent.add_subcommand("series", "A series of known irregularity, one number per line");
  const auto options = std::make_shared<SimulatedSeriesOptions>();
  std::vector<std::string> names;
  std::string kinds = "Kinds:\n";
  for (const simulate::SignalDescription& kind : simulate::signal_kinds()) {
    names.emplace_back(kind.name);
    kinds += fmt::format("  {:<9} {}\n", kind.name, kind.description);
    if (!kind.parameter.empty()) {
      kinds += fmt::format("  {:<9}   parameter: {}, {} to {} [{}]\n", "", kind.parameter, kind.lowest, kind.highest,
                           kind.preset);
    }
  }
  command.add_option("--kind", options->kind, "Kind of series, see below")
      ->check(CLI::IsMember(names))
      ->option_text("KIND [gaussian]");
  command.add_option("--samples", options->settings.samples, "Number of samples")->option_text("N [1000]");
  command.add_option("--parameter", options->settings.parameter, "Parameter of the kind")->option_text("P");
  command.add_option("--seed", options->settings.seed, "Another seed, another series")->option_text("N [1]");
  command.add_option("-o,--output", options->output, "File; '-': standard output")->option_text("FILE [-]");
  add_footer(command,
             "  biotropy simulate series --kind logistic --parameter 3.9 --samples 5000 -o chaos.txt\n"
             "  biotropy entropy chaos.txt\n\n" +
                 kinds);
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_series(*options, context); }; });
}

}  // namespace

void add_simulate_command(CLI::App& program, Command& chosen) {
  CLI::App& command = *program.add_subcommand("simulate", "Recordings and series with known behaviour");
  command.require_subcommand(1);
  add_footer(command,
             "  biotropy simulate cohort simulated\n"
             "  biotropy simulate series --kind pink -o pink.txt\n");
  add_cohort(command, chosen);
  add_series(command, chosen);
}

}  // namespace biotropy::cli
