// SPDX-License-Identifier: Apache-2.0
#include "biotropy/device/nvrtc.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "biotropy/device/library_internal.hpp"
#include "biotropy/device/nvrtc_api_internal.hpp"
#include "biotropy/error.hpp"

namespace biotropy::device {

namespace {

// Set when the library is opened, constant afterwards.
NvrtcApi api;

bool load(Library& library) {
#define BIOTROPY_LOAD(name) library.load(api.name, #name)
  return BIOTROPY_LOAD(nvrtcGetErrorString) && BIOTROPY_LOAD(nvrtcVersion) &&
         BIOTROPY_LOAD(nvrtcGetNumSupportedArchs) && BIOTROPY_LOAD(nvrtcGetSupportedArchs) &&
         BIOTROPY_LOAD(nvrtcCreateProgram) && BIOTROPY_LOAD(nvrtcDestroyProgram) &&
         BIOTROPY_LOAD(nvrtcCompileProgram) && BIOTROPY_LOAD(nvrtcGetPTXSize) && BIOTROPY_LOAD(nvrtcGetPTX) &&
         BIOTROPY_LOAD(nvrtcGetCUBINSize) && BIOTROPY_LOAD(nvrtcGetCUBIN) && BIOTROPY_LOAD(nvrtcGetProgramLogSize) &&
         BIOTROPY_LOAD(nvrtcGetProgramLog);
#undef BIOTROPY_LOAD
}

[[noreturn]] void fail(const std::string& call, int status, const std::string& log = {}) {
  throw Error(ErrorCode::device, fmt::format("CUDA: {} failed: {} ({}){}{}", call, api.nvrtcGetErrorString(status),
                                             status, log.empty() ? "" : "\n", log));
}

void check(int status, const char* call) {
  if (status != 0) fail(call, status);
}

class OpenProgram {
 public:
  OpenProgram(const std::string& name, const std::string& text) {
    check(api.nvrtcCreateProgram(&program_, text.c_str(), (name + ".cu").c_str(), 0, nullptr, nullptr),
          "nvrtcCreateProgram");
  }
  ~OpenProgram() { api.nvrtcDestroyProgram(&program_); }
  OpenProgram(const OpenProgram&) = delete;
  OpenProgram& operator=(const OpenProgram&) = delete;

  NvrtcApi::Program get() const { return program_; }

  std::string log() const {
    std::size_t size = 0;
    if (api.nvrtcGetProgramLogSize(program_, &size) != 0 || size == 0) return {};
    std::string text(size, '\0');
    if (api.nvrtcGetProgramLog(program_, text.data()) != 0) return {};
    text.resize(text.find_last_not_of(std::string("\0 \n", 3)) + 1);
    return text;
  }

 private:
  NvrtcApi::Program program_ = nullptr;
};

}  // namespace

const Nvrtc* Nvrtc::open(std::string& remark) {
  static Library library({"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"}, "BIOTROPY_NVRTC");
  static const bool is_complete = library.is_open() && load(library);
  if (!is_complete) {
    remark = library.is_open()
                 ? fmt::format("CUDA: the compiler {} has no function {}", library.path(), library.missing())
                 : "CUDA: there is no compiler libnvrtc.so; BIOTROPY_NVRTC may name one";
    return nullptr;
  }
  static const Nvrtc compiler = [] {
    Nvrtc made;
    int major = 0, minor = 0, n_architectures = 0;
    api.nvrtcVersion(&major, &minor);
    made.version_ = fmt::format("NVRTC {}.{}", major, minor);
    made.path_ = library.path();
    if (api.nvrtcGetNumSupportedArchs(&n_architectures) == 0 && n_architectures > 0) {
      made.architectures_.resize(static_cast<std::size_t>(n_architectures));
      api.nvrtcGetSupportedArchs(made.architectures_.data());
      std::sort(made.architectures_.begin(), made.architectures_.end());
    }
    return made;
  }();
  return &compiler;
}

std::vector<std::string> Nvrtc::options(int architecture) const {
  const bool knows = std::binary_search(architectures_.begin(), architectures_.end(), architecture);
  // For an unknown device the newest known architecture is used: drivers translate PTX of older architectures.
  const auto newer = std::upper_bound(architectures_.begin(), architectures_.end(), architecture);
  const int nearest = newer == architectures_.begin() ? architecture : *std::prev(newer);
  const std::string target = knows ? fmt::format("sm_{}", architecture) : fmt::format("compute_{}", nearest);
  return {"--gpu-architecture=" + target, "--std=c++17", "--fmad=false"};
}

CudaProgram Nvrtc::compile(const Source& source, int architecture) const {
  const OpenProgram program(source.name, complete_text(Api::cuda, source));
  const std::vector<std::string> words = options(architecture);
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  const int status = api.nvrtcCompileProgram(program.get(), static_cast<int>(pointers.size()), pointers.data());
  if (status != 0) fail("nvrtcCompileProgram of " + source.name, status, program.log());
  CudaProgram made;
  made.is_machine_code = std::binary_search(architectures_.begin(), architectures_.end(), architecture);
  std::size_t size = 0;
  if (made.is_machine_code) {
    check(api.nvrtcGetCUBINSize(program.get(), &size), "nvrtcGetCUBINSize");
    made.binary.resize(size);
    check(api.nvrtcGetCUBIN(program.get(), reinterpret_cast<char*>(made.binary.data())), "nvrtcGetCUBIN");
  } else {
    check(api.nvrtcGetPTXSize(program.get(), &size), "nvrtcGetPTXSize");
    made.binary.resize(size);
    check(api.nvrtcGetPTX(program.get(), reinterpret_cast<char*>(made.binary.data())), "nvrtcGetPTX");
  }
  return made;
}

}  // namespace biotropy::device
