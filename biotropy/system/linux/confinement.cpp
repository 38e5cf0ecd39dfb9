// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/posix/own_process_internal.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace biotropy::system {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#elif defined(__riscv) && __riscv_xlen == 64
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_RISCV64;
#else
constexpr std::uint32_t kArchitecture = 0;  // a filter must reject system calls of other architectures
#endif

// Memory, time, locks, exit, and writing to open descriptors. No call here takes a file name.
constexpr std::uint32_t kAllowed[] = {
    SYS_write,
    SYS_close,
    SYS_fstat,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_clock_gettime,
    SYS_gettimeofday,
    SYS_nanosleep,
    SYS_clock_nanosleep,
    SYS_getpid,
    SYS_gettid,
    SYS_getrandom,
    SYS_sched_yield,
    SYS_sigaltstack,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_exit,
    SYS_exit_group,
};

// Allowed for memory without code.
constexpr std::uint32_t kMapping[] = {SYS_mmap, SYS_mprotect};

// Allowed for the process itself: a library that aborts ends it by a signal.
constexpr std::uint32_t kSignalling[] = {SYS_kill, SYS_tgkill};

// Instructions of a classic BPF program, which only jump forward.
class Filter {
 public:
  void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)); }
  void skip_if_equal(std::uint32_t value, std::uint8_t count) { add(BPF_JMP | BPF_JEQ | BPF_K, count, 0, value); }
  void skip_unless_equal(std::uint32_t value, std::uint8_t count) { add(BPF_JMP | BPF_JEQ | BPF_K, 0, count, value); }
  void skip_if_any(std::uint32_t bits, std::uint8_t count) { add(BPF_JMP | BPF_JSET | BPF_K, count, 0, bits); }
  void answer(std::uint32_t value) { add(BPF_RET | BPF_K, 0, 0, value); }

  bool install() {
    sock_fprog program{static_cast<unsigned short>(size_), code_.data()};
    return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  void add(int code, std::uint8_t if_true, std::uint8_t if_false, std::uint32_t value) {
    code_[size_++] = {static_cast<std::uint16_t>(code), if_true, if_false, value};
  }

  // Fixed size: a child forked from a program with threads should not allocate.
  std::array<sock_filter, 128> code_{};
  std::size_t size_ = 0;
};

// Low half of an argument, on these little-endian processors.
constexpr std::size_t argument(std::size_t k) {
  return offsetof(seccomp_data, args) + 8 * k;
}

bool install_filter() {
  constexpr std::uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
  Filter filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.skip_if_equal(kArchitecture, 1);
  filter.answer(refuse);
  filter.load(offsetof(seccomp_data, nr));
  for (const std::uint32_t call : kAllowed) {
    filter.skip_unless_equal(call, 1);
    filter.answer(SECCOMP_RET_ALLOW);
  }
  for (const std::uint32_t call : kMapping) {
    filter.skip_unless_equal(call, 4);
    filter.load(argument(2));
    filter.skip_if_any(PROT_EXEC, 1);
    filter.answer(SECCOMP_RET_ALLOW);
    filter.answer(refuse);
  }
  for (const std::uint32_t call : kSignalling) {
    filter.skip_unless_equal(call, 4);
    filter.load(argument(0));
    filter.skip_unless_equal(static_cast<std::uint32_t>(::getpid()), 1);
    filter.answer(SECCOMP_RET_ALLOW);
    filter.answer(refuse);
  }
  filter.answer(refuse);
  return filter.install();
}

}  // namespace

bool confine(int descriptor, std::uint64_t address_space) {
  set_limits(descriptor, address_space);
  const bool no_new_rights = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  return no_new_rights && kArchitecture != 0 && install_filter();
}

}  // namespace biotropy::system
