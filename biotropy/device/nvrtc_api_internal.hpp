// SPDX-License-Identifier: Apache-2.0
//
// Part of the NVRTC API (11.2 and later) used here.
#pragma once

#include <cstddef>

namespace biotropy::device {

struct NvrtcApi {
  using Program = void*;

  const char* (*nvrtcGetErrorString)(int status);
  int (*nvrtcVersion)(int* major, int* minor);
  int (*nvrtcGetNumSupportedArchs)(int*);
  int (*nvrtcGetSupportedArchs)(int*);
  int (*nvrtcCreateProgram)(Program*, const char* text, const char* name, int n_headers, const char* const* headers,
                            const char* const* header_names);
  int (*nvrtcDestroyProgram)(Program*);
  int (*nvrtcCompileProgram)(Program, int n_options, const char* const* options);
  int (*nvrtcGetPTXSize)(Program, std::size_t*);
  int (*nvrtcGetPTX)(Program, char*);
  int (*nvrtcGetCUBINSize)(Program, std::size_t*);
  int (*nvrtcGetCUBIN)(Program, char*);
  int (*nvrtcGetProgramLogSize)(Program, std::size_t*);
  int (*nvrtcGetProgramLog)(Program, char*);
};

}  // namespace biotropy::device
