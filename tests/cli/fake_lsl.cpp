// SPDX-License-Identifier: Apache-2.0
//
// Replaces liblsl: a stream of three channels at 100 Hz, labelled C3 (in uV), C2 (in mV) and C1, whose clock is 100 s
// behind that of this machine, whose seventh sample has an infinite time, and which then is lost. Its handles are never
// dereferenced.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace {

constexpr std::int32_t kChannels = 3, kLost = -2;
int handle = 0, samples = 0, channel = 0;

}  // namespace

extern "C" {

std::int32_t lsl_library_version() {
  return 116;
}
double lsl_local_clock() {
  return 0.0;
}
void* lsl_create_streaminfo(const char*, const char*, std::int32_t, double, std::int32_t, const char*) {
  return &handle;
}
void lsl_destroy_streaminfo(void*) {}
const char* lsl_get_source_id(void*) {
  return "fake";
}
std::int32_t lsl_get_channel_count(void*) {
  return kChannels;
}
double lsl_get_nominal_srate(void*) {
  return 100.0;
}
std::int32_t lsl_get_channel_format(void*) {
  return 1;
}
std::uint32_t lsl_samples_available(void*) {
  return 0;
}
void* lsl_get_desc(void*) {
  return &handle;
}
void* lsl_append_child_value(void*, const char*, const char*) {
  return &handle;
}
void* lsl_append_child(void*, const char*) {
  return &handle;
}
void* lsl_child(void*, const char*) {
  channel = 0;
  return &handle;
}
void* lsl_next_sibling_n(void*, const char*) {
  ++channel;
  return &handle;
}
std::int32_t lsl_empty(void*) {
  return channel == kChannels ? 1 : 0;
}
const char* lsl_child_value_n(void*, const char* name) {
  constexpr std::array<const char*, kChannels> labels = {"C3", "C2", "C1"};
  constexpr std::array<const char*, kChannels> units = {"microvolts", "mV", ""};
  const std::string_view wanted = name;
  return wanted == "label"  ? labels[static_cast<std::size_t>(channel)]
         : wanted == "unit" ? units[static_cast<std::size_t>(channel)]
                            : "";
}
void* lsl_create_outlet(void*, std::int32_t, std::int32_t) {
  return &handle;
}
void lsl_destroy_outlet(void*) {}
std::int32_t lsl_have_consumers(void*) {
  return 0;
}
std::int32_t lsl_push_sample_dtp(void*, const double*, double, std::int32_t) {
  return 0;
}
std::int32_t lsl_push_sample_strtp(void*, const char**, double, std::int32_t) {
  return 0;
}
void* lsl_create_continuous_resolver_bypred(const char*, double) {
  return &handle;
}
std::int32_t lsl_resolver_results(void*, void**, std::uint32_t) {
  return 0;
}
void lsl_destroy_continuous_resolver(void*) {}
std::int32_t lsl_resolve_bypred(void** found, std::uint32_t, const char*, std::int32_t, double) {
  *found = &handle;
  return 1;
}
void* lsl_create_inlet(void*, std::int32_t, std::int32_t, std::int32_t) {
  return &handle;
}
void lsl_destroy_inlet(void*) {}
void lsl_open_stream(void*, double, std::int32_t* error) {
  *error = 0;
}
void* lsl_get_fullinfo(void*, double, std::int32_t* error) {
  *error = 0;
  return &handle;
}
double lsl_time_correction(void*, double, std::int32_t* error) {
  *error = 0;
  return 100.0;
}

double lsl_pull_sample_d(void*, double* sample, std::int32_t numbers, double, std::int32_t* error) {
  *error = samples < 7 ? 0 : kLost;
  if (*error != 0) return 0.0;
  std::fill_n(sample, numbers, 0.5);
  sample[0] = 2.5;
  return ++samples == 7 ? HUGE_VAL : 0.01 * samples;
}

}  // extern "C"
