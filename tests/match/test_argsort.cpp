// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "biotropy/match/engines/argsort.hpp"
#include "biotropy/threads.hpp"
#include "inputs.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::match {
namespace {

std::vector<std::uint32_t> naive_argsort(const std::vector<double>& values) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  return order;
}

TEST(Argsort, EqualsAStableSort) {
  for (const std::size_t n : {0U, 1U, 2U, 100U, 511U, 512U, 513U, 5000U}) {
    for (const Input& input : inputs(n, n, n)) {
      const auto expected = naive_argsort(input.x);
      for (const std::string& set : EveryInstructionSet()) {
        EXPECT_EQ(argsort(input.x), expected) << input.name << " " << n << " " << set;
      }
    }
  }
}

TEST(Argsort, OnSeveralThreads) {
  for (const Input& input : inputs(50001, 100, 3)) {
    const auto expected = naive_argsort(input.x);
    for (const int threads : {1, 2}) {
      with_threads({threads, nullptr}, [&] { EXPECT_EQ(argsort(input.x), expected) << input.name << " " << threads; });
    }
  }
}

// Steps of equal width separate most values, few, and none that the first look draws.
TEST(Argsort, ValuesOfEveryDensity) {
  std::vector<std::vector<double>> series(5, noise(20000, 1));
  for (double& value : series[1]) value = std::exp(20 * value);
  for (double& value : series[2]) value = std::round(1000 * value);
  for (std::size_t k = 0; k < series[3].size(); ++k) series[3][k] = k % 39 == 0 ? series[3][k] : 1e-9 * series[3][k];
  for (double& value : series[4]) value = NAN;
  for (std::size_t which = 0; which < series.size(); ++which) {
    EXPECT_EQ(argsort(series[which]), naive_argsort(series[which])) << which;
    series[which][777] = which % 2 == 0 ? 1.7e308 : -INFINITY;
    EXPECT_EQ(argsort(series[which]), naive_argsort(series[which])) << which;
  }
}

TEST(Argsort, ExtremesOfTheNumberLine) {
  std::vector<double> values{1.0, -INFINITY, 5e-324, -5e-324, 0.0, -0.0, INFINITY, -1.0, 1.7e308, NAN};
  while (values.size() < 1000) values.push_back(values[values.size() % 10] / 3.0);
  EXPECT_EQ(argsort(values), naive_argsort(values));
}

}  // namespace
}  // namespace biotropy::match
