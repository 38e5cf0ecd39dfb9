// SPDX-License-Identifier: Apache-2.0
#include "biotropy/number_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "biotropy/error.hpp"

namespace biotropy {

namespace {

/// A longer list is a typing error; as a dimension of a result it would be unreadable.
constexpr std::size_t kMostNumbers = 100'000;

std::vector<std::string_view> fields(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0, comma = 0; comma != std::string_view::npos; begin = comma + 1) {
    comma = text.find(',', begin);
    parts.push_back(text.substr(begin, comma == std::string_view::npos ? comma : comma - begin));
  }
  return parts;
}

// Reason why the text is not a number; success if it is one.
template <typename Number>
std::errc parse(std::string_view text, Number& number) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const char* end = text.data() + text.size();
  const auto [stopped, failure] = std::from_chars(text.data(), end, number);
  return stopped == end ? failure : std::errc::invalid_argument;
}

}  // namespace

void require_distinct(const std::string& parameter, const std::vector<double>& numbers) {
  std::vector<double> sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  const auto found = std::adjacent_find(sorted.begin(), sorted.end());
  if (found == sorted.end()) return;
  throw Error::argument(parameter, fmt::format("{}", fmt::join(numbers, ",")),
                        fmt::format("a list without repetitions ({} is one)", *found));
}

std::vector<int> whole_numbers(const std::string& parameter, const std::string& text) {
  std::vector<int> numbers;
  for (const std::string_view field : fields(text)) {
    // A hyphen at the front is a sign; any other makes a range.
    const std::size_t hyphen = field.find('-', 1);
    const bool range = hyphen != std::string_view::npos;
    int first = 0, last = 0;
    const std::errc failure = parse(field.substr(0, hyphen), first);
    last = first;
    const std::errc second_failure = range ? parse(field.substr(hyphen + 1), last) : failure;
    if (failure != std::errc() || second_failure != std::errc() || first > last) {
      throw Error::argument(parameter, text, "a list of whole numbers and ranges, such as 2 or 1,2,5-8");
    }
    if (static_cast<std::size_t>(static_cast<long long>(last) - first) >= kMostNumbers - numbers.size()) {
      throw Error::argument(parameter, text, fmt::format("a list of at most {} numbers", kMostNumbers));
    }
    for (int number = first; number < last; ++number) numbers.push_back(number);
    numbers.push_back(last);
  }
  return numbers;
}

std::vector<double> real_numbers(const std::string& parameter, const std::string& text) {
  std::vector<double> numbers;
  for (const std::string_view field : fields(text)) {
    double number = 0.0;
    const std::errc failure = parse(field, number);
    if (failure == std::errc::result_out_of_range) {
      throw Error::argument(parameter, text, "a list of numbers that double precision can hold");
    }
    if (failure != std::errc())
      throw Error::argument(parameter, text, "a list of numbers, such as 0.2 or 0.1,0.15,0.2");
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace biotropy
