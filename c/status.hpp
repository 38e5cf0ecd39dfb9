// SPDX-License-Identifier: Apache-2.0
//
// Every function of the interface runs inside guarded(): no exception leaves it, and the message of what was thrown is
// kept for biotropy_last_error(). An allocation that was refused is a status like any other, so the message of that one
// needs no memory.
#pragma once

#include <string>

#include "biotropy/error.hpp"

namespace biotropy::c {

/// Keeps the message of the exception that is being handled, and returns its status.
int status_of_exception() noexcept;

template <typename Work>
int guarded(const Work& work) noexcept {
  try {
    work();
    return 0;
  } catch (...) {
    return status_of_exception();
  }
}

/// @throws Error invalid_argument for a null pointer.
template <typename T>
T& needed(T* pointer, const char* name) {
  if (pointer == nullptr) throw Error::argument(name, "NULL", "a pointer");
  return *pointer;
}

/// A text. @throws Error invalid_argument for a null pointer.
inline std::string text(const char* pointer, const char* name) {
  return &needed(pointer, name);
}

}  // namespace biotropy::c
