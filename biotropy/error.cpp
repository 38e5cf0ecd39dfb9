// SPDX-License-Identifier: Apache-2.0
#include "biotropy/error.hpp"

#include <utility>

namespace biotropy {

std::string_view name(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid_argument";
    case ErrorCode::invalid_data:
      return "invalid_data";
    case ErrorCode::missing_values:
      return "missing_values";
    case ErrorCode::constant_series:
      return "constant_series";
    case ErrorCode::too_short:
      return "too_short";
    case ErrorCode::file_not_found:
      return "file_not_found";
    case ErrorCode::bad_file:
      return "bad_file";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::io:
      return "io";
    case ErrorCode::cancelled:
      return "cancelled";
    case ErrorCode::out_of_memory:
      return "out_of_memory";
    case ErrorCode::no_engine:
      return "no_engine";
    case ErrorCode::device:
      return "device";
    case ErrorCode::internal:
      return "internal";
    case ErrorCode::busy:
      return "busy";
  }
  return "unknown";
}

Error::Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}

Error Error::argument(std::string parameter, std::string value, std::string allowed) {
  Error error(ErrorCode::invalid_argument,
              parameter + " is " + (value.empty() ? "empty" : value) + "; it must be " + allowed);
  error.parameter_ = std::move(parameter);
  error.value_ = std::move(value);
  error.allowed_ = std::move(allowed);
  return error;
}

}  // namespace biotropy
