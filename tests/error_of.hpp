// SPDX-License-Identifier: Apache-2.0
//
// Returns the error thrown by a call; the test fails if there is none.
#pragma once

#include <gtest/gtest.h>

#include "biotropy/error.hpp"

namespace biotropy {

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
