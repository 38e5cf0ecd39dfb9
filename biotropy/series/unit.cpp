// SPDX-License-Identifier: Apache-2.0
#include "biotropy/series/unit.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace biotropy::series {

namespace {

// A prefix, or none, and a unit.
bool is_unit(std::string_view text) {
  constexpr std::string_view prefixes = "afpnumkM";
  constexpr std::array<std::string_view, 8> units = {"V", "T", "T/m", "T/cm", "A", "S", "s", "Hz"};
  const auto is_one = [&](std::string_view word) { return std::find(units.begin(), units.end(), word) != units.end(); };
  return is_one(text) || (!text.empty() && prefixes.find(text.front()) != prefixes.npos && is_one(text.substr(1)));
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
  return first != second && is_unit(first) && is_unit(second);
}

}  // namespace biotropy::series
