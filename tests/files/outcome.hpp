// SPDX-License-Identifier: Apache-2.0
//
// Matchers for the outcome of reading: the error, by code and words, and the notices.
#pragma once

#include <functional>
#include <optional>

#include "biotropy/error.hpp"
#include "tests/matchers.hpp"
#include "tests/notices.hpp"

namespace biotropy {

MATCHER_P2(IsError, code, words, "has that code and the message " + ::testing::PrintToString(words)) {
  if (!arg.has_value()) {
    *result_listener << "nothing was thrown";
    return false;
  }
  *result_listener << name(arg->code()) << ": " << arg->what();
  return arg->code() == code && std::string(arg->what()).find(words) != std::string::npos;
}

/// Matches the error of an argument that has this value.
MATCHER_P2(Refuses, parameter, value, "is about " + ::testing::PrintToString(parameter)) {
  if (arg.has_value()) *result_listener << arg->what();
  return arg.has_value() && arg->code() == ErrorCode::invalid_argument && arg->parameter() == parameter &&
         arg->value() == value;
}

/// Matches one notice of this code.
inline auto warns(const std::string& code) {
  return ElementsAre(coded(code));
}

}  // namespace biotropy

namespace biotropy::files {

/// The error that the call throws, if it does.
inline std::optional<Error> error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

}  // namespace biotropy::files
