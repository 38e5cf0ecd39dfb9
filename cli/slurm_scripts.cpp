// SPDX-License-Identifier: Apache-2.0
//
// The scripts repeat what may pass. Slurm starts a task again if its node is lost; a process that was killed, memory
// that was short or a file that could not be written is tried again by the script. Both wait for locks: those of a task
// that Slurm believes dead may still be held by its old process.
#include "cli/slurm_scripts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "biotropy/error.hpp"
#include "biotropy/version.hpp"

namespace biotropy::cli {

namespace {

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

}  // namespace

void validate(const SlurmJob& job) {
  if (job.shards == 0) throw Error::argument("shards", "0", "a number of at least 1");
  if (job.threads < 1) throw Error::argument("threads", std::to_string(job.threads), "a number of at least 1");
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

}  // namespace biotropy::cli
