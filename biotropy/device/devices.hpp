// SPDX-License-Identifier: Apache-2.0
//
// Devices of this machine. The libraries of OpenCL and CUDA are opened on first use; a missing one means fewer devices,
// never an error.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/device/device.hpp"

namespace biotropy::device {

/// All devices: CUDA first, then OpenCL with GPUs before others. Searched once; they live as long as the process.
std::span<Device* const> devices();

/// Reasons for missing devices, such as "CUDA: there is no library libcuda.so.1".
std::span<const std::string> remarks();

/// Device by name, such as "opencl:1"; "cuda" is "cuda:0". @throws Error invalid_argument, listing the names.
Device& find(std::string_view name);

/// Devices of a list of names, in its order: "cuda:0,cuda:1", or "cuda:all" for every device of CUDA.
/// @throws Error invalid_argument for a name that is unknown, empty or there twice.
std::vector<Device*> find_all(std::string_view names);

}  // namespace biotropy::device
