// SPDX-License-Identifier: Apache-2.0
//
// Properties of a device.
#pragma once

#include <cstdint>
#include <string>

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

}  // namespace biotropy::device
