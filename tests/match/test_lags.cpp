// SPDX-License-Identifier: Apache-2.0
//
// Pairs of one lag as bits, where a lag takes more words than one vector has: against the plain double loop.
#include <gtest/gtest.h>

#include "biotropy/cpu.hpp"
#include "biotropy/match/engine.hpp"
#include "inputs.hpp"

namespace biotropy::match {
namespace {

void expect_totals_of_the_plain_loop(Samples x, Samples y, const Rule& rule, const std::string& name) {
  EXPECT_EQ(count_matches(x, y, rule, {1, nullptr}, "lags").totals,
            count_matches(x, y, rule, {1, nullptr}, "direct").totals)
      << name << ", " << x.size() << " and " << y.size() << " samples, tau " << rule.tau << ", Theiler window "
      << rule.theiler;
}

TEST(Lags, LongerThanAVectorOfWords) {
  for (const std::string& set : instruction_sets()) {
    limit_instruction_set(set);
    for (const std::size_t n : {511U, 513U, 577U, 1100U}) {
      const Input input = inputs(n, n + 90, n).front();
      for (const int tau : {1, 3, 64, 150}) {
        for (const std::int64_t theiler : {kKeepAllPairs, kExcludeSelf, std::int64_t{5}}) {
          const Rule common{{2, 3}, tau, input.r, Boundary::closed, TemplateRule::common, theiler, false};
          const Rule all{{1, 2, 4}, tau, input.r, Boundary::open, TemplateRule::all, theiler, false};
          for (const Rule& rule : {common, all}) {
            expect_totals_of_the_plain_loop(input.x, input.x, rule, set);
            expect_totals_of_the_plain_loop(input.x, input.y, rule, set);
            expect_totals_of_the_plain_loop(input.y, input.x, rule, set);
          }
        }
      }
    }
  }
  limit_instruction_set("");
}

}  // namespace
}  // namespace biotropy::match
