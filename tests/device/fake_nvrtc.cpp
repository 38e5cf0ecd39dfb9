// SPDX-License-Identifier: Apache-2.0
//
// A CUDA compiler, version 13.1, whose programs no driver accepts.
#include <cstddef>
#include <cstring>

namespace {

constexpr char kProgram[] = "no program";

}  // namespace

extern "C" {

const char* nvrtcGetErrorString(int) {
  return "a status of the fake compiler";
}
int nvrtcVersion(int* major, int* minor) {
  *major = 13;
  *minor = 1;
  return 0;
}
int nvrtcGetNumSupportedArchs(int* number) {
  *number = 1;
  return 0;
}
int nvrtcGetSupportedArchs(int* architectures) {
  *architectures = 90;
  return 0;
}
int nvrtcCreateProgram(void** program, const char*, const char*, int, const char* const*, const char* const*) {
  *program = nullptr;
  return 0;
}
int nvrtcDestroyProgram(void**) {
  return 0;
}
int nvrtcCompileProgram(void*, int, const char* const*) {
  return 0;
}
int nvrtcGetPTXSize(void*, std::size_t* size) {
  *size = sizeof kProgram;
  return 0;
}
int nvrtcGetPTX(void*, char* text) {
  std::memcpy(text, kProgram, sizeof kProgram);
  return 0;
}
int nvrtcGetCUBINSize(void*, std::size_t* size) {
  *size = sizeof kProgram;
  return 0;
}
int nvrtcGetCUBIN(void*, char* binary) {
  std::memcpy(binary, kProgram, sizeof kProgram);
  return 0;
}
int nvrtcGetProgramLogSize(void*, std::size_t* size) {
  *size = 0;
  return 0;
}
int nvrtcGetProgramLog(void*, char*) {
  return 0;
}

}  // extern "C"
