// SPDX-License-Identifier: Apache-2.0
//
// The C interface of liblsl, opened at run time: the program is built and runs without it. The environment variable
// BIOTROPY_LSL names the library where it is not in one of the usual places.
#pragma once

#include <cstdint>

namespace biotropy::live {

/// Its functions, as lsl_c.h declares them; handles are pointers to what only the library knows.
struct LslLibrary {
  std::int32_t (*library_version)() = nullptr;
  double (*local_clock)() = nullptr;

  void* (*create_streaminfo)(const char* name, const char* type, std::int32_t channels, double rate,
                             std::int32_t format, const char* source_id) = nullptr;
  void (*destroy_streaminfo)(void* info) = nullptr;
  std::int32_t (*get_channel_count)(void* info) = nullptr;
  double (*get_nominal_srate)(void* info) = nullptr;
  void* (*get_desc)(void* info) = nullptr;
  void* (*append_child_value)(void* element, const char* name, const char* value) = nullptr;
  void* (*append_child)(void* element, const char* name) = nullptr;

  void* (*create_outlet)(void* info, std::int32_t chunk, std::int32_t most_buffered) = nullptr;
  void (*destroy_outlet)(void* outlet) = nullptr;
  std::int32_t (*push_sample_dtp)(void* outlet, const double* sample, double time, std::int32_t push_through) = nullptr;

  std::int32_t (*resolve_byprop)(void** found, std::uint32_t most, const char* property, const char* value,
                                 std::int32_t least, double seconds) = nullptr;
  void* (*create_inlet)(void* info, std::int32_t most_buffered, std::int32_t chunk, std::int32_t recover) = nullptr;
  void (*destroy_inlet)(void* inlet) = nullptr;
  void (*open_stream)(void* inlet, double seconds, std::int32_t* error) = nullptr;
  std::int32_t (*set_postprocessing)(void* inlet, std::uint32_t flags) = nullptr;
  std::uint32_t (*inlet_flush)(void* inlet) = nullptr;
  double (*pull_sample_d)(void* inlet, double* sample, std::int32_t numbers, double seconds,
                          std::int32_t* error) = nullptr;
};

/// The library, opened once. @throws Error invalid_argument where there is none, or one that lacks a function; the
/// message says where it was looked for.
const LslLibrary& lsl_library();

}  // namespace biotropy::live
