// SPDX-License-Identifier: Apache-2.0
//
// Words and choices: conversion in both directions, and the message for an unknown word.
#include "biotropy/entropy/words.hpp"
#include "tests/error_of.hpp"

#include <set>

namespace biotropy::entropy {
namespace {

template <typename Choice>
class Words : public testing::Test {};

using Choices = testing::Types<Measure, series::RUnit, match::Boundary, match::TemplateRule, Bias, Undefined, Missing,
                               MultiscaleMethod, series::Grain, ToleranceOf, LocalMean, Sign, match::MembershipForm>;
TYPED_TEST_SUITE(Words, Choices);

TYPED_TEST(Words, StandForOneChoiceEach) {
  std::set<std::string> texts;
  std::set<TypeParam> choices;
  for (const auto& [text, choice] : kWords<TypeParam>) {
    EXPECT_EQ(choice_of<TypeParam>(text), choice);
    EXPECT_EQ(word(choice), text);
    texts.emplace(text);
    choices.insert(choice);
  }
  EXPECT_EQ(texts.size(), kWords<TypeParam>.size());
  EXPECT_EQ(choices.size(), kWords<TypeParam>.size());
}

TYPED_TEST(Words, OthersAreRefused) {
  EXPECT_FALSE(choice_of<TypeParam>(""));
  EXPECT_THROW(require_choice<TypeParam>("choice", "no such word"), Error);
}

TEST(WordList, AreListedForPeople) {
  const Error error = error_of([&] { require_choice<Bias>("bias", "some", "'"); });
  EXPECT_EQ(error.parameter(), "bias");
  EXPECT_EQ(error.value(), "'some'");
  EXPECT_EQ(error.allowed(), "one of 'max', 'zero', 'skip', 'none'");
}

}  // namespace
}  // namespace biotropy::entropy
