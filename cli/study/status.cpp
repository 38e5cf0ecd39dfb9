// SPDX-License-Identifier: Apache-2.0
//
// `biotropy study status`: progress of a study.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/study/commands.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

using Json = nlohmann::ordered_json;

const char* word_of(study::SubjectState state) {
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

std::ptrdiff_t n_measured(const study::StudyStatus& found) {
  return std::count_if(found.subjects.begin(), found.subjects.end(), [](const study::SubjectStatus& one) {
    return one.state == study::SubjectState::kept || one.state == study::SubjectState::computed;
  });
}

void print_json(const study::StudyStatus& found) {
  Json json = {{"participants", Json::array()}};
  for (const study::SubjectStatus& one : found.subjects) {
    json["participants"].push_back({{"participant_id", one.subject.participant.id},
                                    {"group", one.subject.participant.group},
                                    {"state", word_of(one.state)},
                                    {"reason", one.reason}});
  }
  json["measured"] = n_measured(found);
  json["result"] = found.has_result ? Json(found.result.generic_string()) : Json();
  print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void print_table(const study::StudyStatus& found) {
  Table table({{"participant"}, {"group"}, {"state"}, {"reason"}});
  for (const study::SubjectStatus& one : found.subjects) {
    table.add({one.subject.participant.id, one.subject.participant.group, word_of(one.state), one.reason});
  }
  print(table.text() + fmt::format("result: {}\n{} of {} measured\n",
                                   found.has_result ? found.result.generic_string() : "none yet", n_measured(found),
                                   found.subjects.size()));
}

ExitCode run_status(const StudyOptions& options, Context& context) {
  options.run.apply(context.console);
  const study::Description description = options.description();
  const study::StudyFolder folder = options.folder(description);
  const study::StudyStatus found =
      study::status(description, folder, options.run.execution(), listener(context.console));
  context.console.end_progress();
  options.run.json ? print_json(found) : print_table(found);
  if (found.damage.empty()) return ExitCode::done;
  context.console.error(found.damage, "'biotropy study run' makes it again");
  return ExitCode::bad_input;
}

}  // namespace

void add_study_status(CLI::App& parent, Command& chosen) {
  CLI::App& command =
      add_command(parent, "status",
                  "Which subjects are measured, and whether there is a result of the study as it is now described");
  const auto options = std::make_shared<StudyOptions>();
  add_study_options(command, *options);
  add_run_option(command, options->run, "json");
  add_run_options(command, options->run);
  add_footer(command,
             "  biotropy study status study\n"
             "  biotropy study status study --json\n");
  set_work(command, chosen, [options](Context& context) { return run_status(*options, context); });
}

}  // namespace biotropy::cli
