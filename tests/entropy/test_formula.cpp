// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "biotropy/entropy/formula.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::entropy {
namespace {

std::vector<std::uint32_t> counts(std::size_t n, std::uint32_t largest) {
  std::mt19937_64 generator(n + largest);
  std::uniform_int_distribution<std::uint32_t> draw(0, largest);
  std::vector<std::uint32_t> result(n);
  for (auto& count : result) count = draw(generator);
  return result;
}

TEST(LogOf, EqualsTheSumInLongDouble) {
  for (const std::size_t n : {0U, 1U, 7U, 8U, 9U, 255U, 256U, 257U, 1000U, 50000U}) {
    for (const std::uint32_t largest : {1U, 3U, 1024U, 2147483647U}) {
      const auto values = counts(n, largest);
      long double sum = 0.0L;
      std::size_t zeros = 0;
      for (const auto value : values) {
        zeros += value == 0 ? 1 : 0;
        sum += value == 0 ? 0.0L : std::log(static_cast<long double>(value));
      }
      const match::CountProduct product = match::count_product(values);
      EXPECT_EQ(product.zeros, zeros);
      EXPECT_NEAR(log_of(product), static_cast<double>(sum), 4e-16 * static_cast<double>(sum) + 1e-13)
          << n << " up to " << largest;
    }
  }
}

TEST(LogOf, IsTheSameOnEveryInstructionSet) {
  const auto values = counts(12345, 70000);
  const double expected = log_of(match::count_product(values));
  for (const std::string& set : EveryInstructionSet()) {
    EXPECT_EQ(log_of(match::count_product(values)), expected) << set;
  }
}

}  // namespace
}  // namespace biotropy::entropy
