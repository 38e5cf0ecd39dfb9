// SPDX-License-Identifier: Apache-2.0
//
// States of samples as they come are those of the whole recording, whatever the pieces in which they come.
#include <cmath>

#include "tests/error_of.hpp"
#include "tests/live/stream_model.hpp"
#include "tests/notices.hpp"
#include "tests/sicamm/allocations.hpp"

namespace biotropy::live {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

StateStreamSettings with_lag(std::size_t lag) {
  StateStreamSettings settings;
  settings.stream.lag = lag;
  return settings;
}

std::vector<double> stamps(std::size_t count, const std::vector<std::size_t>& gaps) {
  std::vector<double> times(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto before = std::count_if(gaps.begin(), gaps.end(), [&](std::size_t gap) { return gap <= i; });
    times[i] = 1000.0 + static_cast<double>(i) / kRate + 2.0 * static_cast<double>(before);
  }
  return times;
}

// Pieces of samples of different lengths; a gap begins a piece.
States streamed(StateStream& stream, const std::vector<double>& samples, const std::vector<double>& times,
                const std::vector<std::size_t>& gaps) {
  States states;
  const std::size_t count = samples.size() / kChannels;
  std::size_t begin = 0;
  for (std::size_t length = 1; begin < count; length = length % 7 + 1) {
    std::size_t end = std::min(begin + length, count);
    for (const std::size_t gap : gaps) {
      if (gap == begin && times.empty()) stream.mark_gap();
      if (gap > begin && gap < end) end = gap;
    }
    stream.push(std::span(samples).subspan(begin * kChannels, (end - begin) * kChannels),
                times.empty() ? std::span<const double>() : std::span(times).subspan(begin, end - begin), states);
    begin = end;
  }
  stream.finish(states);
  return states;
}

TEST(StateStream, SaysWhatTheModelIgnores) {
  sicamm::Model model = stream_model(false)->model;
  // Without the difference of the first two channels.
  const double half = std::sqrt(0.5);
  model.null_space.assign(kChannels, 0.0);
  model.null_space[0] = half;
  model.null_space[1] = -half;
  for (sicamm::ClassModel& one : model.classes) {
    one.sources.erase(one.sources.begin());
    one.unmixing = {half, half, 0.0, 0.0, 0.0, 1.0};
  }
  Notices notices;
  StateStream stream(std::make_shared<sicamm::TrainedModel>(model), with_lag(0),
                     [&](const Notice& notice) { notices.push_back(notice); });
  States states;
  const auto samples = stream_samples(2500);
  stream.push(std::span(samples).first(999 * kChannels), {}, states);
  EXPECT_TRUE(notices.empty());
  stream.push(std::span(samples).subspan(999 * kChannels), {}, states);
  EXPECT_THAT(notices, ElementsAre(coded("directions_ignored")));
  EXPECT_EQ(states.size(), 2500U);
  stream.reset();
  auto alike = samples;
  for (std::size_t i = 0; i < alike.size(); i += kChannels) alike[i + 1] = alike[i];
  stream.push(alike, {}, states);
  EXPECT_EQ(notices.size(), 1U);
}

TEST(StateStream, SaysOnceThatVectorsAreMissing) {
  Notices notices;
  StateStream stream(stream_model(true), with_lag(0), [&](const Notice& notice) { notices.push_back(notice); });
  States states;
  auto samples = stream_samples(400);
  for (std::size_t i = 1; i < samples.size(); i += kChannels) samples[i] = 0.0;
  stream.push(samples, {}, states);
  EXPECT_THAT(notices, ElementsAre(coded("missing_vectors")));
  EXPECT_GT(states.size(), 0U);
  EXPECT_EQ(stream.missing().count(), states.size());
  EXPECT_EQ(stream.missing().missing(), states.size());
}

TEST(StateStream, IsTheWholeRecording) {
  const auto samples = stream_samples(500);
  const std::vector<std::size_t> gaps = {123, 130, 400};
  for (const bool with_features : {false, true}) {
    const auto model = stream_model(with_features);
    for (const std::size_t lag : {0UL, 3UL}) {
      const States expected = states_of_recording(*model, samples, gaps, lag);
      const auto follows_gap = [](std::uint8_t flags) { return (flags & sicamm::kGap) != 0; };
      ASSERT_EQ(std::ranges::count_if(expected.flags, follows_gap), with_features ? 2 : 3);
      StateStream marked(model, with_lag(lag)), stamped(model, with_lag(lag));
      expect_same_states(streamed(marked, samples, {}, gaps), expected);
      expect_same_states(streamed(stamped, samples, stamps(500, gaps), gaps), expected);
      // The same stream once more.
      marked.reset();
      expect_same_states(streamed(marked, samples, {}, gaps), expected);
    }
  }
}

TEST(StateStream, TimesAreThoseOfTheSamples) {
  const auto samples = stream_samples(200);
  const std::vector<std::size_t> gaps = {123};
  const auto times = stamps(200, gaps);
  constexpr std::size_t window = 25;
  StateStream raw(stream_model(false), with_lag(4)), features(stream_model(true));
  EXPECT_EQ(streamed(raw, samples, times, gaps).times, times);
  std::vector<double> expected(times.begin() + window - 1, times.begin() + 123);
  expected.insert(expected.end(), times.begin() + 123 + window - 1, times.end());
  EXPECT_EQ(streamed(features, samples, times, gaps).times, expected);
  // Without stamps a sample has its number, and those that were lost have one, too.
  States states;
  StateStream numbered(stream_model(false));
  numbered.push(std::span(samples).first(2 * kChannels), {}, states);
  numbered.mark_gap(5);
  numbered.push(std::span(samples).first(kChannels), {}, states);
  EXPECT_EQ(states.times, (std::vector<double>{0.0, 0.01, 0.07}));
  EXPECT_EQ(states[2].flags, sicamm::kGap | sicamm::kWarmUp);
  EXPECT_EQ(numbered.position(), 8U);
}

TEST(StateStream, AClockThatRunsBackwardsIsAGap) {
  States states;
  StateStream stream(stream_model(false));
  stream.push(stream_samples(4), std::vector<double>{1.0, 1.01, 0.5, 0.51}, states);
  EXPECT_EQ(states.flags, (std::vector<std::uint8_t>{sicamm::kWarmUp, 0, sicamm::kGap | sicamm::kWarmUp, 0}));
  StateStreamSettings patient;
  patient.gap = 3.0;
  StateStream longer(stream_model(false), patient);
  states.clear();
  longer.push(stream_samples(2), std::vector<double>{1.0, 3.9}, states);
  EXPECT_EQ(states.flags, (std::vector<std::uint8_t>{sicamm::kWarmUp, 0}));
}

TEST(StateStream, ASampleAllocatesNothing) {
  const auto samples = stream_samples(400);
  const auto times = stamps(400, {200, 203});
  for (const bool with_features : {false, true}) {
    StateStream stream(stream_model(with_features), with_lag(3));
    States states;
    std::size_t before = 0;
    for (std::size_t i = 0; i < 400; ++i) {
      // States that a gap ends need the most room, which is there once it was needed.
      if (i == 250) before = sicamm::allocations();
      states.clear();
      stream.push(std::span(samples).subspan(i * kChannels, kChannels), std::span(times).subspan(i, 1), states);
    }
    EXPECT_EQ(sicamm::allocations(), before) << with_features;
  }
}

TEST(StateStream, PrewarmingChangesNothing) {
  const auto samples = stream_samples(200);
  for (const bool with_features : {false, true}) {
    StateStreamSettings settings;
    settings.prewarms = true;
    StateStream stream(stream_model(with_features), settings);
    States found;
    for (std::size_t i = 0; i < 200; ++i) {
      stream.prewarm();
      stream.push(std::span(samples).subspan(i * kChannels, kChannels), {}, found);
      stream.prewarm();
    }
    expect_same_states(found, states_of_recording(*stream_model(with_features), samples, {}, 0));
  }
}

TEST(StateStream, RefusesWhatDoesNotFit) {
  StateStream stream(stream_model(false));
  States states;
  const auto error = [&](std::size_t numbers, const std::vector<double>& times) {
    return error_of([&] { stream.push(std::vector<double>(numbers, 0.5), times, states); });
  };
  EXPECT_EQ(error(4, {}).code(), ErrorCode::invalid_data);
  EXPECT_EQ(error(6, {1.0}).code(), ErrorCode::invalid_data);
  EXPECT_EQ(error(6, {kNone, INFINITY}).code(), ErrorCode::invalid_data);
  EXPECT_EQ(states.size(), 0U) << "nothing of what is refused is taken";
  EXPECT_EQ(stream.position(), 0U);
  const auto made_with = [](auto change) {
    StateStreamSettings settings;
    change(settings);
    return error_of([&] { StateStream(stream_model(true), settings); });
  };
  EXPECT_EQ(made_with([](auto& s) { s.gap = 0.0; }).parameter(), "gap");
  EXPECT_EQ(made_with([](auto& s) { s.sampling_rate = -1.0; }).parameter(), "rate");
  EXPECT_EQ(made_with([](auto& s) { s.sampling_rate = INFINITY; }).parameter(), "rate");
  EXPECT_EQ(made_with([](auto& s) { s.sampling_rate = 50.0; }).code(), ErrorCode::invalid_data);
  EXPECT_EQ(made_with([](auto& s) { s.stream.rules.beta = 2.0; }).parameter(), "beta");
  sicamm::Model unknown = stream_model(true)->model;
  unknown.sampling_rate.reset();
  const auto model = std::make_shared<const sicamm::TrainedModel>(unknown);
  EXPECT_THAT(error_of([&] { StateStream{model}; }), refuses("rate", "unknown"));
}

}  // namespace
}  // namespace biotropy::live
