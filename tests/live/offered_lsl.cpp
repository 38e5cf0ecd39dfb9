// SPDX-License-Identifier: Apache-2.0
//
// Replaces liblsl: a stream as another machine may describe it, and its samples.
#include "tests/live/offered_lsl.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace {

biotropy::live::OfferedStream stream;
std::size_t channel = 0, sample = 0;
int handle = 0;
std::array<int, 16> others;
std::int32_t buffered = 0;
std::string asked;

std::int32_t find(void** found, std::size_t most) {
  const std::size_t count = std::min(most, 1 + stream.others);
  // Another one may answer first.
  for (std::size_t i = 0; i < count; ++i) found[i] = i == count - 1 ? static_cast<void*>(&handle) : &others[i];
  return static_cast<std::int32_t>(count);
}

}  // namespace

namespace biotropy::live {

void offer(OfferedStream offered) {
  stream = std::move(offered);
  channel = sample = 0;
}

std::string asked_for() {
  return asked;
}

std::int32_t most_buffered() {
  return buffered;
}

}  // namespace biotropy::live

extern "C" {

std::int32_t lsl_library_version() {
  return 116;
}
double lsl_local_clock() {
  return 0.0;
}
void* lsl_create_streaminfo(const char*, const char*, std::int32_t, double, std::int32_t, const char*) {
  return nullptr;
}
void lsl_destroy_streaminfo(void*) {}
const char* lsl_get_source_id(void* info) {
  return info == &handle ? stream.source_id.c_str() : "another";
}
std::int32_t lsl_get_channel_count(void*) {
  return stream.channels;
}
double lsl_get_nominal_srate(void*) {
  return stream.rate;
}
std::int32_t lsl_get_channel_format(void*) {
  return stream.format;
}
std::uint32_t lsl_samples_available(void*) {
  return stream.left;
}
void* lsl_get_desc(void*) {
  return &handle;
}
void* lsl_append_child_value(void*, const char*, const char*) {
  return nullptr;
}
void* lsl_append_child(void*, const char*) {
  return nullptr;
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
  return channel < stream.description.size() ? 0 : 1;
}
const char* lsl_child_value_n(void*, const char* name) {
  const auto& found = stream.description[channel];
  return found[std::strcmp(name, "label") == 0 ? 0 : std::strcmp(name, "type") == 0 ? 1 : 2].c_str();
}
void* lsl_create_outlet(void*, std::int32_t, std::int32_t) {
  return nullptr;
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
// The library returns as soon as it has as many streams as are asked for.
std::int32_t lsl_resolve_bypred(void** found, std::uint32_t, const char* predicate, std::int32_t least, double) {
  asked = predicate;
  return find(found, static_cast<std::size_t>(least));
}
void* lsl_create_continuous_resolver_bypred(const char*, double) {
  return &handle;
}
std::int32_t lsl_resolver_results(void*, void** found, std::uint32_t most) {
  return find(found, most);
}
void lsl_destroy_continuous_resolver(void*) {}
void* lsl_create_inlet(void*, std::int32_t most_buffered, std::int32_t, std::int32_t) {
  buffered = most_buffered;
  sample = 0;
  return &handle;
}
void lsl_destroy_inlet(void*) {}
void* lsl_get_fullinfo(void*, double, std::int32_t* error) {
  *error = 0;
  return &handle;
}
void lsl_open_stream(void*, double, std::int32_t* error) {
  *error = 0;
}
double lsl_time_correction(void*, double, std::int32_t* error) {
  *error = 0;
  return 0.0;
}

double lsl_pull_sample_d(void*, double* numbers, std::int32_t count, double, std::int32_t* error) {
  constexpr std::int32_t lost = -2;
  const std::size_t length = 1 + static_cast<std::size_t>(count);
  const bool has_sample = sample + length <= stream.samples.size();
  *error = has_sample || stream.stays ? 0 : lost;
  if (!has_sample) return 0.0;
  std::copy_n(stream.samples.begin() + static_cast<std::ptrdiff_t>(sample + 1), count, numbers);
  const double time = stream.samples[sample];
  sample += length;
  return time;
}

}  // extern "C"
