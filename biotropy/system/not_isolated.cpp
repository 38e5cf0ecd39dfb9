// SPDX-License-Identifier: Apache-2.0
//
// Windows and browsers have no fork, so there is no child that could parse what is in memory: can_isolate() says so, and
// callers parse in the program itself.
#include "biotropy/system/isolated.hpp"

#include <system_error>

namespace biotropy::system {

namespace {

[[noreturn]] void refuse_child() {
  throw std::system_error(std::make_error_code(std::errc::function_not_supported), "no child process");
}

}  // namespace

bool can_isolate() {
  return false;
}

void Sender::send(const void*, std::size_t) const {
  refuse_child();
}

Isolated::Isolated(const std::function<void(const Sender&)>&, const IsolationLimits& limits)
    : silence_(limits.silence) {
  refuse_child();
}

Isolated::~Isolated() = default;

bool Isolated::receive(void*, std::size_t) {
  refuse_child();
}

Ending Isolated::ending() {
  refuse_child();
}

}  // namespace biotropy::system
