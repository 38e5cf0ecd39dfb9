// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "module.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

bool is_one(SEXP value) {
  return Rf_xlength(value) == 1 && !Rf_isObject(value) && Rf_getAttrib(value, R_DimSymbol) == R_NilValue;
}

bool is_number(SEXP value) {
  return TYPEOF(value) == REALSXP || TYPEOF(value) == INTSXP;
}

double number_at(SEXP values, R_xlen_t i) {
  if (TYPEOF(values) == REALSXP) return REAL_ELT(values, i);
  const int number = INTEGER_ELT(values, i);
  return number == NA_INTEGER ? NA_REAL : number;
}

constexpr double kLargest = 9007199254740992.0;  // 2^53, up to which a double holds every integer

bool is_whole(double number, double least, double most = INT_MAX) {
  return number == std::floor(number) && number >= least && number <= most;
}

}  // namespace

int whole_number(const char* name, SEXP value, const std::string& allowed, int least) {
  const double number = is_one(value) && is_number(value) ? number_at(value, 0) : NA_REAL;
  if (!is_whole(number, least)) throw Refused{name, value, allowed};
  return static_cast<int>(number);
}

std::int64_t large_whole_number(const char* name, SEXP value, const std::string& allowed) {
  const double number = is_one(value) && is_number(value) ? number_at(value, 0) : NA_REAL;
  if (!is_whole(number, -kLargest, kLargest)) throw Refused{name, value, allowed};
  return static_cast<std::int64_t>(number);
}

std::vector<int> whole_numbers(const char* name, SEXP values, const std::string& allowed, int least) {
  if (!is_number(values) || Rf_isObject(values) || Rf_xlength(values) == 0) throw Refused{name, values, allowed};
  std::vector<int> result;
  for (R_xlen_t i = 0; i < Rf_xlength(values); ++i) {
    const double number = number_at(values, i);
    if (!is_whole(number, least)) throw Refused{name, cpp11::safe[Rf_ScalarReal](number), allowed};
    result.push_back(static_cast<int>(number));
  }
  return result;
}

double real_number(const char* name, SEXP value, const std::string& allowed) {
  const double number = is_one(value) && is_number(value) ? number_at(value, 0) : NA_REAL;
  if (std::isnan(number)) throw Refused{name, value, allowed};
  return number;
}

double positive_number(const char* name, SEXP value, const std::string& allowed) {
  const double number = real_number(name, value, allowed);
  if (!(number > 0.0 && std::isfinite(number))) throw Refused{name, value, allowed};
  return number;
}

bool true_or_false(const char* name, SEXP value) {
  const int flag = is_one(value) && TYPEOF(value) == LGLSXP ? LOGICAL_ELT(value, 0) : NA_LOGICAL;
  if (flag == NA_LOGICAL) throw Refused{name, value, "TRUE or FALSE"};
  return flag != 0;
}

std::string one_text(const char* name, SEXP value, const std::string& allowed) {
  const bool is_text = is_one(value) && TYPEOF(value) == STRSXP && STRING_ELT(value, 0) != NA_STRING;
  if (!is_text) throw Refused{name, value, allowed};
  return to_string(value);
}

std::size_t one_of(const char* name, SEXP value, const std::vector<std::string>& words, const std::string& allowed) {
  if (TYPEOF(value) == STRSXP && words.size() > 1 && to_strings(value) == words) return 0;
  const std::string text = one_text(name, value, allowed);
  const auto found = std::ranges::find_if(words, [&](const std::string& word) { return is_same_word(word, text); });
  if (found == words.end()) throw Refused{name, value, allowed + suggestion(text, words)};
  return static_cast<std::size_t>(found - words.begin());
}

Arguments::Arguments(SEXP list) : list_(list) {}

std::vector<std::string> Arguments::names() const {
  const SEXP names = Rf_getAttrib(list_, R_NamesSymbol);
  return names == R_NilValue ? std::vector<std::string>() : to_strings(names);
}

SEXP Arguments::value(const char* name) const {
  const SEXP names = Rf_getAttrib(list_, R_NamesSymbol);
  for (R_xlen_t i = 0; i < Rf_xlength(names); ++i) {
    if (std::strcmp(CHAR(STRING_ELT(names, i)), name) == 0) return VECTOR_ELT(list_, i);
  }
  return R_NilValue;
}

namespace {

// Index of the name in `own`; as large as `own` for an option.
int place(SEXP name, SEXP own) {
  int i = 0;
  while (i < Rf_length(own) && std::strcmp(CHAR(PRINTNAME(name)), CHAR(STRING_ELT(own, i))) != 0) ++i;
  return i;
}

// Number of options in a call; none if one of them may be abbreviated, without a name, or behind "...".
std::optional<int> count_options(SEXP call, SEXP frame, SEXP own, int first) {
  int options = 0, of_first = 0;
  for (SEXP argument = CDR(call); argument != R_NilValue; argument = CDR(argument)) {
    if (CAR(argument) == R_DotsSymbol || CAR(argument) == R_MissingArg) return std::nullopt;
    const SEXP name = TAG(argument);
    if (name != R_NilValue && !R_existsVarInFrame(frame, name)) return std::nullopt;
    const int at = name == R_NilValue ? 0 : place(name, own);
    if (at < first) ++of_first;
    if (at == Rf_length(own)) ++options;
  }
  return of_first <= first ? std::optional(options) : std::nullopt;
}

}  // namespace

// The options in a call of an R function whose arguments are in `frame`: a list, or NULL if the call has to be matched.
SEXP named_options(SEXP call, SEXP frame, SEXP own, SEXP first) {
  return guarded([&]() -> SEXP {
    const std::optional<int> count = count_options(call, frame, own, Rf_asInteger(first));
    if (!count) return R_NilValue;
    return cpp11::unwind_protect([&] {
      const SEXP options = PROTECT(Rf_allocVector(VECSXP, *count)), names = PROTECT(Rf_allocVector(STRSXP, *count));
      int i = 0;
      for (SEXP argument = CDR(call); argument != R_NilValue; argument = CDR(argument)) {
        const SEXP name = TAG(argument);
        if (name == R_NilValue || place(name, own) < Rf_length(own)) continue;
        SET_VECTOR_ELT(options, i, Rf_eval(name, frame));
        SET_STRING_ELT(names, i++, PRINTNAME(name));
      }
      Rf_setAttrib(options, R_NamesSymbol, names);
      UNPROTECT(2);
      return options;
    });
  });
}

// Checks that R code calls.

SEXP check_whole_numbers(SEXP name, SEXP values, SEXP allowed, SEXP least) {
  return guarded([&]() -> SEXP {
    return to_r(whole_numbers(to_string(name).c_str(), values, to_string(allowed), Rf_asInteger(least)));
  });
}

SEXP check_whole_number(SEXP name, SEXP value, SEXP allowed, SEXP least) {
  return guarded([&]() -> SEXP {
    const int number = whole_number(to_string(name).c_str(), value, to_string(allowed), Rf_asInteger(least));
    return cpp11::safe[Rf_ScalarInteger](number);
  });
}

SEXP check_real_number(SEXP name, SEXP value, SEXP allowed) {
  return guarded([&]() -> SEXP {
    return cpp11::safe[Rf_ScalarReal](real_number(to_string(name).c_str(), value, to_string(allowed)));
  });
}

SEXP check_true_or_false(SEXP name, SEXP value) {
  return guarded(
      [&]() -> SEXP { return cpp11::safe[Rf_ScalarLogical](true_or_false(to_string(name).c_str(), value)); });
}

SEXP check_one_text(SEXP name, SEXP value, SEXP allowed) {
  return guarded([&]() -> SEXP { return to_r(one_text(to_string(name).c_str(), value, to_string(allowed))); });
}

SEXP check_one_of(SEXP name, SEXP value, SEXP words, SEXP allowed) {
  return guarded([&]() -> SEXP {
    const std::vector<std::string> all = to_strings(words);
    return to_r(all[one_of(to_string(name).c_str(), value, all, to_string(allowed))]);
  });
}

}  // namespace biotropy::r
