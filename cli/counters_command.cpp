// SPDX-License-Identifier: Apache-2.0
//
// `biotropy counters`: the counting engines and their hardware.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "biotropy/cpu.hpp"
#include "biotropy/match/counter.hpp"
#include "biotropy/threads.hpp"
#include "cli/commands.hpp"
#include "cli/run_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

using Json = nlohmann::ordered_json;

ExitCode print_json() {
  Json json;
  for (const match::Counter* counter : match::counters()) {
    json["counters"].push_back({{"name", counter->name()}, {"description", counter->description()}});
  }
  json["instruction_sets"] = instruction_sets();
  json["threads"] = thread_count({});
  print(json.dump(2) + "\n");
  return ExitCode::done;
}

ExitCode run_counters(bool json) {
  if (json) return print_json();
  Table table({{"counter"}, {"description"}});
  for (const match::Counter* counter : match::counters()) {
    table.add({std::string(counter->name()), std::string(counter->description())});
  }
  print(table.text() + fmt::format("\ninstruction sets  {} (the first is used)\nthreads           {}\n",
                                   fmt::join(instruction_sets(), ", "), thread_count({})));
  return ExitCode::done;
}

}  // namespace

void add_counters_command(CLI::App& program, Command& chosen) {
  CLI::App& command = *program.add_subcommand(
      "counters", "The engines that count matching templates, the instruction sets that they use, and the threads");
  const auto json = std::make_shared<bool>(false);
  add_json_option(command, *json);
  add_footer(command,
             "  biotropy counters\n"
             "  biotropy counters --json\n"
             "  biotropy entropy rr.txt --counter direct    # the plain loop that defines the answer\n"
             "  BIOTROPY_COUNTER=direct biotropy entropy rr.txt\n"
             "  BIOTROPY_SIMD=AVX2 biotropy counters\n");
  command.callback([json, &chosen] { chosen = [json](Context&) { return run_counters(*json); }; });
}

}  // namespace biotropy::cli
