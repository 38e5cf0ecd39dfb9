// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/osc_outlet.hpp"

#include <new>
#include <utility>

#include "biotropy/live/endpoint.hpp"
#include "biotropy/system/socket.hpp"

namespace biotropy::live {

namespace {

void* address_of(const LoLibrary& library, const std::string& text) {
  const Endpoint to = endpoint(text, "osc");
  system::close_socket(datagram_socket(to, "osc"));  // the library says so only when it sends
  void* address = library.address_new(to.host.c_str(), to.port.c_str());
  if (address == nullptr) throw std::bad_alloc();
  return address;
}

}  // namespace

OscOutlet::OscOutlet(const std::string& to, std::vector<std::string> classes)
    : library_(lo_library()), classes_(std::move(classes)), address_(address_of(library_, to)) {}

OscOutlet::~OscOutlet() {
  library_.address_free(address_);
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
  const int sent = library_.send_message(address_, path, message);
  library_.message_free(message);
  return sent < 0 ? library_.address_errstr(address_) : "";
}

}  // namespace biotropy::live
