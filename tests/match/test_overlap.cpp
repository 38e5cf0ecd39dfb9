// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>

#include "biotropy/match/overlap.hpp"
#include "biotropy/match/overlap_rows_internal.hpp"
#include "tests/error_of.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::match {
namespace {

std::vector<double> series(std::size_t n, unsigned seed, unsigned values) {
  std::mt19937_64 generator(seed);
  std::vector<double> samples(n);
  for (double& value : samples) value = static_cast<double>(generator() % values);
  return samples;
}

Rule rule(double r, std::vector<int> lengths, int tau, std::int64_t theiler) {
  return Rule{.lengths = std::move(lengths), .tau = tau, .r = r, .templates = TemplateRule::common, .theiler = theiler};
}

// Complete at the longest length of the rule, as TemplateRule::common requires.
bool is_template(const std::vector<double>& x, std::size_t i, const Rule& of_rule) {
  for (int k = 0; k < of_rule.lengths.back(); ++k) {
    if (std::isnan(x[i + static_cast<std::size_t>(k * of_rule.tau)])) return false;
  }
  return true;
}

bool match_at(const std::vector<double>& x, const std::vector<double>& y, std::size_t i, std::size_t j, int length,
              const Rule& of_rule) {
  for (int k = 0; k < length; ++k) {
    const auto step = static_cast<std::size_t>(k * of_rule.tau);
    if (!matches(x[i + step], y[j + step], of_rule.r, of_rule.boundary)) return false;
  }
  return true;
}

using MatchingPairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

std::uint64_t couples(const MatchingPairs& of_p, const MatchingPairs& of_q, bool same, std::int64_t window) {
  std::uint64_t found = 0;
  const auto near = [&](std::int64_t a, std::int64_t b) { return std::abs(a - b) <= window; };
  for (const auto& p : of_p) {
    for (const auto& q : of_q) {
      const bool straight = near(p.first, q.first) || near(p.second, q.second);
      const bool crossed = same && (near(p.first, q.second) || near(p.second, q.first));
      found += p != q && (straight || crossed) ? 1 : 0;
    }
  }
  return found;
}

// Lists every matching pair, then tests every couple of them.
std::vector<Overlaps> enumerated(const std::vector<double>& x, const std::vector<double>& y, const Rule& of_rule,
                                 std::int64_t window) {
  std::vector<Overlaps> result;
  const bool same = &x == &y;
  MatchingPairs shorter;
  for (const int length : of_rule.lengths) {
    MatchingPairs pairs;
    for (std::size_t i = 0; i < template_count(of_rule, x.size(), length); ++i) {
      for (std::size_t j = same ? i + 1 : 0; j < template_count(of_rule, y.size(), length); ++j) {
        const auto apart = std::abs(static_cast<std::int64_t>(i) - static_cast<std::int64_t>(j));
        if (!is_template(x, i, of_rule) || !is_template(y, j, of_rule)) continue;
        if (apart > of_rule.theiler && match_at(x, y, i, j, length, of_rule)) pairs.emplace_back(i, j);
      }
    }
    result.push_back({pairs.size(), couples(pairs, pairs, same, window), couples(pairs, shorter, same, window)});
    shorter = pairs;
  }
  return result;
}

void expect_enumerated(const std::vector<double>& x, const std::vector<double>& y, const Rule& of_rule,
                       std::int64_t window) {
  const auto expected = enumerated(x, y, of_rule, window);
  const auto found = count_overlaps(x, &x == &y ? Samples(x) : Samples(y), of_rule, window);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t l = 0; l < found.size(); ++l) {
    EXPECT_EQ(found[l].pairs, expected[l].pairs) << "length " << of_rule.lengths[l] << ", window " << window;
    EXPECT_EQ(found[l].couples, expected[l].couples)
        << "length " << of_rule.lengths[l] << ", window " << window << ", tau " << of_rule.tau << ", theiler "
        << of_rule.theiler << ", " << x.size() << " and " << y.size() << " samples";
    EXPECT_EQ(found[l].couples_with_shorter, expected[l].couples_with_shorter) << "window " << window;
  }
}

TEST(Overlaps, EqualTheEnumerationInOneSeries) {
  for (const std::size_t n : {4U, 7U, 12U, 40U}) {
    const auto x = series(n, static_cast<unsigned>(n), 4);
    for (const int tau : {1, 2}) {
      for (const std::int64_t window : {0, 1, 2, 3, 7, 50}) {
        for (const std::int64_t theiler : {0, 1, 5}) {
          expect_enumerated(x, x, rule(1.0, {1, 2}, tau, theiler), window);
          expect_enumerated(x, x, rule(0.0, {2, 3}, tau, theiler), window);
        }
      }
    }
  }
}

TEST(Overlaps, EqualTheEnumerationInTwoSeries) {
  for (const std::size_t n : {3U, 9U, 30U}) {
    const auto x = series(n, 1, 4), y = series(n + 5, 2, 4);
    for (const int tau : {1, 3}) {
      for (const std::int64_t window : {0, 1, 2, 4, 40}) {
        for (const std::int64_t theiler : {-1, 0, 2}) {
          expect_enumerated(x, y, rule(1.0, {1, 2}, tau, theiler), window);
          expect_enumerated(y, x, rule(0.0, {2, 3}, tau, theiler), window);
        }
      }
    }
  }
}

TEST(Overlaps, ConstantsOpenBoundariesAndMissingSamples) {
  const std::vector<double> constant(25, 1.0);
  expect_enumerated(constant, constant, rule(0.0, {2, 3}, 1, 0), 2);
  auto x = series(60, 3, 5);
  Rule open = rule(2.0, {2, 3}, 1, 0);
  open.boundary = Boundary::open;
  expect_enumerated(x, x, open, 2);
  x[10] = x[11] = x[40] = NAN;
  expect_enumerated(x, x, rule(1.0, {2, 3}, 1, 0), 2);
  expect_enumerated(x, series(30, 4, 5), rule(1.0, {2, 3}, 1, -1), 2);
}

TEST(Overlaps, BlocksOfRowsAndThreadsDoNotChangeTheCounts) {
  const auto x = series(5000, 5, 40), y = series(2100, 6, 40);
  const Rule of_rule = rule(1.0, {2, 3}, 1, 0);
  const auto one = count_overlaps(x, x, of_rule, 2, {1, nullptr}), two = count_overlaps(x, x, of_rule, 2, {2, nullptr});
  EXPECT_EQ(one[0].couples, two[0].couples);
  EXPECT_EQ(one[1].couples, two[1].couples);
  const auto forward = count_overlaps(x, y, of_rule, 2), backward = count_overlaps(y, x, of_rule, 2);
  EXPECT_EQ(forward[0].couples, backward[0].couples);
  EXPECT_EQ(forward[1].couples, backward[1].couples);
}

TEST(Overlaps, ARepeatedBlockAddsItsSquares) {
  // Rows beyond one block of work, few enough matches to enumerate.
  auto x = series(4200, 7, 1000000);
  for (std::size_t i = 2040; i < 2060; ++i) x[i] = x[i + 2000] = x[i - 2000] = static_cast<double>(i % 3);
  expect_enumerated(x, x, rule(0.0, {2, 3}, 1, 0), 2);
}

// Sums of the squares around all matches, one shift after the other.
std::vector<Squares> listed_squares(const std::vector<double>& x, const std::vector<double>& y, const Rule& of_rule,
                                    std::int64_t window, std::int64_t apart) {
  const bool same = &x == &y;
  const auto n_x = static_cast<std::int64_t>(x.size()), n_y = static_cast<std::int64_t>(y.size());
  std::vector<std::vector<char>> matched;
  for (const int length : of_rule.lengths) {
    auto& matrix = matched.emplace_back(x.size() * y.size(), 0);
    for (std::size_t i = 0; i < template_count(of_rule, x.size(), length); ++i) {
      for (std::size_t j = same ? i + 1 : 0; j < template_count(of_rule, y.size(), length); ++j) {
        const auto distance = std::abs(static_cast<std::int64_t>(i) - static_cast<std::int64_t>(j));
        matrix[i * y.size() + j] = distance > of_rule.theiler && is_template(x, i, of_rule) &&
                                   is_template(y, j, of_rule) && match_at(x, y, i, j, length, of_rule);
      }
    }
  }
  std::vector<Squares> result(matched.size());
  const auto at = [&](std::size_t l, std::int64_t i, std::int64_t j) {
    return i >= 0 && i < n_x && j >= 0 && j < n_y && matched[l][static_cast<std::size_t>(i * n_y + j)] != 0;
  };
  for (std::size_t l = 0; l < matched.size(); ++l) {
    for (std::int64_t i = 0; i < n_x; ++i) {
      for (std::int64_t j = std::max<std::int64_t>(0, i + apart + 1); j < n_y; ++j) {
        if (!at(l, i, j)) continue;
        for (std::int64_t square = 0; square < (2 * window + 1) * (2 * window + 1); ++square) {
          const std::int64_t row = i + square / (2 * window + 1) - window,
                             column = j + square % (2 * window + 1) - window;
          result[l].same += at(l, row, column) ? 1 : 0;
          if (l > 0) result[l].shorter += at(l - 1, row, column) ? 1 : 0;
        }
      }
    }
  }
  return result;
}

void expect_dense(const std::vector<double>& x, const std::vector<double>& y, const Rule& of_rule, std::int64_t window,
                  std::int64_t apart) {
  const bool same = &x == &y;
  const auto found = dense_squares(x, y, of_rule, same, static_cast<std::size_t>(window), apart, nullptr);
  const auto expected = listed_squares(x, y, of_rule, window, apart);
  ASSERT_TRUE(found);
  for (std::size_t l = 0; l < expected.size(); ++l) {
    EXPECT_EQ((*found)[l].same, expected[l].same)
        << "window " << window << ", tau " << of_rule.tau << ", theiler " << of_rule.theiler << ", " << x.size();
    EXPECT_EQ((*found)[l].shorter, expected[l].shorter) << "window " << window;
  }
}

TEST(DenseSquares, AreThoseOfTheMatrixOfMatches) {
  for (const std::size_t n : {5U, 17U, 100U}) {
    auto x = series(n, static_cast<unsigned>(n), 5), y = series(n / 2 + 3, 9, 5);
    if (n == 100) x[20] = x[21] = x[90] = y[7] = NAN;
    for (const int tau : {1, 3}) {
      for (const std::int64_t window : {0, 1, 2, 15}) {
        for (const std::int64_t theiler : {-1, 0, 4}) {
          const std::int64_t everywhere = -static_cast<std::int64_t>(n) - 1;
          if (theiler >= 0) expect_dense(x, x, rule(1.0, {2, 3}, tau, theiler), window, 2 * window);
          expect_dense(x, y, rule(1.0, {1, 2}, tau, theiler), window, everywhere);
          expect_dense(y, x, rule(0.0, {2, 4}, tau, theiler), window, -static_cast<std::int64_t>(y.size()) - 1);
        }
      }
    }
  }
}

TEST(DenseSquares, AcrossTheBordersOfStretchesAndOnEveryInstructionSet) {
  const auto x = series(8300, 10, 9), y = series(70, 11, 9);
  const Rule of_rule = rule(2.0, {2, 3}, 1, -1);
  expect_dense(y, x, of_rule, 2, -71);
  expect_dense(x, y, of_rule, 2, -8301);
  const auto shorter = series(2100, 13, 9);
  const auto one = count_overlaps(shorter, shorter, rule(2.0, {2, 3}, 1, 0), 2, {1, nullptr});
  for (const std::string& set : EveryInstructionSet()) {
    const auto found = count_overlaps(shorter, shorter, rule(2.0, {2, 3}, 1, 0), 2, {2, nullptr});
    EXPECT_EQ(found[1].couples, one[1].couples) << set;
    EXPECT_EQ(found[1].couples_with_shorter, one[1].couples_with_shorter) << set;
  }
}

// The second series has the matches of the first, but too many distinct values, so its matches are listed.
TEST(DenseSquares, EqualTheListsOfALongSeries) {
  auto x = series(4000, 12, 3000000);
  for (double& value : x) value = std::floor(value / 1e5);
  auto shifted = x;
  for (std::size_t i = 0; i < x.size(); ++i) shifted[i] += 1e-6 * static_cast<double>(i);
  const Rule of_rule = rule(1.5, {2, 3}, 1, 0);
  const auto dense = count_overlaps(x, x, of_rule, 2), lists = count_overlaps(shifted, shifted, of_rule, 2);
  ASSERT_FALSE(dense_squares(shifted, shifted, of_rule, true, 2, 4, nullptr));
  for (std::size_t l = 0; l < dense.size(); ++l) {
    EXPECT_EQ(dense[l].pairs, lists[l].pairs);
    EXPECT_EQ(dense[l].couples, lists[l].couples);
    EXPECT_EQ(dense[l].couples_with_shorter, lists[l].couples_with_shorter);
  }
}

TEST(Overlaps, MistakesNameTheParameter) {
  const auto x = series(20, 8, 3);
  const auto parameter_of = [&](const Rule& of_rule, std::int64_t window) {
    const Error error = error_of([&] { count_overlaps(x, x, of_rule, window); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.parameter();
  };
  EXPECT_EQ(parameter_of(rule(1.0, {2, 3}, 1, 0), -1), "window");
  EXPECT_EQ(parameter_of(rule(1.0, {2, 3}, 1, -1), 2), "theiler");
  EXPECT_EQ(parameter_of(rule(-1.0, {2, 3}, 1, 0), 2), "r");
}

}  // namespace
}  // namespace biotropy::match
