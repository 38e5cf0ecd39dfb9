// SPDX-License-Identifier: Apache-2.0
//
// What the library of C++ that comes with Emscripten 3.1.6 lacks of the standard, as far as it is used: algorithms of
// ranges, numbers of texts, bits of numbers and memory that nobody clears. Every source includes this
// (cmake/browser_libraries.cmake).
#pragma once

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>

// NOLINTBEGIN(cert-dcl58-cpp)
namespace std {

// The C library rounds correctly too, but takes spaces, a plus and hexadecimal numbers.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const auto is_part = [](char letter) {
    return isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '.' || letter == '+' || letter == '-';
  };
  string text(first, find_if_not(first, last, is_part));
  const size_t start = text.starts_with('-') ? 1 : 0;
  if (start == text.size() || text[start] == '+' || text[start] == '-') return {first, errc::invalid_argument};
  if (text[start] == '0' && (text[start + 1] == 'x' || text[start + 1] == 'X')) text.resize(start + 1);
  char* behind = nullptr;
  errno = 0;
  const double read = strtod(text.c_str(), &behind);
  if (behind == text.c_str()) return {first, errc::invalid_argument};
  const char* const stopped = first + (behind - text.c_str());
  if (errno == ERANGE && (read == 0.0 || isinf(read))) return {stopped, errc::result_out_of_range};
  value = read;
  return {stopped, errc()};
}

template <class To, class From>
requires(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> && is_trivially_copyable_v<From>) constexpr To
    bit_cast(const From& from) {
  return __builtin_bit_cast(To, from);
}

template <class Array>
requires is_array_v<Array> unique_ptr<Array> make_unique_for_overwrite(size_t n) {
  return unique_ptr<Array>(new remove_extent_t<Array>[n]);
}

namespace ranges {

template <class Test, class Part>
auto test_of(Test& test, Part& part) {
  return [&](auto&& one) -> bool { return invoke(test, invoke(part, one)); };
}

template <class Order, class Part>
auto order_of(Order& order, Part& part) {
  return
      [&](const auto& one, const auto& other) -> bool { return invoke(order, invoke(part, one), invoke(part, other)); };
}

template <class Range, class Test, class Part = identity>
bool all_of(Range&& range, Test test, Part part = {}) {
  return std::all_of(std::begin(range), std::end(range), test_of(test, part));
}

template <class Range, class Test, class Part = identity>
bool any_of(Range&& range, Test test, Part part = {}) {
  return std::any_of(std::begin(range), std::end(range), test_of(test, part));
}

template <class Range, class Test, class Part = identity>
bool none_of(Range&& range, Test test, Part part = {}) {
  return std::none_of(std::begin(range), std::end(range), test_of(test, part));
}

template <class Range, class Test, class Part = identity>
auto find_if(Range&& range, Test test, Part part = {}) {
  return std::find_if(std::begin(range), std::end(range), test_of(test, part));
}

template <class Range, class Test, class Part = identity>
auto count_if(Range&& range, Test test, Part part = {}) {
  return std::count_if(std::begin(range), std::end(range), test_of(test, part));
}

template <class Range, class Value, class Part = identity>
auto find(Range&& range, const Value& value, Part part = {}) {
  return ranges::find_if(
      range, [&](const auto& one) { return one == value; }, part);
}

template <class Range, class Value, class Part = identity>
auto count(Range&& range, const Value& value, Part part = {}) {
  return ranges::count_if(
      range, [&](const auto& one) { return one == value; }, part);
}

template <class Range, class Order = less, class Part = identity>
void sort(Range&& range, Order order = {}, Part part = {}) {
  std::sort(std::begin(range), std::end(range), order_of(order, part));
}

template <class Range, class Order = less, class Part = identity>
void stable_sort(Range&& range, Order order = {}, Part part = {}) {
  std::stable_sort(std::begin(range), std::end(range), order_of(order, part));
}

template <class Range, class Place>
void nth_element(Range&& range, Place place) {
  std::nth_element(std::begin(range), place, std::end(range));
}

template <class Range>
auto min_element(Range&& range) {
  return std::min_element(std::begin(range), std::end(range));
}

template <class Range>
auto max_element(Range&& range) {
  return std::max_element(std::begin(range), std::end(range));
}

template <class Range>
auto minmax(Range&& range) {
  const auto [least, greatest] = std::minmax_element(std::begin(range), std::end(range));
  return std::pair(*least, *greatest);
}

template <class Range, class Value>
auto lower_bound(Range&& range, const Value& value) {
  return std::lower_bound(std::begin(range), std::end(range), value);
}

template <class Range, class Test>
auto adjacent_find(Range&& range, Test test) {
  return std::adjacent_find(std::begin(range), std::end(range), test);
}

template <class Range, class Value>
void fill(Range&& range, const Value& value) {
  std::fill(std::begin(range), std::end(range), value);
}

template <class Range, class Place>
void copy(Range&& range, Place place) {
  std::copy(std::begin(range), std::end(range), place);
}

template <class Range, class Place, class Test>
void copy_if(Range&& range, Place place, Test test) {
  std::copy_if(std::begin(range), std::end(range), place, test);
}

template <class Range, class Place>
void move(Range&& range, Place place) {
  std::move(std::begin(range), std::end(range), place);
}

template <class Range, class Place, class Work>
void transform(Range&& range, Place place, Work work) {
  std::transform(std::begin(range), std::end(range), place, work);
}

template <class Range, class Work>
void for_each(Range&& range, Work work) {
  std::for_each(std::begin(range), std::end(range), work);
}

template <class Range>
void reverse(Range&& range) {
  std::reverse(std::begin(range), std::end(range));
}

template <class Range, class Other>
bool equal(Range&& range, Other&& other) {
  return std::equal(std::begin(range), std::end(range), std::begin(other), std::end(other));
}

template <class Range, class Other, class Order = less, class Part = identity, class OtherPart = identity>
bool lexicographical_compare(Range&& range, Other&& other, Order order = {}, Part part = {}, OtherPart = {}) {
  return std::lexicographical_compare(std::begin(range), std::end(range), std::begin(other), std::end(other),
                                      order_of(order, part));
}

struct Permuted {
  bool found;
};

template <class Range>
Permuted next_permutation(Range&& range) {
  return {std::next_permutation(std::begin(range), std::end(range))};
}

}  // namespace ranges

}  // namespace std
// NOLINTEND(cert-dcl58-cpp)
