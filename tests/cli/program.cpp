// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "biotropy/simulate/signals.hpp"
#include "tests/cli/program_file.hpp"

namespace biotropy::cli::test {

namespace {

/// For commands that never end by themselves: a busy machine with a sanitizer may be a hundred times slower.
constexpr std::chrono::seconds kTimeLimit{1200};
constexpr std::chrono::milliseconds kLookEvery{2};

// In the child: only calls that are allowed between fork and exec.
[[noreturn]] void become(const char* command, const char* folder, const char* output, const char* errors,
                         int terminal) {
  ::setpgid(0, 0);
  const int out = ::open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int err = terminal >= 0 ? terminal : ::open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int in = ::open("/dev/null", O_RDONLY);
  const bool ready = ::dup2(in, STDIN_FILENO) >= 0 && ::dup2(out, STDOUT_FILENO) >= 0 &&
                     ::dup2(err, STDERR_FILENO) >= 0 && ::chdir(folder) == 0;
  if (ready) ::execl("/bin/sh", "sh", "-c", command, nullptr);
  ::_exit(127);
}

}  // namespace

Running::Running(const std::string& command, const std::filesystem::path& folder, ErrorsTo errors_to)
    : command_(command), began_(std::chrono::steady_clock::now()) {
  const std::filesystem::path tool = program_file();
  const std::string with_path =
      fmt::format("export BIOTROPY_MESSAGES=json PATH='{}':\"$PATH\"\n{}", tool.parent_path().string(), command);
  const std::string output = said_.path("output").string(), errors = said_.path("errors").string();
  int inner = -1;
  if (errors_to == ErrorsTo::terminal && ::openpty(&terminal_, &inner, nullptr, nullptr, nullptr) != 0) {
    throw std::runtime_error("no terminal can be made");
  }
  process_ = ::fork();
  if (process_ == 0) become(with_path.c_str(), folder.c_str(), output.c_str(), errors.c_str(), inner);
  if (process_ < 0) throw std::runtime_error("no process can be made");
  ::setpgid(process_, process_);  // in parent and child, because either may run first
  if (inner >= 0) {
    ::close(inner);
    ::fcntl(terminal_, F_SETFL, O_NONBLOCK);
  }
}

Running::~Running() {
  if (!ended_) {
    ::kill(-process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  if (terminal_ >= 0) ::close(terminal_);
}

void Running::signal(int number) const {
  ::kill(-process_, number);
}

void Running::read_terminal() {
  char bytes[4096];
  for (ssize_t count = 0; terminal_ >= 0 && (count = ::read(terminal_, bytes, sizeof bytes)) > 0;) {
    from_terminal_.append(bytes, static_cast<std::size_t>(count));
  }
}

bool Running::has_ended() {
  ended_ = ended_ || ::waitpid(process_, &status_, WNOHANG) == process_;
  return ended_;
}

Outcome Running::wait() {
  while (!has_ended()) {
    read_terminal();
    if (std::chrono::steady_clock::now() - began_ > kTimeLimit) {
      ADD_FAILURE() << "no end within " << kTimeLimit.count() << " s: " << command_;
      ::kill(-process_, SIGKILL);
    }
    std::this_thread::sleep_for(kLookEvery);
  }
  read_terminal();
  const int code = WIFEXITED(status_) ? WEXITSTATUS(status_) : -WTERMSIG(status_);
  return {code, bytes_of(said_.path("output")), terminal_ >= 0 ? from_terminal_ : bytes_of(said_.path("errors"))};
}

std::vector<std::string> Program::names(const std::string& folder) const {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(scratch_.path(folder))) {
    found.push_back(entry.path().filename().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string lines_of(const std::vector<double>& samples) {
  std::string text;
  for (const double sample : samples) text += fmt::format("{}\n", sample);
  return text;
}

std::vector<double> noise(std::size_t samples, std::uint64_t seed) {
  simulate::SignalSettings settings{.samples = samples, .seed = seed};
  return simulate::signal(settings);
}

std::string columns_of(const std::vector<std::vector<double>>& channels) {
  std::string text;
  for (std::size_t c = 0; c < channels.size(); ++c) text += fmt::format("{}c{}", c > 0 ? "," : "", c + 1);
  for (std::size_t i = 0; i < channels.front().size(); ++i) {
    text += '\n';
    for (std::size_t c = 0; c < channels.size(); ++c) text += fmt::format("{}{}", c > 0 ? "," : "", channels[c][i]);
  }
  return text + '\n';
}

}  // namespace biotropy::cli::test
