// SPDX-License-Identifier: Apache-2.0
#include "biotropy/system/posix/own_process_internal.hpp"

#include <crt_externs.h>
#include <fcntl.h>
#include <mach-o/dyld.h>
#include <mach/mach.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "biotropy/system/program.hpp"

namespace biotropy::system {

std::string first_word_of_process() {
  return *_NSGetArgc() > 0 ? (*_NSGetArgv())[0] : "";
}

std::filesystem::path program_file() {
  std::uint32_t length = 0;
  ::_NSGetExecutablePath(nullptr, &length);
  std::string name(length, '\0');
  if (length == 0 || ::_NSGetExecutablePath(name.data(), &length) != 0) return {};
  name.resize(name.find('\0'));
  std::error_code unknown;
  return std::filesystem::canonical(name, unknown);
}

std::uint64_t address_space_in_use() {
  mach_task_basic_info found = {};
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  const kern_return_t known =
      ::task_info(mach_task_self(), MACH_TASK_BASIC_INFO, reinterpret_cast<task_info_t>(&found), &count);
  return known == KERN_SUCCESS ? found.virtual_size : 0;
}

// Not in one step: a program that another thread starts in between inherits the pipe.
bool open_pipe(std::array<int, 2>& ends) {
  if (::pipe(ends.data()) != 0) return false;
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  return true;
}

// The system knows no such thing. A child whose parent has ended finds nobody at the other end of its pipe, and ends.
void end_with_parent() {}

// Limits alone: macOS has no filter of system calls that a program may use for itself.

bool confine(int descriptor, std::uint64_t address_space) {
  set_limits(descriptor, address_space);
  return false;
}

}  // namespace biotropy::system
