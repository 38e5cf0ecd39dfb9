// SPDX-License-Identifier: Apache-2.0
//
// The border that every call from R crosses. No C++ exception passes it, and no jump of R passes a C++ frame: what was
// thrown ends here, and R code makes a condition of it.
#pragma once

#define CPP11_PARTIAL
// First: what follows lets jumps of R go on only where it has been seen.
#include <cpp11/protect.hpp>

#include <cpp11/declarations.hpp>
#include <cpp11/list.hpp>
#include <cpp11/sexp.hpp>
#include <new>
#include <string>

#include "biotropy/error.hpp"

namespace biotropy::r {

/// An argument that is not what it may be; R code puts the value into words.
struct Refused {
  std::string argument;
  cpp11::sexp value;
  std::string allowed;
};

/// These raise the condition for a failure. @throws cpp11::unwind_exception.
void raise(const Error& error);
void raise(const Refused& refused);

/// Runs work(), which returns a SEXP, with failures as above.
template <typename Work>
SEXP guarded(Work&& work) {
  BEGIN_CPP11
  try {
    return work();
  } catch (const Refused& refused) {
    raise(refused);
  } catch (const Error& error) {
    raise(error);
  } catch (const std::bad_alloc&) {
    raise(Error(ErrorCode::out_of_memory, "there is not enough memory"));
  }
  END_CPP11
}

}  // namespace biotropy::r
