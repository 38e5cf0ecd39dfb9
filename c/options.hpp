// SPDX-License-Identifier: Apache-2.0
//
// Options as they were set: names and values. The function that takes them reads those that it knows, from the tables
// of the library or by name, and refuses the others.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "biotropy/option.hpp"
#include "biotropy/words.hpp"
#include "c/biotropy.h"

namespace biotropy::c {

using GivenValue = std::variant<double, std::string, std::vector<double>>;

}  // namespace biotropy::c

struct biotropy_options {
  std::map<std::string, biotropy::c::GivenValue> given;  // names with underscores
  biotropy_watch watch = nullptr;
  void* watch_context = nullptr;
  biotropy_notify notify = nullptr;
  void* notify_context = nullptr;
};

namespace biotropy::c {

/// The options of one call. Each reader returns nothing if its option was not set, and throws Error invalid_argument
/// for a value of another kind.
class GivenOptions {
 public:
  /// @param options may be null: none.
  explicit GivenOptions(const biotropy_options* options);

  std::optional<std::string> text(const std::string& name, const char* allowed = "a text");
  std::optional<double> real(const std::string& name, const char* allowed = "a number");
  std::optional<std::int64_t> whole(const std::string& name, const char* allowed);
  std::optional<bool> flag(const std::string& name);
  /// A list of integers of at least `least`; a single one is a list of one.
  std::optional<std::vector<int>> wholes(const std::string& name, const char* allowed, int least);
  /// Whether a list was given, in place of a single number.
  bool is_list(const std::string& name) const;

  template <typename Choice>
  std::optional<Choice> choice(const std::string& name) {
    const auto word = text(name, "a word");
    if (!word) return std::nullopt;
    return require_choice<Choice>(name, *word, "\"");
  }

  /// Sets the options of a table that were given.
  template <typename Settings>
  void read(std::span<const OptionRow<Settings>> rows, Settings& settings) {
    for (const OptionRow<Settings>& row : rows) {
      if (const auto given = value(row)) row.set(settings, *given);
    }
  }

  /// The value of an option of a table.
  std::optional<OptionValue> value(const OptionText& option);

  /// @throws Error invalid_argument for an option that no reader has asked for.
  void require_all_read() const;

 private:
  const GivenValue* take(const std::string& name);

  std::map<std::string, GivenValue> given_;
  std::set<std::string> asked_;
};

/// The value as a message shows it.
std::string shown(const GivenValue& value);

}  // namespace biotropy::c
