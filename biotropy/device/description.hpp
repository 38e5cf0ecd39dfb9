// SPDX-License-Identifier: Apache-2.0
//
// What a device says about itself.
#pragma once

#include <cstdint>
#include <string>

namespace biotropy::device {

/// How a device is spoken to.
enum class Api { opencl, cuda };

/// "OpenCL" or "CUDA".
std::string title(Api api);

struct Description {
  Api api = Api::opencl;
  std::string name;      ///< what `--device` takes: "opencl:0", "cuda:1"
  std::string model;     ///< the maker's name for it
  std::string driver;    ///< version of the driver
  std::string compiler;  ///< what compiles programs for it, with its version
  bool is_gpu = false;
  bool has_doubles = false;          ///< computes in double precision
  std::uint64_t memory = 0;          ///< bytes
  std::uint64_t largest_buffer = 0;  ///< bytes
  std::uint64_t local_memory = 0;    ///< bytes that a group of work items may share
  std::uint32_t units = 0;           ///< compute units (multiprocessors)
  std::uint32_t largest_group = 0;   ///< work items in a group
  double megahertz = 0.0;
};

}  // namespace biotropy::device
