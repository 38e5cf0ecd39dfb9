// SPDX-License-Identifier: Apache-2.0
//
// Conversion of values from R (matrices are views, columns are series) and to R. R code has checked the types of series
// and of elements of lists.
#pragma once

#define CPP11_PARTIAL
#include <cpp11/doubles.hpp>
#include <cpp11/integers.hpp>
#include <cpp11/list.hpp>
#include <cpp11/strings.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/series/samples.hpp"

namespace biotropy::r {

/// Doubles, one series in each column; a vector is one.
class Columns {
 public:
  explicit Columns(SEXP data);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  series::Samples column(std::size_t j) const { return {data_ + j * rows_, rows_}; }
  bool is_vector() const { return is_vector_; }
  /// All numbers, of an array of any dimensions.
  series::Samples all() const { return {data_, size_}; }

 private:
  const double* data_;
  std::size_t rows_, columns_, size_;
  bool is_vector_;
};

/// Elements of a list by name; NULL counts as missing.
class Named {
 public:
  explicit Named(SEXP list) : list_(list) {}

  bool has(const char* name) const { return value(name) != R_NilValue; }
  SEXP value(const char* name) const;
  double number(const char* name) const;
  int integer(const char* name) const;
  bool flag(const char* name) const;
  std::string text(const char* name) const;
  std::optional<double> number_if_any(const char* name) const;
  /// Doubles; none for NULL.
  std::vector<double> numbers(const char* name) const;

 private:
  SEXP list_;
};

std::string to_string(SEXP text);
std::vector<std::string> to_strings(SEXP texts);
std::vector<std::size_t> to_sizes(SEXP numbers);

/// Counts become doubles, exact below 2^53, as R has no integers of 64 bits.
cpp11::sexp to_r(const std::vector<std::uint64_t>& counts);
cpp11::sexp to_r(const std::vector<double>& numbers);
cpp11::sexp to_r(const std::vector<int>& numbers);
cpp11::sexp to_r(const std::vector<std::string>& texts);
cpp11::sexp to_r(const std::string& text);
/// A data frame of level, code and text.
cpp11::sexp to_r(const Notices& notices);

/// Builds a list with names. For cpp11::unwind_protect(): it has no destructor, so jumps of R may pass it, and its
/// elements need no protection of their own, which for a short series takes as long as counting; so do names.
class ListMaker {
 public:
  /// @param most elements.
  explicit ListMaker(std::size_t most);

  /// @param name must outlive this.
  void add(const char* name, SEXP value);
  /// The list, with that class if any.
  SEXP done(const char* class_name = nullptr);

 private:
  static constexpr R_xlen_t kMost = 64;

  SEXP list_;
  const char* names_[kMost];
  R_xlen_t size_ = 0;
};

/// Adds a named number, flag or text to a list.
template <typename Value>
void add(cpp11::writable::list& list, const char* name, const Value& value) {
  if constexpr (std::is_convertible_v<Value, std::string_view>) {
    list.push_back(cpp11::named_arg(name) = to_r(std::string(value)));
  } else {
    list.push_back(cpp11::named_arg(name) = value);
  }
}

/// The values with dimensions, the first of which varies fastest.
cpp11::sexp shaped(cpp11::sexp values, const std::vector<std::size_t>& dimensions);

}  // namespace biotropy::r
