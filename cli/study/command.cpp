// SPDX-License-Identifier: Apache-2.0
//
// `biotropy study`: a cohort of recordings, from files to group matrices and statistics.

#include "cli/commands.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/study/commands.hpp"

namespace biotropy::cli {

study::StudyFolder StudyOptions::folder(const study::Description& description) const {
  return study::StudyFolder(output.empty() ? description.folder : std::filesystem::path(output));
}

void add_study_options(CLI::App& command, StudyOptions& options) {
  add_argument(command, options.study, {"STUDY", "Folder with study.toml, or the file itself"});
  add_row(command, options.output, "output",
          {"FOLDER",
           "",
           "a folder",
           "Folder for the results, made where it is missing; otherwise that of study.toml",
           {},
           "Output"},
          {.also = "-o"});
}

study::Listener listener(Console& console) {
  study::Listener to_console;
  to_console.begin = [&console](const std::string& task, const std::string& unit) {
    console.end_progress();
    return console.progress(task, unit);
  };
  to_console.notify = [&console](const Notice& notice) { console.notices({notice}); };
  return to_console;
}

void add_study_command(CLI::App& program, Command& chosen) {
  CLI::App& command =
      add_parent(program, "study",
                 "A cohort of recordings: every subject measured, groups compared; can be stopped and started again");
  add_footer(command,
             "  biotropy simulate cohort simulated --subjects 4 --channels 16 --epochs 8\n"
             "  biotropy study init simulated --measure cross-apen -m 1 -r 0.2 --epoch 1024\n"
             "  biotropy study run simulated\n"
             "  biotropy study verify simulated\n");
  add_study_init(command, chosen);
  add_study_run(command, chosen);
  add_study_status(command, chosen);
  add_study_merge(command, chosen);
  add_study_submit(command, chosen);
  add_study_verify(command, chosen);
}

}  // namespace biotropy::cli
