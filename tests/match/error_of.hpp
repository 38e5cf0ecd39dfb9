// SPDX-License-Identifier: Apache-2.0
//
// The error that a call throws; one of its own where it throws none.
#pragma once

#include "biotropy/error.hpp"

namespace biotropy::match {

template <typename Call>
Error error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorCode::internal, "nothing was thrown");
}

}  // namespace biotropy::match
