// SPDX-License-Identifier: Apache-2.0
#include "cli/states_stream_options.hpp"

#include <CLI/CLI.hpp>

namespace biotropy::cli {

namespace {

CLI::Option* add_lsl_options(CLI::App& command, StatesStreamOptions& options, const char* group) {
  auto* lsl = command.add_option("--lsl", options.lsl.name, "A stream of the Lab Streaming Layer, by its name");
  lsl->option_text("NAME")->group(group);
  const auto add = [&](const char* name, auto& value, const char* help, const char* text) {
    return command.add_option(name, value, help)->needs(lsl)->option_text(text)->group(group);
  };
  add("--lsl-type", options.lsl.type, "Only channels of this type (EEG); otherwise of any", "TYPE");
  add("--lsl-unit", options.lsl.unit, "Unit (uV) of channels that do not say theirs, where the model has units",
      "UNIT");
  add("--lsl-channels", options.lsl_channels,
      "Channels of the model are found by label, type and unit, in any order; or are all channels of the stream, by "
      "position",
      "label|position [label]")
      ->check(CLI::IsMember({"label", "position"}));
  add("--lsl-wait", options.lsl_patience.first, "For that stream, in seconds", "S [10]");
  add("--lsl-reconnect", options.lsl_patience.reconnect,
      "Seconds to wait for a stream that has gone; 0: its end is the end", "S [10]");
  return lsl;
}

void add_source_options(CLI::App& command, StatesStreamOptions& options) {
  const char* group = "Samples (otherwise lines of numbers on standard input, one for each channel)";
  auto* listen = command.add_option("--listen", options.port,
                                    "Frames from a client that connects to this TCP port of the loopback address; 0: a "
                                    "port that is free");
  listen->check(CLI::Range(0, 65535))->option_text("PORT")->group(group);
  command
      .add_option("--silence", options.silence, "Seconds without a frame after which a client counts as gone; 0: never")
      ->needs(listen)
      ->option_text("S [60]")
      ->group(group);
  auto* replay = command.add_option("--replay", options.replay, "A recording");
  replay->option_text("FILE")->group(group);
  command.add_option("--speed", options.speed, "Of a replay: each sample when it is due, or as fast as possible")
      ->check(CLI::IsMember({"real", "max"}))
      ->needs(replay)
      ->option_text("real|max [real]")
      ->group(group);
  auto* lsl = add_lsl_options(command, options, group);
  listen->excludes(replay)->excludes(lsl);
  replay->excludes(lsl);
  command.add_option("--rate", options.rate, "Samples per second, where the model does not say")
      ->option_text("HZ")
      ->group(group);
  command
      .add_option(
          "--gap", options.gap,
          "Seconds between time stamps that are a gap, after which the chain starts anew; otherwise 1.5 samples, and "
          "with '--lsl' more where stamps are uneven")
      ->option_text("S")
      ->group(group);
  command.add_option("--queue", options.queue, "Samples that wait at most")->option_text("N [512]")->group(group);
  command
      .add_option("--when-full", options.when_full,
                  "What then: the source waits, or the oldest sample is dropped and counted")
      ->check(CLI::IsMember({"block", "drop-oldest"}))
      ->option_text("block|drop-oldest [block]")
      ->group(group);
  command
      .add_option("--wait", options.waiting,
                  "Until a sample comes: sleep, or prewarm the next one, which takes a processor and shortens the time "
                  "from sample to state")
      ->check(CLI::IsMember({"sleep", "prewarm"}))
      ->option_text("sleep|prewarm [sleep]")
      ->group(group);
}

void add_output_of_stream(CLI::App& command, StatesStreamOptions& options) {
  const char* group = "Output";
  command
      .add_option(
          "-o,--output", options.output,
          "File for the lines; '-': standard output. With '--state' it goes on in a file that is there: without "
          "a torn line after a kill, and in a replay without a line that comes twice")
      ->option_text("FILE [-]")
      ->group(group);
  command
      .add_option("--state", options.state,
                  "Go on from this file if it is there, and leave the state there at the end, also after Ctrl-C")
      ->option_text("FILE")
      ->group(group);
  command
      .add_option("--state-every", options.state_every, "And after each so many samples, should the process be killed")
      ->option_text("N")
      ->group(group);
  command
      .add_option(
          "--lsl-out", options.lsl_out,
          "The states as a stream of the Lab Streaming Layer, too, and a marker for each change of the class as "
          "'NAME markers'")
      ->option_text("NAME")
      ->group(group);
  command.add_flag("--statistics", options.statistics, "Say at the end how many samples came, and how long they took")
      ->group(group);
}

}  // namespace

live::StateStreamSettings StatesStreamOptions::stream() const {
  live::StateStreamSettings settings;
  settings.stream = {lag, warm_up, {beta, !without_outliers}};
  settings.sampling_rate = rate;
  settings.gap = gap;
  settings.uneven_stamps = from_lsl();
  settings.prewarms = prewarms();
  settings.gap_name = "'--gap'";
  return settings;
}

live::LslSelection StatesStreamOptions::lsl_selection() const {
  live::LslSelection selection = lsl;
  selection.by_position = lsl_channels == "position";
  return selection;
}

void add_stream_options(CLI::App& command, StatesStreamOptions& options) {
  command.add_option("-m,--model", options.model, "Model of 'biotropy states train'")->required()->option_text("FILE");
  command.add_option("--lag", options.lag, "Wait for so many later samples; 0: none")->option_text("N [0]");
  command.add_option("--warm-up", options.warm_up, "Vectors after the start, and after a gap, that are flagged")
      ->option_text("N [1]");
  command.add_option("--beta", options.beta, "Power of the densities, instead of the model's")->option_text("B");
  command.add_flag("--ignore-outliers", options.without_outliers, "Outliers are flagged, and count for no class");
  add_source_options(command, options);
  add_output_of_stream(command, options);
}

}  // namespace biotropy::cli
