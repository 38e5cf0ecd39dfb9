// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/osc_outlet.hpp"

#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include "biotropy/live/endpoint.hpp"
#include "biotropy/system/socket.hpp"

namespace biotropy::live {

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
