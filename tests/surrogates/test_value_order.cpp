// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "biotropy/random_internal.hpp"
#include "biotropy/surrogates/value_order_internal.hpp"
#include "tests/matchers.hpp"

namespace biotropy::surrogates {
namespace {

void expect_order(const std::vector<double>& x, ValueOrder& order) {
  std::vector<ValueOrder::Item> wanted;
  for (const double value : x) wanted.emplace_back(value, static_cast<std::uint32_t>(wanted.size()));
  std::sort(wanted.begin(), wanted.end());
  const auto found = order.of(x);
  EXPECT_TRUE(std::equal(found.begin(), found.end(), wanted.begin(), wanted.end())) << ::testing::PrintToString(x);
}

void expect_order(const std::vector<double>& x) {
  ValueOrder order;
  for (int again = 0; again < 2; ++again) expect_order(x, order);
}

TEST(ValueOrder, IsThatOfASortByValueAndPosition) {
  Random random(5);
  for (const std::size_t n : {1U, 2U, 3U, 17U, 400U, 3000U}) {
    std::vector<double> normal(n), rounded(n), heavy(n), few(n);
    for (std::size_t t = 0; t < n; ++t) {
      normal[t] = random.normal();
      rounded[t] = std::round(4.0 * random.normal());
      heavy[t] = std::pow(random.uniform(), -8.0);  // nearly all of them in one interval
      few[t] = random.uniform() < 0.5 ? -0.0 : 0.0;
    }
    for (const auto& x : {normal, rounded, heavy, few}) expect_order(x);
  }
}

// From nearly the same order, with ties that come and go, to another one and another length.
TEST(ValueOrder, StartsFromTheLastOrder) {
  Random random(6);
  ValueOrder order;
  for (const std::size_t n : {1U, 50U, 50U, 700U, 700U, 3U}) {
    std::vector<double> x(n);
    for (double& value : x) value = random.normal();
    for (const double change : {0.0, 1e-3, 1e-2, 0.1, 1.0}) {
      for (double& value : x) value = std::round(64.0 * (value + change * random.normal())) / 64.0;
      expect_order(x, order);
    }
    std::reverse(x.begin(), x.end());
    expect_order(x, order);
  }
}

TEST(ValueOrder, TakesEveryRangeOfNumbers) {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min(), kMost = std::numeric_limits<double>::max();
  expect_order({3.0, 3.0, 3.0});
  expect_order({2 * kLeast, kLeast, 0.0, 3 * kLeast, kLeast});
  expect_order({kMost, -kMost, 1.0, 0.0, -kMost});
  expect_order({1.0, std::nextafter(1.0, 2.0), 1.0, std::nextafter(1.0, 0.0)});
}

}  // namespace
}  // namespace biotropy::surrogates
