// SPDX-License-Identifier: Apache-2.0
#include "biotropy/device/source.hpp"

#include <fmt/format.h>

namespace biotropy::device {

// Files prelude.cl and prelude.cu, embedded by the build.
extern const char* const prelude_cl;
extern const char* const prelude_cu;

std::string title(Api api) {
  return api == Api::opencl ? "OpenCL" : "CUDA";
}

std::string complete_text(Api api, const Source& source) {
  std::string text(api == Api::opencl ? prelude_cl : prelude_cu);
  for (const auto& [name, value] : source.constants) text += fmt::format("#define {} {}u\n", name, value);
  return text + std::string(source.text);
}

}  // namespace biotropy::device
