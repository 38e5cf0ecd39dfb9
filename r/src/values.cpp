// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "biotropy/error.hpp"

namespace biotropy::r {

namespace {

// Only a vector that is made when it is read (ALTREP) can raise an error.
const double* doubles_of(SEXP data) {
  const void* const there = DATAPTR_OR_NULL(data);
  return there != nullptr ? static_cast<const double*>(there) : cpp11::safe[REAL_RO](data);
}

}  // namespace

Columns::Columns(SEXP data)
    : data_(doubles_of(data)),
      rows_(static_cast<std::size_t>(Rf_nrows(data))),
      columns_(static_cast<std::size_t>(Rf_ncols(data))),
      size_(static_cast<std::size_t>(Rf_xlength(data))),
      is_vector_(Rf_length(Rf_getAttrib(data, R_DimSymbol)) < 2) {}

SEXP Named::value(const char* name) const {
  const SEXP names = Rf_getAttrib(list_, R_NamesSymbol);
  for (R_xlen_t i = 0; i < Rf_xlength(names); ++i) {
    if (std::string_view(CHAR(STRING_ELT(names, i))) == name) return VECTOR_ELT(list_, i);
  }
  return R_NilValue;
}

double Named::number(const char* name) const {
  return Rf_asReal(value(name));
}

int Named::integer(const char* name) const {
  return Rf_asInteger(value(name));
}

bool Named::flag(const char* name) const {
  return Rf_asLogical(value(name)) == TRUE;
}

std::string Named::text(const char* name) const {
  return to_string(value(name));
}

std::optional<double> Named::number_if_any(const char* name) const {
  return has(name) ? std::optional(number(name)) : std::nullopt;
}

std::vector<double> Named::numbers(const char* name) const {
  const SEXP found = value(name);
  if (found == R_NilValue) return {};
  return {REAL(found), REAL(found) + Rf_xlength(found)};
}

std::string to_string(SEXP text) {
  return cpp11::safe[Rf_translateCharUTF8](STRING_ELT(text, 0));
}

std::vector<std::string> to_strings(SEXP texts) {
  std::vector<std::string> result;
  for (R_xlen_t i = 0; i < Rf_xlength(texts); ++i) {
    result.emplace_back(cpp11::safe[Rf_translateCharUTF8](STRING_ELT(texts, i)));
  }
  return result;
}

std::vector<std::size_t> to_sizes(SEXP numbers) {
  std::vector<std::size_t> result;
  const double* const values = REAL(numbers);
  for (R_xlen_t i = 0; i < Rf_xlength(numbers); ++i) result.push_back(static_cast<std::size_t>(values[i]));
  return result;
}

cpp11::sexp to_r(const std::vector<std::uint64_t>& counts) {
  return to_r(std::vector<double>(counts.begin(), counts.end()));
}

cpp11::sexp to_r(const std::vector<double>& numbers) {
  return cpp11::writable::doubles(numbers.begin(), numbers.end());
}

cpp11::sexp to_r(const std::vector<int>& numbers) {
  return cpp11::writable::integers(numbers.begin(), numbers.end());
}

cpp11::sexp to_r(const std::vector<std::string>& texts) {
  cpp11::writable::strings result(static_cast<R_xlen_t>(texts.size()));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    result[static_cast<R_xlen_t>(i)] =
        cpp11::r_string(cpp11::safe[Rf_mkCharLenCE](texts[i].data(), static_cast<int>(texts[i].size()), CE_UTF8));
  }
  return static_cast<SEXP>(result);
}

cpp11::sexp to_r(const std::string& text) {
  return to_r(std::vector<std::string>{text});
}

cpp11::sexp to_r(const Notices& notices) {
  using namespace cpp11::literals;
  std::vector<std::string> levels, codes, texts;
  for (const Notice& one : notices) {
    levels.emplace_back(word(one.level));
    codes.push_back(one.code);
    texts.push_back(one.text);
  }
  cpp11::writable::list frame({"level"_nm = to_r(levels), "code"_nm = to_r(codes), "text"_nm = to_r(texts)});
  frame.attr("class") = "data.frame";
  frame.attr("row.names") = cpp11::writable::integers({NA_INTEGER, -static_cast<int>(notices.size())});
  return frame;
}

namespace {

// Keeps a value that is never changed until the process ends.
SEXP kept(SEXP value) {
  R_PreserveObject(value);
  MARK_NOT_MUTABLE(value);
  return value;
}

bool are_names(SEXP texts, const char* const* names, R_xlen_t size) {
  if (Rf_xlength(texts) != size) return false;
  for (R_xlen_t i = 0; i < size; ++i) {
    if (std::strcmp(CHAR(STRING_ELT(texts, i)), names[i]) != 0) return false;
  }
  return true;
}

// Names as a vector, the same one for all lists that have them.
SEXP shared_names(const char* const* names, R_xlen_t size) {
  static std::vector<SEXP> known;
  for (const SEXP texts : known) {
    if (are_names(texts, names, size)) return texts;
  }
  const SEXP texts = PROTECT(Rf_allocVector(STRSXP, size));
  for (R_xlen_t i = 0; i < size; ++i) SET_STRING_ELT(texts, i, Rf_mkChar(names[i]));
  known.push_back(kept(texts));
  UNPROTECT(1);
  return texts;
}

}  // namespace

ListMaker::ListMaker(std::size_t size)
    : list_(PROTECT(Rf_allocVector(VECSXP, static_cast<R_xlen_t>(size)))), names_{} {}

void ListMaker::add(const char* name, SEXP value) {
  SET_VECTOR_ELT(list_, size_, value);
  names_[size_++] = name;
}

SEXP ListMaker::done(const char* class_name) {
  if (size_ < Rf_xlength(list_)) {
    const SEXP longer = list_;
    list_ = Rf_xlengthgets(longer, size_);
    UNPROTECT(1);
    PROTECT(list_);
  }
  Rf_namesgets(list_, shared_names(names_, size_));
  if (class_name != nullptr) {
    const char* const classes[] = {class_name, "biotropy_result"};
    Rf_classgets(list_, shared_names(classes, 2));
  }
  UNPROTECT(1);
  return list_;
}

cpp11::sexp shaped(cpp11::sexp values, const std::vector<std::size_t>& dimensions) {
  const std::vector<int> sizes(dimensions.begin(), dimensions.end());
  values.attr("dim") = to_r(sizes);
  return values;
}

}  // namespace biotropy::r
