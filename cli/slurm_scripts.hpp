// SPDX-License-Identifier: Apache-2.0
//
// Batch scripts of a study for Slurm: an array of tasks, each of which measures a shard, and a job that merges them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace biotropy::cli {

struct SlurmJob {
  std::filesystem::path program, study, output;  ///< absolute: the program, the description, the folder of the results
  std::size_t shards = 1;
  std::size_t at_once = 0;           ///< tasks that may run at the same time; 0: as many as Slurm allows
  int threads = 1;                   ///< of a task
  std::vector<std::string> options;  ///< of sbatch, for both jobs: "time=2:00:00", "exclusive"
};

/// Most tasks without further settings: one less than Slurm's default MaxArraySize.
constexpr std::size_t kMostShards = 1000;

/// @throws Error invalid_argument if an option is not NAME or NAME=VALUE, or one that the scripts set themselves.
void validate(const SlurmJob& job);

std::string array_script(const SlurmJob& job);
std::string merge_script(const SlurmJob& job);

}  // namespace biotropy::cli
