// SPDX-License-Identifier: Apache-2.0
//
// Checks of arguments of R functions: types, lengths and missing values, which R does not restrict. The library checks
// ranges.
#pragma once

#include <climits>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/entropy/words.hpp"
#include "entry.hpp"

namespace biotropy::r {

/// Each checks `value`, given for the argument `name`. @throws Refused. @param allowed allowed values, for the message.
int whole_number(const char* name, SEXP value, const std::string& allowed, int least = -INT_MAX);
std::int64_t large_whole_number(const char* name, SEXP value, const std::string& allowed);  ///< up to 2^53
std::vector<int> whole_numbers(const char* name, SEXP values, const std::string& allowed, int least = -INT_MAX);
double real_number(const char* name, SEXP value, const std::string& allowed);
double positive_number(const char* name, SEXP value, const std::string& allowed);
bool true_or_false(const char* name, SEXP value);
std::string one_text(const char* name, SEXP value, const std::string& allowed);

/// Index of a word. All words together are the default of an argument, which is the first.
std::size_t one_of(const char* name, SEXP value, const std::vector<std::string>& words, const std::string& allowed);

template <typename Choice>
Choice one_of(const char* name, SEXP value) {
  static const std::vector<std::string> words = word_list<Choice>();
  static const std::string allowed = one_of_words(words, "\"");
  return kWords<Choice>[one_of(name, value, words, allowed)].choice;
}

/// Arguments of a function by name: a list of R.
class Arguments {
 public:
  explicit Arguments(SEXP list);

  std::vector<std::string> names() const;
  /// The value; NULL if the list has no such element.
  SEXP value(const char* name) const;

 private:
  SEXP list_;
};

}  // namespace biotropy::r
