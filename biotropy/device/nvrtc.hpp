// SPDX-License-Identifier: Apache-2.0
//
// NVIDIA's run-time compiler. It needs no GPU, so that every kernel can be compiled for CUDA on any machine.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "biotropy/device/source.hpp"

namespace biotropy::device {

/// What the compiler made: machine code of one architecture, or PTX, which the driver translates, where the compiler
/// is older than the device.
struct CudaProgram {
  std::vector<std::byte> binary;
  bool is_machine_code = false;
};

class Nvrtc {
 public:
  /// The compiler of this machine: the file that BIOTROPY_NVRTC names, or else the first that is found in the loader's
  /// places, CUDA toolkits and the packages of pip and conda. Null where there is none, and then `remark` says why.
  static const Nvrtc* open(std::string& remark);

  /// "NVRTC 13.0".
  const std::string& version() const { return version_; }
  const std::string& path() const { return path_; }

  /// The architectures that it makes machine code for, increasing: 90 is compute capability 9.0.
  const std::vector<int>& architectures() const { return architectures_; }

  /// The options for a device of that architecture: part of what the program depends on.
  std::vector<std::string> options(int architecture) const;

  /// @throws Error device, with the log of the compiler.
  CudaProgram compile(const Source& source, int architecture) const;

 private:
  Nvrtc() = default;

  std::string version_, path_;
  std::vector<int> architectures_;
};

}  // namespace biotropy::device
