// SPDX-License-Identifier: Apache-2.0
//
// Clock and power of an NVIDIA board while it works, from the program nvidia-smi of its driver. Where there is none,
// they are unknown.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <cstdio>
#include <limits>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace biotropy::bench {

/// NaN and 0 where unknown.
struct BoardState {
  double megahertz = std::numeric_limits<double>::quiet_NaN(), watts = std::numeric_limits<double>::quiet_NaN();
  int architecture = 0;  ///< compute capability: 90 for 9.0
};

class BoardClock {
 public:
  /// Starts to watch board `number`, in the order of nvidia-smi, and waits for its first line, seconds at most.
  explicit BoardClock(int number);
  ~BoardClock();
  BoardClock(const BoardClock&) = delete;
  BoardClock& operator=(const BoardClock&) = delete;

  /// Forgets what it has seen.
  void reset();
  /// Medians of what it has seen since then.
  BoardState state() const;

 private:
  void read_lines(std::FILE* lines);

  pid_t child_ = -1;
  std::thread reader_;
  mutable std::mutex reading_;
  std::condition_variable told_;
  bool ended_ = false;
  std::vector<BoardState> seen_;
};

/// "1755, 412.32, 9.0": MHz, W and compute capability. All unknown in other lines, such as "No devices were found".
BoardState board_state(const std::string& line);

}  // namespace biotropy::bench
