// SPDX-License-Identifier: Apache-2.0
//
// Parses untrusted bytes in a child process: a crash, a hang or a runaway allocation of a library ends the child and
// not the program, and code that the bytes bring in finds nothing there: the child is confined
// (confinement_internal.hpp) to memory that it has and a pipe, through which comes back what it finds.
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

/// Builds that look for faults parse in the program itself: what a child does, they do not see.
#ifdef BIOTROPY_PARSE_IN_PROCESS
constexpr bool kParseInChild = false;
#else
constexpr bool kParseInChild = true;
#endif

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
  enum class Cause {
    crash,   ///< a signal by which a library falls over the bytes
    exit,    ///< it ended by itself, which no child does
    outside  ///< somebody or the machine's state ended it, not the bytes: another try may do better
  };
  Cause cause = Cause::outside;
  std::string how;  ///< "it was ended by signal 9 (Killed)"
};

class Isolated {
 public:
  /// `work` must not throw, and can open nothing. Its messages to the standard streams are dropped.
  /// @throws Error io where no process can be made.
  Isolated(const std::function<void(const Sender&)>& work, const IsolationLimits& limits);

  /// Ends the child if it has not ended.
  ~Isolated();
  Isolated(const Isolated&) = delete;
  Isolated& operator=(const Isolated&) = delete;

  /// False where the kernel has no filter: then the child has the limits of confine() alone.
  bool is_confined() const { return is_confined_; }

  /// False where the child ended, or was silent for too long, before it sent that many bytes.
  bool receive(void* data, std::size_t length);

  /// Why receive() was false. Ends the child.
  Ending ending();

 private:
  int end();

  pid_t child_ = -1;  // -1 once it was waited for
  bool was_silent_ = false, is_confined_ = false;
  int descriptor_ = -1;
  std::chrono::milliseconds silence_;
};

/// The error where a child did not send all that was expected: bad_file and `damaged`, where it fell over the bytes; io
/// with what happened, where another try may do better; internal where it ended by itself. Ends the child.
Error unfinished(Isolated& child, const Input& input, std::string_view damaged);

}  // namespace biotropy::files
