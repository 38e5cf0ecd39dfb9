// SPDX-License-Identifier: Apache-2.0
#include "biotropy/device/source.hpp"

#include <fmt/format.h>

#include "biotropy/device/preludes_internal.hpp"

namespace biotropy::device {

std::string title(Api api) {
  return api == Api::opencl ? "OpenCL" : "CUDA";
}

std::string complete_text(Api api, const Source& source) {
  std::string text(api == Api::opencl ? prelude_cl : prelude_cu);
  for (const auto& [name, value] : source.constants) text += fmt::format("#define {} {}u\n", name, value);
  return text + std::string(source.text);
}

}  // namespace biotropy::device
