// SPDX-License-Identifier: Apache-2.0
//
// `biotropy engines`: the counting engines and their hardware.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "biotropy/cpu.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/threads.hpp"
#include "cli/commands.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

using Json = nlohmann::ordered_json;

ExitCode print_json() {
  Json json;
  for (const match::Engine* engine : match::engines()) {
    json["engines"].push_back({{"name", engine->name()}, {"description", engine->description()}});
  }
  json["instruction_sets"] = instruction_sets();
  json["threads"] = thread_count({});
  print(json.dump(2) + "\n");
  return ExitCode::done;
}

ExitCode run_engines(bool json) {
  if (json) return print_json();
  Table table({{"engine"}, {"description"}});
  for (const match::Engine* engine : match::engines()) {
    table.add({std::string(engine->name()), std::string(engine->description())});
  }
  print(table.text() + fmt::format("\ninstruction sets  {} (the first is used)\nthreads           {}\n",
                                   fmt::join(instruction_sets(), ", "), thread_count({})));
  return ExitCode::done;
}

}  // namespace

void add_engines_command(CLI::App& program, Command& chosen) {
  CLI::App& command =
      add_command(program, "engines",
                  "The engines that count matching templates, the instruction sets that they use, and the threads");
  const auto options = std::make_shared<RunOptions>();
  add_run_option(command, *options, "json");
  add_footer(command,
             "  biotropy engines\n"
             "  biotropy engines --json\n"
             "  biotropy entropy rr.txt --engine direct    # the plain loop that defines the answer\n"
             "  BIOTROPY_ENGINE=direct biotropy entropy rr.txt\n"
             "  BIOTROPY_SIMD=AVX2 biotropy engines\n");
  set_work(command, chosen, [options](Context&) { return run_engines(options->json); });
}

}  // namespace biotropy::cli
