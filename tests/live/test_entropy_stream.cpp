// SPDX-License-Identifier: Apache-2.0
//
// Entropies of live samples: values, times, gaps, errors.
#include "biotropy/live/entropy_stream.hpp"

#include <cmath>
#include <random>

#include "tests/error_of.hpp"
#include "tests/notices.hpp"

namespace biotropy::live {
namespace {

using entropy::Measure;

std::vector<double> noise_of(std::size_t n) {
  std::mt19937_64 generator(5);
  std::normal_distribution<double> normal;
  std::vector<double> samples(n);
  for (double& sample : samples) sample = normal(generator);
  return samples;
}

EntropyStreamSettings settings_of(Measure measure, std::size_t window, std::size_t step) {
  EntropyStreamSettings settings;
  settings.measure = measure;
  settings.window = window;
  settings.step = step;
  settings.sampling_rate = 10.0;
  return settings;
}

TEST(EntropyStream, HasTheValueOfEveryWindow) {
  const std::vector<double> samples = noise_of(600);
  for (const Measure measure : entropy::kMeasures) {
    if (entropy::is_multivariate(measure)) continue;
    EntropyStream stream(2, settings_of(measure, 60, 7));
    std::vector<EntropyWindow> windows;
    stream.push(samples, {}, windows);
    ASSERT_THAT(windows, SizeIs((300 - 60) / 7 + 1));
    for (std::size_t w = 0; w < windows.size(); ++w) {
      std::vector<double> channels[2];
      for (std::size_t i = 7 * w; i < 7 * w + 60; ++i) {
        for (std::size_t c = 0; c < 2; ++c) channels[c].push_back(samples[2 * i + c]);
      }
      EXPECT_DOUBLE_EQ(windows[w].onset, 0.7 * static_cast<double>(w));
      for (std::size_t p = 0; p < stream.pairs().size(); ++p) {
        const auto [x, y] = stream.pairs()[p];
        EXPECT_EQ(windows[w].values[p].value, compute(measure, channels[x], channels[y], {}, {1, nullptr}).value);
      }
    }
  }
}

TEST(EntropyStream, HasEveryPairOnce) {
  EXPECT_THAT(EntropyStream(3, settings_of(Measure::sampen, 60, 1)).pairs(), SizeIs(3));
  EXPECT_THAT(EntropyStream(3, settings_of(Measure::cross_sampen, 60, 1)).pairs(), SizeIs(3));
  EXPECT_THAT(EntropyStream(3, settings_of(Measure::cross_apen, 60, 1)).pairs(), SizeIs(6));
}

TEST(EntropyStream, NoWindowReachesAcrossAGap) {
  const std::vector<double> samples = noise_of(200);
  std::vector<double> times(200);
  for (std::size_t i = 0; i < 200; ++i) times[i] = 0.1 * static_cast<double>(i) + (i < 80 ? 0.0 : 1.0);
  EntropyStream stream(1, settings_of(Measure::sampen, 50, 10));
  std::vector<EntropyWindow> windows;
  stream.push(samples, times, windows);
  std::vector<double> onsets;
  for (const EntropyWindow& window : windows) onsets.push_back(std::round(10.0 * window.onset) / 10.0);
  EXPECT_THAT(onsets, ElementsAre(0.0, 1.0, 2.0, 3.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0));
  const series::Samples after = series::Samples(samples).subspan(80, 50);
  EXPECT_EQ(windows[4].values[0].value, entropy::sample_entropy(after).value);

  EntropyStream marked(1, settings_of(Measure::sampen, 50, 10));
  windows.clear();
  marked.push(std::span(samples).first(80), {}, windows);
  marked.mark_gap(10);
  marked.push(std::span(samples).subspan(80), {}, windows);
  ASSERT_THAT(windows, SizeIs(12));
  EXPECT_DOUBLE_EQ(windows[4].onset, 9.0);
}

TEST(EntropyStream, AMissingStampHidesNoGap) {
  const std::vector<double> samples = noise_of(200);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const bool uneven : {false, true}) {
    for (const std::size_t unknown : {0U, 78U, 79U, 80U, 81U}) {
      std::vector<double> times(200);
      for (std::size_t i = 0; i < 200; ++i) times[i] = 0.1 * static_cast<double>(i) + (i < 80 ? 0.0 : 100.0);
      times[unknown] = nan;
      EntropyStreamSettings settings = settings_of(Measure::sampen, 50, 10);
      settings.uneven_stamps = uneven;
      EntropyStream stream(1, settings);
      std::vector<EntropyWindow> windows;
      stream.push(samples, times, windows);
      EXPECT_THAT(windows, SizeIs(unknown == 80 ? 11 : 12)) << unknown << uneven;
    }
  }
}

TEST(EntropyStream, StampsNeedAGapOrARate) {
  EntropyStreamSettings settings = settings_of(Measure::sampen, 50, 10);
  settings.sampling_rate.reset();
  EntropyStream stream(1, settings);
  std::vector<EntropyWindow> windows;
  const double sample[] = {1.0}, time[] = {0.5}, unknown[] = {std::numeric_limits<double>::quiet_NaN()};
  EXPECT_EQ(error_of([&] { stream.push(sample, time, windows); }).parameter(), "gap");
  stream.push(sample, {}, windows);
  stream.push(sample, unknown, windows);
  settings.gap = 2.0;
  EntropyStream with_gap(1, settings);
  with_gap.push(sample, time, windows);
  EXPECT_EQ(with_gap.position(), 1U);
}

TEST(EntropyStream, StampsOfAnotherRateAreSaidOnce) {
  const auto codes = [](double rate, bool uneven, std::size_t marked) {
    EntropyStreamSettings settings = settings_of(Measure::sampen, 50, 10);
    settings.uneven_stamps = uneven;
    EntropyStream stream(1, settings);
    std::vector<EntropyWindow> windows;
    std::vector<std::string> said;
    for (int i = 0; i < 900; ++i) {
      const double sample[] = {std::sin(i)}, time[] = {i / rate};
      if (marked != 0 && i % marked == 0) stream.mark_gap();
      stream.push(sample, time, windows);
      if (const auto notice = stream.take_notice()) said.push_back(notice->code);
    }
    return said;
  };
  for (const bool uneven : {false, true}) {
    EXPECT_THAT(codes(10.0, uneven, 0), SizeIs(0));
    EXPECT_THAT(codes(5.0, uneven, 0), ElementsAre("rates_differ"));
    EXPECT_THAT(codes(20.0, uneven, 0), ElementsAre("rates_differ"));
  }
  EXPECT_THAT(codes(-10.0, false, 0), ElementsAre("time_goes_back"));
  EXPECT_THAT(codes(-10.0, false, 1), SizeIs(0));  // who says where gaps are knows
}

// The first full window is looked at: not one that is quiet later, nor a flat one.
TEST(EntropyStream, ATolerancePastAllSamplesIsSaidOnce) {
  const auto notices = [](Measure measure, double r, series::RUnit unit, bool quiet_later) {
    EntropyStreamSettings settings = settings_of(measure, 60, 7);
    settings.parameters.r = r;
    settings.parameters.r_unit = unit;
    EntropyStream stream(2, settings);
    stream.set_units({"uV", "uV"});
    std::vector<EntropyWindow> windows;
    Notices said;
    std::vector<double> samples = noise_of(1000);
    for (std::size_t i = 200; quiet_later && i < samples.size(); ++i) samples[i] *= 1e-3;
    for (const double& sample : samples) {
      if ((&sample - samples.data()) % 2 == 0) stream.push(std::span(&sample, 2), {}, windows);
      while (const auto notice = stream.take_notice()) said.push_back(*notice);
    }
    return said;
  };
  for (const Measure measure : {Measure::sampen, Measure::fuzzyen, Measure::cross_sampen, Measure::cross_apen}) {
    const auto absolute = [&](double r, bool quiet_later = false) {
      return notices(measure, r, series::RUnit::absolute, quiet_later);
    };
    const Notices all = absolute(1e3), none = absolute(1e-9);
    ASSERT_THAT(all, ElementsAre(coded("tolerance_doubtful")));
    EXPECT_THAT(all[0].text, HasSubstr("1000 uV"));
    EXPECT_THAT(none, ElementsAre(coded("tolerance_doubtful")));
    EXPECT_THAT(absolute(0.2), SizeIs(0));
    EXPECT_THAT(absolute(0.2, true), SizeIs(0));
    EXPECT_THAT(notices(measure, 1e3, series::RUnit::sd, false), SizeIs(0));
  }
}

TEST(EntropyStream, RefusesWhatCannotBeMeasured) {
  EXPECT_EQ(error_of([] { EntropyStream(1, settings_of(Measure::sampen, 50, 0)); }).parameter(), "step");
  EXPECT_EQ(error_of([] { EntropyStream(1, settings_of(Measure::sampen, 3, 1)); }).parameter(), "window");
  EXPECT_EQ(error_of([] { EntropyStream(0, settings_of(Measure::sampen, 50, 1)); }).parameter(), "channels");
  EXPECT_EQ(error_of([] { EntropyStream(1, settings_of(Measure::cross_apen, 50, 1)); }).parameter(), "channels");
  EntropyStreamSettings settings = settings_of(Measure::sampen, 50, 1);
  settings.sampling_rate = -1.0;
  EXPECT_EQ(error_of([&] { EntropyStream(1, settings); }).parameter(), "rate");
  settings = settings_of(Measure::sampen, 50, 1);
  settings.parameters.pool_epochs = entropy::PoolEpochs::recording;
  EXPECT_EQ(error_of([&] { EntropyStream(1, settings); }).parameter(), "pool_epochs");
  EntropyStream stream(2, settings_of(Measure::sampen, 50, 1));
  std::vector<EntropyWindow> windows;
  const double three[] = {1.0, 2.0, 3.0}, infinite[] = {INFINITY};
  EXPECT_EQ(error_of([&] { stream.push(three, {}, windows); }).code(), ErrorCode::invalid_data);
  EXPECT_EQ(error_of([&] { stream.push(std::span(three).first(2), infinite, windows); }).code(),
            ErrorCode::invalid_data);
}

}  // namespace
}  // namespace biotropy::live
