// SPDX-License-Identifier: Apache-2.0
//
// The C interface of liblsl, opened at run time: the program is built and runs without it. It is looked for where the
// variables BIOTROPY_LSL and PYLSL_LIB say, where the system looks for libraries, and in the Python and conda
// environments in use: the packages pylsl and mne-lsl have a copy of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace biotropy::live {

/// Its functions, as lsl_c.h declares them. Handles are opaque.
struct LslLibrary {
  std::int32_t (*library_version)() = nullptr;
  double (*local_clock)() = nullptr;

  void* (*create_streaminfo)(const char* name, const char* type, std::int32_t channels, double rate,
                             std::int32_t format, const char* source_id) = nullptr;
  void (*destroy_streaminfo)(void* info) = nullptr;
  const char* (*get_source_id)(void* info) = nullptr;
  std::int32_t (*get_channel_count)(void* info) = nullptr;
  double (*get_nominal_srate)(void* info) = nullptr;
  std::int32_t (*get_channel_format)(void* info) = nullptr;

  // Elements of the description; a handle of an element that is not there is empty.
  void* (*get_desc)(void* info) = nullptr;
  void* (*append_child_value)(void* element, const char* name, const char* value) = nullptr;
  void* (*append_child)(void* element, const char* name) = nullptr;
  void* (*child)(void* element, const char* name) = nullptr;
  void* (*next_sibling_n)(void* element, const char* name) = nullptr;
  std::int32_t (*empty)(void* element) = nullptr;
  const char* (*child_value_n)(void* element, const char* name) = nullptr;

  void* (*create_outlet)(void* info, std::int32_t chunk, std::int32_t most_buffered) = nullptr;
  void (*destroy_outlet)(void* outlet) = nullptr;
  std::int32_t (*have_consumers)(void* outlet) = nullptr;
  std::int32_t (*push_sample_dtp)(void* outlet, const double* sample, double time, std::int32_t push_through) = nullptr;
  std::int32_t (*push_sample_strtp)(void* outlet, const char** sample, double time,
                                    std::int32_t push_through) = nullptr;

  std::int32_t (*resolve_bypred)(void** found, std::uint32_t most, const char* predicate, std::int32_t least,
                                 double seconds) = nullptr;
  void* (*create_continuous_resolver_bypred)(const char* predicate, double forget_after) = nullptr;
  std::int32_t (*resolver_results)(void* resolver, void** found, std::uint32_t most) = nullptr;
  void (*destroy_continuous_resolver)(void* resolver) = nullptr;

  void* (*create_inlet)(void* info, std::int32_t most_buffered, std::int32_t chunk, std::int32_t recover) = nullptr;
  void (*destroy_inlet)(void* inlet) = nullptr;
  void* (*get_fullinfo)(void* inlet, double seconds, std::int32_t* error) = nullptr;
  void (*open_stream)(void* inlet, double seconds, std::int32_t* error) = nullptr;
  double (*time_correction)(void* inlet, double seconds, std::int32_t* error) = nullptr;
  double (*pull_sample_d)(void* inlet, double* sample, std::int32_t numbers, double seconds,
                          std::int32_t* error) = nullptr;
  std::uint32_t (*samples_available)(void* inlet) = nullptr;
};

/// The library, opened once. @throws Error invalid_argument where there is none, or one that lacks a function; the
/// message says where it was looked for.
const LslLibrary& lsl_library();

/// Files and names that lsl_library() tries, in this order. A variable that names a file is the only one.
std::vector<std::filesystem::path> lsl_candidates();

}  // namespace biotropy::live
