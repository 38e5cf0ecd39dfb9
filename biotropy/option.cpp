// SPDX-License-Identifier: Apache-2.0
#include "biotropy/option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace biotropy {

Length Length::of_seconds(double seconds) {
  Length length;
  length.number_ = seconds;
  length.in_seconds_ = true;
  return length;
}

std::string Length::text() const {
  return in_seconds_ ? fmt::format("{} s", number_) : fmt::format("{:.0f}", number_);
}

std::size_t Length::samples(std::optional<double> rate, const char* argument) const {
  if (!in_seconds_ || number_ == 0.0) return static_cast<std::size_t>(number_);
  if (!rate) throw Error::argument(argument, text(), "a number of samples, as there is no sampling rate");
  const double nearest = std::round(number_ * *rate);
  if (nearest >= 1.0 && nearest < 9e15) return static_cast<std::size_t>(nearest);
  throw Error::argument(argument, text(), "from 1 to 9e15 samples");
}

OptionValue value_of_length(const Length& length) {
  return length.in_seconds() ? OptionValue(length.text()) : static_cast<std::int64_t>(length.samples({}, ""));
}

Length length_of(const OptionText& option, const OptionValue& value) {
  const auto refuse = [&] {
    return Error::argument(std::string(option.name), text_of(value), std::string(option.allowed));
  };
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    if (*whole < 0) throw refuse();
    return static_cast<std::size_t>(*whole);
  }
  const std::string& text = std::get<std::string>(value);
  const char* const end = text.data() + text.size();
  std::int64_t whole = 0;
  if (const auto read = std::from_chars(text.data(), end, whole); read.ptr == end && read.ec == std::errc()) {
    if (whole < 0) throw refuse();
    return static_cast<std::size_t>(whole);
  }
  double seconds = 0.0;
  const auto read = std::from_chars(text.data(), end, seconds);
  const std::string_view unit(read.ptr, static_cast<std::size_t>(end - read.ptr));
  if (read.ec != std::errc() || (unit != "s" && unit != " s") || !(seconds >= 0.0) || !std::isfinite(seconds)) {
    throw refuse();
  }
  return Length::of_seconds(seconds);
}

OptionText length_option(std::string_view name) {
  return option_text<Length>(name, {"", "", kLengthAllowed, ""});
}

std::size_t samples_of(const char* name, const OptionValue& value, std::optional<double> rate) {
  const std::size_t samples = length_of(length_option(name), value).samples(rate, name);
  if (samples == 0) throw Error::argument(name, text_of(value), std::string(kLengthAllowed));
  return samples;
}

std::string text_of(const OptionValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  if (const auto* numbers = std::get_if<std::vector<double>>(&value))
    return fmt::format("{}", fmt::join(*numbers, ","));
  return fmt::format("{}", std::get<double>(value));
}

std::string OptionText::allowed_values(std::string_view quote) const {
  return words != nullptr ? one_of_words(words(), quote) : std::string(allowed);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string joined(const std::vector<std::string>& texts) {
  return fmt::format("{}", fmt::join(texts, " "));
}

void require_within(const OptionText& option, const OptionRules& rules, const OptionValue& value) {
  const auto require = [&](double number) {
    if (number >= rules.lowest && number <= rules.highest) return;
    throw Error::argument(std::string(option.name), text_of(value), std::string(option.allowed));
  };
  const bool any = std::isfinite(rules.lowest) || std::isfinite(rules.highest);
  if (!any) return;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) require(static_cast<double>(*whole));
  if (const auto* real = std::get_if<double>(&value)) require(*real);
}

std::string hyphenated(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

}  // namespace biotropy
