// SPDX-License-Identifier: Apache-2.0
//
// The border that every call from R crosses. No C++ exception passes it, and no jump of R passes a C++ frame: a failure
// of the library goes back as a list of its parts, from which R code makes a condition.
#pragma once

#define CPP11_PARTIAL
// First: what follows lets jumps of R go on only where it has been seen.
#include <cpp11/protect.hpp>

#include <cpp11/declarations.hpp>
#include <cpp11/list.hpp>
#include <cpp11/sexp.hpp>
#include <new>

#include "biotropy/error.hpp"

namespace biotropy::r {

/// A list of class "biotropy_failure": code, message, and the argument, its value and what is allowed where known.
SEXP failure(const Error& error);

/// Runs work(), which returns a SEXP, with failures as above.
template <typename Work>
SEXP guarded(Work&& work) {
  BEGIN_CPP11
  try {
    return work();
  } catch (const Error& error) {
    return failure(error);
  } catch (const std::bad_alloc&) {
    return failure(Error(ErrorCode::out_of_memory, "there is not enough memory"));
  }
  END_CPP11
}

}  // namespace biotropy::r
