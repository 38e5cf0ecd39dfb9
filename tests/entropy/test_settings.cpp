// SPDX-License-Identifier: Apache-2.0
//
// Options as users give them: what is asked for, what is refused, and what the tables say of each.
#include <map>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/multiscale_settings.hpp"
#include "biotropy/entropy/surrogate_settings.hpp"
#include "biotropy/entropy/words.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

TEST(Settings, OptionsAreFoundByTheirNames) {
  Settings settings;
  EXPECT_EQ(settings.given("tau"), nullptr);
  settings.set(*find_option("tau"), std::int64_t{3});
  settings.set(*find_option("m"), std::int64_t{4});
  ASSERT_NE(settings.given("tau"), nullptr);
  EXPECT_EQ(std::get<std::int64_t>(*settings.given("tau")), 3);
  EXPECT_EQ(settings.given("m"), nullptr) << "m is a list of its own";
  EXPECT_THAT(settings.lengths(), ElementsAre(4));
}

TEST(Settings, LengthsOfChannelsExcludeOneForAll) {
  Settings settings{.measure = Measure::mvsampen};
  settings.set(*find_option("channel_m"), std::string("2,3"));
  EXPECT_EQ(settings.parameters().channel_m, "2,3");
  settings.m = {2};
  EXPECT_THAT(error_of([&] { settings.parameters(); }), refuses("channel_m", "2,3"));
}

TEST(Settings, ListsAreRefusedWhereOneValueIsNeeded) {
  Settings settings{.m = {2, 3}, .r = {0.2}};
  const Error of_m = error_of([&] { settings.require_single("for a model"); });
  EXPECT_EQ(of_m.parameter(), "m");
  EXPECT_EQ(of_m.value(), "2,3");
  EXPECT_EQ(of_m.allowed(), "a single value for a model");
  settings.m = {2};
  EXPECT_NO_THROW(settings.require_single("for a model"));
  settings.r = {0.1, 0.2};
  EXPECT_EQ(error_of([&] { settings.require_single("for a model"); }).parameter(), "r");
}

TEST(Settings, EnginesAreLookedUp) {
  Settings settings;
  settings.set(*find_option("engine"), std::string("sorted"));
  EXPECT_EQ(settings.parameters().engine, "sorted");
  settings.set(*find_option("engine"), std::string("steam"));
  EXPECT_EQ(error_of([&] { settings.parameters(); }).code(), ErrorCode::no_engine);
}

TEST(MultiscaleSettings, OptionsSayWhatIsUsual) {
  std::map<std::string_view, std::string> usual;
  for (const MultiscaleOption& option : multiscale_options()) usual[option.name] = option.usual();
  EXPECT_EQ(usual.at("method"), "mse");
  EXPECT_EQ(usual.at("grain"), "mean");
  EXPECT_EQ(usual.at("tolerance_of"), "original; rmse, variance: scale");
  EXPECT_EQ(usual.at("cutoff"), "0.5");
  EXPECT_EQ(find_row(multiscale_options(), "tolerance-of"), &multiscale_options()[2]);
  EXPECT_EQ(find_row(multiscale_options(), "tolerance of"), nullptr);
}

TEST(MultiscaleSettings, OptionsAreFoundByTheirNames) {
  MultiscaleSettings settings;
  EXPECT_EQ(settings.given("method"), nullptr);
  settings.set(*find_row(multiscale_options(), "method"), std::string("rmse"));
  ASSERT_NE(settings.given("method"), nullptr);
  EXPECT_EQ(std::get<std::string>(*settings.given("method")), "rmse");
}

TEST(MultiscaleSettings, TitlesNameMethodAndMeasure) {
  MultiscaleParameters parameters{.measure = Measure::fuzzyen, .method = MultiscaleMethod::rcmse};
  EXPECT_EQ(title(parameters), "RCMSE of FuzzyEn");
}

TEST(SurrogateSettings, OptionsAreGivenAndSayWhatIsUsual) {
  std::map<std::string_view, std::string> usual;
  for (const SurrogateOption& option : surrogate_options()) usual[option.name] = option.usual();
  EXPECT_EQ(usual,
            (std::map<std::string_view, std::string>{
                {"surrogates", "0"}, {"surrogate_kind", "iaaft"}, {"surrogate_seed", "1"}, {"surrogate_stop", "0"}}));
  SurrogateSettings settings;
  find_row(surrogate_options(), "surrogates")->set(settings, std::int64_t{99});
  find_row(surrogate_options(), "surrogate-kind")->set(settings, std::string("shuffle"));
  find_row(surrogate_options(), "surrogate-seed")->set(settings, std::int64_t{1} << 40);
  find_row(surrogate_options(), "surrogate-stop")->set(settings, std::int64_t{5});
  EXPECT_EQ(settings, (SurrogateSettings{99, surrogates::Kind::shuffle, std::int64_t{1} << 40, 5}));
  EXPECT_EQ(find_row(surrogate_options(), "surrogate"), nullptr);
}

TEST(SurrogateSettings, NumbersThatDoNotFitAreRefused) {
  SurrogateSettings settings;
  for (const std::int64_t number : {std::int64_t{1} << 31, -(std::int64_t{1} << 31) - 1}) {
    const Error error = error_of([&] { find_row(surrogate_options(), "surrogates")->set(settings, number); });
    EXPECT_EQ(error.parameter(), "surrogates");
    EXPECT_EQ(error.value(), std::to_string(number));
    EXPECT_EQ(error.allowed(), "an integer from 0 to 1000000");
  }
  EXPECT_EQ(settings, SurrogateSettings());
}

TEST(SurrogateSettings, AreChecked) {
  using surrogates::Kind;
  const auto refused = [](const SurrogateSettings& settings) { return error_of([&] { validate(settings); }); };
  EXPECT_EQ(refused({-1}).parameter(), "surrogates");
  EXPECT_EQ(refused({1'000'001}).value(), "1000001");
  EXPECT_EQ(refused({10, Kind::iaaft, -1}).parameter(), "surrogate_seed");
  EXPECT_EQ(refused({10, Kind::iaaft, 1, -1}).parameter(), "surrogate_stop");
  EXPECT_NO_THROW(validate(SurrogateSettings{1'000'000, Kind::shuffle, 0, 3}));
  EXPECT_NO_THROW(validate(SurrogateSettings()));

  const std::string needed = "left out without surrogates";
  EXPECT_EQ(refused({0, Kind::shuffle}).allowed(), needed);
  EXPECT_EQ(refused({0, Kind::shuffle}).parameter(), "surrogate_kind");
  EXPECT_EQ(refused({0, Kind::iaaft, 2}).allowed(), needed);
  EXPECT_EQ(refused({0, Kind::iaaft, 1, 2}).allowed(), needed);
}

TEST(Numbers, OfMembershipStandInPlaceOfCounts) {
  Entropy entropy{.membership_m = 12.5, .membership_m1 = 3.25};
  for (const Measure measure : {Measure::fuzzyen, Measure::cross_fuzzyen, Measure::mvfuzzyen}) {
    const auto numbers = numbers_of(measure);
    ASSERT_EQ(numbers.size(), 2U);
    EXPECT_EQ(numbers[0].name, "membership_m");
    EXPECT_EQ(numbers[0].of(entropy), 12.5);
    EXPECT_EQ(numbers[1].name, "membership_m1");
    EXPECT_EQ(numbers[1].of(entropy), 3.25);
    EXPECT_FALSE(numbers[0].whole || numbers[1].whole);
  }
  for (const Measure measure : {Measure::sampen, Measure::apen, Measure::cross_sampen, Measure::mvsampen}) {
    EXPECT_THAT(numbers_of(measure), IsEmpty());
  }
}

TEST(Numbers, OfPatternsAreCounts) {
  Entropy entropy{.patterns = 5};
  const auto numbers = numbers_of(Measure::permen);
  ASSERT_EQ(numbers.size(), 1U);
  EXPECT_EQ(numbers[0].name, "patterns");
  EXPECT_EQ(numbers[0].of(entropy), 5.0);
  EXPECT_TRUE(numbers[0].whole);
}

// An order of magnitude: pairs of samples, or samples, and more for an engine that is asked for.
TEST(ExpectedSeconds, GrowAsTheWorkDoes) {
  const std::map<Measure, double> growth{{Measure::sampen, 100.0},    {Measure::apen, 100.0},
                                         {Measure::fuzzyen, 100.0},   {Measure::mvsampen, 100.0},
                                         {Measure::mvfuzzyen, 100.0}, {Measure::permen, 10.0}};
  for (const auto& [measure, factor] : growth) {
    const double few = expected_seconds(measure, {}, 1e4), many = expected_seconds(measure, {}, 1e5);
    EXPECT_GT(few, 0.0) << word(measure);
    EXPECT_NEAR(many / few, factor, 1e-9) << word(measure);
  }
  Parameters named{.engine = "direct"};
  for (const Measure measure : {Measure::sampen, Measure::mvsampen}) {
    EXPECT_GT(expected_seconds(measure, named, 1e4), 10.0 * expected_seconds(measure, {}, 1e4)) << word(measure);
  }
}

}  // namespace
}  // namespace biotropy::entropy
