// SPDX-License-Identifier: Apache-2.0
//
// A stream that is saved goes on to the last bit, and with nothing but its own state.
#include <functional>
#include <limits>

#include "biotropy/files/results/arrays.hpp"
#include "biotropy/live/state_writer.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "tests/error_of.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/live/stream_model.hpp"

namespace biotropy::live {
namespace {

using ::testing::Optional;

MATCHER_P2(Lines, bytes, format, "") {
  return arg.bytes == bytes && arg.format == format;
}

class SavedStates : public ::testing::Test {
 protected:
  StateStreamSettings settings() const {
    StateStreamSettings settings;
    settings.stream.lag = 2;
    settings.stream.warm_up = 3;
    return settings;
  }

  Error refusal(const std::shared_ptr<const sicamm::TrainedModel>& model, const StateStreamSettings& settings,
                const std::string& source = "") {
    StateStream stream(model, settings);
    return error_of([&] { stream.resume(path_, source); });
  }

  Scratch scratch_;
  std::filesystem::path path_ = scratch_.path("state.nc");
};

TEST_F(SavedStates, GoOnToTheLastBit) {
  const auto samples = stream_samples(160);
  for (const bool with_features : {false, true}) {
    const auto model = stream_model(with_features);
    StateStream whole(model, settings());
    States expected, found;
    const auto push = [&](StateStream& stream, std::size_t i, States& states) {
      if (i == 60) stream.mark_gap(4);
      stream.push(std::span(samples).subspan(i * kChannels, kChannels), {}, states);
    };
    for (std::size_t i = 0; i < 160; ++i) push(whole, i, expected);
    // Streams of 1, 2, 3, ... samples.
    for (std::size_t i = 0, length = 1; i < 160; ++length) {
      StateStream stream(model, settings());
      EXPECT_EQ(stream.resume(path_).has_value(), i > 0);
      for (const std::size_t end = std::min<std::size_t>(i + length, 160); i < end; ++i) push(stream, i, found);
      stream.save(path_);
    }
    expect_same_states(found, expected);
    EXPECT_EQ(found.times, expected.times);
    std::filesystem::remove(path_);
  }
}

TEST_F(SavedStates, KeepAGapThatWasMarked) {
  const auto samples = stream_samples(4);
  StateStream first(stream_model(false)), second(stream_model(false));
  States states;
  first.push(samples, {}, states);
  first.mark_gap(3);
  first.save(path_);
  states.clear();
  ASSERT_TRUE(second.resume(path_));
  second.push(std::span(samples).first(kChannels), {}, states);
  EXPECT_EQ(states.flags, std::vector<std::uint8_t>{sicamm::kGap | sicamm::kWarmUp});
  EXPECT_EQ(states.times, std::vector<double>{0.07});
}

TEST_F(SavedStates, BelongToTheirModelSourceAndSettings) {
  const auto model = stream_model(false);
  StateStream(model, settings()).save(path_, "abc");
  EXPECT_EQ(refusal(model, settings()).code(), ErrorCode::invalid_data);
  EXPECT_EQ(refusal(model, settings(), "abd").code(), ErrorCode::invalid_data);
  EXPECT_EQ(refusal(stream_model(true), settings(), "abc").code(), ErrorCode::invalid_data);
  const std::vector<std::function<void(StateStreamSettings&)>> changes = {
      [](auto& s) { s.stream.lag = 3; },          [](auto& s) { s.stream.warm_up = 0; },
      [](auto& s) { s.stream.rules.beta = 0.5; }, [](auto& s) { s.stream.rules.ignore_outliers = true; },
      [](auto& s) { s.sampling_rate = kRate; },   [](auto& s) { s.gap = 1.0; },
  };
  for (const auto& change : changes) {
    StateStreamSettings other = settings();
    change(other);
    EXPECT_EQ(refusal(model, other, "abc").code(), ErrorCode::invalid_data);
  }
  StateStreamSettings two = settings();
  two.stream.lag = 3;
  two.gap = 1.0;
  EXPECT_THAT(refusal(model, two, "abc").what(),
              HasSubstr("(begun with lag 2, now lag 3; begun with gap preset, now gap 1)"));
}

TEST_F(SavedStates, AreNotTrusted) {
  const auto model = stream_model(true);
  StateStream stream(model, settings());
  States states;
  stream.push(stream_samples(50), {}, states);
  stream.save(path_);
  const files::Arrays good = files::read_checked_arrays(path_);
  const auto refusal_after = [&](const std::function<void(files::Arrays&)>& change) {
    files::Arrays arrays = good;
    change(arrays);
    files::write_checked_arrays(path_, arrays);
    return refusal(model, settings());
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [place, value] : {std::pair{0, -1.0}, {0, 0.5}, {0, nan}, {4, 2.0}, {4, 0.5}, {4, nan}}) {
    const Error error = refusal_after(
        [&, at = static_cast<std::size_t>(place), to = value](auto& arrays) { arrays.variables[0].numbers[at] = to; });
    EXPECT_EQ(error.code(), ErrorCode::invalid_data) << place << " " << value;
  }
  const Error cut = refusal_after([](auto& arrays) {
    arrays.variables[0].numbers.pop_back();
    arrays.dimensions[0].second -= 1;
  });
  EXPECT_EQ(cut.code(), ErrorCode::invalid_data);
  EXPECT_THAT(cut.what(), StartsWith(path_.string() + ": "));
  EXPECT_EQ(refusal_after([](auto& a) { a.attributes[1].value = 4.0; }).code(), ErrorCode::unsupported);
  EXPECT_EQ(refusal_after([](auto& a) { a.attributes.clear(); }).code(), ErrorCode::bad_file);
  const Error no_utf8 = refusal_after([](auto& a) {
    for (files::Parameter& one : a.attributes) {
      if (one.name == "settings") one.value = std::string("lag \xff");
    }
  });
  EXPECT_EQ(no_utf8.code(), ErrorCode::invalid_data);
  EXPECT_THAT(no_utf8.what(), HasSubstr("begun with lag \xc3\xbf, now lag 2"));
  scratch_.write("state.nc", "no state");
  EXPECT_EQ(refusal(model, settings()).code(), ErrorCode::bad_file);
}

TEST_F(SavedStates, EveryBitIsLookedAt) {
  const auto model = stream_model(false);
  StateStream stream(model, settings());
  States states;
  stream.push(stream_samples(5), {}, states);
  stream.save(path_);
  const std::string good = bytes_of(path_);
  for (std::size_t i = 0; i < 8 * good.size(); ++i) {
    std::string changed = good;
    changed[i / 8] = static_cast<char>(changed[i / 8] ^ (1 << i % 8));
    scratch_.write("state.nc", changed);
    EXPECT_EQ(refusal(model, settings()).code(), ErrorCode::bad_file) << i;
  }
}

TEST_F(SavedStates, AreWrittenOnAThreadOfTheirOwn) {
  const auto model = stream_model(false);
  const auto samples = stream_samples(50);
  StateStream stream(model, settings());
  States states;
  {
    StateWriter writer(path_);
    for (std::size_t i = 0; i < 50; ++i) {
      stream.push(std::span(samples).subspan(i * kChannels, kChannels), {}, states);
      writer.save(stream.saved("", {100 + i, "table"}));
    }
    writer.finish();
    StateStream later(model, settings());
    EXPECT_THAT(later.resume(path_), Optional(Lines(149U, "table"))) << "the last one is there";
    EXPECT_EQ(later.position(), 50U);
    writer.save(stream.saved("", {7, "json"}));
  }
  EXPECT_THAT(StateStream(model, settings()).resume(path_), Optional(Lines(7U, "json")))
      << "the end waits for what was given";
  StateWriter nowhere(scratch_.path("nowhere/state.nc"));
  nowhere.save(stream.saved());
  EXPECT_EQ(error_of([&] { nowhere.finish(); }).code(), ErrorCode::io);
}

TEST_F(SavedStates, KeepHowUnevenStampsAre) {
  StateStreamSettings uneven;
  uneven.uneven_stamps = true;
  const auto samples = stream_samples(60);
  const auto stamp = [](std::size_t i) { return 0.01 * static_cast<double>(i - i % 20); };
  StateStream whole(stream_model(false), uneven);
  States expected, found;
  const auto push = [&](StateStream& stream, std::size_t i, States& states) {
    const double time = stamp(i);
    stream.push(std::span(samples).subspan(i * kChannels, kChannels), std::span(&time, 1), states);
  };
  for (std::size_t i = 0; i < 60; ++i) push(whole, i, expected);
  for (std::size_t i = 0; i < 60; ++i) {
    StateStream stream(stream_model(false), uneven);
    stream.resume(path_);
    push(stream, i, found);
    stream.save(path_);
  }
  expect_same_states(found, expected);
  EXPECT_EQ(refusal(stream_model(false), {}).code(), ErrorCode::invalid_data);
}

TEST_F(SavedStates, AModelHasOneDigest) {
  sicamm::Model model = stream_model(true)->model;
  const std::string before = sicamm::digest(model);
  sicamm::save_model(model, path_);
  EXPECT_EQ(sicamm::digest(sicamm::load_model(path_)), before);
  const std::vector<std::function<void(sicamm::Model&)>> changes = {
      [](auto& m) { m.channels[0] += "x"; },
      [](auto& m) {
        m.units = {"uV", "uV", "mV"};
      },
      [](auto& m) { m.classes[1].name = "b"; },
      [](auto& m) { m.classes[1].unmixing[0] += 1e-12; },
      [](auto& m) { m.classes[1].bias[0] += 1e-12; },
      [](auto& m) { m.classes[1].sources[0] = m.classes[1].sources[1]; },
      [](auto& m) { std::swap(m.chain.priors[0], m.chain.priors[1]); },
      [](auto& m) { m.chain.transitions[0] += 1e-12; },
      [](auto& m) { m.beta = 0.25; },
      [](auto& m) { m.outlier_level = -9.0; },
      [](auto& m) { m.sampling_rate.reset(); },
      [](auto& m) { m.notes[0].second = "dsi"; },
      [](auto& m) { m.notes.emplace_back("", ""); },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    sicamm::Model other = model;
    changes[i](other);
    EXPECT_NE(sicamm::digest(other), before) << i;
  }
}

}  // namespace
}  // namespace biotropy::live
