// SPDX-License-Identifier: Apache-2.0
//
// The devices of this machine. The libraries of OpenCL and CUDA are opened when they are first asked for; one that is
// missing means fewer devices, never an error.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/device/device.hpp"

namespace biotropy::device {

/// Every device, those of CUDA first, then those of OpenCL with GPUs before others. Looked for once; they live as long
/// as the process.
std::span<Device* const> devices();

/// What was looked for in vain, for people: "CUDA: there is no library libcuda.so.1".
std::span<const std::string> remarks();

/// The device of that name: "opencl:1"; "cuda" is "cuda:0". @throws Error invalid_argument, listing the names there
/// are.
Device& find(std::string_view name);

}  // namespace biotropy::device
