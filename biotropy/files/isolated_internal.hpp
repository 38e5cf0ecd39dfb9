// SPDX-License-Identifier: Apache-2.0
//
// Work on bytes that nobody vouches for, by a library that may fall over them, in a child process: a crash, a hang or a
// runaway allocation ends the child and not the program. What the child finds comes back through a pipe.
//
// A child made by fork has only the thread that made it. A lock that another thread held at that moment stays held in
// the child; it then makes no progress and the time limit ends it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// The child's end of the pipe.
class Sender {
 public:
  explicit Sender(int descriptor) : descriptor_(descriptor) {}
  void send(const void* data, std::size_t length) const;

 private:
  int descriptor_;
};

struct IsolationLimits {
  std::uint64_t extra_memory = 0;        ///< bytes of address space beyond what the program has already
  std::chrono::milliseconds silence{0};  ///< the longest wait for the next bytes
};

/// How a child ended that did not send all that was expected.
struct Ending {
  bool may_pass = false;  ///< somebody or the machine's state ended it, not the bytes: another try may do better
  std::string how;        ///< "ended by signal 9 (Killed)"
};

class Isolated {
 public:
  /// `work` must not throw. Its messages to the standard streams are dropped.
  /// @throws Error io where no process can be made.
  Isolated(const std::function<void(const Sender&)>& work, const IsolationLimits& limits);

  /// Ends the child if it has not ended.
  ~Isolated();
  Isolated(const Isolated&) = delete;
  Isolated& operator=(const Isolated&) = delete;

  /// False where the child ended, or was silent for too long, before it sent that many bytes.
  bool receive(void* data, std::size_t length);

  /// Why receive() was false. Ends the child.
  Ending ending();

 private:
  int end();

  pid_t child_ = -1;  // -1 once it was waited for
  bool was_silent_ = false;
  int descriptor_ = -1;
  std::chrono::milliseconds silence_;
};

/// Of a child that did not send all that was expected: bad_file and `damaged`, where it fell over the bytes; io with
/// what happened, where another try may do better. Ends the child.
Error unfinished(Isolated& child, const Input& input, std::string_view damaged);

}  // namespace biotropy::files
