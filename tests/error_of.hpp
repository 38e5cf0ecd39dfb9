// SPDX-License-Identifier: Apache-2.0
//
// The error that a call throws; a failure of the test where it throws none.
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
