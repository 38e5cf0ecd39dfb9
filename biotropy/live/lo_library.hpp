// SPDX-License-Identifier: Apache-2.0
//
// The C interface of liblo (Open Sound Control), opened at run time: the program is built and runs without it. It is
// the file that the variable BIOTROPY_LO names, or that of the system.
#pragma once

#include <cstddef>
#include <cstdint>

namespace biotropy::live {

/// Its functions, as lo_lowlevel.h declares them. Handles are opaque.
struct LoLibrary {
  void* (*message_new)() = nullptr;
  void (*message_free)(void* message) = nullptr;
  int (*message_add_double)(void* message, double value) = nullptr;
  int (*message_add_float)(void* message, float value) = nullptr;
  int (*message_add_int32)(void* message, std::int32_t value) = nullptr;
  int (*message_add_string)(void* message, const char* value) = nullptr;
  void* (*message_serialise)(void* message, const char* path, void* to, std::size_t* size) = nullptr;
};

/// @throws Error invalid_argument where there is none, or it lacks a function.
const LoLibrary& lo_library();

}  // namespace biotropy::live
