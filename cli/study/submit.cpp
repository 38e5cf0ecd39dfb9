// SPDX-License-Identifier: Apache-2.0
//
// `biotropy study submit`: a study as jobs of Slurm. The scripts are files beside the results, so that they can be
// read, changed, and submitted by hand.
//
// The scripts repeat what may pass. Slurm starts a task again if its node is lost; a process that was killed, memory
// that was short or a file that could not be written is tried again by the script. Both wait for locks: those of a task
// that Slurm believes dead may still be held by its old process.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/system/program.hpp"
#include "biotropy/version.hpp"
#include "cli/parser.hpp"
#include "cli/study/commands.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct SlurmJob {
  std::filesystem::path program, study, output;  ///< absolute: the program, the description, the folder of the results
  std::size_t shards = 0;                        ///< tasks of the array; 0: one for each subject
  std::size_t at_once = 0;                       ///< tasks that may run at the same time; 0: as many as Slurm allows
  int threads = 1;                               ///< of a task
  std::vector<std::string> options;              ///< of sbatch, for both jobs: "time=2:00:00", "exclusive"
};

/// Most tasks without further settings: one less than Slurm's default MaxArraySize.
constexpr std::size_t kMostShards = 1000;

/// @throws Error invalid_argument if an option is not NAME or NAME=VALUE, or one that the scripts set themselves.
void validate(const SlurmJob& job);

std::string array_script(const SlurmJob& job);
std::string merge_script(const SlurmJob& job);

// The scripts cannot work with other values of these.
constexpr std::array<std::string_view, 6> kOwn = {"array",     "dependency", "cpus-per-task",
                                                  "open-mode", "output",     "wrap"};

// A word of the shell that stands for this text.
std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      word += "'\\''";
    } else {
      word += letter;
    }
  }
  return word + "'";
}

bool is_option(const std::string& text) {
  const std::string name = text.substr(0, text.find('='));
  const bool letters = std::all_of(name.begin(), name.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
  const bool printed = std::all_of(text.begin(), text.end(), [](unsigned char c) { return c > ' ' && c < 127; });
  const bool own = std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end();
  return letters && printed && !own && !name.empty() && name.front() != '-';
}

std::string head(const SlurmJob& job, const std::string& name, const std::string& log) {
  std::string text = fmt::format(
      "#!/bin/bash\n"
      "#SBATCH --job-name={}\n"
      "#SBATCH --cpus-per-task={}\n"
      "#SBATCH --output={}\n"
      "#SBATCH --open-mode=append\n"
      "#SBATCH --requeue\n",
      name, job.threads, log);
  for (const std::string& option : job.options) text += fmt::format("#SBATCH --{}\n", option);
  return text;
}

std::string body(const SlurmJob& job, const std::string& task) {
  return fmt::format(
      "# Written by 'biotropy study submit' {}.\n"
      "measure() {{\n"
      "  {} {} {} -o {}{} --threads {} --wait\n"
      "}}\n"
      "for pause in 5 30 0; do\n"
      "  measure\n"
      "  code=$?\n"
      "  echo \"$(date -u +%FT%TZ) job $SLURM_JOB_ID on $(hostname): exit code $code\"\n"
      "  case $code in\n"
      "    1 | 5 | 129 | 13[1-9] | 14[02-9] | 1[5-9]?) sleep $pause ;;  # may pass: memory, the disk, a process that "
      "was killed\n"
      "    *) exit $code ;;\n"
      "  esac\n"
      "done\n"
      "exit $code\n",
      version(), shell_word(job.program.generic_string()), task, shell_word(job.study.generic_string()),
      shell_word(job.output.generic_string()),
      task == "study run" ? fmt::format(" --shard \"$SLURM_ARRAY_TASK_ID/{}\"", job.shards) : "", job.threads);
}

void validate(const SlurmJob& job) {
  for (const std::string& option : job.options) {
    if (!is_option(option)) {
      throw Error::argument(
          "sbatch", option,
          fmt::format("a long option of sbatch (NAME or NAME=VALUE without blanks; {} are set already)",
                      fmt::join(kOwn, ", ")));
    }
  }
}

std::string array_script(const SlurmJob& job) {
  const std::string limit = job.at_once == 0 ? "" : fmt::format("%{}", job.at_once);
  const std::string array = fmt::format("#SBATCH --array=1-{}{}\n", job.shards, limit);
  return head(job, "biotropy-shards", "shard-%a.log") + array + body(job, "study run");
}

std::string merge_script(const SlurmJob& job) {
  return head(job, "biotropy-merge", "merge.log") + body(job, "study merge");
}

struct SubmitOptions : StudyOptions {
  SlurmJob job;
  bool scripts_only = false;
};

// What Slurm did not do.
class SlurmFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

void write_script(const std::filesystem::path& path, const std::string& text) {
  files::Output output(path);
  output.write(text);
  output.finish();
}

// @throws SlurmFailure if it cannot be started or fails.
std::string output_of(const std::vector<std::string>& words) {
  system::ProgramOutput output = system::output_of(words);
  if (output.failure) {
    throw SlurmFailure(
        fmt::format("{} cannot be run: {}; '--scripts-only' writes the scripts for a machine that has it", words[0],
                    output.failure.default_error_condition().message()));
  }
  if (!output.succeeded) throw SlurmFailure(fmt::format("{} failed, with the message above", fmt::join(words, " ")));
  return std::move(output.text);
}

// Number of the submitted job: "12" or "12;cluster".
std::string submitted(const std::vector<std::string>& words) {
  const std::string said = output_of(words);
  std::string number = said.substr(0, said.find_first_of(";\n"));
  const bool digits = std::all_of(number.begin(), number.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  if (number.empty() || !digits) {
    throw SlurmFailure(fmt::format("{} answered '{}'; it must be the number of a job", words[0], said));
  }
  return number;
}

ExitCode submit(const SlurmJob& job, std::size_t subjects, bool quiet, Context& context) {
  const std::string folder = (job.output / "slurm").generic_string(), there = "--chdir=" + folder;
  std::string first, last;
  try {
    first = submitted({"sbatch", "--parsable", there, folder + "/shards.sh"});
    last = submitted({"sbatch", "--parsable", there, "--dependency=afterany:" + first, folder + "/merge.sh"});
  } catch (const SlurmFailure& failure) {
    context.console.error(first.empty()
                              ? failure.what()
                              : fmt::format("job {} measures the subjects, but is not followed by the merging: {}",
                                            first, failure.what()));
    return ExitCode::failed;
  }
  if (!quiet) {
    print(fmt::format("job {} measures {} in {}\njob {} merges them\n  {:<22}  {}\n", first,
                      counted(subjects, "subject"), counted(job.shards, "task"), last, "logs", folder));
  }
  return ExitCode::done;
}

ExitCode run_submit(const SubmitOptions& options, Context& context) {
  if (options.run.quiet) context.console.be_quiet();
  const study::Description description = options.description();
  study::validate(description);
  const std::size_t subjects = study::find_subjects(description).size();
  SlurmJob job = options.job;
  job.study = std::filesystem::absolute(options.study).lexically_normal();
  job.output = std::filesystem::absolute(options.folder(description).path()).lexically_normal();
  if (job.shards == 0) job.shards = std::clamp<std::size_t>(subjects, 1, kMostShards);
  job.program = system::program_file();
  validate(job);
  const std::filesystem::path folder = job.output / "slurm", array = folder / "shards.sh", merge = folder / "merge.sh";
  files::make_folder(folder);
  write_script(array, array_script(job));
  write_script(merge, merge_script(job));
  if (options.scripts_only) {
    if (!options.run.quiet) print(fmt::format("{}\n{}\n", array.generic_string(), merge.generic_string()));
    return ExitCode::done;
  }
  return submit(job, subjects, options.run.quiet, context);
}

std::span<const OptionRow<SubmitOptions>> slurm_rows() {
  using S = SubmitOptions;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("shards", [](auto& s) -> auto& { return s.job.shards; },
                    {"N", "", "an integer of at least 0", "Tasks of the array; 0: one for each subject, at most 1000"}),
      option_row<S>("at_once", [](auto& s) -> auto& { return s.job.at_once; },
                    {"N", "", "an integer of at least 0", "Tasks that may run at the same time; 0: no limit"}),
      option_row<S>("threads", [](auto& s) -> auto& { return s.job.threads; },
                    {"N", "", "an integer of at least 1", "Processors of a task"})
          .with({.lowest = 1.0}),
      option_row<S>("sbatch", [](auto& s) -> auto& { return s.job.options; },
                    {"NAME[=VALUE] ...", "", "long options of sbatch",
                     "Options of sbatch for both jobs, without the hyphens before them: partition=long time=2:00:00"}),
      option_row<S>(
          "scripts_only", &S::scripts_only,
          {"", "", "", "Write the scripts, slurm/shards.sh and slurm/merge.sh beside the results, and submit nothing"}),
  };
  return rows;
}

}  // namespace

void add_study_submit(CLI::App& parent, Command& chosen) {
  CLI::App& command = add_command(
      parent, "submit", "Submit a study to Slurm: an array of tasks that measure shards, and a job that merges them");
  const auto options = std::make_shared<SubmitOptions>();
  add_study_options(command, *options);
  add_rows(command, *options, slurm_rows(), "Slurm");
  add_run_option(command, options->run, "quiet");
  add_footer(command,
             "  biotropy study submit study\n"
             "  biotropy study submit study --shards 100 --threads 4 --sbatch partition=long time=2:00:00\n");
  set_work(command, chosen, [options](Context& context) { return run_submit(*options, context); });
}

}  // namespace biotropy::cli
