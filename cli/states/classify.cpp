// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states classify`: classes of a recording, sample by sample.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
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
#include "cli/run_options.hpp"
#include "cli/states/options.hpp"
#include "cli/states/output.hpp"

namespace biotropy::cli {

namespace {

struct StatesClassifyOptions {
  InputOptions input;
  DecodeOptions decode;
  RunOptions run;
  std::string model, output = "-";
  bool no_verify = false;
};

// With several recordings the output is a folder.
std::filesystem::path output_of(const StatesClassifyOptions& options, const std::string& path) {
  if (options.input.files.size() == 1) return options.output;
  const std::string stem = std::filesystem::path(path).stem().generic_string();
  return std::filesystem::path(options.output) / (stem + "_states.tsv");
}

void write(const StatesClassifyOptions& options, const StatesOutput& states) {
  if (options.output == "-") {
    files::Output output(system::kStandardOutput, "standard output");
    write_states_table(output, states);
    return;
  }
  const std::filesystem::path path = output_of(options, states.recording.path);
  if (path.extension() == ".nc") {
    write_states_netcdf(path, states);
    return;
  }
  files::Output output(path);
  write_states_table(output, states);
}

void check_output(const StatesClassifyOptions& options) {
  require_other_than({options.output, ""}, options.input.files);
  require_other_than({options.output, ""}, {options.model}, "the model");
  std::error_code unknown;
  if (options.input.files.size() > 1 && !std::filesystem::is_directory(options.output, unknown)) {
    throw Error::argument("output", options.output, "a folder that exists, for more than one recording");
  }
  if (options.input.files.size() == 1) return;
  std::vector<OneOutput> outputs;
  for (const std::string& path : options.input.files) {
    const std::filesystem::path output = output_of(options, path);
    require_other_than({output.generic_string(), ""}, options.input.files);
    require_other_than({output.generic_string(), ""}, {options.model}, "the model");
    outputs.push_back({output, path});
  }
  require_distinct(outputs);
}

ExitCode run_classify(const StatesClassifyOptions& options, Context& context) {
  options.run.apply(context.console);
  const Execution execution = options.run.execution();
  const files::OpenOptions open = options.input;
  const sicamm::ClassifySettings& settings = options.decode.settings;
  validate(settings);
  check_output(options);
  sicamm::Model model = sicamm::load_model(options.model, !options.no_verify);
  apply(options.decode.chain, model);
  const sicamm::ChannelSelection selection = sicamm::channels_of(model);
  const sicamm::Classifier classifier(model, sicamm::density_mode(options.decode.density), execution);
  ExitCode code = ExitCode::done;
  bool any_seen = false;
  for (const std::string& path : options.input.files) {
    try {
      const sicamm::StatesRecording recording =
          sicamm::read_states(path, open, selection, context.console.takes_notices(), execution);
      if (options.input.files.size() == 1) require_other_than({options.output, ""}, recording.other_files);
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
      const std::string message = error.what();
      context.console.error(message.starts_with(path) ? message : fmt::format("{}: {}", path, message),
                            hint(error, "states classify"));
      if (code == ExitCode::done) code = exit_code(error);
    }
  }
  return code == ExitCode::done && !any_seen ? ExitCode::nothing_computed : code;
}

}  // namespace

void add_states_classify(CLI::App& parent, Command& chosen) {
  CLI::App& command = *parent.add_subcommand("classify", "The classes of recordings, sample by sample");
  const auto options = std::make_shared<StatesClassifyOptions>();
  add_input_options(command, options->input);
  add_model_options(command, options->model, options->no_verify)->required();
  command
      .add_option(
          "-o,--output", options->output,
          "File for time, label, posteriors, log-likelihood and flags: .nc, otherwise a table separated by tabs; "
          "'-': standard output; a folder for several recordings")
      ->option_text("FILE [-]")
      ->group("Output");
  add_decode_options(command, options->decode, true);
  add_run_options(command, options->run);
  add_device_option(command, options->run);
  add_footer(command,
             "  biotropy states classify eeg.edf --model model.nc -o states.tsv\n"
             "  biotropy states classify eeg.edf --model model.nc --decoder smoother -o states.nc\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_classify(*options, context); }; });
}

}  // namespace biotropy::cli
