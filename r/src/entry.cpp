// SPDX-License-Identifier: Apache-2.0
#include "entry.hpp"

#include "values.hpp"

namespace biotropy::r {

SEXP condition_of(const Error& error) {
  const cpp11::sexp code = to_r(std::string(name(error.code()))), message = to_r(std::string(error.what())),
                    argument = to_r(error.parameter()), value = to_r(error.value()), allowed = to_r(error.allowed());
  return cpp11::unwind_protect(
      [&] { return Rf_lang6(Rf_install("raise_failure"), code, message, argument, value, allowed); });
}

// Quotes a value, so that R does not evaluate calls and names.
SEXP condition_of(const Refused& refused) {
  const cpp11::sexp argument = to_r(refused.argument), allowed = to_r(refused.allowed);
  return cpp11::unwind_protect([&] {
    const SEXP value = PROTECT(Rf_lang2(Rf_install("quote"), refused.value));
    const SEXP call = Rf_lang4(Rf_install("refuse_value"), argument, value, allowed);
    UNPROTECT(1);
    return call;
  });
}

void raise(SEXP call) {
  PROTECT(call);
  const SEXP name = PROTECT(Rf_mkString("biotropy"));
  Rf_eval(call, PROTECT(R_FindNamespace(name)));
  UNPROTECT(3);
}

}  // namespace biotropy::r
