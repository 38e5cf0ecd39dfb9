// SPDX-License-Identifier: Apache-2.0
//
// Signals: what a program knows of a recording is judged by the rules of the library.
#include <cmath>

#include "biotropy/prepare/filter.hpp"
#include "tests/c/arrays.hpp"

namespace biotropy::c {
namespace {

constexpr std::size_t kSignalTimes = 40;

std::vector<double> two_channels() {
  std::vector<double> values;
  for (std::size_t i = 0; i < 2 * kSignalTimes; ++i) values.push_back(std::sin(std::pow(double(i), 1.3)));
  return values;
}

// Two channels of one epoch.
struct Recording {
  std::vector<double> values = two_channels();
  Signal signal = make_signal(values.data(), 1, 2, kSignalTimes);

  int texts(const char* name, std::vector<const char*> of) const {
    return biotropy_signal_set_texts(signal.get(), name, of.data(), of.size());
  }
  int numbers(const char* name, std::vector<double> of) const {
    return biotropy_signal_set_numbers(signal.get(), name, of.data(), of.size());
  }
};

/// Times of its samples at 100 Hz from 3 s on, with a gap before sample 30.
std::vector<double> with_a_gap() {
  std::vector<double> stamps;
  for (std::size_t i = 0; i < kSignalTimes; ++i) stamps.push_back(3.0 + 0.01 * double(i < 30 ? i : i + 5));
  return stamps;
}

int measure(const Recording& x, const Recording* y, const Options& options, Result* kept = nullptr,
            const char* name = "sampen") {
  biotropy_result* made = nullptr;
  const auto* other = y == nullptr ? nullptr : y->signal.get();
  const int status = biotropy_measure(name, x.signal.get(), other, options.get(), &made);
  Result result(made, biotropy_result_destroy);
  if (kept != nullptr) *kept = std::move(result);
  return status;
}

TEST(Signals, StampsTellTheRateAndGaps) {
  const Recording x;
  std::vector<double> parted;
  for (std::size_t i = 0; i < 2 * kSignalTimes; ++i) {
    if (i % kSignalTimes == 30) parted.insert(parted.end(), 2, std::nan(""));
    parted.push_back(x.values[i]);
  }
  ASSERT_EQ(x.numbers("stamps", with_a_gap()), BIOTROPY_OK);
  ASSERT_EQ(x.texts("channels", {"Fz", ""}), BIOTROPY_OK);
  const Options options = make_options({{"m", 1}, {"r", 1}});
  EXPECT_EQ(measure(x, nullptr, options), BIOTROPY_MISSING_VALUES);
  biotropy_options_set_text(options.get(), "missing", "omit");
  biotropy_options_set_number(options.get(), "tau", 2);
  Result found(nullptr, biotropy_result_destroy);
  ASSERT_EQ(measure(x, nullptr, options, &found), BIOTROPY_OK) << biotropy_last_error();
  EXPECT_THAT(texts(found, "channels"), ElementsAre("Fz", "ch2"));
  const Result wanted =
      result_of(measure_samples, "sampen", parted.data(), nullptr, 1, 2, kSignalTimes + 2, options.get());
  expect_same(reals(found, "value"), reals(wanted, "value"));
  EXPECT_EQ(counts(found, "matches_m"), counts(wanted, "matches_m"));
  for (const double rate : {98.0, 102.0, 250.0}) {
    EXPECT_EQ(x.numbers("rate", {rate}), BIOTROPY_OK);
    EXPECT_EQ(measure(x, nullptr, options), BIOTROPY_INVALID_DATA) << rate;
  }
  EXPECT_EQ(x.numbers("rate", {0.0}), BIOTROPY_INVALID_ARGUMENT);
  EXPECT_EQ(x.numbers("stamps", {1.0, 2.0}), BIOTROPY_INVALID_ARGUMENT);
  EXPECT_EQ(x.numbers("gaps", {0.5}), BIOTROPY_INVALID_ARGUMENT);
}

TEST(Signals, WindowsWithAGapHaveNoValue) {
  const Recording x;
  ASSERT_EQ(x.numbers("stamps", with_a_gap()), BIOTROPY_OK);
  const Options options = make_options({{"m", 1}, {"r", 1}, {"window", "0.1 s"}, {"step", "0.1 s"}});
  Result found(nullptr, biotropy_result_destroy);
  ASSERT_EQ(measure(x, nullptr, options, &found), BIOTROPY_OK) << biotropy_last_error();
  EXPECT_THAT(counts(found, "start"), ElementsAre(0, 10, 20, 30));
  EXPECT_EQ(reals(found, "time")[3], with_a_gap()[30]);
  EXPECT_THAT(texts(found, "reason"), Each(IsEmpty()));  // the gap lies between two windows
  set_windows(options.get(), 12, 12);
  ASSERT_EQ(measure(x, nullptr, options, &found), BIOTROPY_OK) << biotropy_last_error();
  EXPECT_THAT(texts(found, "reason"), ElementsAre("", "", "", "", Not(IsEmpty()), Not(IsEmpty())));
  EXPECT_TRUE(std::isnan(reals(found, "value")[4]));
}

// Channels of other types are measured where none is of the brain.
TEST(Signals, BadChannelsAndOtherTypesHaveAReason) {
  const Recording x;
  const Options options = make_options({{"m", 1}, {"r", 1}});
  const auto reasons = [&] {
    Result found(nullptr, biotropy_result_destroy);
    EXPECT_EQ(measure(x, nullptr, options, &found), BIOTROPY_OK) << biotropy_last_error();
    EXPECT_EQ(std::isnan(reals(found, "value")[1]), !texts(found, "reason")[1].empty());
    return texts(found, "reason");
  };
  x.texts("types", {"eog", "ECG"});
  EXPECT_THAT(reasons(), Each(IsEmpty()));
  x.texts("types", {"EEG", "ecg"});
  EXPECT_THAT(reasons(), ElementsAre("", "its type is ECG"));
  const Result prepared = result_of(biotropy_prepare, x.signal.get(), nullptr);
  EXPECT_THAT(texts(prepared, "reason"), ElementsAre("", "its type is ECG"));
  x.texts("types", {"", ""});
  x.texts("bads", {"", "flat"});
  EXPECT_THAT(reasons(), ElementsAre("", "flat"));
  Result found(nullptr, biotropy_result_destroy);
  ASSERT_EQ(measure(x, nullptr, options, &found, "cross-sampen"), BIOTROPY_OK);
  EXPECT_TRUE(std::isnan(reals(found, "value")[1]));
  ASSERT_EQ(measure(x, nullptr, options, &found, "mvsampen"), BIOTROPY_OK);
  EXPECT_THAT(texts(found, "reason"), ElementsAre(HasSubstr("flat")));
  set_windows(options.get(), 20, 10);
  ASSERT_EQ(measure(x, nullptr, options, &found), BIOTROPY_OK);
  EXPECT_THAT(texts(found, "reason"), ElementsAre("", "flat", "", "flat", "", "flat"));
}

// Epochs are those of the same samples in a file; a gap parts what is filtered, and is a missing sample if nothing is
// cut.
TEST(Signals, APreparedRecordingIsThatOfTheLibrary) {
  const Recording x;
  ASSERT_EQ(x.texts("channels", {"Fz", "Cz"}), BIOTROPY_OK);
  const auto prepared = [&](const Options& options, Result& kept) {
    biotropy_result* made = nullptr;
    const int status = biotropy_prepare(x.signal.get(), options.get(), &made);
    kept.reset(made);
    return status;
  };
  const Options options = make_options();
  const double band[] = {1.0, 12.0};
  biotropy_options_set_numbers(options.get(), "band", band, 2);
  biotropy_options_set_text(options.get(), "epoch", "0.2 s");
  biotropy_options_set_number(options.get(), "order", 2);
  Result found(nullptr, biotropy_result_destroy);
  EXPECT_EQ(prepared(options, found), BIOTROPY_INVALID_ARGUMENT);
  biotropy_options_set_number(options.get(), "rate", 50);
  ASSERT_EQ(prepared(options, found), BIOTROPY_OK) << biotropy_last_error();
  EXPECT_THAT(dims(found, "samples"), ElementsAre(4, 2, 10));
  EXPECT_THAT(reals(found, "onsets"), ElementsAre(0.0, 0.2, 0.4, 0.6));
  EXPECT_THAT(texts(found, "channels"), ElementsAre("Fz", "Cz"));
  prepare::BandFilter filter{{1.0, 12.0}};
  filter.order = 2;
  const auto filtered = prepare::make_filter(filter, 50).apply({x.values.begin(), x.values.begin() + kSignalTimes});
  for (std::size_t i = 0; i < kSignalTimes; ++i) EXPECT_EQ(reals(found, "samples")[i / 10 * 20 + i % 10], filtered[i]);
  Result by_text(nullptr, biotropy_result_destroy);
  biotropy_options_set_text(options.get(), "band", "1,12");
  ASSERT_EQ(prepared(options, by_text), BIOTROPY_OK) << biotropy_last_error();
  expect_same(reals(by_text, "samples"), reals(found, "samples"));
  biotropy_options_set_number(options.get(), "reject", 1e-9);
  ASSERT_EQ(prepared(options, found), BIOTROPY_OK);
  EXPECT_THAT(reals(found, "samples"), Each(IsNan()));
  EXPECT_THAT(texts(found, "reason"), Each(Not(IsEmpty())));
  biotropy_options_set_number(options.get(), "lag", 3);
  EXPECT_EQ(prepared(options, found), BIOTROPY_INVALID_ARGUMENT);
  const Options whole = make_options();
  ASSERT_EQ(x.numbers("gaps", {30}), BIOTROPY_OK);
  ASSERT_EQ(prepared(whole, found), BIOTROPY_OK);
  EXPECT_THAT(dims(found, "samples"), ElementsAre(1, 2, kSignalTimes + 1));
  EXPECT_TRUE(std::isnan(reals(found, "samples")[30]));
  EXPECT_EQ(reals(found, "samples")[31], x.values[30]);
  biotropy_options_set_number(whole.get(), "epoch", 20);
  ASSERT_EQ(prepared(whole, found), BIOTROPY_OK);
  EXPECT_THAT(texts(found, "reason"), ElementsAre(IsEmpty(), IsEmpty(), Not(IsEmpty()), Not(IsEmpty())));
}

TEST(Signals, EpochsBehindAGapBeginWhenTheirStampsSay) {
  const Recording x;
  std::vector<double> stamps;
  for (std::size_t i = 0; i < kSignalTimes; ++i) stamps.push_back(0.02 * double(i < 20 ? i : i + 50));
  ASSERT_EQ(x.numbers("stamps", stamps), BIOTROPY_OK);
  const Options options = make_options({{"epoch", 10}});
  const Result found = result_of(biotropy_prepare, x.signal.get(), options.get());
  const std::vector<double> onsets = reals(found, "onsets");
  ASSERT_EQ(onsets.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(onsets[i], stamps[10 * i], 1e-9) << i;
}

TEST(Signals, AGapBesideAMissingSampleOfEveryChannelIsFilled) {
  Recording x;
  ASSERT_EQ(x.numbers("stamps", with_a_gap()), BIOTROPY_OK);
  const Options options = make_options();
  x.values[30] = std::nan("");
  EXPECT_EQ(measure(x, nullptr, options), BIOTROPY_MISSING_VALUES);
  x.values[kSignalTimes + 29] = std::nan("");
  biotropy_options_set_text(options.get(), "missing", "omit");
  EXPECT_EQ(measure(x, nullptr, options), BIOTROPY_OK);
}

TEST(Signals, StampsOfSamplesInAnotherOrderAreRefused) {
  const Recording x, y;
  std::vector<double> stamps, jitter;
  for (std::size_t i = 0; i < kSignalTimes; ++i) {
    stamps.push_back(double(kSignalTimes - i));
    jitter.push_back(double(i) + (i % 3 == 0 ? 1.5 : 0.0));
  }
  const Options options = make_options();
  x.numbers("stamps", stamps);
  EXPECT_EQ(measure(x, nullptr, options), BIOTROPY_INVALID_DATA);
  std::swap(stamps[0], stamps[20]);
  x.numbers("stamps", stamps);
  EXPECT_EQ(measure(x, nullptr, options), BIOTROPY_INVALID_DATA);
  x.numbers("stamps", jitter);
  EXPECT_EQ(measure(x, nullptr, options), BIOTROPY_OK);
  for (double& stamp : jitter) stamp += 3.0;
  y.numbers("stamps", jitter);
  EXPECT_EQ(measure(x, &y, options, nullptr, "cross-sampen"), BIOTROPY_INVALID_ARGUMENT);
  x.numbers("stamps", std::vector<double>(kSignalTimes, 7.0));  // such as a date
  EXPECT_EQ(measure(x, nullptr, options), BIOTROPY_OK);
}

TEST(Signals, TwoHaveOneRateOneTimeAndOneOrder) {
  const Recording x, y;
  const Options options = make_options();
  EXPECT_EQ(measure(x, &y, options, nullptr, "cross-sampen"), BIOTROPY_OK);
  x.numbers("rate", {512.0});
  y.numbers("rate", {512.033});
  EXPECT_EQ(measure(x, &y, options, nullptr, "cross-sampen"), BIOTROPY_OK);
  x.numbers("starts", {0.0});
  y.numbers("starts", {0.01});
  EXPECT_EQ(measure(x, &y, options, nullptr, "cross-sampen"), BIOTROPY_INVALID_ARGUMENT);
  y.numbers("starts", {0.0});
  y.numbers("rate", {512.06});
  EXPECT_EQ(measure(x, &y, options, nullptr, "cross-sampen"), BIOTROPY_INVALID_ARGUMENT);
  y.numbers("rate", {512.0});
  x.texts("channels", {"Fz", "Cz"});
  y.texts("channels", {"Cz", "Fz"});
  EXPECT_EQ(measure(x, &y, options, nullptr, "cross-sampen"), BIOTROPY_INVALID_ARGUMENT);
}

TEST(Signals, AnAbsoluteToleranceWantsOneUnit) {
  const Recording x;
  const Options options = make_options();
  x.texts("units", {"microvolts", "mV"});
  EXPECT_EQ(measure(x, nullptr, options), BIOTROPY_OK);
  biotropy_options_set_text(options.get(), "r_unit", "absolute");
  EXPECT_EQ(measure(x, nullptr, options), BIOTROPY_INVALID_ARGUMENT);
  x.texts("units", {"microvolts", "uV"});
  EXPECT_EQ(measure(x, nullptr, options), BIOTROPY_OK);
}

}  // namespace
}  // namespace biotropy::c
