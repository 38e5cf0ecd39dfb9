// SPDX-License-Identifier: Apache-2.0
//
// Returns the error thrown by a call; the test fails if there is none. Matchers compare its code, parameter and value.
#pragma once

#include <ostream>
#include <string>

#include "biotropy/error.hpp"
#include "tests/matchers.hpp"

namespace biotropy {

inline void PrintTo(const Error& error, std::ostream* out) {
  *out << name(error.code()) << ": " << error.what();
}

/// Matches the error of an argument, which has this value if one is given.
inline auto refuses(const std::string& parameter, const ::testing::Matcher<const std::string&>& value = ::testing::_) {
  return AllOf(::testing::Property("code", &Error::code, ErrorCode::invalid_argument),
               ::testing::Property("parameter", &Error::parameter, parameter),
               ::testing::Property("value", &Error::value, value));
}

template <typename Call>
Error error_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {ErrorCode::internal, "nothing was thrown"};
}

}  // namespace biotropy
