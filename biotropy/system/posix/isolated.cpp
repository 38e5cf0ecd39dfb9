// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/isolated.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>

#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "biotropy/system/posix/own_process_internal.hpp"

namespace biotropy::system {

namespace {

constexpr int kUnknownStatus = -1;

// True for signals caused by a fault in the child. Other signals come from outside: a scheduler, a user, the system out
// of memory.
bool is_crash(int number) {
  for (const int crash : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) {
    if (number == crash) return true;
  }
  return false;
}

// Handlers of the program that report a crash or end it cleanly must not run in the child.
void restore_signals() {
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPIPE, SIGALRM}) {
    std::signal(number, SIG_DFL);
  }
  // A terminal or a scheduler asks the whole group to stop: the program does, and then closes the pipe. A child that
  // ended by itself would be taken for a file that could not be read.
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Ends the child alone. On Linux by the system call of _exit: a package of R may not call a function that could end R.
[[noreturn]] void end_child(int status) {
#ifdef SYS_exit_group
  for (;;) ::syscall(SYS_exit_group, status);
#else
  ::_exit(status);
#endif
}

}  // namespace

bool can_isolate() {
  return true;
}

void Sender::send(const void* data, std::size_t length) const {
  const auto* bytes = static_cast<const std::byte*>(data);
  while (length > 0) {
    const ssize_t count = ::write(descriptor_, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) end_child(EXIT_FAILURE);  // the reader has gone
    bytes += count;
    length -= static_cast<std::size_t>(count);
  }
}

Isolated::Isolated(const std::function<void(const Sender&)>& work, const IsolationLimits& limits)
    : silence_(limits.silence) {
  // Before the fork: allocating and opening files is safer in the program than in the child.
  const std::uint64_t in_use = address_space_in_use();
  std::array<int, 2> ends = {-1, -1};
  if (!open_pipe(ends)) throw std::system_error(errno, std::generic_category(), "no pipe");
  child_ = ::fork();
  if (child_ == 0) {
    end_with_parent();
    restore_signals();
    const Sender sender(ends[1]);
    const bool confined = confine(ends[1], in_use > 0 ? in_use + limits.extra_memory : 0);
    sender.send(&confined, sizeof confined);
    work(sender);
    end_child(EXIT_SUCCESS);
  }
  const int number = errno;
  ::close(ends[1]);
  descriptor_ = ends[0];
  if (child_ < 0) {
    ::close(descriptor_);
    throw std::system_error(number, std::generic_category(), "no child process");
  }
  receive(&is_confined_, sizeof is_confined_);
}

Isolated::~Isolated() {
  ::close(descriptor_);
  end();
}

// Exit status of the child, which is ended if still running; kUnknownStatus if the program ignores its children.
int Isolated::end() {
  if (child_ < 0) return kUnknownStatus;
  int status = kUnknownStatus;
  // Kills only a child that certainly still exists: its number may belong to another process by now. A child about to
  // end, as it is when its end of the pipe is closed, keeps its own status.
  pid_t found = ::waitpid(child_, &status, WNOHANG);
  if (found == 0) {
    ::kill(child_, SIGKILL);
    do {
      found = ::waitpid(child_, &status, 0);
    } while (found < 0 && errno == EINTR);
  }
  const bool known = found == child_;
  child_ = -1;
  return known ? status : kUnknownStatus;
}

Ending Isolated::ending() {
  using Cause = Ending::Cause;
  const int status = end();
  if (was_silent_) return {Cause::outside, fmt::format("it sent nothing for {} s", silence_.count() / 1000)};
  if (status == kUnknownStatus) return {Cause::outside, "it ended for an unknown reason"};
  if (!WIFSIGNALED(status)) return {Cause::exit, fmt::format("it ended with status {}", WEXITSTATUS(status))};
  const int number = WTERMSIG(status);
  return {is_crash(number) ? Cause::crash : Cause::outside,
          fmt::format("it was ended by signal {} ({})", number, ::strsignal(number))};
}

bool Isolated::receive(void* data, std::size_t length) {
  auto* bytes = static_cast<std::byte*>(data);
  while (length > 0) {
    pollfd ready{descriptor_, POLLIN, 0};
    const int answer = ::poll(&ready, 1, static_cast<int>(silence_.count()));
    if (answer < 0 && errno == EINTR) continue;
    was_silent_ = answer == 0;
    if (answer <= 0) return false;
    const ssize_t count = ::read(descriptor_, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    length -= static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace biotropy::system
