// SPDX-License-Identifier: Apache-2.0
#include "c/entropies.hpp"

#include <memory>

#include "c/status.hpp"

namespace biotropy::c {

namespace {

using entropy::Entropy;

template <typename T>
std::vector<T> column(const std::vector<Entropy>& found, T Entropy::*member) {
  std::vector<T> values;
  values.reserve(found.size());
  for (const Entropy& one : found) values.push_back(one.*member);
  return values;
}

}  // namespace

void add_entropies(biotropy_result& result, const std::vector<Entropy>& found, const Dimensions& dims) {
  result.add("value", column(found, &Entropy::value), dims);
  result.add("matches_m", column(found, &Entropy::matches_m), dims);
  result.add("matches_m1", column(found, &Entropy::matches_m1), dims);
  result.add("membership_m", column(found, &Entropy::membership_m), dims);
  result.add("membership_m1", column(found, &Entropy::membership_m1), dims);
  result.add("templates_m", column(found, &Entropy::templates_m), dims);
  result.add("templates_m1", column(found, &Entropy::templates_m1), dims);
  result.add("patterns", column(found, &Entropy::patterns), dims);
  result.add("r", column(found, &Entropy::r), dims);
  result.add("reason", column(found, &Entropy::reason), dims);
}

void add_test(biotropy_result& result, const Run& run, entropy::SurrogateTest test, const TestedSeries& tested,
              const Dimensions& dims) {
  warn_of_test(run, test, tested);
  for (const entropy::SurrogateNumber& number : entropy::kSurrogateNumbers) {
    result.add(std::string(number.name), std::move(test.*number.column), dims);
  }
}

void make_result(biotropy_result** place, const std::function<void(biotropy_result&)>& fill) {
  biotropy_result*& made = needed(place, "result");
  auto result = std::make_unique<biotropy_result>();
  fill(*result);
  made = result.release();
}

}  // namespace biotropy::c
