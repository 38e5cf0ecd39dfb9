// SPDX-License-Identifier: Apache-2.0
#include "cli/strict_values.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <string_view>

namespace biotropy::cli {

namespace {

std::string not_allowed(std::string_view text, std::string_view needed) {
  return fmt::format("'{}' must be {}", text, needed);
}

// Rewrites a number in its only unambiguous form. An empty result accepts it.
template <typename Whole>
std::string whole_number(std::string& text, std::string_view needed) {
  const std::string_view digits = std::string_view(text).substr(text.starts_with('+') ? 1 : 0);
  Whole value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure != std::errc() || end != digits.data() + digits.size()) return not_allowed(text, needed);
  text = fmt::format("{}", value);
  return {};
}

std::string real_number(std::string& text) {
  const std::string_view digits = std::string_view(text).substr(text.starts_with('+') ? 1 : 0);
  double value = 0.0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole_text = end == digits.data() + digits.size();
  if (failure == std::errc::result_out_of_range && whole_text) {
    return not_allowed(text, "a number that double precision can hold");
  }
  if (failure != std::errc() || !whole_text) return not_allowed(text, "a number, with a point for its decimals");
  return {};
}

std::string some_text(std::string& text) {
  return text.empty() ? not_allowed(text, "a value that is not empty") : std::string();
}

void be_strict(CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (option.get_items_expected_max() == 0) return;  // a flag
  if (type.starts_with("UINT")) {
    option.transform(CLI::Validator(
        [](std::string& text) { return whole_number<std::uint64_t>(text, "a whole number of at least 0"); }, ""));
  } else if (type.starts_with(kLongInteger)) {
    option.transform(CLI::Validator(
        [](std::string& text) { return whole_number<std::int64_t>(text, "a whole number of 64 bits"); }, ""));
  } else if (type.starts_with("INT")) {
    // Larger numbers than any such option allows.
    option.transform(CLI::Validator(
        [](std::string& text) { return whole_number<std::int32_t>(text, "a whole number of at most nine digits"); },
        ""));
  } else if (type.starts_with("FLOAT")) {
    option.transform(CLI::Validator(real_number, ""));
  } else {
    option.transform(CLI::Validator(some_text, ""));
  }
}

}  // namespace

void be_strict(CLI::App& program) {
  for (CLI::Option* option : program.get_options()) be_strict(*option);
  for (CLI::App* command : program.get_subcommands({})) be_strict(*command);
}

}  // namespace biotropy::cli
