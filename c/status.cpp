// SPDX-License-Identifier: Apache-2.0
#include "c/status.hpp"

#include <new>
#include <stdexcept>
#include <system_error>

#include "biotropy/version.hpp"
#include "c/biotropy.h"

namespace biotropy::c {

namespace {

constexpr const char* kNoMemory = "out of memory";

thread_local std::string kept_message;
thread_local const char* last_message = "";

int keep(ErrorCode code, const char* message) noexcept {
  try {
    kept_message = message;
    last_message = kept_message.c_str();
  } catch (const std::bad_alloc&) {
    last_message = kNoMemory;
  }
  return static_cast<int>(code);
}

int no_memory() noexcept {
  last_message = kNoMemory;
  return BIOTROPY_OUT_OF_MEMORY;
}

}  // namespace

int status_of_exception() noexcept {
  try {
    throw;
  } catch (const Error& error) {
    return keep(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return no_memory();
  } catch (const std::length_error&) {  // more elements than a vector can ever hold
    return no_memory();
  } catch (const std::system_error& error) {  // no thread can be started
    const bool no_resources = error.code() == std::errc::resource_unavailable_try_again;
    return no_resources ? no_memory() : keep(ErrorCode::internal, error.what());
  } catch (const std::exception& error) {
    return keep(ErrorCode::internal, error.what());
  } catch (...) {
    return keep(ErrorCode::internal, "an exception that is none of the C++ library");
  }
}

extern "C" {

const char* biotropy_version(void) {
  return version().data();
}

const char* biotropy_status_name(int status) {
  return status == BIOTROPY_OK ? "ok" : name(static_cast<ErrorCode>(status)).data();
}

const char* biotropy_last_error(void) {
  return last_message;
}

}  // extern "C"

}  // namespace biotropy::c
