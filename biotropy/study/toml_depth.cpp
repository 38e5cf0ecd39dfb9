// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "biotropy/study/toml_depth_internal.hpp"

namespace biotropy::study {

namespace {

// Position after the string that begins at `begin`. An unclosed string ends with its line, or with the text.
std::size_t behind_string(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  const std::string_view mark = text.substr(begin, 3);
  const bool long_string = mark == std::string_view(quote == '"' ? "\"\"\"" : "'''");
  const std::string_view end = long_string ? mark : mark.substr(0, 1);
  for (std::size_t at = begin + end.size(); at < text.size(); ++at) {
    if (text.substr(at).starts_with(end)) return at + end.size();
    if (text[at] == '\n' && !long_string) return at;
    if (text[at] == '\\' && quote == '"') ++at;
  }
  return text.size();
}

}  // namespace

std::optional<std::size_t> too_deep_line(std::string_view text) {
  std::size_t parts = 1, brackets = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (c == '"' || c == '\'') {
      at = behind_string(text, at);
      continue;
    }
    if (c == '[' || c == '{') ++brackets;
    if ((c == ']' || c == '}') && brackets > 0) --brackets;
    if (c == '.') {
      ++parts;
    } else if (std::string_view("=,[]{}\n").find(c) != std::string_view::npos) {
      parts = 1;
    }
    if (std::max(parts, brackets) > kMostTomlLevels) {
      return 1 +
             static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    }
    ++at;
  }
  return std::nullopt;
}

}  // namespace biotropy::study
