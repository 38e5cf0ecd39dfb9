// SPDX-License-Identifier: Apache-2.0
#include "c/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>

#include "biotropy/number_list.hpp"
#include "biotropy/words.hpp"
#include "c/status.hpp"

namespace biotropy::c {

namespace {

constexpr double kLargestWhole = 9007199254740992.0;  // 2^53, up to which a double holds every integer

std::string underscored(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

[[noreturn]] void refuse(const std::string& name, const GivenValue& value, std::string_view allowed) {
  throw Error::argument(name, shown(value), std::string(allowed));
}

// The number that a whole text is.
std::optional<double> parsed(const std::string& text) {
  double number = 0.0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

double real_of(const std::string& name, const GivenValue& value, std::string_view allowed) {
  if (const double* number = std::get_if<double>(&value)) return *number;
  if (const auto* text = std::get_if<std::string>(&value)) {
    if (const auto number = parsed(*text)) return *number;
  }
  refuse(name, value, allowed);
}

std::int64_t whole_of(const std::string& name, const GivenValue& value, std::string_view allowed) {
  const double number = real_of(name, value, allowed);
  if (!(std::abs(number) <= kLargestWhole) || number != std::floor(number)) refuse(name, value, allowed);
  return static_cast<std::int64_t>(number);
}

bool flag_of(const std::string& name, const GivenValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    if (*text == "true") return true;
    if (*text == "false") return false;
  }
  const double* number = std::get_if<double>(&value);
  if (number == nullptr || (*number != 0.0 && *number != 1.0)) refuse(name, value, "true or false");
  return *number == 1.0;
}

// The last value of an option counts, in whatever spelling of its name.
void set_option(biotropy_options* options, const char* name, GivenValue value) {
  auto& given = needed(options, "options").given;
  const std::string key = underscored(text(name, "name"));
  std::erase_if(given, [&](const auto& one) { return is_same_word(one.first, key); });
  given[key] = std::move(value);
}

}  // namespace

std::string shown(const GivenValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return fmt::format("\"{}\"", *text);
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return fmt::format("[{}]", fmt::join(std::get<std::vector<double>>(value), ", "));
}

GivenOptions::GivenOptions(const biotropy_options* options) {
  if (options != nullptr) given_ = options->given;
}

const GivenValue* GivenOptions::take(const std::string& name) {
  asked_.insert(name);
  const auto found = std::ranges::find_if(given_, [&](const auto& one) { return is_same_word(one.first, name); });
  return found == given_.end() ? nullptr : &found->second;
}

std::optional<std::string> GivenOptions::text(const std::string& name, const char* allowed) {
  const GivenValue* given = take(name);
  if (given == nullptr) return std::nullopt;
  const auto* text = std::get_if<std::string>(given);
  if (text == nullptr) refuse(name, *given, allowed);
  return *text;
}

std::optional<double> GivenOptions::real(const std::string& name, const char* allowed) {
  const GivenValue* given = take(name);
  if (given == nullptr) return std::nullopt;
  return real_of(name, *given, allowed);
}

std::optional<std::int64_t> GivenOptions::whole(const std::string& name, const char* allowed) {
  const GivenValue* given = take(name);
  if (given == nullptr) return std::nullopt;
  return whole_of(name, *given, allowed);
}

std::optional<bool> GivenOptions::flag(const std::string& name) {
  const GivenValue* given = take(name);
  if (given == nullptr) return std::nullopt;
  return flag_of(name, *given);
}

bool GivenOptions::is_list(const std::string& name) const {
  const auto found = given_.find(name);
  return found != given_.end() && std::holds_alternative<std::vector<double>>(found->second);
}

std::optional<std::vector<int>> GivenOptions::wholes(const std::string& name, const char* allowed, int least) {
  const GivenValue* given = take(name);
  if (given == nullptr) return std::nullopt;
  std::vector<double> numbers;
  if (const auto* list = std::get_if<std::vector<double>>(given)) {
    numbers = *list;
  } else {
    numbers = {real_of(name, *given, allowed)};
  }
  std::vector<int> wholes;
  for (const double number : numbers) {
    const std::int64_t whole = whole_of(name, number, allowed);
    if (whole < least || whole > std::numeric_limits<int>::max()) refuse(name, number, allowed);
    wholes.push_back(static_cast<int>(whole));
  }
  return wholes;
}

std::optional<OptionValue> GivenOptions::value(const OptionText& option) {
  const std::string name(option.name);
  const GivenValue* given = take(name);
  if (given == nullptr) return std::nullopt;
  const std::string allowed = option.allowed_values("\"");
  const auto* const list = std::get_if<std::vector<double>>(given);
  const auto* const text = std::get_if<std::string>(given);
  if (option.symbol == "LIST" && option.kind != OptionKind::name) {  // m and r
    if (list != nullptr) return *list;
    if (text != nullptr) return *text;
  }
  switch (option.kind) {
    case OptionKind::flag:
      return flag_of(name, *given);
    case OptionKind::whole:
      return whole_of(name, *given, allowed);
    case OptionKind::real:
      return real_of(name, *given, allowed);
    case OptionKind::numbers:
      if (text != nullptr) return real_numbers(name, *text);
      return list != nullptr ? *list : std::vector{real_of(name, *given, allowed)};
    case OptionKind::length:
      if (text == nullptr) return whole_of(name, *given, allowed);
      break;
    case OptionKind::word:
    case OptionKind::name:
      break;
  }
  if (text != nullptr) return option.words == nullptr ? *text : require_word(name, *text, option.words(), "\"");
  // A word such as 10 may be given as the number, and a list such as channel_m as numbers.
  const std::string joined = fmt::format("{}", fmt::join(wholes(name, allowed.c_str(), 0).value(), ","));
  return option.words == nullptr ? joined : require_word(name, joined, option.words());
}

void GivenOptions::require_all_read() const {
  const std::vector<std::string> known(asked_.begin(), asked_.end());
  for (const auto& given : given_) {
    const std::string& name = given.first;
    if (std::ranges::any_of(known, [&](const std::string& one) { return is_same_word(one, name); })) continue;
    throw Error(ErrorCode::invalid_argument, "there is no option " + name + " here" + suggestion(name, known));
  }
}

extern "C" {

int biotropy_options_create(biotropy_options** options) {
  return guarded([&] {
    biotropy_options*& place = needed(options, "options");  // first: without a place nobody would destroy the object
    place = new biotropy_options;
  });
}

void biotropy_options_destroy(biotropy_options* options) {
  delete options;
}

int biotropy_options_set_text(biotropy_options* options, const char* name, const char* value) {
  return guarded([&] { set_option(options, name, text(value, "value")); });
}

int biotropy_options_set_number(biotropy_options* options, const char* name, double value) {
  return guarded([&] { set_option(options, name, value); });
}

int biotropy_options_set_numbers(biotropy_options* options, const char* name, const double* values, size_t n) {
  return guarded([&] {
    const double* const first = &needed(values, "values");
    set_option(options, name, std::vector<double>(first, first + n));
  });
}

int biotropy_options_set_watch(biotropy_options* options, biotropy_watch watch, void* context) {
  return guarded([&] {
    needed(options, "options").watch = watch;
    options->watch_context = context;
  });
}

int biotropy_options_set_notify(biotropy_options* options, biotropy_notify notify, void* context) {
  return guarded([&] {
    needed(options, "options").notify = notify;
    options->notify_context = context;
  });
}

}  // extern "C"

}  // namespace biotropy::c
