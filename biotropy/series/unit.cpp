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

}  // namespace

std::string usual_unit(std::string_view unit) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> words = {{{"\xc2\xb5", "u"},
                                                                                    {"\xce\xbc", "u"},
                                                                                    {"nano", "n"},
                                                                                    {"micro", "u"},
                                                                                    {"milli", "m"},
                                                                                    {"volts", "V"},
                                                                                    {"volt", "V"},
                                                                                    {"tesla", "T"},
                                                                                    {"amperes", "A"},
                                                                                    {"ampere", "A"}}};
  const auto is_same = [](char a, char b) { return a == b || std::tolower(static_cast<unsigned char>(a)) == b; };
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
  return result;
}

bool are_different_units(std::string_view one, std::string_view other) {
  const std::string first = usual_unit(one), second = usual_unit(other);
  return first != second && is_unit(first) && is_unit(second);
}

}  // namespace biotropy::series
