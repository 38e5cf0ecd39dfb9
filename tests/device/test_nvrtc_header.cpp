// SPDX-License-Identifier: Apache-2.0
//
// Compares the declarations of NVRTC with the original header. Built if that header is found.
#include <gtest/gtest.h>

#include <nvrtc.h>

#include "biotropy/device/cuda_api_internal.hpp"
#include "signature.hpp"

namespace biotropy::device {
namespace {

#define BIOTROPY_SAME(name) \
  static_assert(SameSignature<decltype(NvrtcApi::name), decltype(&::name)>::value, #name " is declared otherwise")

BIOTROPY_SAME(nvrtcGetErrorString);
BIOTROPY_SAME(nvrtcVersion);
BIOTROPY_SAME(nvrtcGetNumSupportedArchs);
BIOTROPY_SAME(nvrtcGetSupportedArchs);
BIOTROPY_SAME(nvrtcCreateProgram);
BIOTROPY_SAME(nvrtcDestroyProgram);
BIOTROPY_SAME(nvrtcCompileProgram);
BIOTROPY_SAME(nvrtcGetPTXSize);
BIOTROPY_SAME(nvrtcGetPTX);
BIOTROPY_SAME(nvrtcGetCUBINSize);
BIOTROPY_SAME(nvrtcGetCUBIN);
BIOTROPY_SAME(nvrtcGetProgramLogSize);
BIOTROPY_SAME(nvrtcGetProgramLog);

#undef BIOTROPY_SAME

static_assert(NVRTC_SUCCESS == 0);

TEST(Declarations, OfNvrtcAreThoseOfTheHeader) {
  SUCCEED() << "the compiler has compared them";
}

}  // namespace
}  // namespace biotropy::device
