// SPDX-License-Identifier: Apache-2.0
//
// Table of options: the options of each measure, conversion in both directions, defaults, and messages for others.
#include "biotropy/entropy/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <set>

#include "biotropy/entropy/multiscale_settings.hpp"
#include "biotropy/entropy/settings.hpp"
#include "biotropy/entropy/uncertainty.hpp"
#include "biotropy/entropy/words.hpp"
#include "tests/entropy/portable_series.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

using testing::UnorderedElementsAre;

std::set<std::string> without(Measure measure) {
  std::set<std::string> names;
  for (const Option& option : options()) {
    if (!option.applies(measure)) names.emplace(option.name);
  }
  return names;
}

// Another value than the default, for every option.
OptionValue another(const Option& option, Measure measure) {
  const OptionValue usual = option.get(measure, {});
  switch (option.kind) {
    case OptionKind::flag:
      return !std::get<bool>(usual);
    case OptionKind::whole:
      return std::get<std::int64_t>(usual) == 1 ? std::int64_t{option.name == "ddof" ? 0 : 3} : std::int64_t{1};
    case OptionKind::real:
      return std::get<double>(usual) + 0.5;
    case OptionKind::length:
    case OptionKind::numbers:  // no measure has one
    case OptionKind::name:
      return std::string("direct");
    case OptionKind::word:
      break;
  }
  const auto words = option.words();
  return words[0] == std::get<std::string>(usual) ? words[1] : words[0];
}

TEST(Options, EachMeasureHasItsOwn) {
  const auto others = {"approach",   "channel_m",         "channel_tau", "fuzzy_power", "local_mean",
                       "membership", "membership_corner", "normalise",   "ties",        "weighted"};
  const auto with_others = [&](std::set<std::string> names) {
    names.insert(others.begin(), others.end());
    return names;
  };
  EXPECT_EQ(without(Measure::cross_apen), with_others({"pool_epochs", "undefined"}));
  EXPECT_EQ(without(Measure::apen), with_others({"bias", "pool_epochs", "undefined"}));
  EXPECT_EQ(without(Measure::sampen), with_others({"bias", "sign"}));
  EXPECT_EQ(without(Measure::cross_sampen), with_others({"bias", "sign"}));
  for (const Measure measure : {Measure::fuzzyen, Measure::cross_fuzzyen}) {
    EXPECT_THAT(without(measure), UnorderedElementsAre("approach", "bias", "boundary", "channel_m", "channel_tau",
                                                       "engine", "normalise", "sign", "ties", "weighted"));
  }
  EXPECT_EQ(without(Measure::mvsampen),
            (std::set<std::string>{"bias", "fuzzy_power", "local_mean", "membership", "membership_corner", "normalise",
                                   "sign", "theiler", "ties", "weighted"}));
  std::set<std::string> of_patterns;
  for (const Option& option : options()) {
    if (option.applies(Measure::permen)) of_patterns.emplace(option.name);
  }
  EXPECT_THAT(of_patterns, UnorderedElementsAre("m", "tau", "ties", "weighted", "normalise", "base", "missing"));
}

TEST(Options, KeepWhatTheyAreGiven) {
  for (const Measure measure : kMeasures) {
    for (const Option& option : options()) {
      Parameters parameters;
      const OptionValue value = another(option, measure);
      ASSERT_NE(value, option.get(measure, parameters)) << option.name;
      option.set(option, parameters, value);
      EXPECT_EQ(option.get(measure, parameters), value) << option.name << " of " << word(measure);
    }
  }
}

TEST(Options, AreFoundWithHyphensToo) {
  EXPECT_EQ(find_option("r-unit"), find_option("r_unit"));
  EXPECT_EQ(hyphenated("membership_corner"), "membership-corner");
  EXPECT_EQ(find_option("r"), &options()[1]);
  EXPECT_EQ(find_option("membership_"), nullptr);
  EXPECT_EQ(find_option(""), nullptr);
}

TEST(Options, WithoutEffectAreRefusedUnlessTheyChangeNothing) {
  for (const Measure measure : kMeasures) {
    for (const Option& option : options()) {
      if (option.applies(measure)) continue;
      Parameters usual, chosen;
      option.set(option, chosen, another(option, measure));
      const Error error = error_of([&] { reject_unused(option, measure, usual, chosen); });
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_EQ(error.parameter(), option.name);
      EXPECT_THAT(error.allowed(), HasSubstr(word(measure)));
      option.set(option, usual, another(option, measure));
      EXPECT_NO_THROW(reject_unused(option, measure, usual, chosen));
    }
  }
}

TEST(Options, MembershipsHaveAnExponentOrACorner) {
  using match::MembershipForm;
  const auto refused = [](MembershipForm form, const char* name, double value) {
    Settings settings{.measure = Measure::fuzzyen};
    settings.set(*find_option("membership"), std::string(word(form)));
    settings.set(*find_option(name), value);
    try {
      settings.parameters();
    } catch (const Error& error) {
      return error.parameter();
    }
    return std::string();
  };
  for (const auto form : {MembershipForm::exponential, MembershipForm::chen, MembershipForm::bell}) {
    EXPECT_EQ(refused(form, "fuzzy_power", 3.0), "");
    EXPECT_EQ(refused(form, "membership_corner", 0.5), "membership_corner");
  }
  for (const auto form : {MembershipForm::sigmoid, MembershipForm::trapezoidal2}) {
    EXPECT_EQ(refused(form, "fuzzy_power", 3.0), "fuzzy_power");
    EXPECT_EQ(refused(form, "membership_corner", 0.5), "");
  }
}

TEST(Options, SayTheirDefaults) {
  constexpr std::array one{Measure::apen, Measure::sampen, Measure::fuzzyen};
  constexpr std::array two{Measure::cross_apen, Measure::cross_sampen};
  EXPECT_EQ(find_option("theiler")->usual(one), "0, ApEn -1");
  EXPECT_EQ(find_option("theiler")->usual(two), "-1");
  EXPECT_EQ(find_option("templates")->usual(one), "common, ApEn all");
  EXPECT_EQ(find_option("r")->usual(one), "0.2");
  EXPECT_EQ(find_option("m")->usual(kMeasures), "2, PermEn 3");
  EXPECT_EQ(find_option("normalise")->usual(kMeasures), "false");
  EXPECT_EQ(find_option("engine")->usual(one), "");
}

TEST(MultiscaleOptions, KeepWhatTheyAreGivenAndAreRefusedWhereTheyHaveNoEffect) {
  for (const MultiscaleOption& option : multiscale_options()) {
    MultiscaleSettings settings;
    settings.set(*find_row(multiscale_options(), "method"), std::string("rmse"));
    const OptionValue value = option.kind == OptionKind::real ? OptionValue(0.25) : OptionValue(option.words().front());
    settings.set(option, value);
    EXPECT_EQ(*settings.given(option.name), value);
    EXPECT_EQ(option.get(settings.parameters({}, {1, 2})), value) << option.name;
  }
  MultiscaleSettings settings;
  settings.set(*find_row(multiscale_options(), "cutoff"), 0.5);  // as it would be anyway
  EXPECT_NO_THROW(settings.parameters({}, {1}));
  settings.set(*find_row(multiscale_options(), "cutoff"), 0.25);
  EXPECT_EQ(error_of([&] { settings.parameters({}, {1}); }).parameter(), "cutoff");
  EXPECT_EQ(find_row(multiscale_options(), "tolerance-of")->usual(), "original; rmse, variance: scale");
  EXPECT_EQ(find_row(multiscale_options(), "scales"), nullptr);
}

TEST(MultiscaleOptions, FollowTheConvention) {
  Settings measure{.convention = Convention::entropyhub};
  MultiscaleSettings settings;
  EXPECT_EQ(settings.parameters(measure, {1}).tolerance_of, ToleranceOf::scale);
  settings.set(*find_row(multiscale_options(), "tolerance_of"), std::string("original"));
  EXPECT_EQ(settings.parameters(measure, {1}).tolerance_of, ToleranceOf::original);
  measure.convention = Convention::nolds;
  EXPECT_EQ(error_of([&] { settings.parameters(measure, {1}); }).parameter(), "convention");
}

TEST(Options, SayWhatIsAllowed) {
  EXPECT_EQ(find_option("r_unit")->allowed_values("'"), "one of 'sd', 'absolute', 'total-variation'");
  EXPECT_EQ(find_option("ddof")->allowed_values("'"), "0 or 1");
  Parameters parameters;
  EXPECT_EQ(
      error_of([&] { find_option("ddof")->set(*find_option("ddof"), parameters, std::int64_t{1} << 40); }).allowed(),
      "0 or 1");
}

// Table of docs/measures.md, as it must appear there.
TEST(Options, StandInTheirPage) {
  std::string table = "| option | default | meaning |\n|---|---|---|\n";
  for (const Option& option : options()) {
    const std::string words = option.words == nullptr ? "" : fmt::format(": {}", fmt::join(option.words(), ", "));
    const std::string usual = option.usual(kMeasures);
    table += fmt::format("| `{}` | {} | {}{} |\n", hyphenated(option.name), usual.empty() ? "none" : usual, option.help,
                         words);
  }
  std::ifstream page(BIOTROPY_SOURCE "/docs/measures.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  EXPECT_THAT(text, HasSubstr(table)) << table;
}

TEST(Base, DividesEveryValueByItsLogarithm) {
  const auto u = portable_series(5, 300), v = portable_series(6, 300);
  for (const Measure measure : kMeasures) {
    Parameters parameters;
    const double nats = compute(measure, u, v, parameters).value;
    parameters.base = Base::two;
    EXPECT_DOUBLE_EQ(compute(measure, u, v, parameters).value, std::log2(std::exp(1.0)) * nats) << word(measure);
    parameters.base = Base::ten;
    EXPECT_DOUBLE_EQ(compute(measure, u, v, parameters).value, std::log10(std::exp(1.0)) * nats) << word(measure);
  }
  EXPECT_EQ(unit_of(Measure::sampen, {}), "nat");
  Parameters parameters{.base = Base::two};
  EXPECT_EQ(unit_of(Measure::sampen, parameters), "bit");
  parameters.base = Base::ten;
  EXPECT_EQ(unit_of(Measure::sampen, parameters), "hartley");
}

TEST(Base, HoldsForBoundsScalesAndStandardErrors) {
  const std::vector<double> ramp{0, 10, 20, 30, 40, 50};
  Parameters parameters{.r_unit = series::RUnit::absolute, .undefined = Undefined::bound, .base = Base::two};
  EXPECT_DOUBLE_EQ(compute(Measure::sampen, ramp, {}, parameters).value, std::log2(12.0));
  const auto u = portable_series(7, 600);
  MultiscaleParameters scales{.method = MultiscaleMethod::rcmse, .scales = {1, 3}};
  const double nats = multiscale_entropy(u, scales).complexity_index;
  scales.entropy.base = Base::two;
  EXPECT_NEAR(multiscale_entropy(u, scales).complexity_index, nats / std::log(2.0), 1e-14);
  Parameters bits{.base = Base::two};
  EXPECT_DOUBLE_EQ(sample_entropy_uncertainty(u, bits).standard_error,
                   sample_entropy_uncertainty(u).standard_error / std::log(2.0));
}

TEST(Settings, FollowTheConvention) {
  Settings settings{.convention = Convention::nolds};
  EXPECT_EQ(settings.grid().r.front(), conventional(Convention::nolds, Measure::sampen, 2).r);
  settings.m = {2, 3};
  EXPECT_EQ(error_of([&] { settings.grid(); }).parameter(), "m");
  settings.set(*find_option("r"), 0.3);
  EXPECT_THAT(settings.grid().r, ElementsAre(0.3));
  EXPECT_EQ(error_of([&] { settings.require_single("here"); }).allowed(), "a single value here");
  EXPECT_EQ(settings.parameters().boundary, match::Boundary::open);
  settings.set(*find_option("boundary"), std::string("closed"));
  EXPECT_EQ(settings.parameters().boundary, match::Boundary::closed);
}

TEST(Settings, CheckEveryValue) {
  const auto refused = [](const char* name, const OptionValue& value) {
    Settings settings;
    settings.set(*find_option(name), value);
    return error_of([&] { settings.parameters(); }).parameter();
  };
  EXPECT_EQ(refused("m", std::int64_t{0}), "m");
  EXPECT_EQ(refused("m", std::int64_t{1001}), "m");
  EXPECT_EQ(refused("tau", std::int64_t{0}), "tau");
  EXPECT_EQ(refused("ddof", std::int64_t{2}), "ddof");
  EXPECT_EQ(refused("theiler", std::int64_t{-2}), "theiler");
  EXPECT_EQ(refused("r", -0.1), "r");
  Settings list{.r = {0.1, 0.0}};
  EXPECT_EQ(error_of([&] { list.parameters(); }).parameter(), "r");
}

TEST(Options, ALengthIsSamplesOrSeconds) {
  const auto samples = [](const OptionValue& value, std::optional<double> rate = 250.0) {
    return samples_of("window", value, rate);
  };
  EXPECT_EQ(samples(std::int64_t{512}, {}), 512u);
  EXPECT_EQ(samples("512", {}), 512u);
  for (const std::string text : {"2 s", "2s", "2.0 s", "2e0s"}) EXPECT_EQ(samples(text), 500u) << text;
  for (const std::string text : {"", "s", "2 ms", "2 s ", "-2 s", "1.5", "nan s", "inf s", "0", "0 s", "1e30"}) {
    EXPECT_EQ(error_of([&] { samples(text); }).parameter(), "window") << text;
  }
  EXPECT_EQ(error_of([&] { samples(std::int64_t{-1}); }).parameter(), "window");
  EXPECT_EQ(error_of([&] { samples("2 s", {}); }).parameter(), "window");
  const OptionText option = option_text<Length>("epoch", {});
  for (const OptionValue& value : {OptionValue(std::int64_t{7}), OptionValue("0.5 s")}) {
    EXPECT_EQ(value_of_length(length_of(option, value)), value);
  }
}

}  // namespace
}  // namespace biotropy::entropy
