// SPDX-License-Identifier: Apache-2.0
//
// NVIDIA's run-time compiler. It needs no GPU, so every kernel can be compiled for CUDA on any machine.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "biotropy/device/source.hpp"

namespace biotropy::device {

/// Output of the compiler: machine code of one architecture or, if the compiler is older than the device, PTX, which
/// the driver translates.
struct CudaProgram {
  std::vector<std::byte> binary;
  bool is_machine_code = false;
};

struct NvrtcApi;

class Nvrtc {
 public:
  /// Compiler of this machine: the file named by BIOTROPY_NVRTC, or else the first one found by the loader, in CUDA
  /// toolkits and in packages of pip and conda. Null if there is none, with the reason in `remark`.
  static const Nvrtc* open(std::string& remark);

  /// All compilers of this machine, each version once, the one that suits a driver best first: the newest of the CUDA
  /// release that the driver was made for, and then older releases. Empty if there is none, with the reason in
  /// `remark`.
  /// @param driver the CUDA version of the driver, 12040 for 12.4.
  static std::vector<const Nvrtc*> suiting(int driver, std::string& remark);

  /// Position of a compiler among others: a lower one suits a driver better. Versions as for suiting().
  static int rank(int compiler, int driver);

  /// "NVRTC 13.0".
  const std::string& version() const { return version_; }
  const std::string& path() const { return path_; }

  /// Supported architectures for machine code, increasing: 90 is compute capability 9.0.
  const std::vector<int>& architectures() const { return architectures_; }

  /// Compiler options for a device of that architecture: part of the key of a program.
  std::vector<std::string> options(int architecture) const;

  /// @throws Error device, with the log of the compiler.
  CudaProgram compile(const Source& source, int architecture) const;

 private:
  explicit Nvrtc(std::shared_ptr<const NvrtcApi> api, std::string path);
  static const std::vector<Nvrtc>& all(std::string& remark);

  std::shared_ptr<const NvrtcApi> api_;
  int number_ = 0;  // 13000 for 13.0
  std::string version_, path_;
  std::vector<int> architectures_;
};

}  // namespace biotropy::device
