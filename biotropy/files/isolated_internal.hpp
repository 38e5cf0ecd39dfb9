// SPDX-License-Identifier: Apache-2.0
//
// Untrusted bytes are parsed in a child process (biotropy/system/isolated.hpp) where the system has one.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "biotropy/files/input.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/system/isolated.hpp"

namespace biotropy::files {

using system::Ending;
using system::Isolated;
using system::IsolationLimits;
using system::Sender;

/// Fuzzers and sanitizers cannot see into a child, so their builds parse in the program itself.
#ifdef BIOTROPY_PARSE_IN_PROCESS
constexpr bool kParseInChild = false;
#else
constexpr bool kParseInChild = true;
#endif

inline Notice not_isolated() {
  return warning("not_isolated",
                 "this system has no processes without rights: the program itself read the file, and a hostile one "
                 "could act in it");
}

inline Notice not_confined() {
  return warning("not_confined",
                 "this system has no seccomp filter: the process that read the file had limits, but was not confined");
}

/// A child at work. @throws InputError io if no process can be created.
std::unique_ptr<Isolated> isolated(const std::function<void(const Sender&)>& work, const IsolationLimits& limits);

/// Error for a child that did not send everything: bad_file with `damaged` if it crashed on the bytes; io with the
/// reason if a retry may succeed; internal if it exited by itself. Ends the child.
InputError unfinished(Isolated& child, const Input& input, std::string_view damaged);

}  // namespace biotropy::files
