// SPDX-License-Identifier: Apache-2.0
//
// `biotropy study status`: how far a study is.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/study_commands.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

const char* word(study::SubjectState state) {
  switch (state) {
    case study::SubjectState::kept:
    case study::SubjectState::computed:
      return "measured";
    case study::SubjectState::failed:
      return "failed";
    case study::SubjectState::missing:
      return "to do";
    case study::SubjectState::damaged:
      return "damaged";
    case study::SubjectState::elsewhere:
      break;
  }
  return "";
}

ExitCode run_status(const StudyOptions& options, Context& context) {
  options.run.apply(context.console);
  const study::Description description = options.description();
  const study::StudyFolder folder = options.folder(description);
  const study::StudyStatus found =
      study::status(description, folder, options.run.execution(), listener(context.console));
  context.console.end_progress();
  Table table({{"participant"}, {"group"}, {"state"}, {"reason"}});
  for (const study::SubjectStatus& one : found.subjects) {
    table.add({one.subject.participant.id, one.subject.participant.group, word(one.state), one.reason});
  }
  print(table.text());
  print(fmt::format("result: {}\n", found.has_result ? found.result.string() : "none yet"));
  if (found.damage.empty()) return ExitCode::done;
  context.console.error(found.damage, "'biotropy study run' makes it again");
  return ExitCode::bad_input;
}

}  // namespace

void add_study_status(CLI::App& parent, Command& chosen) {
  CLI::App& command = *parent.add_subcommand(
      "status", "Which subjects are measured, and whether there is a result of the study as it is now described");
  const auto options = std::make_shared<StudyOptions>();
  add_study_options(command, *options);
  add_run_options(command, options->run);
  add_footer(command, "  biotropy study status study\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_status(*options, context); }; });
}

}  // namespace biotropy::cli
