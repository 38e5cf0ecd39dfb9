// SPDX-License-Identifier: Apache-2.0
//
// The arguments of R functions. R leaves types, lengths and missing values open: they are checked here, once, where an
// argument is read. Ranges are the library's.
#pragma once

#include <climits>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/entropy/words.hpp"
#include "entry.hpp"

namespace biotropy::r {

/// Each checks `value`, which was given for the argument `name`. @throws Refused.
/// @param allowed what it may be, for the message.
int whole_number(const char* name, SEXP value, const std::string& allowed, int least = -INT_MAX);
std::vector<int> whole_numbers(const char* name, SEXP values, const std::string& allowed, int least = -INT_MAX);
double real_number(const char* name, SEXP value, const std::string& allowed);
bool true_or_false(const char* name, SEXP value);
std::string one_text(const char* name, SEXP value, const std::string& allowed);

/// The position of a word; all words, the default of an argument, stand for the first.
std::size_t one_of(const char* name, SEXP value, const std::vector<std::string>& words, const std::string& allowed);

template <typename Choice>
Choice one_of(const char* name, SEXP value) {
  static const std::vector<std::string> words = word_list<Choice>();
  static const std::string allowed = one_of_words(words, "\"");
  return kWords<Choice>[one_of(name, value, words, allowed)].choice;
}

/// The arguments of a function that runs, by the environment that it runs in.
class Arguments {
 public:
  explicit Arguments(SEXP frame);

  /// The value, evaluated where that was not done yet; NULL where the function has no such argument.
  SEXP value(const char* name) const;

  /// The value that a parameter takes; NULL where it stays as it is: beside a convention what was not given does.
  SEXP chosen(const char* name) const;

  /// Whatever is chosen, checked; otherwise the parameter stays as it is. @throws Refused.
  void read(const char* name, int& number, const char* allowed) const;
  void read(const char* name, double& number, const char* allowed) const;
  void read(const char* name, std::string& text, const char* allowed) const;
  void read(const char* name, bool& flag) const;

  template <typename Choice>
  void read_word(const char* name, Choice& choice) const {
    if (const SEXP value = chosen(name); value != R_NilValue) choice = one_of<Choice>(name, value);
  }

 private:
  SEXP frame_;
  bool has_convention_;
};

}  // namespace biotropy::r
