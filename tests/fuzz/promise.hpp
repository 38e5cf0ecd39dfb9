// SPDX-License-Identifier: Apache-2.0
//
// Guarantees of what is no recording: which errors there may be, and whom they name.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>

#include "biotropy/error.hpp"
#include "biotropy/files/utf8.hpp"

namespace biotropy::fuzz {

inline void require(bool promise, const std::string& what) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %s\n", what.c_str());
  std::abort();
}

/// An error of one of these codes whose message begins with `named`, in UTF-8.
inline void require_refusal(const Error& error, std::initializer_list<ErrorCode> allowed, const std::string& named) {
  const std::string message = error.what();
  bool expected = false;
  for (const ErrorCode code : allowed) expected = expected || error.code() == code;
  require(expected, "an error of another kind: " + message);
  require(message.starts_with(named), "an error that does not name what it is about: " + message);
  require(files::is_utf8(message), "an error that is not UTF-8: " + message);
}

}  // namespace biotropy::fuzz
