// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/lo_library.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/system/environments.hpp"
#include "biotropy/system/shared_library.hpp"

namespace biotropy::live {

namespace {

[[noreturn]] void refuse_lo(const std::string& fault) {
  throw Error::argument("osc", fault, "liblo, as the package liblo7 or conda brings it, or BIOTROPY_LO=FILE");
}

LoLibrary loaded_lo() {
  const char* file = std::getenv("BIOTROPY_LO");
  const std::vector<std::string> names =
      file != nullptr && *file != '\0' ? std::vector<std::string>{file} : system::library_names("lo", "7");
  system::SharedLibrary library(std::vector<std::filesystem::path>(names.begin(), names.end()));
  if (!library.is_open()) refuse_lo(fmt::format("no library {}", fmt::join(names, " or ")));
  LoLibrary result;
  const auto find = [&](const char* name, auto& function) {
    if (!library.load(function, name)) refuse_lo(fmt::format("a library without {}", name));
  };
  find("lo_message_new", result.message_new);
  find("lo_message_free", result.message_free);
  find("lo_message_add_double", result.message_add_double);
  find("lo_message_add_float", result.message_add_float);
  find("lo_message_add_int32", result.message_add_int32);
  find("lo_message_add_string", result.message_add_string);
  find("lo_message_serialise", result.message_serialise);
  return result;
}

}  // namespace

const LoLibrary& lo_library() {
  static const LoLibrary library = loaded_lo();
  return library;
}

}  // namespace biotropy::live
