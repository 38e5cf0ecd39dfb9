// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <numeric>

#include "biotropy/prepare/iir.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/prepare/preparation.hpp"
#include "fixtures.hpp"
#include "tests/error_of.hpp"
#include "tests/notices.hpp"
#include "tests/recordings.hpp"

namespace biotropy::prepare {
namespace {

std::vector<double> piece(const std::vector<double>& samples, std::size_t begin, std::size_t end) {
  return {samples.begin() + static_cast<std::ptrdiff_t>(begin), samples.begin() + static_cast<std::ptrdiff_t>(end)};
}

std::vector<double> copy_of(series::Samples samples) {
  return {samples.begin(), samples.end()};
}

TEST(Prepare, NothingAskedChangesNothing) {
  const std::vector<double> samples = noise(100, 1);
  const series::Epochs epochs = prepare(recording(100.0, {samples}), kFirst, {});
  EXPECT_EQ(copy_of(epochs.samples(0, 0)), samples);
  EXPECT_THAT(epochs.reasons, ElementsAre(""));
  EXPECT_EQ(epochs.rate, 100.0);
}

TEST(Prepare, ABadChannelIsRejectedWhateverItHolds) {
  std::vector<double> broken = noise(1000, 1);
  broken[500] = std::nan("");
  series::Recording two = recording(100.0, {noise(1000, 2), broken});
  two.channels[1].bad = "marked bad in sub-1_channels.tsv";
  const std::vector<std::size_t> both{0, 1};
  for (const std::size_t length : {std::size_t{0}, std::size_t{400}}) {
    Preparation preparation;
    preparation.filter.band = {1.0, 40.0};
    preparation.cutting.length = length;
    preparation.rejection.padding = 20;
    const series::Epochs epochs = prepare(two, both, preparation), alone = prepare(two, kFirst, preparation);
    for (std::size_t epoch = 0; epoch < epochs.n_epochs; ++epoch) {
      EXPECT_EQ(epochs.reasons[epochs.index(epoch, 1)], "marked bad in sub-1_channels.tsv");
      EXPECT_EQ(copy_of(epochs.samples(epoch, 0)), copy_of(alone.samples(epoch, 0)));
    }
  }
}

TEST(Prepare, StepsComeInTheDocumentedOrder) {
  const double rate = 678.17;
  const std::vector<double> samples = noise(6000, 2);
  Preparation preparation;
  preparation.filter.band = {0.5, 40.0};
  preparation.notches = {50.0, 100.0};
  preparation.decimation = 4;
  preparation.cutting.length = 400;
  const series::Epochs epochs = prepare(recording(rate, {samples}), kFirst, preparation);

  std::vector<double> wanted = zero_phase(butterworth({0.5, 40.0}, 4, rate), samples);
  wanted = zero_phase(notch(50.0, kNotchQuality, rate), wanted);
  wanted = zero_phase(notch(100.0, kNotchQuality, rate), wanted);
  wanted = decimate(wanted, 4);
  ASSERT_EQ(epochs.n_epochs, 3u);
  EXPECT_DOUBLE_EQ(epochs.rate, 169.5425);
  EXPECT_DOUBLE_EQ(epochs.onsets[1], 1600 / rate);
  EXPECT_EQ(copy_of(epochs.samples(2, 0)), piece(wanted, 800, 1200));
  EXPECT_THAT(epochs.notices, ElementsAre(coded("samples_left_over")));
}

// The largest recordings are prepared channel by channel: each then takes its own samples, and no more.
TEST(Prepare, TheSamplesOfOneChannelBecomeThoseOfItsEpochs) {
  Preparation filtered;
  filtered.filter.band = {0.5, 40.0};
  filtered.notches = {50.0};
  for (Preparation preparation : {Preparation(), filtered}) {
    for (const Length step : {Length(), Length(100)}) {
      preparation.cutting.length = 400;
      preparation.cutting.step = step;
      series::Recording one = recording(200.0, {noise(6000, 2)});
      const double* const memory = one.channels.front().samples.data();
      EXPECT_EQ(prepare(std::move(one), kFirst, preparation).data.data(), memory);
    }
  }
}

TEST(Prepare, EachEpochMayBeFilteredByItself) {
  const double rate = 678.17;
  std::vector<double> samples = noise(6000, 2);
  Preparation preparation;
  preparation.filter.band = {0.5, 40.0};
  preparation.notches = {50.0};
  preparation.filter_each = FilterEach::epoch;
  preparation.decimation = 4;
  preparation.cutting.length = 400;
  const series::Epochs epochs = prepare(recording(rate, {samples}), kFirst, preparation);
  const std::vector<double> decimated = decimate(samples, 4);
  std::vector<double> wanted = zero_phase(butterworth({0.5, 40.0}, 4, rate / 4), piece(decimated, 400, 800));
  wanted = zero_phase(notch(50.0, kNotchQuality, rate / 4), wanted);
  EXPECT_EQ(copy_of(epochs.samples(1, 0)), wanted);
  EXPECT_THAT(epochs.reasons, Each(""));

  preparation.decimation = 1;
  samples[450] = std::numeric_limits<double>::quiet_NaN();
  const series::Epochs missing = prepare(recording(rate, {samples}), kFirst, preparation);
  EXPECT_EQ(missing.reasons[0], "");
  EXPECT_EQ(missing.reasons[1], "1 of 400 samples are missing, and filtering needs all");
  preparation.cutting.length = 20;
  EXPECT_EQ(error_of([&] { prepare(recording(rate, {samples}), kFirst, preparation); }).code(), ErrorCode::too_short);
}

TEST(Prepare, StretchesBetweenGapsAreFilteredByThemselves) {
  const std::vector<double> samples = noise(1000, 3);
  series::Recording made = recording(100.0, {samples});
  made.channels[0].gap_starts = {402, 430};
  Preparation preparation;
  preparation.filter.band = {1.0, 30.0};
  preparation.decimation = 2;
  preparation.cutting.length = 50;
  const series::Epochs epochs = prepare(made, kFirst, preparation);
  const Sections band = butterworth({1.0, 30.0}, 4, 100.0);
  const std::vector<double> before = decimate(zero_phase(band, piece(samples, 0, 402)), 2);
  const std::vector<double> after = decimate(zero_phase(band, piece(samples, 430, 1000)), 2);
  ASSERT_EQ(epochs.n_epochs, 10u);
  // 201 samples, 14 between the gaps, and 285.
  EXPECT_EQ(copy_of(epochs.samples(3, 0)), piece(before, 150, 200));
  EXPECT_THAT(epochs.reasons[4], HasSubstr("time is missing after sample 1 of the epoch"));
  EXPECT_EQ(epochs.reasons[5], "");
  EXPECT_EQ(copy_of(epochs.samples(5, 0)), piece(after, 35, 85));
  EXPECT_DOUBLE_EQ(epochs.onsets[5], 5.0);
}

TEST(Prepare, OnsetsHoldTheTimeLostInGapsAfterDecimationToo) {
  series::Recording made = recording(100.0, {noise(1000, 3)});
  made.channels[0].gap_starts = {401};
  made.channels[0].gap_seconds = {60.0};
  Preparation preparation{.decimation = 2};
  preparation.cutting.length = 100;
  // 201 samples of 20 ms before the gap, which begins at 4.01 s: the third epoch holds the last of them.
  const series::Epochs epochs = prepare(made, kFirst, preparation);
  ASSERT_EQ(epochs.n_epochs, 5u);
  const std::vector<double> expected = {0.0, 2.0, 4.0, 4.01 + 60.0 + 99 * 0.02, 4.01 + 60.0 + 199 * 0.02};
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(epochs.onsets[k], expected[k], 1e-12) << k;
}

TEST(Prepare, AStretchTooShortToFilterIsAReason) {
  series::Recording made = recording(100.0, {noise(300, 4)});
  made.channels[0].gap_starts = {100, 120};
  Preparation preparation;
  preparation.filter.band = {1.0, 30.0};
  preparation.cutting.length = 20;
  const series::Epochs epochs = prepare(made, kFirst, preparation);
  EXPECT_EQ(epochs.reasons[4], "");
  EXPECT_EQ(epochs.reasons[5], "the filters need 28 samples without a gap or padding, and there are 20");
  EXPECT_EQ(epochs.reasons[6], "");
  for (const double sample : epochs.samples(5, 0)) EXPECT_TRUE(std::isnan(sample));
}

TEST(Prepare, PaddingIsLeftOutOfTheFilterAndRejectsTheEpochsItTouches) {
  // As in EEG files: the last 486 samples of every channel repeat one value, here at another level.
  std::vector<double> samples = noise(3000, 5);
  std::fill(samples.end() - 486, samples.end(), 80.0);
  Preparation preparation;
  preparation.filter.band = {1.0, 30.0};
  preparation.cutting.length = 500;
  preparation.rejection.padding = 100;
  const series::Epochs epochs = prepare(recording(500.0, {samples}), kFirst, preparation);
  const std::vector<double> wanted = zero_phase(butterworth({1.0, 30.0}, 4, 500.0), piece(samples, 0, 2514));
  ASSERT_EQ(epochs.n_epochs, 6u);
  EXPECT_EQ(copy_of(epochs.samples(4, 0)), piece(wanted, 2000, 2500));
  EXPECT_THAT(epochs.reasons,
              ElementsAre("", "", "", "", "", "padding: the recording ends in 486 samples without signal"));

  preparation.rejection.padding = 0;
  EXPECT_THAT(prepare(recording(500.0, {samples}), kFirst, preparation).reasons, Each(""));
}

TEST(Prepare, PaddedEndsOfAWholeRecordingAreLeftOut) {
  std::vector<double> one = noise(3000, 5), other = noise(3000, 6);
  std::fill(one.begin(), one.begin() + 150, 3.0);
  std::fill(one.end() - 486, one.end(), 80.0);
  std::fill(other.end() - 500, other.end(), 80.0);
  series::Recording made = recording(500.0, {one, other, std::vector<double>(3000, 1.0)});
  for (series::Channel& channel : made.channels) channel.gap_starts = {100, 1000, 2900};
  Preparation preparation;
  preparation.filter.band = {1.0, 30.0};
  preparation.cutting.gap_fill = 1;
  preparation.rejection.missing = false;
  preparation.rejection.padding = 100;
  const std::vector<std::size_t> channels{0, 1, 2};
  const series::Epochs epochs = prepare(made, channels, preparation);
  EXPECT_EQ(epochs.n_times, 3000U - 150U - 500U + 1U);
  EXPECT_THAT(epochs.reasons, ElementsAre("", "", HasSubstr("equal 1")));
  EXPECT_THAT(epochs.onsets, ElementsAre(testing::DoubleEq(0.3)));
  const auto filtered = zero_phase(butterworth({1.0, 30.0}, 4, 500.0), piece(other, 150, 1000));
  EXPECT_EQ(piece(copy_of(epochs.samples(0, 1)), 0, 850), filtered);
  for (series::Channel& channel : made.channels) channel.gap_seconds = {2.0, 1.0, 1.0};
  EXPECT_THAT(prepare(made, channels, preparation).onsets, ElementsAre(testing::DoubleEq(2.3)));
}

// One that is nearly all padding, as a trigger, does not take the samples of the others.
TEST(Prepare, AChannelOfPaddingDoesNotShortenTheOthers) {
  std::vector<double> one = noise(3000, 5), trigger(3000, 0.0), half = noise(3000, 6);
  std::fill(one.end() - 200, one.end(), 80.0);
  std::fill(half.begin(), half.begin() + 1600, 0.0);  // 1400 of the 2800 are left
  trigger[2000] = 1.0;
  Preparation preparation;
  preparation.rejection.padding = 100;
  const auto prepared = [&](const std::vector<std::size_t>& channels) {
    return prepare(recording(500.0, {one, trigger, half}), channels, preparation);
  };
  EXPECT_EQ(prepared({0, 1}).n_times, 2800U);
  EXPECT_THAT(prepared({0, 1}).reasons, ElementsAre("", Not("")));
  EXPECT_EQ(prepared({0, 2}).n_times, 1200U);  // an even half: both are measured
  EXPECT_THAT(prepared({0, 2}).reasons, ElementsAre("", ""));
  EXPECT_EQ(prepared({1}).n_times, 1U);
}

// The 21 signals of one of the EEG recordings, in steps of its converter: 62 records of 500 samples each, and 57 of
// text.
series::Recording eegmat(const std::string& path) {
  constexpr std::size_t kHeader = 5888, kSignals = 21, kRecords = 62, kPerRecord = 500, kText = 57;
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::vector<double>> channels(kSignals);
  for (std::size_t i = 0; i < kRecords * (kSignals * kPerRecord + kText); ++i) {
    const std::size_t signal = i % (kSignals * kPerRecord + kText) / kPerRecord;
    if (signal >= kSignals) continue;
    const auto low = static_cast<unsigned char>(bytes[kHeader + 2 * i]);
    channels[signal].push_back(256.0 * bytes[kHeader + 2 * i + 1] + low);
  }
  return recording(500.0, channels);
}

TEST(Prepare, RealEegIsRejectedWhereItIsPadded) {
  BIOTROPY_NEEDS("eeg/Subject00_2.edf");
  const std::string path = test::recording("eeg/Subject00_2.edf");
  const series::Recording made = eegmat(path);
  std::vector<std::size_t> all(made.channels.size());
  std::iota(all.begin(), all.end(), 0);
  Preparation preparation;
  preparation.filter.band = {0.5, 40.0};
  preparation.cutting.length = 1024;
  preparation.rejection.padding = 100;
  const series::Epochs epochs = prepare(made, all, preparation);
  ASSERT_EQ(epochs.n_epochs, 30u);
  for (std::size_t channel = 0; channel < all.size(); ++channel) {
    EXPECT_EQ(find_padding(made.channels[channel].samples, 100).tail, 993u);
    EXPECT_THAT(epochs.reasons[epochs.index(29, channel)],
                HasSubstr("the recording ends in 993 samples without signal"));
    for (std::size_t epoch = 0; epoch < 29; ++epoch) EXPECT_EQ(epochs.reasons[epochs.index(epoch, channel)], "");
  }
  EXPECT_THAT(epochs.notices, ElementsAre(coded("samples_left_over")));
}

TEST(Prepare, PaddingAtTheBeginningKeepsChannelsAligned) {
  std::vector<double> samples = noise(1200, 6);
  const std::vector<double> whole = samples;
  std::fill(samples.begin(), samples.begin() + 101, 0.0);
  Preparation preparation{.decimation = 4};
  preparation.cutting.length = 26;
  preparation.rejection.padding = 50;
  const series::Epochs epochs =
      prepare(recording(500.0, {samples, whole}), std::vector<std::size_t>{0, 1}, preparation);
  // Samples 0, 4, ..., 100 are padding: the first epoch of the first channel alone.
  EXPECT_EQ(epochs.reasons[epochs.index(0, 0)], "padding: the recording begins with 101 samples without signal");
  for (const double sample : epochs.samples(0, 0)) EXPECT_TRUE(std::isnan(sample));
  EXPECT_EQ(epochs.reasons[epochs.index(0, 1)], "");
  EXPECT_EQ(epochs.reasons[epochs.index(1, 0)], "");
  const std::vector<double> smooth = anti_alias_filter(4, AntiAlias::chebyshev).apply(piece(samples, 101, 1200));
  EXPECT_EQ(epochs.samples(1, 0)[0], smooth[104 - 101]);
  EXPECT_EQ(epochs.samples(2, 0)[3], smooth[(2 * 26 + 3) * 4 - 101]);
}

TEST(Prepare, OneSampleOfPaddingIsEnough) {
  std::vector<double> samples = noise(600, 6);
  std::fill(samples.begin() + 399, samples.end(), 9.0);
  Preparation preparation{.cutting = {.length = 200}, .rejection = {.padding = 201}};
  const std::string reason = "padding: the recording ends in 201 samples without signal";
  EXPECT_THAT(prepare(recording(500.0, {samples}), kFirst, preparation).reasons, ElementsAre("", reason, reason));
  preparation.rejection.padding = 202;
  EXPECT_THAT(prepare(recording(500.0, {samples}), kFirst, preparation).reasons,
              ElementsAre("", "", "all 200 samples equal 9 uV in the recording"));
}

TEST(Prepare, AConstantChannelIsAReasonAndNoError) {
  const std::vector<double> flat(1000, 200000.0);
  Preparation preparation;
  preparation.filter.band = {1.0, 30.0};
  preparation.cutting.length = 500;
  const series::Recording made = recording(500.0, {flat, noise(1000, 7)});
  const std::vector<std::size_t> both = {0, 1};
  EXPECT_THAT(prepare(made, both, preparation).reasons,
              ElementsAre("all 500 samples equal 200000 uV in the recording", "",
                          "all 500 samples equal 200000 uV in the recording", ""));
  preparation.rejection.padding = 100;
  EXPECT_THAT(prepare(made, both, preparation).reasons,
              ElementsAre("all 1000 samples of the channel equal 200000 uV", "",
                          "all 1000 samples of the channel equal 200000 uV", ""));
}

TEST(Prepare, LimitsHoldForWhatIsLeftAfterFiltering) {
  // A drift of 1000 uV is no artefact after filtering; a blink of 300 uV is one.
  std::vector<double> samples = sine(10.0, 250.0, 5000, 20.0);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] += 0.2 * static_cast<double>(i);
  for (std::size_t i = 3100; i < 3150; ++i) samples[i] += 300.0;
  Preparation preparation;
  preparation.filter.band = {1.0, 40.0};
  preparation.cutting.length = 1000;
  preparation.rejection.max_peak_to_peak = 150.0;
  const series::Epochs epochs = prepare(recording(250.0, {samples}), kFirst, preparation);
  EXPECT_THAT(epochs.reasons, ElementsAre("", "", "", HasSubstr("is above the limit of 150 uV"), ""));
}

TEST(Prepare, MissingSamplesCannotBeFiltered) {
  std::vector<double> samples = noise(500, 8);
  samples[17] = samples[30] = std::numeric_limits<double>::quiet_NaN();
  const series::Recording made = recording(100.0, {noise(500, 9), samples});
  const std::vector<std::size_t> both = {0, 1};
  Preparation preparation{.decimation = 2};
  const Error error = error_of([&] { prepare(made, both, preparation); });
  EXPECT_EQ(error.code(), ErrorCode::missing_values);
  EXPECT_STREQ(error.what(),
               "channel c2: sample 18 is missing (NaN), and 2 in all: filtering and decimation need complete data");
  // Without a filter they give a reason, or have no effect.
  EXPECT_THAT(prepare(made, both, {}).reasons, ElementsAre("", StartsWith("2 of 500 samples are missing; ")));
  EXPECT_THAT(prepare(made, both, {.rejection = {.missing = false}}).reasons, ElementsAre("", ""));
}

TEST(Prepare, InfiniteSamplesCannotBeFiltered) {
  std::vector<double> samples = noise(500, 8);
  samples[40] = -std::numeric_limits<double>::infinity();
  const Error error = error_of([&] { prepare(recording(100.0, {samples}), kFirst, {.notches = {20.0}}); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_data);
  EXPECT_STREQ(error.what(), "channel c1: sample 41 is -inf: samples must be finite");
}

TEST(Prepare, FilterLongerThanTheDataIsAnError) {
  Preparation preparation;
  preparation.filter = {.band = {0.5, 40.0}, .design = FilterDesign::fir};
  const Error error = error_of([&] { prepare(recording(500.0, {noise(3000, 1)}), kFirst, preparation); });
  EXPECT_EQ(error.code(), ErrorCode::too_short);
}

TEST(Prepare, HertzNeedARate) {
  series::Recording made = recording(1.0, {noise(500, 1)});
  made.channels[0].has_rate = false;
  EXPECT_EQ(error_of([&] { prepare(made, kFirst, {.filter = {.band = {0.1, 0.2}}}); }).parameter(), "rate");
  EXPECT_EQ(error_of([&] { prepare(made, kFirst, {.notches = {0.1}}); }).parameter(), "rate");
  const series::Epochs epochs = prepare(made, kFirst, {.decimation = 5, .cutting = {.length = 50}});
  EXPECT_THAT(epochs.onsets, ElementsAre(0, 250));
}

TEST(Prepare, EveryPartIsValidated) {
  const series::Recording made = recording(500.0, {noise(500, 1)});
  const auto parameter = [&](const Preparation& p) { return error_of([&] { prepare(made, kFirst, p); }).parameter(); };
  EXPECT_EQ(parameter({.filter = {.band = {0.5, 300.0}}}), "band");
  EXPECT_EQ(parameter({.filter = {.band = {0.5, 40.0}, .order = 0}}), "filter order");
  EXPECT_EQ(parameter({.filter = {.band = {0.5, 40.0}, .design = FilterDesign::fir, .taps = 10}}), "taps");
  EXPECT_EQ(parameter({.notches = {50.0, 250.0}}), "notch");
  EXPECT_EQ(parameter({.notches = {50.0}, .notch_quality = -1.0}), "notch quality");
  EXPECT_EQ(parameter({.decimation = 0}), "decimate");
  EXPECT_EQ(parameter({.cutting = {.length = 10, .overlap = 1.0}}), "overlap");
  EXPECT_EQ(parameter({.rejection = {.max_peak_to_peak = -1.0}}), "largest peak-to-peak");
  EXPECT_EQ(error_of([&] { prepare(made, kFirst, {}, {.threads = -1}); }).parameter(), "threads");
}

TEST(Prepare, ThreadsDoNotChangeTheResult) {
  std::vector<std::vector<double>> channels;
  std::vector<std::size_t> all;
  for (unsigned k = 0; k < 9; ++k) {
    channels.push_back(noise(3000, k));
    all.push_back(k);
  }
  const series::Recording made = recording(250.0, channels);
  const Preparation preparation{.filter = {.band = {4.0, 40.0}, .design = FilterDesign::fir},
                                .notches = {50.0},
                                .cutting = {.length = 256, .overlap = 0.5}};
  const series::Epochs one = prepare(made, all, preparation, {.threads = 1});
  for (const int threads : {2, 5}) {
    const series::Epochs several = prepare(made, all, preparation, {.threads = threads});
    ASSERT_EQ(several.data.size(), one.data.size());
    EXPECT_EQ(std::memcmp(several.data.data(), one.data.data(), one.data.size() * sizeof(double)), 0);
    EXPECT_EQ(several.reasons, one.reasons);
  }
}

TEST(Prepare, StopsOnRequest) {
  CancelFlag cancel;
  cancel.cancel();
  const Execution execution{.threads = 1, .cancel = &cancel};
  EXPECT_EQ(error_of([&] { prepare(recording(500.0, {noise(500, 1)}), kFirst, {}, execution); }).code(),
            ErrorCode::cancelled);
}

}  // namespace
}  // namespace biotropy::prepare
