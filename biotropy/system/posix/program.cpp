// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/program.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "biotropy/system/posix/own_process_internal.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): macOS does not declare it

namespace biotropy::system {

namespace {

// As the calls of the system want it; of use as long as the words are.
std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::error_code reason(int number) {
  return {number, std::generic_category()};
}

}  // namespace

std::vector<std::string> words_of_command(int argc, const char* const* argv) {
  return {argv, argv + argc};
}

std::vector<std::string> own_places() {
  std::vector<std::string> places;
  if (const std::string called = first_word_of_process(); called.starts_with('/')) places.push_back(called);
  if (const std::filesystem::path program = program_file(); !program.empty()) places.push_back(program.string());
  Dl_info about{};
  if (::dladdr(reinterpret_cast<const void*>(&own_places), &about) != 0 && about.dli_fname != nullptr) {
    places.emplace_back(about.dli_fname);
  }
  return places;
}

ProgramOutput output_of(const std::vector<std::string>& words) {
  std::array<int, 2> ends = {-1, -1};
  if (!open_pipe(ends)) return {reason(errno), false, {}};
  posix_spawn_file_actions_t redirections;
  ::posix_spawn_file_actions_init(&redirections);
  ::posix_spawn_file_actions_adddup2(&redirections, ends[1], STDOUT_FILENO);
  const std::vector<char*> arguments = pointers_to(words);
  pid_t process = -1;
  const int failure = ::posix_spawnp(&process, arguments[0], &redirections, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&redirections);
  ::close(ends[1]);
  ProgramOutput output;
  std::array<char, 4096> some{};
  for (ssize_t n = 0; failure == 0 && (n = ::read(ends[0], some.data(), some.size())) != 0;) {
    if (n > 0) output.text.append(some.data(), static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) break;
  }
  ::close(ends[0]);
  if (failure != 0) return {reason(failure), false, {}};
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  output.succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return output;
}

std::error_code become(const std::vector<std::string>& words) {
  const std::vector<char*> arguments = pointers_to(words);
  ::execvp(arguments[0], arguments.data());
  return reason(errno);
}

}  // namespace biotropy::system
