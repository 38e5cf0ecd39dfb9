// SPDX-License-Identifier: Apache-2.0
#include "biotropy/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace biotropy {

namespace {

// A longer word is not a typing error, and the table below grows with the square.
constexpr std::size_t kLongestWord = 64;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Optimal string alignment distance: insertions, deletions, substitutions and transpositions of neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_before(b.size() + 1), before(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0U);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(two_before, before);
    std::swap(before, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto same = [&](std::size_t x, std::size_t y) { return lower(a[x - 1]) == lower(b[y - 1]); };
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (same(i, j) ? 0U : 1U)});
      if (i > 1 && j > 1 && same(i, j - 1) && same(i - 1, j)) row[j] = std::min(row[j], two_before[j - 2] + 1);
    }
  }
  return row.back();
}

// What one thing is called here, in other languages of this library, and by other programs of the field.
constexpr std::string_view kOneThing[] = {
    "m order dim dimension emb_dim embedding_dimension",
    "tau delay lag",
    "r tolerance tol radius",
    "n_jobs threads n_threads num_threads workers jobs",
    "sfreq rate fs sf srate sampling_rate sampling_frequency sample_rate",
    "x data signal sig",
    "measure method",
    "sample_entropy sampen entropy_sample samp_entropy",
    "approximate_entropy apen entropy_approximate app_entropy",
    "fuzzy_entropy fuzzyen fuzzen entropy_fuzzy",
    "permutation_entropy permen entropy_permutation perm_entropy",
    "cross_sample_entropy cross_sampen xsampen",
    "cross_approximate_entropy cross_apen xapen",
    "cross_fuzzy_entropy cross_fuzzyen xfuzzen",
    "multiscale_entropy mse entropy_multiscale",
};

bool has_word(std::string_view names, std::string_view word) {
  for (std::size_t begin = 0, end = 0; begin < names.size(); begin = end + 1) {
    end = std::min(names.find(' ', begin), names.size());
    if (is_same_word(names.substr(begin, end - begin), word)) return true;
  }
  return false;
}

bool are_one_thing(std::string_view a, std::string_view b) {
  return std::ranges::any_of(kOneThing,
                             [&](std::string_view names) { return has_word(names, a) && has_word(names, b); });
}

}  // namespace

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  for (const std::string& one : known) {
    if (are_one_thing(word, one)) return fmt::format(" (did you mean '{}'?)", one);
  }
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  const std::string* closest = nullptr;
  for (const std::string& one : known) {
    if (std::max(word.size(), one.size()) > kLongestWord || one.empty()) continue;
    const bool is_last_word = one.size() > word.size() && one[one.size() - word.size() - 1] == ' ';
    const std::size_t found = is_last_word ? distance(word, one.substr(one.size() - word.size())) : distance(word, one);
    if (found >= least || found >= one.size()) continue;
    least = found;
    closest = &one;
  }
  return closest == nullptr ? std::string() : fmt::format(" (did you mean '{}'?)", *closest);
}

std::string require_word(const std::string& parameter, std::string_view text, const std::vector<std::string>& words,
                         std::string_view quote) {
  for (const std::string& word : words) {
    if (is_same_word(word, text)) return word;
  }
  throw Error::argument(parameter, std::string(quote).append(text).append(quote),
                        one_of_words(words, quote) + suggestion(text, words));
}

}  // namespace biotropy
