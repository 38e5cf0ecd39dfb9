// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/lo_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

#include "biotropy/error.hpp"

namespace biotropy::live {

namespace {

[[noreturn]] void refuse_lo(const std::string& fault) {
  throw Error::argument("osc", fault, "liblo, as the package liblo7 or conda brings it, or BIOTROPY_LO=FILE");
}

void* opened_lo() {
  const char* file = std::getenv("BIOTROPY_LO");
  const std::vector<std::string> names = file != nullptr && *file != '\0'
                                             ? std::vector<std::string>{file}
                                             : std::vector<std::string>{"liblo.so.7", "liblo.so"};
  for (const std::string& name : names) {
    if (void* library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  refuse_lo(fmt::format("no library {}", fmt::join(names, " or ")));
}

LoLibrary loaded_lo() {
  void* library = opened_lo();
  LoLibrary result;
  const auto find = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    if (function == nullptr) refuse_lo(fmt::format("a library without {}", name));
  };
  find("lo_address_new", result.address_new);
  find("lo_address_free", result.address_free);
  find("lo_address_errstr", result.address_errstr);
  find("lo_message_new", result.message_new);
  find("lo_message_free", result.message_free);
  find("lo_message_add_double", result.message_add_double);
  find("lo_message_add_float", result.message_add_float);
  find("lo_message_add_int32", result.message_add_int32);
  find("lo_message_add_string", result.message_add_string);
  find("lo_send_message", result.send_message);
  return result;
}

}  // namespace

const LoLibrary& lo_library() {
  static const LoLibrary library = loaded_lo();
  return library;
}

}  // namespace biotropy::live
