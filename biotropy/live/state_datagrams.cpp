// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/state_datagrams.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/live/endpoint.hpp"
#include "biotropy/live/states.hpp"
#include "biotropy/system/shared_library.hpp"
#include "biotropy/system/socket.hpp"

namespace biotropy::live {

StateDatagrams::StateDatagrams(const std::string& to, std::vector<std::string> classes)
    : classes_(std::move(classes)), socket_(datagram_socket(endpoint(to, "udp"), "udp")) {}

StateDatagrams::~StateDatagrams() {
  system::close_socket(socket_);
}

std::string StateDatagrams::push(const State& state, double time) {
  const std::string text = state_json(classes_, state, time);
  return send_datagram(socket_, text.data(), text.size());
}

// The C interface of liblo (Open Sound Control), opened at run time: the program is built and runs without it. It is
// the file that the variable BIOTROPY_LO names, or that of the system. These are its functions, as lo_lowlevel.h
// declares them; handles are opaque.
struct LoLibrary {
  void* (*message_new)() = nullptr;
  void (*message_free)(void* message) = nullptr;
  int (*message_add_double)(void* message, double value) = nullptr;
  int (*message_add_float)(void* message, float value) = nullptr;
  int (*message_add_int32)(void* message, std::int32_t value) = nullptr;
  int (*message_add_string)(void* message, const char* value) = nullptr;
  void* (*message_serialise)(void* message, const char* path, void* to, std::size_t* size) = nullptr;
};

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

/// @throws Error invalid_argument where there is none, or it lacks a function.
const LoLibrary& lo_library() {
  static const LoLibrary library = loaded_lo();
  return library;
}

}  // namespace

OscOutlet::OscOutlet(const std::string& to, std::vector<std::string> classes)
    : library_(lo_library()), classes_(std::move(classes)), socket_(datagram_socket(endpoint(to, "osc"), "osc")) {}

OscOutlet::~OscOutlet() {
  system::close_socket(socket_);
}

std::string OscOutlet::push(const State& state, double time) {
  const char* name = classes_[static_cast<std::size_t>(state.label)].c_str();
  void* message = library_.message_new();
  library_.message_add_double(message, time);
  library_.message_add_string(message, name);
  library_.message_add_int32(message, state.label);
  library_.message_add_int32(message, state.flags);
  library_.message_add_double(message, state.log_likelihood);
  for (const double p : state.posterior) library_.message_add_float(message, static_cast<float>(p));
  std::string fault = send("/biotropy/state", message);
  if (state.label == label_ || !fault.empty()) return fault;
  label_ = state.label;
  void* change = library_.message_new();
  library_.message_add_double(change, time);
  library_.message_add_string(change, name);
  return send("/biotropy/class", change);
}

std::string OscOutlet::send(const char* path, void* message) {
  std::size_t size = 0;
  const std::unique_ptr<void, decltype(&std::free)> bytes(library_.message_serialise(message, path, nullptr, &size),
                                                          &std::free);
  library_.message_free(message);
  if (bytes == nullptr) throw std::bad_alloc();
  return send_datagram(socket_, bytes.get(), size);
}

}  // namespace biotropy::live
