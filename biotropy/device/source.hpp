// SPDX-License-Identifier: Apache-2.0
//
// Text of a device program. Kernels are written once, in the common part of OpenCL C and CUDA; differences (address
// spaces, ids, barriers, population counts) have names defined by the prelude of each API. Sizes that determine loops
// are constants in the text, so that the compiler of the device can use them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace biotropy::device {

/// Programming interface of a device.
enum class Api { opencl, cuda };

/// "OpenCL" or "CUDA".
std::string title(Api api);

struct Description {
  Api api = Api::opencl;
  std::string name;      ///< value of `--device`: "opencl:0", "cuda:1"
  std::string model;     ///< name given by the manufacturer
  std::string driver;    ///< version of the driver
  std::string compiler;  ///< compiler of its programs, with version
  bool is_gpu = false;
  bool has_doubles = false;              ///< computes in double precision
  std::uint64_t memory = 0;              ///< bytes
  std::uint64_t largest_buffer = 0;      ///< bytes
  std::uint64_t local_memory = 0;        ///< bytes shared by a group of work items
  std::uint64_t large_local_memory = 0;  ///< the same for a kernel with a LARGE_LOCAL_ARRAY
  std::uint32_t units = 0;               ///< compute units (multiprocessors)
  std::uint32_t largest_group = 0;       ///< work items in a group
  double megahertz = 0.0;
};

struct Source {
  std::string name;  ///< for messages: "bit_rows"
  std::string_view text;
  std::vector<std::pair<std::string, std::uint32_t>> constants;
};

/// Prelude, constants and text, as passed to the compiler of that API.
std::string complete_text(Api api, const Source& source);

}  // namespace biotropy::device
