// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "biotropy/error.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/study/description.hpp"
#include "biotropy/study/description_fields_internal.hpp"
#include "biotropy/words.hpp"

namespace biotropy::study {

namespace {

// Nesting depth of a TOML text, found without recursion. The TOML library recurses for each level, and limits only
// lists and inline tables: a key of 40,000 parts would overflow the stack.

/// Far more than the two levels of a description.
inline constexpr std::size_t kMostTomlLevels = 16;

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

/// First line with a key of more parts, or brackets nested deeper, than kMostTomlLevels; nothing if there is none.
/// Invalid TOML is left to the library.
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

/// Larger than any real description.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20;

class Reader {
 public:
  Reader(const std::string& name, std::string_view text) : name_(name) {
    if (const auto line = too_deep_line(text)) {
      throw refusal(*line, fmt::format("nested deeper than {} levels", kMostTomlLevels));
    }
    try {
      root_ = toml::parse(text, name);
    } catch (const toml::parse_error& fault) {
      throw refusal(fault.source().begin.line, std::string(fault.description()));
    }
  }

  Description read() {
    Description description;
    OptionalTables optional;
    std::set<std::string> tables;
    each_table(description, optional, [&](const std::string& table, auto& fields) {
      tables.insert(table);
      each_key(fields, [&](const char* key, auto&&, const char*, const char*) { tables_of_[key].push_back(table); });
    });
    each_table(description, optional, [&](const std::string& table, auto& fields) { read_table(table, fields); });
    for (const auto& [key, node] : root_) {
      if (node.is_table() && !tables.contains(std::string(key.str()))) {
        throw refusal(node.source().begin.line, fmt::format("there is no table [{}]{}", key.str(),
                                                            suggestion(key.str(), {tables.begin(), tables.end()})));
      }
    }
    if (root_.contains("multiscale")) description.multiscale = optional.multiscale;
    if (root_.contains("networks")) description.networks = optional.networks;
    return description;
  }

 private:
  Error refusal(std::size_t line, const std::string& fault) const {
    return Error(ErrorCode::bad_file, fmt::format("{}: line {}: {}", name_, line, fault));
  }

  template <typename Fields>
  void read_table(const std::string& name, Fields& fields) {
    const toml::table* table = &root_;
    if (!name.empty()) {
      const toml::node* node = root_.get(name);
      if (node == nullptr) return;
      table = node->as_table();
      if (table == nullptr) throw refusal(node->source().begin.line, fmt::format("{} is a table, [{}]", name, name));
    }
    std::vector<std::string> known;
    each_key(fields, [&](const char* key, auto&& value, const char*, const char*) {
      known.emplace_back(key);
      const toml::node* node = find(*table, key);
      if (node == nullptr) return;
      set(key, *node, value);
      if constexpr (requires { value.option.rules; }) require_needed(key, value.option, *table);
    });
    for (const auto& [key, node] : *table) {
      if (name.empty() && node.is_table()) continue;
      const auto is_key = [given = key.str()](const std::string& one) { return is_same_word(one, given); };
      if (std::any_of(known.begin(), known.end(), is_key)) continue;
      const std::string other = belonging(std::string(key.str()));
      throw refusal(node.source().begin.line,
                    fmt::format("there is no key '{}'{}{}; there are {}", key.str(),
                                name.empty() ? " in front of all tables" : fmt::format(" in [{}]", name),
                                other.empty() ? suggestion(key.str(), known) : other, fmt::join(known, ", ")));
    }
  }

  const toml::node* find(const toml::table& table, std::string_view name) const {
    const toml::node* found = nullptr;
    for (const auto& [key, node] : table) {
      if (!is_same_word(key.str(), name)) continue;
      if (found != nullptr) throw refusal(node.source().begin.line, fmt::format("{} is given twice", name));
      found = &node;
    }
    return found;
  }

  void require_needed(const char* key, const auto& row, const toml::table& table) const {
    const std::vector<std::string> needed = row.needed();
    const auto is_there = [&](const std::string& name) { return find(table, name) != nullptr; };
    if (needed.empty() || std::any_of(needed.begin(), needed.end(), is_there)) return;
    throw refusal(find(table, key)->source().begin.line,
                  fmt::format("{} needs {}", key, hyphenated(fmt::format("{}", fmt::join(needed, " or ")))));
  }

  // Where a key that is in the wrong table belongs.
  std::string belonging(const std::string& key) const {
    const auto found = tables_of_.find(key);
    if (found == tables_of_.end()) return "";
    std::vector<std::string> places;
    for (const std::string& table : found->second) {
      places.push_back(table.empty() ? "in front of all tables" : fmt::format("in [{}]", table));
    }
    return fmt::format(": it belongs {}", fmt::join(places, ", or "));
  }

  [[noreturn]] void refuse(const char* key, const toml::node& node, const std::string& needed) const {
    std::ostringstream shown;
    node.visit([&](const auto& value) { shown << value; });
    throw refusal(node.source().begin.line, fmt::format("{} is {}; it must be {}", key, shown.str(), needed));
  }

  void set(const char* key, const toml::node& node, std::string& value) const {
    const auto text = node.value_exact<std::string>();
    if (!text || text->empty()) {
      refuse(key, node,
             value.empty() ? "a text that is not empty, in quotes"
                           : fmt::format("a text in quotes, such as \"{}\"", value));
    }
    value = *text;
  }

  template <typename Choice>
  requires std::is_enum_v<Choice>
  void set(const char* key, const toml::node& node, Choice& value) const {
    std::string text;
    set(key, node, text);
    const auto choice = choice_of<Choice>(text);
    if (!choice) refuse(key, node, one_of_words(word_list<Choice>()));
    value = *choice;
  }

  template <typename Settings, typename Row>
  void set(const char* key, const toml::node& node, const OptionKey<Settings, Row>& value) const {
    const auto give = [&](auto held) {
      set(key, node, held);
      try {
        if constexpr (requires { value.settings.set(value.option, held); }) {
          value.settings.set(value.option, held);
        } else {
          value.option.set(value.settings, held);
        }
      } catch (const Error& error) {
        refuse(key, node, error.allowed());
      }
    };
    switch (value.option.kind) {
      // NOLINTNEXTLINE(bugprone-branch-clone): values of five types
      case OptionKind::flag:
        return give(bool());
      case OptionKind::whole:
        if (!node.is_integer()) refuse(key, node, std::string(value.option.allowed));
        return give(std::int64_t());
      case OptionKind::length:
        if (node.is_integer()) return give(std::int64_t());
        return give(std::string());
      case OptionKind::real:
        if (value.option.name == "r" && node.is_string()) return give(std::string());
        return give(double());
      case OptionKind::numbers:
        return give(std::vector<double>());
      case OptionKind::word:
      case OptionKind::name:
        if constexpr (requires { value.option.usual(); }) return give(value.option.usual());
        return give(std::string());
    }
  }

  void set(const char* key, const toml::node& node, bool& value) const {
    const auto given = node.value_exact<bool>();
    if (!given) refuse(key, node, "true or false");
    value = *given;
  }

  template <std::integral Whole>
  void set(const char* key, const toml::node& node, Whole& value) const {
    const auto number = node.value_exact<std::int64_t>();
    // Seeds are signed and have 64 bits; nothing else is as large.
    using Limits = std::numeric_limits<std::conditional_t<std::is_same_v<Whole, std::int64_t>, Whole, std::int32_t>>;
    const std::int64_t least = std::is_unsigned_v<Whole> ? 0 : std::int64_t{Limits::min()};
    const std::int64_t most = std::int64_t{Limits::max()};
    if (!number || *number < least || *number > most) {
      refuse(key, node, fmt::format("a whole number from {} to {}", least, most));
    }
    value = static_cast<Whole>(*number);
  }

  void set(const char* key, const toml::node& node, double& value) const {
    if (const auto whole = node.value_exact<std::int64_t>()) {
      value = static_cast<double>(*whole);
    } else if (const auto real = node.value_exact<double>()) {
      value = *real;
    } else {
      refuse(key, node, "a number");
    }
  }

  template <typename Value>
  void set(const char* key, const toml::node& node, std::optional<Value>& value) const {
    set(key, node, value.emplace());
  }

  template <typename Value>
  void set(const char* key, const toml::node& node, std::vector<Value>& values) const {
    const toml::array* array = node.as_array();
    if (array == nullptr) refuse(key, node, "a list, in brackets");
    values.clear();
    for (const toml::node& element : *array) set(key, element, values.emplace_back());
  }

  void set(const char* key, const toml::node& node, std::pair<std::string, std::string>& value) const {
    const toml::array* array = node.as_array();
    if (array == nullptr || array->size() != 2) refuse(key, node, "a list of two names");
    set(key, *array->get(0), value.first);
    set(key, *array->get(1), value.second);
  }

  std::string name_;
  toml::table root_;
  std::map<std::string, std::vector<std::string>> tables_of_;  // of each key; "": in front of all tables
};

}  // namespace

Description read_description(const std::filesystem::path& path) {
  std::error_code unknown;
  const std::filesystem::path file = std::filesystem::is_directory(path, unknown) ? path / kDescriptionName : path;
  files::Input input(file);
  if (input.size() > kMostBytes) throw input.bad_file("too long for the description of a study");
  Description description = Reader(file.generic_string(), input.text(0, static_cast<std::size_t>(input.size()))).read();
  description.folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  try {
    validate(description);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}: {}", file.generic_string(), error.what()));
  }
  return description;
}

}  // namespace biotropy::study
