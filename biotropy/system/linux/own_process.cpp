// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/posix/own_process_internal.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "biotropy/system/program.hpp"

namespace biotropy::system {

std::string first_word_of_process() {
  std::ifstream command("/proc/self/cmdline");
  std::string word;
  std::getline(command, word, '\0');
  return word;
}

std::filesystem::path program_file() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown);
}

std::uint64_t address_space_in_use() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

bool open_pipe(std::array<int, 2>& ends) {
  return ::pipe2(ends.data(), O_CLOEXEC) == 0;
}

void end_with_parent() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

}  // namespace biotropy::system
