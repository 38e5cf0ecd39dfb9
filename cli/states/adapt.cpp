// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states adapt`: a model for a person that it was not trained on.
#include <fmt/format.h>

#include "biotropy/error.hpp"
#include "biotropy/files/atomic_file.hpp"
#include "biotropy/sicamm/adaptation.hpp"
#include "biotropy/sicamm/missing_vectors.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/states_recording.hpp"
#include "cli/commands.hpp"
#include "cli/input_options.hpp"
#include "cli/output_options.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/states/options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct StatesAdaptOptions : ModelOptions {
  InputOptions input;
  sicamm::LabelSettings labels;
  RunOptions run;
  std::string output;
};

ExitCode run_adapt(const StatesAdaptOptions& options, Context& context) {
  options.run.apply(context.console);
  context.console.gather(options.input.files.size());
  require_other_than({options.output, {}}, options.input.files);
  require_other_than({options.output, {}}, {options.model}, "the model");
  const Execution execution = options.run.execution();
  const sicamm::Model model = options.load();
  const files::AtomicFile file(options.output);  // fails now rather than after the work
  const std::vector<std::string> classes = sicamm::class_names(model);
  auto recordings = sicamm::read_all_states(options.input.files, options.input, options.labels,
                                            sicamm::channels_of(model), context.console.takes_notices(), execution);
  for (sicamm::StatesRecording& one : recordings) {
    require_other_than({options.output, {}}, one.other_files);
    sicamm::require_rate(model, one);
    sicamm::keep_classes(options.labels, classes, one);
    one.label(classes, context.console.takes_notices(), sicamm::BadTime::missing);
    context.console.notices(sicamm::vector_faults(model, one.features.values), one.path);
  }
  sicamm::Adaptation found = sicamm::adapt(model, sicamm::labelled(recordings), execution);
  found.model.notes.emplace_back("adaptation command", context.command_line);
  sicamm::save_model(found.model, options.output);
  context.console.notices(found.notices);
  if (!options.run.quiet) print(sicamm::summary(found));
  return ExitCode::done;
}

}  // namespace

void add_states_adapt(CLI::App& parent, Command& chosen) {
  CLI::App& command = add_command(
      parent, "adapt",
      "A model for another person, from recordings with few labels or none; it stays as it is where nothing helps");
  const auto options = std::make_shared<StatesAdaptOptions>();
  add_input_options(command, options->input);
  add_model_options(command, *options, true);
  add_row(command, options->output, "output", {"FILE", "", "a file", "File for the new model (NetCDF-4)", {}, "Output"},
          {.also = "-o", .required = true});
  add_label_options(command, options->labels);
  add_run_options(command, options->run);
  add_footer(command,
             "  biotropy states adapt sub-9.edf --model model.nc --events none -o sub-9.nc\n"
             "  biotropy states adapt sub-9.edf --model model.nc --events labels.tsv -o sub-9.nc\n");
  set_work(command, chosen, [options](Context& context) { return run_adapt(*options, context); });
}

}  // namespace biotropy::cli
