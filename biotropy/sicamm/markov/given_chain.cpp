// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/markov/given_chain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

namespace {

// Probabilities with few digits, such as three of 0.333333, are made to sum to 1.
std::vector<double> rows_of(const char* name, const std::vector<double>& given, std::size_t rows,
                            const std::vector<std::string>& classes) {
  constexpr double rounding = 1e-6;
  const std::size_t k = classes.size();
  const std::string of_classes = fmt::format("in the order of the classes {}", fmt::join(classes, ", "));
  if (given.size() != rows * k) {
    throw Error::argument(name, fmt::format("{} numbers", given.size()),
                          rows == 1 ? fmt::format("{} numbers, {}", k, of_classes)
                                    : fmt::format("{} rows of {} numbers, {}", k, k, of_classes));
  }
  std::vector<double> result = given;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto numbers = std::span(result).subspan(row * k, k);
    const bool fine = std::all_of(numbers.begin(), numbers.end(), [](double p) { return p >= 0.0 && p <= 1.0; });
    const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
    if (!fine || !(std::abs(sum - 1.0) <= rounding)) {
      throw Error::argument(name, fmt::format("{}", fmt::join(numbers, ",")),
                            fmt::format("probabilities that sum to 1 (from each class to all, {})", of_classes));
    }
    for (double& p : numbers) p /= sum;
  }
  return result;
}

void set_stay(Chain& chain, double stay) {
  const std::size_t k = chain.classes();
  if (!(stay >= 0.0 && stay <= 1.0)) throw Error::argument("stay", fmt::format("{}", stay), "a number from 0 to 1");
  if (k == 1 && stay != 1.0) throw Error::argument("stay", fmt::format("{}", stay), "1 for one class");
  for (std::size_t from = 0; from < k; ++from) {
    const auto row = std::span(chain.transitions).subspan(from * k, k);
    const double leaving = std::accumulate(row.begin(), row.end(), 0.0) - row[from];
    for (std::size_t to = 0; to < k; ++to) {
      const double share =
          leaving > 0.0 ? row[to] / leaving : 1.0 / static_cast<double>(std::max<std::size_t>(k, 2) - 1);
      row[to] = to == from ? stay : (1.0 - stay) * share;
    }
  }
}

}  // namespace

Chain GivenChain::applied_to(const Chain& chain, const std::vector<std::string>& classes) const {
  if (stay && transitions) throw Error::argument("stay", fmt::format("{}", *stay), "either 'stay' or 'transition'");
  Chain result = chain;
  if (transitions) result.transitions = rows_of("transition", *transitions, classes.size(), classes);
  if (priors) result.priors = rows_of("prior", *priors, 1, classes);
  if (stay) set_stay(result, *stay);
  return result;
}

std::vector<double> numbers_of(const char* option, std::string_view text) {
  const auto refuse = [&] {
    throw Error::argument(option, std::string(text), "numbers separated by commas, and rows by semicolons");
  };
  std::vector<double> numbers;
  std::size_t columns = 0, in_row = 0;
  for (const char *at = text.data(), *const end = at + text.size();; ++at) {
    double value = 0.0;
    const auto [next, fault] = std::from_chars(at, end, value);
    if (fault != std::errc() || !std::isfinite(value)) refuse();
    numbers.push_back(value);
    ++in_row;
    at = next;
    if (at == end || *at == ';') {
      if (columns != 0 && in_row != columns) refuse();
      columns = std::exchange(in_row, 0);
    }
    if (at == end) return numbers;
    if (*at != ',' && *at != ';') refuse();
  }
}

}  // namespace biotropy::sicamm
