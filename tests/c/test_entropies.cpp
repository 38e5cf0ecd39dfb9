// SPDX-License-Identifier: Apache-2.0
//
// Values and counts of the C interface are those of the C++ functions.
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/entropy/surrogate_test.hpp"
#include "tests/c/arrays.hpp"
#include "tests/notices.hpp"

namespace biotropy::c {
namespace {

using entropy::Entropy;
using entropy::Measure;

constexpr std::size_t kEpochs = 2, kChannels = 3, kTimes = 120;

const std::vector<double>& samples() {
  static const std::vector<double> values = series_of(1, kEpochs * kChannels * kTimes);
  return values;
}

series::EpochView epochs() {
  return {kEpochs, kChannels, kTimes, samples()};
}

Result measured(const char* measure, const double* y, const Options& options) {
  return result_of(measure_samples, measure, samples().data(), y, kEpochs, kChannels, kTimes, options.get());
}

void expect_same_entropies(const Result& result, const std::vector<Entropy>& wanted) {
  std::vector<double> values, sums, tolerances;
  std::vector<std::uint64_t> matches_m, matches_m1, templates, patterns;
  for (const Entropy& one : wanted) {
    values.push_back(one.value);
    sums.push_back(one.membership_m1);
    tolerances.push_back(one.r);
    matches_m.push_back(one.matches_m);
    matches_m1.push_back(one.matches_m1);
    templates.push_back(one.templates_m);
    patterns.push_back(one.patterns);
  }
  expect_same(reals(result, "value"), values);
  expect_same(reals(result, "membership_m1"), sums);
  expect_same(reals(result, "r"), tolerances);
  EXPECT_EQ(counts(result, "matches_m"), matches_m);
  EXPECT_EQ(counts(result, "matches_m1"), matches_m1);
  EXPECT_EQ(counts(result, "templates_m"), templates);
  EXPECT_EQ(counts(result, "patterns"), patterns);
}

TEST(Entropies, EveryMeasureIsThatOfTheLibrary) {
  const std::vector<double> y = series_of(7, samples().size());
  const series::EpochView of_y(kEpochs, kChannels, kTimes, y);
  for (const Measure measure : entropy::kMeasures) {
    SCOPED_TRACE(word(measure));
    const bool is_cross = entropy::is_cross(measure), is_multivariate = entropy::is_multivariate(measure);
    const Options options = make_options({{"m", 2}});
    entropy::Parameters parameters{.m = 2};
    const Result result = measured(std::string(word(measure)).c_str(), is_cross ? y.data() : nullptr, options);
    std::vector<Entropy> wanted;
    for (std::size_t epoch = 0; epoch < kEpochs; ++epoch) {
      std::vector<series::Samples> together;
      for (std::size_t channel = 0; channel < kChannels; ++channel) {
        const series::Samples x = epochs().samples(epoch, channel);
        together.push_back(x);
        if (!is_multivariate) {
          wanted.push_back(entropy::compute(measure, x, of_y.samples(epoch, channel), parameters));
        }
      }
      if (is_multivariate) wanted.push_back(entropy::compute(measure, together, parameters));
    }
    expect_same_entropies(result, wanted);
    EXPECT_EQ(dims(result, "value"),
              is_multivariate ? std::vector<std::size_t>{kEpochs} : (std::vector<std::size_t>{kEpochs, kChannels}));
  }
}

TEST(Entropies, PooledEpochsHaveOneValueForEachChannel) {
  const Options options = make_options({{"pool-epochs", "recording"}});
  const Result result = measured("sampen", nullptr, options);
  entropy::Parameters parameters{.pool_epochs = entropy::PoolEpochs::recording};
  expect_same_entropies(result, entropy::each_channel(epochs(), Measure::sampen, parameters));
  EXPECT_THAT(dims(result, "value"), ElementsAre(1, kChannels));
}

TEST(Entropies, ASeriesWithoutAValueAmongOthersHasAReason) {
  std::vector<double> x = series_of(1, 2 * kTimes);
  x[5] = std::numeric_limits<double>::quiet_NaN();
  const Result result = result_of(measure_samples, "sampen", x.data(), nullptr, 1, 2, kTimes, nullptr);
  EXPECT_TRUE(std::isnan(reals(result, "value")[0]));
  EXPECT_THAT(texts(result, "reason"), ElementsAre(HasSubstr("missing"), ""));
}

TEST(Entropies, TestsAgainstSurrogatesAreThoseOfTheLibrary) {
  const Options options = make_options({{"surrogates", 19}, {"surrogate-kind", "shuffle"}});
  entropy::SurrogateSettings settings{.surrogates = 19, .kind = surrogates::Kind::shuffle};
  const std::vector<Entropy> observed = entropy::each_channel(epochs(), Measure::sampen, {});
  const auto wanted =
      entropy::test_each_channel(epochs(), Measure::sampen, {}, {}, observed, entropy::Keep::epochs, settings);
  const Result result = measured("sampen", nullptr, options);
  expect_same(reals(result, "p"), wanted.p);
  expect_same(reals(result, "z"), wanted.z);
  const std::vector<double> y = series_of(7, samples().size());
  EXPECT_THAT(reals(measured("cross-sampen", y.data(), options), "p"), SizeIs(kEpochs * kChannels));
}

// How many values are not finite is counted beside what else is heard.
void forget_values(Notices& heard) {
  std::erase_if(heard, [](const Notice& one) { return one.code == "not_finite"; });
}

// A test says which series it left out, by numbers from 1.
TEST(Entropies, SeriesWithoutSurrogatesAreWarnedOf) {
  std::vector<double> x = series_of(1, samples().size());
  x[(kChannels + 1) * kTimes + 5] = std::numeric_limits<double>::quiet_NaN();
  Notices heard;
  const Options options = make_options({{"missing", "omit"}, {"surrogates", 9}, {"surrogate_kind", "shuffle"}});
  hear(options, heard);
  const auto expect_notice = [&](const char* measure, const double* u, const double* v, const char* of) {
    SCOPED_TRACE(measure);
    heard.clear();
    result_of(measure_samples, measure, u, v, kEpochs, kChannels, kTimes, options.get());
    forget_values(heard);
    ASSERT_THAT(heard, ElementsAre(coded("not_tested")));
    EXPECT_THAT(heard.front().text, HasSubstr(std::string("epoch 2 of 2, channel 2 of 3") + of));
  };
  expect_notice("cross-sampen", x.data(), samples().data(), " of x");
  expect_notice("cross-sampen", samples().data(), x.data(), " of y");
  expect_notice("cross-apen", x.data(), nullptr, "");
  for (const int scales : {0, 20}) {
    if (scales > 0) biotropy_options_set_number(options.get(), "scales", scales);
    for (const char* measure : {"sampen", "mvsampen"}) expect_notice(measure, x.data(), nullptr, "");
  }
}

TEST(Entropies, SeriesThatBeginOrEndInEqualSamplesAreWarnedOf) {
  constexpr std::size_t kLong = 400;
  std::vector<double> x = series_of(1, 3 * kLong);
  std::fill_n(x.begin(), kLong, 3.0);                  // constant: has a reason of its own
  std::fill_n(x.begin() + 2 * kLong - 100, 100, 5.0);  // the end of the second channel
  std::fill_n(x.begin() + 2 * kLong, 99, 5.0);         // one sample too few
  Notices heard;
  const Options options = make_options();
  hear(options, heard);
  const auto expect_notice = [&](const char* measure) {
    heard.clear();
    result_of(measure_samples, measure, x.data(), nullptr, 1, 3, kLong, options.get());
    EXPECT_EQ(std::ranges::count(heard, "not_finite", &Notice::code), std::string_view(measure) == "permen" ? 0 : 1);
    forget_values(heard);
    ASSERT_THAT(heard, ElementsAre(coded("padding")));
    EXPECT_THAT(heard.front().text, HasSubstr("series 2 of 3 ends in 100 samples without signal"));
  };
  expect_notice("permen");
  expect_notice("cross-sampen");
  set_windows(options.get(), 50, 50);
  expect_notice("sampen");
}

TEST(Entropies, PairsAndTestsInWindowsAreThoseOfEpochs) {
  const series::Samples x = std::span(samples()).first(2 * kTimes);
  std::vector<double> epochs;
  for (const std::size_t first : {0, 40}) {
    for (const std::size_t channel : {0, 1}) {
      const auto part = x.subspan(channel * kTimes + first, 80);
      epochs.insert(epochs.end(), part.begin(), part.end());
    }
  }
  const Options options = make_options({{"surrogates", 19}}), sliding = make_options({{"surrogates", 19}});
  set_windows(sliding.get(), 80, 40);
  const Result windows = result_of(measure_samples, "cross-sampen", x.data(), nullptr, 1, 2, kTimes, sliding.get());
  const Result wanted = result_of(measure_samples, "cross-sampen", epochs.data(), nullptr, 2, 2, 80, options.get());
  for (const char* name : {"value", "surrogate_mean", "p"}) expect_same(reals(windows, name), reals(wanted, name));
}

TEST(Entropies, AToleranceInAnotherUnitIsWarnedOf) {
  constexpr std::size_t kLong = 200;
  const std::vector<double> x = series_of(1, 2 * kLong);
  const auto heard_with = [&](double r, const char* measure, const double* y, bool windows) {
    Notices heard;
    const Options options = make_options({{"r_unit", "absolute"}, {"r", r}});
    hear(options, heard);
    if (windows) set_windows(options.get(), 50, 50);
    result_of(measure_samples, measure, x.data(), y, 1, 2, kLong, options.get());
    forget_values(heard);
    return heard.size();
  };
  const auto expect_notices = [&](std::size_t n, const char* measure, const double* y, bool windows) {
    EXPECT_EQ(heard_with(0.3, measure, y, windows), 0U);
    EXPECT_EQ(heard_with(1e5, measure, y, windows), n);
  };
  expect_notices(1, "sampen", nullptr, false);
  expect_notices(2, "cross-sampen", x.data(), false);
  expect_notices(1, "cross-sampen", nullptr, false);
  expect_notices(1, "sampen", nullptr, true);
}

TEST(Entropies, EpochsThatAreLeftOutOfPooledCountsAreWarnedOf) {
  std::vector<double> x = samples();
  x[7] = std::numeric_limits<double>::quiet_NaN();
  for (const bool omits : {false, true}) {
    Notices heard;
    const Options options = make_options({{"pool_epochs", "recording"}, {"missing", omits ? "omit" : "raise"}});
    hear(options, heard);
    result_of(measure_samples, "sampen", x.data(), nullptr, kEpochs, kChannels, kTimes, options.get());
    result_of(measure_samples, "cross-sampen", x.data(), nullptr, kEpochs, kChannels, kTimes, options.get());
    biotropy_options_set_number(options.get(), "scales", 20);
    result_of(measure_samples, "mvsampen", x.data(), nullptr, kEpochs, kChannels, kTimes, options.get());
    EXPECT_EQ(heard.size(), omits ? 0U : 3U);
    EXPECT_THAT(heard, Each(coded("epochs_left_out")));
  }
}

TEST(Entropies, ParametersAreAllOptionsThatHaveAnEffect) {
  const Options options = make_options({{"m", "1"}, {"scales", "2"}, {"method", "rcmse"}, {"surrogates", "5"}});
  std::map<std::string, std::string> found;
  const std::vector<std::string> rows = texts(measured("sampen", nullptr, options), "parameters");
  for (std::size_t i = 0; i < rows.size(); i += 2) found[rows[i]] = rows[i + 1];
  for (const auto& [name, value] : {std::pair{"measure", "sampen"},
                                    {"m", "1"},
                                    {"r", "0.2"},
                                    {"theiler", "0"},
                                    {"method", "rcmse"},
                                    {"surrogates", "5"},
                                    {"surrogate_kind", "iaaft"}}) {
    EXPECT_EQ(found[name], value) << name;
  }
  EXPECT_FALSE(found.contains("engine"));
}

TEST(Entropies, MatricesAreThoseOfTheLibrary) {
  for (const bool average : {false, true}) {
    const Options options = make_options({{"average", average ? "true" : "false"}});
    const Result result = measured("cross-apen", nullptr, options);
    const auto wanted = entropy::pairwise(epochs(), Measure::cross_apen, {});
    expect_same(reals(result, "mean"), wanted.mean);
    EXPECT_THAT(dims(result, "mean"), ElementsAre(kChannels, kChannels));
    biotropy_array array{};
    EXPECT_EQ(biotropy_result_find(result.get(), "value", &array), average ? BIOTROPY_INVALID_ARGUMENT : BIOTROPY_OK);
    if (average) continue;
    expect_same(reals(result, "value"), wanted.values);
    EXPECT_EQ(counts(result, "matches_m1"), wanted.matches_m1);
    EXPECT_THAT(dims(result, "value"), ElementsAre(kEpochs, kChannels, kChannels));
  }
}

TEST(Entropies, CurvesAreThoseOfTheLibrary) {
  entropy::MultiscaleParameters parameters{.method = entropy::MultiscaleMethod::rcmse, .scales = {1, 2, 3, 4}};
  const Options options = make_options({{"scales", 4}, {"method", "rcmse"}});
  const Result result = measured("sampen", nullptr, options);
  std::vector<double> values, index;
  for (const auto& curve : entropy::multiscale_each_channel(epochs(), parameters)) {
    for (const auto& at_scale : curve.scales) values.push_back(at_scale.entropy.value);
    index.push_back(curve.complexity_index);
  }
  expect_same(reals(result, "value"), values);
  expect_same(reals(result, "complexity_index"), index);
  EXPECT_THAT(counts(result, "scales"), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(dims(result, "value"), ElementsAre(kEpochs, kChannels, 4));
}

TEST(Entropies, ScalesAreAListOrTheLargest) {
  const Options options = make_options({{"scales", std::vector<double>{5, 2}}});
  const Result curve = measured("mvsampen", nullptr, options);
  EXPECT_THAT(counts(curve, "scales"), ElementsAre(5, 2));
  EXPECT_THAT(dims(curve, "value"), ElementsAre(kEpochs, 2));
  EXPECT_THAT(counts(measured("mvsampen", nullptr, make_options({{"scales", "2-3"}})), "scales"), ElementsAre(2, 3));
}

TEST(Entropies, WindowsAreMeasuredAsTheirSamplesAlone) {
  constexpr std::size_t kWindow = 50, kStep = 7;
  const Options options = make_options();
  set_windows(options.get(), kWindow, kStep);
  const Result result =
      result_of(measure_samples, "sampen", samples().data(), nullptr, 1, kChannels, kTimes, options.get());
  std::vector<double> wanted;
  for (std::size_t start = 0; start + kWindow <= kTimes; start += kStep) {
    for (std::size_t channel = 0; channel < kChannels; ++channel) {
      wanted.push_back(entropy::sample_entropy(epochs().samples(0, channel).subspan(start, kWindow)).value);
    }
  }
  expect_same(reals(result, "value"), wanted);
  EXPECT_THAT(dims(result, "value"), ElementsAre(11, kChannels));
  const biotropy_array values = find(result, "value");
  EXPECT_STREQ(values.names[0], "window");
  EXPECT_STREQ(values.names[1], "channel");
  EXPECT_EQ(find(result, "start").names, nullptr);
  EXPECT_EQ(counts(result, "start")[10], 70u);
}

TEST(Entropies, WindowsAreSamplesOrSecondsAtARate) {
  const Options in_samples = make_options(), in_seconds = make_options();
  set_windows(in_samples.get(), 50, 7);
  biotropy_options_set_text(in_seconds.get(), "window", "0.5 s");
  biotropy_options_set_text(in_seconds.get(), "step", "70 ms");
  const auto windows = [&](const biotropy_options* options, biotropy_result** made) {
    return measure_samples("sampen", samples().data(), nullptr, 1, kChannels, kTimes, options, made);
  };
  biotropy_result* refused = nullptr;
  EXPECT_EQ(windows(in_seconds.get(), &refused), BIOTROPY_INVALID_ARGUMENT);  // "ms" has no meaning here
  biotropy_options_set_text(in_seconds.get(), "step", "0.07 s");
  EXPECT_EQ(windows(in_seconds.get(), &refused), BIOTROPY_INVALID_ARGUMENT);  // without a rate
  biotropy_options_set_number(in_seconds.get(), "rate", 100.0);
  const Result found = result_of(windows, in_seconds.get());
  const Result wanted = result_of(windows, in_samples.get());
  expect_same(reals(found, "value"), reals(wanted, "value"));
  EXPECT_EQ(counts(found, "start"), counts(wanted, "start"));
}

TEST(Entropies, NoTemplateOfAWindowStepsOverAGap) {
  std::vector<double> x(samples().begin(), samples().begin() + kTimes);
  x[60] = std::numeric_limits<double>::quiet_NaN();
  const Options as_they_are = make_options({{"missing", "omit"}, {"tau", 2}});
  const Options options = make_options({{"missing", "omit"}, {"missing_are_gaps", "true"}, {"tau", 2}});
  set_windows(options.get(), 50, 10);
  set_windows(as_they_are.get(), 50, 10);
  const auto of = [](const std::vector<double>& samples, const Options& given) {
    return result_of(measure_samples, "sampen", samples.data(), nullptr, 1, 1, samples.size(), given.get());
  };
  std::vector<double> wide = x;
  wide.insert(wide.begin() + 60, x[60]);
  const Result found = of(x, options);
  expect_same(reals(found, "value"), reals(of(wide, as_they_are), "value"));
  const auto starts = counts(found, "start");
  EXPECT_EQ(starts[6], 60U);
  EXPECT_EQ(starts[7], 69U);  // behind a sample that was put into the gap
}

TEST(Entropies, AWindowOverSamplesAsTheyComeIsThatOfItsSamples) {
  const Options options = make_options({{"r_unit", "absolute"}, {"r", 20}});
  biotropy_window* made = nullptr;
  ASSERT_EQ(biotropy_window_create("cross-sampen", 40, options.get(), &made), BIOTROPY_OK) << biotropy_last_error();
  const std::unique_ptr<biotropy_window, decltype(&biotropy_window_destroy)> window(made, biotropy_window_destroy);
  biotropy_result* none = nullptr;
  EXPECT_EQ(biotropy_window_value(made, &none), BIOTROPY_TOO_SHORT);
  std::vector<double> both;
  for (std::size_t i = 0; i < 60; ++i) both.insert(both.end(), {samples()[i], samples()[kTimes + i]});
  ASSERT_EQ(biotropy_window_push(made, both.data(), 60), BIOTROPY_OK);
  const Result result = result_of(biotropy_window_value, made);
  entropy::Parameters parameters{.r = 20, .r_unit = series::RUnit::absolute};
  const auto wanted = entropy::cross_sample_entropy(epochs().samples(0, 0).subspan(20, 40),
                                                    epochs().samples(0, 1).subspan(20, 40), parameters);
  expect_same_entropies(result, {wanted});
  EXPECT_THAT(dims(result, "value"), IsEmpty());
}

TEST(Entropies, AWindowWarnsOnceOfAToleranceInAnotherUnit) {
  const auto n_heard = [](double r) {
    Notices heard;
    biotropy_window* made = nullptr;
    {
      const Options options = make_options({{"r_unit", "absolute"}, {"r", r}});
      hear(options, heard);
      EXPECT_EQ(biotropy_window_create("sampen", 40, options.get(), &made), BIOTROPY_OK) << biotropy_last_error();
    }
    const std::unique_ptr<biotropy_window, decltype(&biotropy_window_destroy)> window(made, biotropy_window_destroy);
    EXPECT_EQ(biotropy_window_push(made, samples().data(), 39), BIOTROPY_OK);
    EXPECT_EQ(heard.size(), 0U) << "the window is not full";
    EXPECT_EQ(biotropy_window_push(made, samples().data() + 39, 60), BIOTROPY_OK);
    return heard.size();
  };
  EXPECT_EQ(n_heard(1e9), 1U);
  EXPECT_EQ(n_heard(1e-9), 1U);
  EXPECT_EQ(n_heard(300), 0U);
}

TEST(Entropies, CountsOfMatchesAreThoseOfThePlainLoop) {
  const series::Samples x = epochs().samples(0, 0), y = epochs().samples(0, 1);
  const Options options = make_options();
  const double lengths[] = {1, 3};
  biotropy_options_set_numbers(options.get(), "lengths", lengths, 2);
  biotropy_options_set_number(options.get(), "tau", 2);
  biotropy_options_set_text(options.get(), "per_template", "true");
  const Result result = result_of(biotropy_count_matches, make_signal(x.data(), 1, 1, x.size()).get(),
                                  make_signal(y.data(), 1, 1, y.size() - 10).get(), 300, options.get());
  std::vector<std::uint64_t> of_template(kTimes - 4);
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < of_template.size(); ++i) {
    for (std::size_t j = 0; j + 4 < kTimes - 10; ++j) {
      bool matches = true;
      for (std::size_t k = 0; k <= 4; k += 2) matches = matches && std::abs(x[i + k] - y[j + k]) <= 300;
      of_template[i] += matches ? 1 : 0;
    }
    total += of_template[i];
  }
  EXPECT_GT(total, 100u);
  EXPECT_EQ(counts(result, "totals")[1], total);
  EXPECT_EQ(counts(result, "templates_3"), of_template);
  EXPECT_THAT(counts(result, "templates_1"), SizeIs(kTimes));
}

}  // namespace
}  // namespace biotropy::c
