// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states classify`: classes of a recording, sample by sample.
#include <fmt/format.h>

#include <algorithm>

#include "biotropy/error.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/sicamm/familiarity.hpp"
#include "biotropy/sicamm/missing_vectors.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/states_recording.hpp"
#include "biotropy/system/open_file.hpp"
#include "cli/commands.hpp"
#include "cli/input_options.hpp"
#include "cli/output_options.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/states/options.hpp"
#include "cli/states/output.hpp"

namespace biotropy::cli {

namespace {

struct StatesClassifyOptions : ModelOptions {
  InputOptions input;
  DecodeOptions decode;
  RunOptions run;
  std::string output = "-";

  EachOutput outputs() const { return {output, input.files, "_states.tsv"}; }
};

void write(const StatesClassifyOptions& options, const StatesOutput& states) {
  if (options.output == "-") {
    files::Output output(system::kStandardOutput, "standard output");
    write_states_table(output, states);
    return;
  }
  const std::filesystem::path path = options.outputs().of(states.recording.path);
  if (path.extension() == ".nc") {
    write_states_netcdf(path, states);
    return;
  }
  files::Output output(path);
  write_states_table(output, states);
}

ExitCode run_classify(const StatesClassifyOptions& options, Context& context) {
  options.run.apply(context.console);
  context.console.gather(options.input.files.size());
  const Execution execution = options.run.execution();
  const files::OpenOptions open = options.input;
  const sicamm::ClassifySettings& settings = options.decode.settings;
  validate(settings);
  require_other_than({options.output, {}}, {options.model}, "the model");
  options.outputs().require({{options.model, "the model"}});
  sicamm::Model model = options.load();
  apply(options.decode.chain, model);
  const sicamm::ChannelSelection selection = sicamm::channels_of(model);
  const sicamm::Classifier classifier(model, options.decode.density, execution);
  ExitCode code = ExitCode::done;
  bool any_seen = false;
  for (const std::string& path : options.input.files) {
    try {
      const sicamm::StatesRecording recording =
          sicamm::read_states(path, open, selection, context.console.takes_notices(), execution);
      if (options.input.files.size() == 1) require_other_than({options.output, {}}, recording.other_files);
      sicamm::require_rate(model, recording);
      const sicamm::Classification found =
          classifier.classify(recording.features.values, recording.gaps(), settings, execution);
      if (recording.vectors() == 0) {
        context.console.notices(
            {warning("recording_short",
                     fmt::format("{} samples are fewer than the window of the features", recording.samples))},
            path);
      }
      for (const Notice& fault : sicamm::vector_faults(model, recording.features.values)) {
        options.run.notices->add(fault);
      }
      if (const auto fault = sicamm::familiarity_fault(model, classifier, recording.features.values)) {
        options.run.notices->add(*fault);
      }
      const Notices notices = options.run.notices->take();
      context.console.notices(notices, path);
      write(options, {recording, model, found, context.command_line, notices});
      any_seen = any_seen || std::any_of(found.flags.begin(), found.flags.end(),
                                         [](std::uint8_t flags) { return (flags & sicamm::kMissing) == 0; });
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled || is_about_output(error)) throw;
      const ExitCode failed = context.console.error(error, "states classify", path);
      if (code == ExitCode::done) code = failed;
    }
  }
  return code == ExitCode::done && !any_seen ? ExitCode::nothing_computed : code;
}

}  // namespace

void add_states_classify(CLI::App& parent, Command& chosen) {
  CLI::App& command = add_command(parent, "classify", "The classes of recordings, sample by sample");
  const auto options = std::make_shared<StatesClassifyOptions>();
  add_input_options(command, options->input);
  add_model_options(command, *options, true);
  add_row(command, options->output, "output",
          {"FILE",
           "",
           "a file",
           "File for time, label, posteriors, log-likelihood and flags: .nc, otherwise a table separated by tabs; '-': "
           "standard output; a folder for several recordings",
           {},
           "Output"},
          {.also = "-o"});
  add_decode_options(command, options->decode, true);
  add_run_options(command, options->run);
  add_run_option(command, options->run, "device");
  add_footer(command,
             "  biotropy states classify eeg.edf --model model.nc -o states.tsv\n"
             "  biotropy states classify eeg.edf --model model.nc --decoder smoother -o states.nc\n");
  set_work(command, chosen, [options](Context& context) { return run_classify(*options, context); });
}

}  // namespace biotropy::cli
