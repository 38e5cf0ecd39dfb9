// SPDX-License-Identifier: Apache-2.0
//
// Frame of every routine that R calls. No C++ exception leaves it, and no jump of R passes a C++ frame: exceptions are
// caught, and R code raises a condition for them.
#pragma once

#define CPP11_PARTIAL
// Included first: the headers below handle jumps of R only if it has been included.
#include <cpp11/protect.hpp>

#include <cpp11/declarations.hpp>
#include <cpp11/sexp.hpp>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "biotropy/error.hpp"

namespace biotropy::r {

/// An argument that is not allowed; R code formats the value.
struct Refused {
  std::string argument;
  cpp11::sexp value;
  std::string allowed;
};

/// The call that raises the condition for a failure; not protected. @throws cpp11::unwind_exception.
SEXP condition_of(const Error& error);
SEXP condition_of(const Refused& refused);

/// Evaluates the call, which does not return.
void raise(SEXP call);

/// The result of work(), or null and the call for its exception in `condition`, or the token of a jump of R. (The
/// macros of cpp11 clear 8 kB for a message in every call.)
template <typename Work>
SEXP attempted(Work&& work, SEXP& condition, SEXP& token) {
  try {
    try {
      return work();
    } catch (const Refused& refused) {
      condition = condition_of(refused);
    } catch (const Error& error) {
      condition = condition_of(error);
    } catch (const std::bad_alloc&) {
      condition = condition_of(Error(ErrorCode::out_of_memory, "there is not enough memory"));
    } catch (const cpp11::unwind_exception&) {
      throw;
    } catch (const std::exception& other) {
      condition = condition_of(Error(ErrorCode::internal, other.what()));
    }
  } catch (const cpp11::unwind_exception& jump) {
    token = jump.token;
  }
  return R_NilValue;
}

/// Runs work(), which returns a SEXP. Conditions are raised after all C++ objects are destroyed, as handlers of R may
/// jump or call this package again.
template <typename Work>
SEXP guarded(Work&& work) {
  SEXP condition = R_NilValue, token = R_NilValue;
  const SEXP found = attempted(std::forward<Work>(work), condition, token);
  if (token != R_NilValue) R_ContinueUnwind(token);
  if (condition != R_NilValue) raise(condition);
  return found;
}

}  // namespace biotropy::r
