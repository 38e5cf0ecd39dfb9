// SPDX-License-Identifier: Apache-2.0
#include "device/board_clock.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>

#include "interleaved.hpp"

namespace biotropy::bench {

namespace {

// The child writes to the pipe until it is ended; -1 if none could be started.
pid_t start(const std::string& board, int pipe_end) {
  const pid_t child = ::fork();
  if (child < 0) return child;
  ::setpgid(child, 0);  // a group of its own, so that what it starts ends with it; both sides ask for it in time
  if (child > 0) return child;
  ::dup2(pipe_end, STDOUT_FILENO);
  ::execlp("nvidia-smi", "nvidia-smi", board.c_str(), "--query-gpu=clocks.sm,power.draw,compute_cap",
           "--format=csv,noheader,nounits", "-lms", "100", nullptr);
  ::_exit(127);  // as a shell does for a program that is not there
}

}  // namespace

BoardState board_state(const std::string& line) {
  BoardState state;
  double megahertz = 0.0, watts = 0.0;
  int major = 0, minor = 0;
  if (std::sscanf(line.c_str(), "%lf, %lf, %d.%d", &megahertz, &watts, &major, &minor) == 4) {
    state = {megahertz, watts, 10 * major + minor};
  }
  return state;
}

BoardClock::BoardClock(int number) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return;
  child_ = start("--id=" + std::to_string(number), ends[1]);
  ::close(ends[1]);
  reader_ = std::thread([this, lines = ::fdopen(ends[0], "r")] { read_lines(lines); });
  constexpr auto longest_start = std::chrono::seconds(5);
  std::unique_lock lock(reading_);
  told_.wait_for(lock, longest_start, [this] { return ended_ || !seen_.empty(); });
}

BoardClock::~BoardClock() {
  if (child_ > 0) {
    ::kill(-child_, SIGTERM);
    ::waitpid(child_, nullptr, 0);
  }
  if (reader_.joinable()) reader_.join();
}

void BoardClock::read_lines(std::FILE* lines) {
  std::array<char, 256> line{};
  while (std::fgets(line.data(), static_cast<int>(line.size()), lines) != nullptr) {
    const BoardState state = board_state(line.data());
    const std::lock_guard lock(reading_);
    if (state.architecture > 0) seen_.push_back(state);
    told_.notify_all();
  }
  std::fclose(lines);
  const std::lock_guard lock(reading_);
  ended_ = true;
  told_.notify_all();
}

void BoardClock::reset() {
  const std::lock_guard lock(reading_);
  seen_.clear();
}

BoardState BoardClock::state() const {
  const std::lock_guard lock(reading_);
  if (seen_.empty()) return {};
  std::vector<double> megahertz, watts;
  for (const BoardState& one : seen_) {
    megahertz.push_back(one.megahertz);
    watts.push_back(one.watts);
  }
  return {median(megahertz), median(watts), seen_.back().architecture};
}

}  // namespace biotropy::bench
