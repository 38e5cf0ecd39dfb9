// SPDX-License-Identifier: Apache-2.0
//
// `biotropy simulate`: recordings and series with known behaviour.
#include <fmt/format.h>

#include "biotropy/files/output.hpp"
#include "biotropy/simulate/cohort.hpp"
#include "biotropy/simulate/signals.hpp"
#include "biotropy/system/open_file.hpp"
#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "cli/parser.hpp"
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
  CLI::App& command = add_command(
      parent, "cohort",
      "Groups of EDF recordings of coupled oscillators with noise; in some channels the coupling falls from group to "
      "group, so that Cross-ApEn rises there. Written with participants.tsv, and the same for the same seed.");
  const auto options = std::make_shared<CohortOptions>();
  add_argument(command, options->folder, {"DIR", "Folder, made where it is missing"});
  add_row(command, options->force, "force",
          {"", "", "", "Write into a folder with other files, and over those of the same names"});
  add_rows(command, options->settings, simulate::cohort_options(), "Options");
  add_run_options(command, options->run);
  add_footer(command,
             "  biotropy simulate cohort simulated --subjects 3 --channels 32 --epochs 10\n"
             "  biotropy cross simulated/sub-*.edf -m 1 --epoch 1024 --mean-only -o matrices.nc\n");
  set_work(command, chosen, [options](Context& context) { return run_cohort(*options, context); });
}

void add_series(CLI::App& parent, Command& chosen) {
  CLI::App& command = add_command(parent, "series", "A series of known irregularity, one number per line");
  const auto options = std::make_shared<SimulatedSeriesOptions>();
  std::string kinds = "Kinds:\n";
  for (const simulate::SignalDescription& kind : simulate::signal_kinds()) {
    kinds += fmt::format("  {:<9} {}\n", kind.name, kind.description);
    if (!kind.parameter.empty()) {
      kinds += fmt::format("  {:<9}   parameter: {}, {} to {} [{}]\n", "", kind.parameter, kind.lowest, kind.highest,
                           kind.preset);
    }
  }
  using S = SimulatedSeriesOptions;
  static const std::vector<OptionRow<S>> own{
      option_row<S>("kind", &S::kind, {"", "", "", "Kind of series, see below"}).one_of([] {
        std::vector<std::string> names;
        for (const simulate::SignalDescription& kind : simulate::signal_kinds()) names.emplace_back(kind.name);
        return names;
      }),
      option_row<S>("output", &S::output, {"FILE", "", "a file", "File; '-': standard output"}).with({.also = "-o"}),
  };
  add_rows<S>(command, *options, std::span(own).first(1), "Options");
  add_rows(command, options->settings, simulate::signal_options(), "Options");
  add_rows<S>(command, *options, std::span(own).last(1), "Options");
  add_footer(command,
             "  biotropy simulate series --kind logistic --parameter 3.9 --samples 5000 -o chaos.txt\n"
             "  biotropy entropy chaos.txt\n\n" +
                 kinds);
  set_work(command, chosen, [options](Context& context) { return run_series(*options, context); });
}

}  // namespace

void add_simulate_command(CLI::App& program, Command& chosen) {
  CLI::App& command = add_parent(program, "simulate", "Recordings and series with known behaviour");
  add_footer(command,
             "  biotropy simulate cohort simulated\n"
             "  biotropy simulate series --kind pink -o pink.txt\n");
  add_cohort(command, chosen);
  add_series(command, chosen);
}

}  // namespace biotropy::cli
