// SPDX-License-Identifier: Apache-2.0
//
// Options by name: every row of the tables of the library, texts in place of numbers, refusals.
#include <map>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/multiscale_settings.hpp"
#include "biotropy/entropy/surrogate_settings.hpp"
#include "biotropy/entropy/uncertainty.hpp"
#include "biotropy/heartbeats/rr_intervals.hpp"
#include "biotropy/study/prepare_settings.hpp"
#include "tests/c/arrays.hpp"

namespace biotropy::c {
namespace {

const std::vector<double>& hundred_samples() {
  static const std::vector<double> values = series_of(3, 100);
  return values;
}

int measured(const Options& options, Result* kept = nullptr, const char* measure = "sampen") {
  biotropy_result* made = nullptr;
  const int status =
      measure_samples(measure, hundred_samples().data(), nullptr, 1, 1, hundred_samples().size(), options.get(), &made);
  Result result(made, biotropy_result_destroy);
  if (kept != nullptr) *kept = std::move(result);
  return status;
}

std::string refusal(const char* name, const char* value) {
  const Options options = make_options();
  EXPECT_EQ(biotropy_options_set_text(options.get(), name, value), BIOTROPY_OK);
  EXPECT_EQ(measured(options), BIOTROPY_INVALID_ARGUMENT) << name << " = " << value;
  return biotropy_last_error();
}

std::string refusal(const char* name, double value) {
  const Options options = make_options();
  EXPECT_EQ(biotropy_options_set_number(options.get(), name, value), BIOTROPY_OK);
  EXPECT_EQ(measured(options), BIOTROPY_INVALID_ARGUMENT) << name << " = " << value;
  return biotropy_last_error();
}

TEST(Options, EveryRowOfTheTableIsAnOptionOfItsMeasures) {
  std::size_t taken = 0;
  for (const entropy::Option& option : entropy::options()) {
    for (const entropy::Measure measure :
         {entropy::Measure::sampen, entropy::Measure::fuzzyen, entropy::Measure::permen}) {
      const std::string usual = biotropy::text_of(option.get(measure, {}));
      if (!option.applies(measure) || usual.empty()) continue;
      const Options options = make_options();
      biotropy_options_set_text(options.get(), std::string(option.name).c_str(), usual.c_str());
      EXPECT_EQ(measured(options, nullptr, std::string(word(measure)).c_str()), BIOTROPY_OK)
          << option.name << " = " << usual << ": " << biotropy_last_error();
      ++taken;
    }
  }
  EXPECT_GT(taken, 25u);
}

TEST(Options, TheTableIsThatOfTheLibrary) {
  const Result table = result_of(biotropy_option_table);
  const std::size_t rows = entropy::options().size() + entropy::multiscale_options().size() +
                           entropy::surrogate_options().size() + entropy::uncertainty_options().size() +
                           study::prepare_options().size() + files::open_options().size() +
                           heartbeats::rr_options().size();
  EXPECT_THAT(texts(table, "name"), SizeIs(rows));
  for (const char* column : {"kind", "words", "usual", "unit", "allowed", "help", "used_by"}) {
    EXPECT_THAT(texts(table, column), SizeIs(rows)) << column;
  }
  EXPECT_EQ(texts(table, "name")[0], "m");
  EXPECT_EQ(texts(table, "kind")[0], "whole");
  EXPECT_THAT(texts(table, "words"), Contains("closed|open"));
  const Result measures = result_of(biotropy_measure_table);
  EXPECT_THAT(texts(measures, "name"), SizeIs(entropy::kMeasures.size()));
  EXPECT_THAT(counts(measures, "series"), ElementsAre(1, 1, 1, 1, 0, 0, 2, 2, 2));
}

TEST(Options, ATextIsTheNumberThatItReads) {
  Result by_text(nullptr, biotropy_result_destroy), by_number(nullptr, biotropy_result_destroy);
  const Options options = make_options({{"r", "0.3"}, {"m", "3"}});
  EXPECT_EQ(measured(options, &by_text), BIOTROPY_OK);
  biotropy_options_set_number(options.get(), "r", 0.3);
  biotropy_options_set_number(options.get(), "m", 3);
  EXPECT_EQ(measured(options, &by_number), BIOTROPY_OK);
  entropy::Parameters parameters{.m = 3, .r = 0.3};
  const double wanted = entropy::sample_entropy(hundred_samples(), parameters).value;
  expect_same(reals(by_text, "value"), {wanted});
  expect_same(reals(by_number, "value"), {wanted});
}

TEST(Options, ATextWithCommasIsTheList) {
  Result by_text(nullptr, biotropy_result_destroy), by_numbers(nullptr, biotropy_result_destroy);
  const Options options = make_options();
  biotropy_options_set_text(options.get(), "m", "1-2,4");
  biotropy_options_set_text(options.get(), "r", "0.3,0.4");
  ASSERT_EQ(measured(options, &by_text), BIOTROPY_OK) << biotropy_last_error();
  const double lengths[] = {1, 2, 4}, tolerances[] = {0.3, 0.4};
  biotropy_options_set_numbers(options.get(), "m", lengths, 3);
  biotropy_options_set_numbers(options.get(), "r", tolerances, 2);
  ASSERT_EQ(measured(options, &by_numbers), BIOTROPY_OK) << biotropy_last_error();
  EXPECT_THAT(dims(by_text, "value"), testing::ElementsAre(1, 1, 3, 2));
  EXPECT_THAT(counts(by_text, "grid_m"), testing::ElementsAre(1, 2, 4));
  expect_same(reals(by_text, "value"), reals(by_numbers, "value"));
  EXPECT_THAT(refusal("m", "2,two"), HasSubstr("a list of whole numbers and ranges"));
  EXPECT_THAT(refusal("r", "0.3,0.3"), HasSubstr("a list without repetitions"));
  refusal("tau", "1,2");
}

TEST(Options, TheLastValueCountsInAnySpelling) {
  const Options options = make_options({{"normalise", "maybe"}, {"normalize", "false"}});
  Result result(nullptr, biotropy_result_destroy);
  EXPECT_EQ(measured(options, &result), BIOTROPY_OK) << biotropy_last_error();
}

TEST(Options, AWordMayBeANumberAndAListNumbers) {
  const Options options = make_options({{"base", 2}});
  Result result(nullptr, biotropy_result_destroy);
  EXPECT_EQ(measured(options, &result), BIOTROPY_OK) << biotropy_last_error();
  entropy::Parameters parameters{.base = entropy::Base::two};
  expect_same(reals(result, "value"), {entropy::sample_entropy(hundred_samples(), parameters).value});
  refusal("base", 3.0);
}

TEST(Options, WhatIsNotAllowedIsRefused) {
  EXPECT_THAT(refusal("m", 0.0), HasSubstr("m is 0; it must be an integer from 1 to 1000"));
  EXPECT_THAT(refusal("tua", 1.0), HasSubstr("there is no option tua here (did you mean 'tau'?)"));
  for (const double m : {2.5, 1e300, std::nan("")}) refusal("m", m);
  for (const double threads : {-1.0, 1e10}) refusal("threads", threads);
  refusal("weighted", 2.0);
  refusal("surrogate-seed", -1.0);
  for (const auto& [name, value] : std::map<const char*, const char*>{{"m", "two"},
                                                                      {"r", "0,2"},
                                                                      {"boundary", "shut"},
                                                                      {"bias", "zero"},
                                                                      {"convention", "matlab"},
                                                                      {"device", "toaster"}}) {
    refusal(name, value);
  }
  refusal("r", "");
  const Options options = make_options();
  const double lengths[] = {2, 3.5};
  biotropy_options_set_numbers(options.get(), "m", lengths, 2);
  EXPECT_EQ(measured(options), BIOTROPY_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace biotropy::c
