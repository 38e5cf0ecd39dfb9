// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/unit.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

namespace biotropy::series {

namespace {

struct Scaled {
  int exponent = 0;  // of ten
  std::string_view base;
};

// A unit with a prefix, or none; nothing for other texts.
std::optional<Scaled> scaled(std::string_view text) {
  constexpr std::array<std::pair<char, int>, 8> prefixes = {
      {{'a', -18}, {'f', -15}, {'p', -12}, {'n', -9}, {'u', -6}, {'m', -3}, {'k', 3}, {'M', 6}}};
  constexpr std::array<std::string_view, 8> units = {"V", "T", "T/m", "T/cm", "A", "S", "s", "Hz"};
  const auto is_one = [&](std::string_view word) { return std::find(units.begin(), units.end(), word) != units.end(); };
  if (is_one(text)) return Scaled{0, text};
  for (const auto& [letter, exponent] : prefixes) {
    if (!text.empty() && text.front() == letter && is_one(text.substr(1))) return Scaled{exponent, text.substr(1)};
  }
  return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// No unit but the volt has the letter v, and no prefix is U: "uv" and "UV" are clear, too. M is mega, and stays.
void settle_case_of_volts(std::string& unit) {
  constexpr std::string_view prefixes = "fpnumkMU";
  const bool has_prefix = unit.size() == 2 && prefixes.find(unit.front()) != prefixes.npos;
  if (unit.empty() || (unit.size() > 1 && !has_prefix) || (unit.back() != 'v' && unit.back() != 'V')) return;
  unit.back() = 'V';
  if (unit.front() == 'U') unit.front() = 'u';
}

}  // namespace

std::string usual_unit(std::string_view unit) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> words = {{{"\xc2\xb5", "u"},
                                                                                    {"\xce\xbc", "u"},
                                                                                    {"femto", "f"},
                                                                                    {"pico", "p"},
                                                                                    {"nano", "n"},
                                                                                    {"micro", "u"},
                                                                                    {"milli", "m"},
                                                                                    {"volts", "V"},
                                                                                    {"volt", "V"},
                                                                                    {"tesla", "T"},
                                                                                    {"amperes", "A"},
                                                                                    {"ampere", "A"}}};
  const auto is_same = [](char a, char b) { return a == b || std::tolower(static_cast<unsigned char>(a)) == b; };
  unit = trimmed(unit);
  std::string result;
  while (!unit.empty()) {
    const auto word = std::find_if(words.begin(), words.end(), [&](const auto& one) {
      const std::string_view begin = unit.substr(0, one.first.size());
      return std::equal(begin.begin(), begin.end(), one.first.begin(), one.first.end(), is_same);
    });
    const bool is_word = word != words.end();
    result += is_word ? word->second : unit.substr(0, 1);
    unit.remove_prefix(is_word ? word->first.size() : 1);
  }
  settle_case_of_volts(result);
  return result;
}

bool is_same_unit(std::string_view one, std::string_view other) {
  const std::string first = usual_unit(one), second = usual_unit(other);
  return first.empty() || second.empty() || first == second;
}

bool are_different_units(std::string_view one, std::string_view other) {
  const std::string first = usual_unit(one), second = usual_unit(other);
  return first != second && scaled(first) && scaled(second);
}

std::pair<std::string_view, std::string> split_unit(std::string_view text) {
  constexpr std::string_view of_numbers = "0123456789.,+ \t";
  const std::size_t last = text.find_last_of(of_numbers);
  if (last == text.npos) return {text, {}};
  const std::string unit = usual_unit(text.substr(last + 1));
  if (!scaled(unit)) return {text, {}};
  return {trimmed(text.substr(0, last + 1)), unit};
}

std::optional<double> in_unit(double number, std::string_view from, std::string_view to) {
  const std::string first = usual_unit(from), second = usual_unit(to);
  const std::optional<Scaled> one = scaled(first), other = scaled(second);
  if (!one || !other || one->base != other->base) return std::nullopt;
  const int exponent = one->exponent - other->exponent;
  double power = 1.0;  // exact up to 1e22; a quotient by it is rounded once
  for (int i = 0; i < std::abs(exponent); ++i) power *= 10.0;
  return exponent < 0 ? number / power : number * power;
}

}  // namespace biotropy::series
