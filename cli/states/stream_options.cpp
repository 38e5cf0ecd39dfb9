// SPDX-License-Identifier: Apache-2.0
#include "cli/states/stream_options.hpp"

#include "cli/parser.hpp"

namespace biotropy::cli {

namespace {

std::span<const OptionRow<StatesStreamOptions>> output_rows() {
  using S = StatesStreamOptions;
  constexpr double highest_port = 65535.0;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("output", &S::output,
                    {"FILE", "", "a file",
                     "File for the lines; '-': standard output. With '--state' it goes on in a file that is there: "
                     "without a torn line after a kill, and in a replay without a line that comes twice"})
          .with({.also = "-o"}),
      option_row<S>("format", &S::format,
                    {"", "", "", "Lines: fields between tabs, after a line of their names; or a JSON object each"}),
      option_row<S>("state", &S::state,
                    {"FILE", "", "a file",
                     "Go on from this file if it is there, and leave the state there at the end, also after Ctrl-C"}),
      option_row<S>("state_every", &S::state_every,
                    {"N", "samples", "an integer of at least 0",
                     "And after each so many samples, should the process be killed; 0: never"})
          .with({.needs = "state", .lowest = 0.0}),
      option_row<S>("lsl_out", &S::lsl_out,
                    {"NAME", "", "a name",
                     "The states as a stream of the Lab Streaming Layer, too, and a marker for each change of the "
                     "class as 'NAME markers'"}),
      option_row<S>("osc", &S::osc,
                    {"HOST:PORT", "", "HOST:PORT",
                     "The states as messages of Open Sound Control over UDP, too: /biotropy/state for each, and "
                     "/biotropy/class for each change of the class"}),
      option_row<S>(
          "udp", &S::udp,
          {"HOST:PORT", "", "HOST:PORT", "The states as datagrams, too, each the JSON object of '--format json'"}),
      option_row<S>("show", &S::show,
                    {"[=PORT", "", "a port from 0 to 65535",
                     "A live picture for a browser on this machine, at the address that is printed: posteriors of the "
                     "last minute, the newest state, latencies, what was dropped; 0: a port that is free"})
          .with({.lowest = 0.0, .highest = highest_port}),
      option_row<S>("statistics", &S::statistics,
                    {"", "", "", "Say at the end how many samples came, and how long they took"}),
  };
  return rows;
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
  add_model_options(command, options, true);
  add_rows(command, options.decoding, live::state_stream_options().first(4), "Decoding");
  add_source_options(command, options);
  add_row(command, options.waiting, "wait",
          {"",
           "",
           "",
           "Until a sample comes: sleep, or prewarm the next one, which takes a processor and shortens the time from "
           "sample to state",
           {},
           kSourceGroup});
  add_rows(command, options, output_rows(), "Output");
  take_without_value(command, "--show", "0", "[=PORT [0]]");
}

}  // namespace biotropy::cli
