// SPDX-License-Identifier: Apache-2.0
#include "biotropy/device/nvrtc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "biotropy/device/cuda_api_internal.hpp"
#include "biotropy/device/library_internal.hpp"
#include "biotropy/error.hpp"

namespace biotropy::device {

namespace {

bool load(SharedLibrary& library, NvrtcApi& api) {
#define BIOTROPY_LOAD(name) library.load(api.name, #name)
  return BIOTROPY_LOAD(nvrtcGetErrorString) && BIOTROPY_LOAD(nvrtcVersion) &&
         BIOTROPY_LOAD(nvrtcGetNumSupportedArchs) && BIOTROPY_LOAD(nvrtcGetSupportedArchs) &&
         BIOTROPY_LOAD(nvrtcCreateProgram) && BIOTROPY_LOAD(nvrtcDestroyProgram) &&
         BIOTROPY_LOAD(nvrtcCompileProgram) && BIOTROPY_LOAD(nvrtcGetPTXSize) && BIOTROPY_LOAD(nvrtcGetPTX) &&
         BIOTROPY_LOAD(nvrtcGetCUBINSize) && BIOTROPY_LOAD(nvrtcGetCUBIN) && BIOTROPY_LOAD(nvrtcGetProgramLogSize) &&
         BIOTROPY_LOAD(nvrtcGetProgramLog);
#undef BIOTROPY_LOAD
}

[[noreturn]] void fail(const NvrtcApi& api, const std::string& call, int status, const std::string& log = {}) {
  throw Error(ErrorCode::device, fmt::format("CUDA: {} failed: {} ({}){}{}", call, api.nvrtcGetErrorString(status),
                                             status, log.empty() ? "" : "\n", log));
}

void check(const NvrtcApi& api, int status, const char* call) {
  if (status != 0) fail(api, call, status);
}

class OpenProgram {
 public:
  OpenProgram(const NvrtcApi& api, const std::string& name, const std::string& text) : api_(api) {
    check(api, api.nvrtcCreateProgram(&program_, text.c_str(), (name + ".cu").c_str(), 0, nullptr, nullptr),
          "nvrtcCreateProgram");
  }
  ~OpenProgram() { api_.nvrtcDestroyProgram(&program_); }
  OpenProgram(const OpenProgram&) = delete;
  OpenProgram& operator=(const OpenProgram&) = delete;

  NvrtcApi::Program get() const { return program_; }

  std::string log() const {
    std::size_t size = 0;
    if (api_.nvrtcGetProgramLogSize(program_, &size) != 0 || size == 0) return {};
    std::string text(size, '\0');
    if (api_.nvrtcGetProgramLog(program_, text.data()) != 0) return {};
    text.resize(text.find_last_not_of(std::string("\0 \n", 3)) + 1);
    return text;
  }

 private:
  const NvrtcApi& api_;
  NvrtcApi::Program program_ = nullptr;
};

}  // namespace

Nvrtc::Nvrtc(std::shared_ptr<const NvrtcApi> api, std::string path) : api_(std::move(api)), path_(std::move(path)) {
  int major = 0, minor = 0, n_architectures = 0;
  api_->nvrtcVersion(&major, &minor);
  number_ = 1000 * major + 10 * minor;
  version_ = fmt::format("NVRTC {}.{}", major, minor);
  if (api_->nvrtcGetNumSupportedArchs(&n_architectures) == 0 && n_architectures > 0) {
    architectures_.resize(static_cast<std::size_t>(n_architectures));
    api_->nvrtcGetSupportedArchs(architectures_.data());
    std::sort(architectures_.begin(), architectures_.end());
  }
}

const std::vector<Nvrtc>& Nvrtc::all(std::string& remark) {
  static std::string fault = "CUDA: there is no compiler libnvrtc.so; BIOTROPY_NVRTC may name one";
  static const std::vector<Nvrtc> compilers = [] {
    std::vector<Nvrtc> found;
    const std::vector<std::string> names{"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"};
    for (const std::filesystem::path& candidate : library_candidates(names, "BIOTROPY_NVRTC")) {
      SharedLibrary library(candidate);
      if (!library.is_open()) continue;
      auto api = std::make_shared<NvrtcApi>();
      if (!load(library, *api)) {
        fault = fmt::format("CUDA: the compiler {} has no function {}", library.path(), library.missing());
        continue;
      }
      Nvrtc made(api, library.path());
      const bool is_known =
          std::any_of(found.begin(), found.end(), [&](const Nvrtc& other) { return other.version_ == made.version_; });
      if (!is_known) found.push_back(std::move(made));
    }
    return found;
  }();
  if (compilers.empty()) remark = fault;
  return compilers;
}

const Nvrtc* Nvrtc::open(std::string& remark) {
  const std::vector<Nvrtc>& compilers = all(remark);
  return compilers.empty() ? nullptr : &compilers.front();
}

// A driver loads programs of its own release, CUDA 12, whatever their minor version, and of older ones; it translates
// no text of a newer compiler.
int Nvrtc::rank(int compiler, int driver) {
  constexpr int release = 1000, any_version = 1000 * release;
  if (compiler / release > driver / release) return 2 * any_version + compiler;
  return compiler <= driver ? driver - compiler : any_version + compiler;
}

std::vector<const Nvrtc*> Nvrtc::suiting(int driver, std::string& remark) {
  std::vector<const Nvrtc*> compilers;
  for (const Nvrtc& compiler : all(remark)) compilers.push_back(&compiler);
  std::stable_sort(compilers.begin(), compilers.end(), [driver](const Nvrtc* a, const Nvrtc* b) {
    return rank(a->number_, driver) < rank(b->number_, driver);
  });
  return compilers;
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
  const NvrtcApi& api = *api_;
  const OpenProgram program(api, source.name, complete_text(Api::cuda, source));
  const std::vector<std::string> words = options(architecture);
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  const int status = api.nvrtcCompileProgram(program.get(), static_cast<int>(pointers.size()), pointers.data());
  if (status != 0) fail(api, "nvrtcCompileProgram of " + source.name, status, program.log());
  CudaProgram made;
  made.is_machine_code = std::binary_search(architectures_.begin(), architectures_.end(), architecture);
  std::size_t size = 0;
  if (made.is_machine_code) {
    check(api, api.nvrtcGetCUBINSize(program.get(), &size), "nvrtcGetCUBINSize");
    made.binary.resize(size);
    check(api, api.nvrtcGetCUBIN(program.get(), reinterpret_cast<char*>(made.binary.data())), "nvrtcGetCUBIN");
  } else {
    check(api, api.nvrtcGetPTXSize(program.get(), &size), "nvrtcGetPTXSize");
    made.binary.resize(size);
    check(api, api.nvrtcGetPTX(program.get(), reinterpret_cast<char*>(made.binary.data())), "nvrtcGetPTX");
  }
  return made;
}

}  // namespace biotropy::device
