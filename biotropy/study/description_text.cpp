// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "biotropy/study/description.hpp"
#include "biotropy/study/description_fields_internal.hpp"

namespace biotropy::study {

namespace {

/// Keys always shown, even at their default, because most studies change them.
const std::set<std::string> kAlways{"participants", "measure", "m", "r", "epoch", "method", "scales", "alpha"};

std::string shown(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string shown(bool value) {
  return value ? "true" : "false";
}

template <std::integral Whole>
std::string shown(Whole value) {
  return fmt::format("{}", value);
}

std::string shown(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value > 0.0 ? "inf" : "-inf";
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

template <typename Choice>
requires std::is_enum_v<Choice> std::string shown(Choice value) {
  return shown(std::string(word(value)));
}

std::string shown(const std::pair<std::string, std::string>& value) {
  return fmt::format("[{}, {}]", shown(value.first), shown(value.second));
}

template <typename Value>
std::string shown(const std::vector<Value>& values) {
  std::vector<std::string> texts;
  for (const Value& value : values) texts.push_back(shown(value));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

template <typename Value>
std::string shown(const std::optional<Value>& value) {
  return value ? shown(*value) : std::string();
}

bool is_empty(const std::string& text) {
  return text.empty() || text == "\"\"" || text == "[]";
}

/// Maps "table.key" to its value.
std::map<std::string, std::string> values_of(Description description) {
  std::map<std::string, std::string> values;
  OptionalTables optional = optional_tables(description);
  each_table(description, optional, [&](const std::string& table, auto& fields) {
    each_key(fields, [&](const char* key, auto&& value, const char*, const char*) {
      values[table + "." + key] = shown(value);
    });
  });
  return values;
}

}  // namespace

std::string shown(const OptionValue& value) {
  return std::visit([](const auto& held) { return shown(held); }, value);
}

std::string shown(const MeasureKey& of) {
  const entropy::Settings& settings = of.settings;
  if (of.option.name == "m") return shown(settings.lengths().front());
  if (of.option.name == "r" && !settings.r_in.empty()) {
    return shown(fmt::format("{} {}", settings.r.front(), settings.r_in));
  }
  if (of.option.name == "r") return settings.r.empty() ? std::string() : shown(settings.r.front());
  const OptionValue* value = settings.given(of.option.name);
  return value == nullptr ? std::string() : shown(*value);
}

std::string shown(const MultiscaleKey& of) {
  if (const OptionValue* value = of.settings.given(of.option.name)) return shown(*value);
  return kAlways.contains(std::string(of.option.name)) ? example(of) : std::string();
}

std::string example(const MeasureKey& of) {
  const OptionValue usual = of.option.get(of.settings.measure, {});
  return usual == OptionValue(std::string()) ? shown(std::string(of.option.symbol == "LIST" ? "1,2" : "bits"))
                                             : shown(usual);
}

std::string example(const MultiscaleKey& of) {
  return shown(*of.option.get({}));
}

std::string comment(const OptionText& option) {
  return option.words == nullptr ? std::string(option.help)
                                 : fmt::format("{}: {}", option.help, fmt::join(option.words(), ", "));
}

/// Purpose of an optional table that is not there, as a comment.
std::string purpose_if_absent(const Description& description, const std::string& table) {
  if (table == "multiscale" && !description.multiscale) {
    return "# The measure at many time scales, where this table is there:\n";
  }
  if (table == "networks" && !description.networks) {
    return "# Whether the groups differ as networks, where this table is there:\n";
  }
  return {};
}

std::string description_text(const Description& description) {
  const auto defaults = values_of(Description());
  Description copy = description;
  OptionalTables optional = optional_tables(copy);
  std::string text =
      "# A study: `biotropy study run FOLDER` measures every participant and compares the groups.\n"
      "# What is commented out is the default, or an example. Relative paths start from the folder of this file.\n";
  each_table(copy, optional, [&](const std::string& table, auto& fields) {
    const std::string purpose = purpose_if_absent(copy, table);
    const bool absent = !purpose.empty();
    text += '\n' + purpose;
    if (!table.empty()) text += fmt::format("{}[{}]\n", absent ? "# " : "", table);
    each_key(fields, [&](const char* key, auto&& value, const char* example, const char* comment) {
      const std::string now = shown(value), usual = defaults.at(table + "." + key);
      const bool given = !is_empty(now) && (now != usual || kAlways.contains(key));
      const std::string content = given ? now : !is_empty(now) ? now : std::string(example);
      text += fmt::format("{}{} = {}  # {}\n", given && !absent ? "" : "# ", key, content, comment);
    });
  });
  return text;
}

}  // namespace biotropy::study
