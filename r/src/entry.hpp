// SPDX-License-Identifier: Apache-2.0
//
// The border that every call from R crosses. No C++ exception passes it, and no jump of R passes a C++ frame: what was
// thrown ends here, and R code makes a condition of it.
#pragma once

#define CPP11_PARTIAL
// First: what follows lets jumps of R go on only where it has been seen.
#include <cpp11/protect.hpp>

#include <cpp11/declarations.hpp>
#include <cpp11/sexp.hpp>
#include <new>
#include <string>
#include <utility>

#include "biotropy/error.hpp"

namespace biotropy::r {

/// An argument that is not what it may be; R code puts the value into words.
struct Refused {
  std::string argument;
  cpp11::sexp value;
  std::string allowed;
};

/// The call that raises the condition for a failure; not protected. @throws cpp11::unwind_exception.
SEXP condition_of(const Error& error);
SEXP condition_of(const Refused& refused);

/// Evaluates such a call, which does not return.
void raise(SEXP call);

/// What work() returns, or null and in `condition` the call for what it threw.
template <typename Work>
SEXP attempted(Work&& work, SEXP& condition) {
  BEGIN_CPP11
  try {
    return work();
  } catch (const Refused& refused) {
    condition = condition_of(refused);
  } catch (const Error& error) {
    condition = condition_of(error);
  } catch (const std::bad_alloc&) {
    condition = condition_of(Error(ErrorCode::out_of_memory, "there is not enough memory"));
  }
  END_CPP11
}

/// Runs work(), which returns a SEXP. Conditions are raised when every C++ object is gone: handlers of R may jump from
/// there, or call this package again.
template <typename Work>
SEXP guarded(Work&& work) {
  SEXP condition = R_NilValue;
  const SEXP found = attempted(std::forward<Work>(work), condition);
  if (condition != R_NilValue) raise(condition);
  return found;
}

}  // namespace biotropy::r
