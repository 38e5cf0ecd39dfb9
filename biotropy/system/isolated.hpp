// SPDX-License-Identifier: Apache-2.0
//
// Parses untrusted bytes in a child process: a crash, a hang or a runaway allocation of a library ends the child and
// not the program. Code injected by the bytes is confined (posix/own_process_internal.hpp) to the memory of the child
// and a pipe for the results.
//
// A forked child has only the thread that forked it. A lock held by another thread at that moment stays locked in the
// child, which then makes no progress until the time limit ends it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace biotropy::system {

/// End of the pipe in the child.
class Sender {
 public:
  explicit Sender(int descriptor) : descriptor_(descriptor) {}
  void send(const void* data, std::size_t length) const;

 private:
  int descriptor_;
};

struct IsolationLimits {
  std::uint64_t extra_memory = 0;        ///< bytes of address space beyond what the program already uses
  std::chrono::milliseconds silence{0};  ///< the longest wait for the next bytes
};

/// Reason why a child did not send everything.
struct Ending {
  enum class Cause {
    crash,   ///< a signal caused by a fault in the child
    exit,    ///< it exited by itself, which is an internal error
    outside  ///< ended by a user or the system, not by the bytes; a retry may succeed
  };
  Cause cause = Cause::outside;
  std::string how;  ///< "it was ended by signal 9 (Killed)"
};

/// False on systems without such a child, where Isolated always throws.
bool can_isolate();

class Isolated {
 public:
  /// `work` must not throw and cannot open anything. Its output to the standard streams is dropped.
  /// @throws std::system_error if no process can be created.
  Isolated(const std::function<void(const Sender&)>& work, const IsolationLimits& limits);

  /// Ends the child if it still runs.
  ~Isolated();
  Isolated(const Isolated&) = delete;
  Isolated& operator=(const Isolated&) = delete;

  /// False if the kernel has no filter: the child then has only the limits of confine().
  bool is_confined() const { return is_confined_; }

  /// False if the child ended, or sent nothing for too long, before that many bytes arrived.
  bool receive(void* data, std::size_t length);

  /// Reason why receive() returned false. Ends the child.
  Ending ending();

 private:
  int end();

  int child_ = -1;  // -1 after waiting for it
  bool was_silent_ = false, is_confined_ = false;
  int descriptor_ = -1;
  std::chrono::milliseconds silence_;
};

}  // namespace biotropy::system
