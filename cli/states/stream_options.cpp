// SPDX-License-Identifier: Apache-2.0
#include "cli/states/stream_options.hpp"

#include <CLI/CLI.hpp>

#include "cli/table_option.hpp"

namespace biotropy::cli {

namespace {

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
      .add_option("--format", options.format,
                  "Lines: fields between tabs, after a line of their names; or a JSON object each")
      ->check(CLI::IsMember({"table", "json"}))
      ->option_text("table|json [table]")
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
  command
      .add_option("--osc", options.osc,
                  "The states as messages of Open Sound Control over UDP, too: /biotropy/state for each, and "
                  "/biotropy/class for each change of the class")
      ->option_text("HOST:PORT")
      ->group(group);
  command.add_option("--udp", options.udp, "The states as datagrams, too, each the JSON object of '--format json'")
      ->option_text("HOST:PORT")
      ->group(group);
  command
      .add_option(
          "--show", options.show,
          "A live picture for a browser on this machine, at the address that is printed: posteriors of the last "
          "minute, the newest state, latencies, what was dropped; 0: a port that is free")
      ->check(CLI::Range(0, 65535))
      ->expected(0, 1)
      ->default_str("0")
      ->option_text("[=PORT [0]]")
      ->group(group);
  command.add_flag("--statistics", options.statistics, "Say at the end how many samples came, and how long they took")
      ->group(group);
}

}  // namespace

live::StateStreamSettings StatesStreamOptions::stream() const {
  live::StateStreamSettings settings = decoding;
  settings.sampling_rate = rate;
  settings.gap = gap;
  settings.uneven_stamps = from_lsl();
  settings.prewarms = prewarms();
  settings.gap_name = "'--gap'";
  return settings;
}

void add_stream_options(CLI::App& command, StatesStreamOptions& options) {
  add_model_options(command, options.model, options.no_verify)->required();
  add_rows(command, options.decoding, live::state_stream_options().first(4), "");
  add_source_options(command, options);
  command
      .add_option("--wait", options.waiting,
                  "Until a sample comes: sleep, or prewarm the next one, which takes a processor and shortens the time "
                  "from sample to state")
      ->check(CLI::IsMember({"sleep", "prewarm"}))
      ->option_text("sleep|prewarm [sleep]")
      ->group(kSourceGroup);
  add_output_of_stream(command, options);
}

}  // namespace biotropy::cli
