// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/lsl_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "biotropy/error.hpp"

namespace biotropy::live {

namespace {

std::vector<std::string> places() {
  const char* named = std::getenv("BIOTROPY_LSL");
  if (named != nullptr && *named != '\0') return {named};
  return {"liblsl.so.2", "liblsl.so"};
}

[[noreturn]] void refuse(const std::string& fault) {
  throw Error::argument("lsl", fault, "liblsl where the system looks for libraries, or BIOTROPY_LSL=FILE");
}

void* opened() {
  for (const std::string& place : places()) {
    // It stays open to the end: its threads outlive the streams.
    if (void* library = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  refuse(fmt::format("no library {}", fmt::join(places(), " or ")));
}

LslLibrary load() {
  void* library = opened();
  LslLibrary result;
  const auto find = [&](const char* name, auto& function) {
    const std::string symbol = std::string("lsl_") + name;
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, symbol.c_str()));
    if (function == nullptr) refuse(fmt::format("a library without {}", symbol));
  };
  find("library_version", result.library_version);
  find("local_clock", result.local_clock);
  find("create_streaminfo", result.create_streaminfo);
  find("destroy_streaminfo", result.destroy_streaminfo);
  find("get_channel_count", result.get_channel_count);
  find("get_nominal_srate", result.get_nominal_srate);
  find("get_desc", result.get_desc);
  find("append_child_value", result.append_child_value);
  find("append_child", result.append_child);
  find("create_outlet", result.create_outlet);
  find("destroy_outlet", result.destroy_outlet);
  find("push_sample_dtp", result.push_sample_dtp);
  find("resolve_byprop", result.resolve_byprop);
  find("create_inlet", result.create_inlet);
  find("destroy_inlet", result.destroy_inlet);
  find("open_stream", result.open_stream);
  find("set_postprocessing", result.set_postprocessing);
  find("inlet_flush", result.inlet_flush);
  find("pull_sample_d", result.pull_sample_d);
  return result;
}

}  // namespace

const LslLibrary& lsl_library() {
  static const LslLibrary library = load();
  return library;
}

}  // namespace biotropy::live
