// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states simulate`: sequences with known optimal classification.
#include <fmt/format.h>

#include <limits>

#include "biotropy/files/output.hpp"
#include "biotropy/sicamm/markov/decode.hpp"
#include "biotropy/sicamm/problem.hpp"
#include "biotropy/sicamm/scores.hpp"
#include "cli/commands.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct StatesSimulateOptions {
  RunOptions run;
  std::string problem, output;
  std::size_t samples = 10000;
  double rate = 100.0;
  std::uint64_t seed = 1, problem_seed = 1;
};

std::string class_name(std::int32_t k) {
  return fmt::format("class{}", k + 1);
}

void write_samples(const std::string& path, const sicamm::Simulated& simulated, std::size_t channels) {
  files::Output output{std::filesystem::path(path)};
  for (std::size_t c = 0; c < channels; ++c) output.write(fmt::format("{}C{}", c > 0 ? "," : "", c + 1));
  output.write("\n");
  for (std::size_t i = 0; i < simulated.samples.size(); ++i) {
    output.write(fmt::format("{}{}", simulated.samples[i], (i + 1) % channels == 0 ? '\n' : ','));
  }
  output.finish();
}

void write_events(const std::string& path, const std::vector<std::int32_t>& classes, double rate) {
  files::Output output{std::filesystem::path(path)};
  output.write("onset\tduration\ttrial_type\n");
  for (std::size_t begin = 0; begin < classes.size();) {
    std::size_t end = begin;
    while (end < classes.size() && classes[end] == classes[begin]) ++end;
    output.write(fmt::format("{}\t{}\t{}\n", static_cast<double>(begin) / rate, static_cast<double>(end - begin) / rate,
                             class_name(classes[begin])));
    begin = end;
  }
  output.finish();
}

ExitCode run_states_simulate(const StatesSimulateOptions& options, Context& context) {
  options.run.apply(context.console);
  const sicamm::Problem problem = sicamm::problem(options.problem, options.problem_seed);
  const sicamm::Simulated simulated = sicamm::simulate(problem, options.samples, options.seed);
  write_samples(options.output + ".csv", simulated, problem.channels());
  write_events(options.output + "_events.tsv", simulated.classes, options.rate);
  const auto posteriors = sicamm::filter(problem.chain, sicamm::true_log_densities(problem, simulated.samples)).values;
  sicamm::Scorer scorer(problem.classes());
  scorer.add(simulated.classes, sicamm::most_probable(posteriors, problem.classes()), posteriors);
  const sicamm::Scores best = scorer.scores();
  if (options.run.quiet) return ExitCode::done;
  print(fmt::format(
      "{}.csv: {} channels, {} classes, {} samples; with the true densities the filter reaches an "
      "accuracy of {:.4f} and a log loss of {:.4f}\n",
      options.output, problem.channels(), problem.classes(), options.samples, best.accuracy, best.log_loss));
  return ExitCode::done;
}

std::span<const OptionRow<StatesSimulateOptions>> simulation_rows() {
  using S = StatesSimulateOptions;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("output", &S::output,
                    {"NAME", "", "a name", "Beginning of the names: NAME.csv and NAME_events.tsv"})
          .with({.also = "-o", .required = true}),
      option_row<S>("samples", &S::samples, {"N", "", "an integer of at least 1", "Number of samples"}),
      option_row<S>("rate", &S::rate, {"HZ", "Hz", "a number above 0", "Samples per second"})
          .with({.lowest = std::numeric_limits<double>::min(), .highest = std::numeric_limits<double>::max()}),
      option_row<S>("seed", &S::seed, {"N", "", "an integer of at least 0", "Of the samples"}),
      option_row<S>("problem_seed", &S::problem_seed,
                    {"N", "", "an integer of at least 0", "Of the mixing matrices and means"}),
  };
  return rows;
}

}  // namespace

void add_states_simulate(CLI::App& parent, Command& chosen) {
  CLI::App& command =
      add_command(parent, "simulate", "Sequences of independent sources whose best possible classification is known");
  const auto options = std::make_shared<StatesSimulateOptions>();
  std::vector<std::string> names;
  for (const auto name : sicamm::problem_names()) names.emplace_back(name);
  add_argument(command, options->problem, {"PROBLEM", fmt::format("One of {}", fmt::join(names, ", ")), " ", names});
  add_rows(command, *options, simulation_rows(), "Options");
  add_run_options(command, options->run);
  add_footer(command,
             "  biotropy states simulate P3 -o train --samples 20000\n"
             "  biotropy states train train.csv --rate 100 -o model.nc\n");
  set_work(command, chosen, [options](Context& context) { return run_states_simulate(*options, context); });
}

}  // namespace biotropy::cli
