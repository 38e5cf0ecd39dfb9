// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <regex>

#include "biotropy/files/formats/edf/writer.hpp"
#include "biotropy/files/open.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

using series::Channel;
using series::Recording;

Channel channel(const std::string& label, double rate, std::vector<double> samples) {
  return Channel{.label = label, .unit = "uV", .rate = rate, .samples = std::move(samples)};
}

std::vector<double> noise(std::size_t count, double scale, double offset, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(offset, scale);
  std::vector<double> samples(count);
  for (double& sample : samples) sample = normal(random);
  return samples;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

double range_of(const std::vector<double>& samples) {
  const auto [low, high] = std::minmax_element(samples.begin(), samples.end());
  return *high - *low;
}

class EdfWriter : public ::testing::Test {
 protected:
  Notices write(const Recording& recording) { return write_edf(path(), recording); }
  Recording read() { return open(path()); }
  std::filesystem::path path() const { return scratch_.path("written.edf"); }
  std::optional<Error> error(const Recording& recording) {
    return error_of([&] { write(recording); });
  }

  Scratch scratch_;
};

TEST_F(EdfWriter, RoundsToHalfAStepOfSixteenBits) {
  Recording recording;
  recording.channels = {channel("Fp1", 250.0, noise(2500, 20.0, 0.0, 1)),
                        channel("ECG", 250.0, noise(2500, 1e-3, 1.0, 2))};
  recording.channels[1].unit = "mV";
  EXPECT_THAT(write(recording), IsEmpty());
  const Recording back = read();
  EXPECT_EQ(back.format, "EDF+C");
  EXPECT_THAT(back.notices, IsEmpty());
  ASSERT_EQ(back.channels.size(), 2U);
  for (std::size_t c = 0; c < 2; ++c) {
    const Channel &wrote = recording.channels[c], &got = back.channels[c];
    EXPECT_EQ(got.label, wrote.label);
    EXPECT_EQ(got.unit, wrote.unit);
    EXPECT_EQ(got.rate, 250.0);
    // The range in the header is wider than the data by its rounding to 8 characters.
    EXPECT_LT(largest_difference(wrote.samples, got.samples), 0.51 * range_of(wrote.samples) / 65535 * 1.001);
  }
}

TEST_F(EdfWriter, WholeNumbersAreExact) {
  Recording recording{.channels = {channel("RR", 1.0, {812, 790, -32768, 32767, 0, 1})}};
  EXPECT_THAT(write(recording), IsEmpty());
  EXPECT_EQ(read().channels[0].samples, recording.channels[0].samples);
}

TEST_F(EdfWriter, ConstantsSurvive) {
  for (const double value : {0.0, 5.0, -3.25, 1e-13, 123456.789}) {
    Recording recording{.channels = {channel("flat", 100.0, std::vector<double>(200, value))}};
    write(recording);
    const Recording back = read();
    EXPECT_THAT(back.notices, IsEmpty()) << value;
    EXPECT_EQ(range_of(back.channels[0].samples), 0.0) << value;
    EXPECT_NEAR(back.channels[0].samples[0], value, std::abs(value) * 2e-5) << value;
  }
}

TEST_F(EdfWriter, SmallAndLargeScalesKeepTheirResolution) {
  for (const double scale : {1e-13, 1e-6, 1.0, 1e6, 1e12}) {
    Recording recording{.channels = {channel("x", 500.0, noise(1000, scale, 0.0, 3))}};
    write(recording);
    // Two digits of the range are all that 8 characters hold at 1e-13.
    EXPECT_LT(largest_difference(recording.channels[0].samples, read().channels[0].samples),
              1.1 * range_of(recording.channels[0].samples) / 65535)
        << scale;
  }
}

TEST_F(EdfWriter, AnyNumberOfSamplesIsKeptWithoutFilling) {
  for (const std::size_t count : {1U, 2U, 499U, 500U, 501U, 1009U, 10007U, 50176U}) {
    Recording recording{.channels = {channel("x", 500.0, noise(count, 1.0, 0.0, 4))}};
    EXPECT_THAT(write(recording), IsEmpty()) << count;
    const Recording back = read();
    EXPECT_THAT(back.notices, IsEmpty()) << count;
    EXPECT_EQ(back.channels[0].samples.size(), count);
    EXPECT_EQ(back.channels[0].rate, 500.0) << count;
    EXPECT_THAT(back.channels[0].gap_starts, IsEmpty());
  }
}

TEST_F(EdfWriter, SamplesThatDivideIntoNoRecordAreFilledUpAndSaid) {
  // One sample at 128 Hz lasts 0.0078125 s: nine characters.
  Recording recording{.channels = {channel("x", 128.0, {1.25})}};
  EXPECT_THAT(write(recording), warns("samples_repeated"));
  const Recording back = read();
  EXPECT_EQ(back.channels[0].rate, 128.0);
  EXPECT_EQ(back.channels[0].samples, std::vector<double>(128, 1.25));
}

TEST_F(EdfWriter, RatesOfRealDevicesSurvive) {
  for (const double rate : {1.0, 12.8, 100.0, 128.0, 169.549, 256.0, 512.0, 678.17, 1000.0, 2034.5, 0.5}) {
    Recording recording{.channels = {channel("x", rate, noise(std::size_t{49} * 1024, 1.0, 0.0, 5))}};
    write(recording);
    const Recording back = read();
    EXPECT_EQ(back.channels[0].samples.size(), 49U * 1024) << rate;
    EXPECT_NEAR(back.channels[0].rate, rate, 1e-6 * rate) << rate;
  }
}

// The texts between the zero bytes of the annotation signal, which is the last one.
std::vector<std::string> lists_of(const std::filesystem::path& path) {
  const std::string bytes = bytes_of(path);
  const std::regex list("\\+([0-9.]+)\x14\x14");
  std::vector<std::string> onsets;
  for (std::sregex_iterator at(bytes.begin(), bytes.end(), list), end; at != end; ++at) onsets.push_back((*at)[1]);
  return onsets;
}

// Readers compare an onset with the number of the record times its duration, in steps of 100 ns.
TEST_F(EdfWriter, OnsetsAreExactMultiplesOfTheDuration) {
  for (const double rate : {678.17, 169.549, 2034.5, 128.0, 1000.0, 0.5}) {
    Recording recording{.channels = {channel("x", rate, noise(std::size_t{49} * 1024, 1.0, 0.0, 5))}};
    write(recording);
    const std::string header = bytes_of(path()).substr(0, 256);
    const long double duration = std::stold(header.substr(244, 8));
    const std::vector<std::string> onsets = lists_of(path());
    ASSERT_EQ(onsets.size(), std::stoul(header.substr(236, 8))) << rate;
    for (std::size_t r = 0; r < onsets.size(); ++r) {
      const std::size_t point = std::min(onsets[r].find('.'), onsets[r].size() - 1);
      EXPECT_LE(onsets[r].size() - point - 1, 7U) << onsets[r];
      EXPECT_EQ(std::llround(std::stold(onsets[r]) * 1e7L),
                std::llround(static_cast<long double>(r) * duration * 1e7L));
    }
  }
}

TEST_F(EdfWriter, TimesOfAnnotationsAreRoundedToWhatReadersCount) {
  Recording recording{.channels = {channel("x", 678.17, noise(6781, 1.0, 0.0, 9))},
                      .annotations = {{1.0 / 3.0, 2.0 / 3.0, "third"}, {-1.0 / 3.0, std::nullopt, "before"}}};
  write(recording);
  const Recording back = read();
  ASSERT_EQ(back.annotations.size(), 2U);
  EXPECT_EQ(back.annotations[0].onset, 0.3333333);
  EXPECT_EQ(back.annotations[0].duration, 0.6666667);
  EXPECT_EQ(back.annotations[1].onset, -0.3333333);
}

TEST_F(EdfWriter, AnInexactRateIsSaid) {
  Recording recording{.channels = {channel("x", 678.1712345678, noise(1024, 1.0, 0.0, 5))}};
  EXPECT_THAT(write(recording), warns("rate_rounded"));
}

TEST_F(EdfWriter, MixedRatesShareTheirRecords) {
  Recording recording;
  recording.channels = {channel("fast", 256.0, noise(2560, 1.0, 0.0, 6)), channel("slow", 1.0, noise(10, 1.0, 0.0, 7)),
                        channel("middle", 25.6, noise(256, 1.0, 0.0, 8))};
  EXPECT_THAT(write(recording), IsEmpty());
  const Recording back = read();
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(back.channels[c].rate, recording.channels[c].rate);
    EXPECT_EQ(back.channels[c].samples.size(), recording.channels[c].samples.size());
  }
}

TEST_F(EdfWriter, AnnotationsComeBack) {
  Recording recording{.channels = {channel("x", 100.0, noise(1000, 1.0, 0.0, 9))}};
  recording.annotations = {
      {0.5, std::nullopt, "blink"}, {7.25, 1.5, "\xe4\xb8\xad"}, {-0.125, 0.0, "before"}, {99.0, {}, "after"}};
  EXPECT_THAT(write(recording), IsEmpty());
  const Recording back = read();
  EXPECT_THAT(back.notices, IsEmpty());
  ASSERT_EQ(back.annotations.size(), 4U);
  for (const series::Annotation& wrote : recording.annotations) {
    const auto same = [&](const series::Annotation& got) {
      return got.onset == wrote.onset && got.duration == wrote.duration && got.text == wrote.text;
    };
    EXPECT_EQ(std::count_if(back.annotations.begin(), back.annotations.end(), same), 1) << wrote.text;
  }
}

TEST_F(EdfWriter, AnnotationsAloneAreAFileToo) {
  Recording recording{.annotations = {{30.0, 30.0, "Sleep stage 2"}}};
  EXPECT_THAT(write(recording), IsEmpty());
  const Recording back = read();
  EXPECT_THAT(back.channels, IsEmpty());
  ASSERT_EQ(back.annotations.size(), 1U);
  EXPECT_EQ(back.annotations[0].onset, 30.0);
}

TEST_F(EdfWriter, TextsThatDoNotFitAreSaid) {
  Recording recording{.channels = {channel("a label of twenty ch", 10.0, {1.5, 2.5})}};
  recording.channels[0].unit = "\xc2\xb5V";
  EXPECT_THAT(write(recording), warns("name_shortened"));
  EXPECT_EQ(read().channels[0].unit, "uV");
}

TEST_F(EdfWriter, LabelsAndUnitsAreAscii) {
  Recording recording{.channels = {channel("Fz\xc3\xa4\x01\x7f-\xe2\x82\xac", 10.0, {1.0, 2.0})}};
  recording.channels[0].unit = "\xce\xbcV";
  write(recording);
  EXPECT_EQ(read().channels.at(0).label, "Fz_  -_");
  EXPECT_EQ(read().channels.at(0).unit, "uV");
}

TEST_F(EdfWriter, ARateThatNoRecordHoldsIsRefused) {
  Recording recording{.channels = {channel("x", 1e12, {1.0, 2.0, 3.0, 4.0})}};
  EXPECT_THAT(error(recording), IsError(ErrorCode::unsupported, "no EDF record holds whole numbers of samples"));
}

TEST_F(EdfWriter, WhatEdfCannotHoldIsRefusedAndLeavesNothing) {
  Recording recording{.channels = {channel("x", 10.0, {1.0, 2.0, 3.0, 4.0})}};
  recording.channels[0].samples[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(error(recording), IsError(ErrorCode::invalid_data, "sample 2 of channel x is nan"));
  recording.channels[0].samples[2] = 3.0;
  recording.channels[0].gap_starts = {2};
  EXPECT_THAT(error(recording), IsError(ErrorCode::invalid_data, "channel x has gaps"));
  recording.channels[0].gap_starts.clear();
  recording.channels[0].has_rate = false;
  EXPECT_THAT(error(recording), Refuses("rate of x", "none"));
  recording.channels[0].has_rate = true;
  recording.channels[0].rate = -1.0;
  EXPECT_THAT(error(recording), Refuses("rate of x", "-1"));
  recording.channels[0].rate = 10.0;
  recording.channels.push_back(channel("longer", 10.0, {1, 2, 3, 4, 5}));
  EXPECT_THAT(error(recording), IsError(ErrorCode::invalid_data, "channel x lasts 0.4 s and channel longer 0.5 s"));
  recording.channels[1].samples.clear();
  EXPECT_THAT(error(recording), IsError(ErrorCode::invalid_data, "channel longer is empty"));
  recording.channels[1] = channel("EDF Annotations", 10.0, {1, 2, 3, 4});
  EXPECT_THAT(error(recording), Refuses("label", "EDF Annotations"));
  recording.channels.pop_back();
  recording.channels[0].rate = std::numeric_limits<double>::infinity();
  EXPECT_THAT(error(recording), Refuses("rate of x", "inf"));
  recording.channels[0].rate = 10.0;
  recording.channels.resize(9999, recording.channels[0]);
  EXPECT_THAT(error(recording), Refuses("channels", "9999"));
  recording.channels.resize(1);
  recording.annotations = {{std::nan(""), {}, "when"}};
  EXPECT_THAT(error(recording),
              IsError(ErrorCode::invalid_data, "annotation 'when' at nan s for 0 s; times must be finite"));
  for (const series::Annotation& annotation : {series::Annotation{1e13, {}, "when"}, {1.0, -1.0, "when"}}) {
    recording.annotations = {annotation};
    EXPECT_THAT(error(recording), IsError(ErrorCode::invalid_data, "annotation 'when'"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(scratch_.folder()));
}

TEST_F(EdfWriter, AMissingFolderIsAnError) {
  Recording recording{.channels = {channel("x", 10.0, {1.0, 2.0})}};
  const auto missing = scratch_.path("nowhere") / "x.edf";
  EXPECT_THAT(error_of([&] { write_edf(missing, recording); }), IsError(ErrorCode::io, "does not exist"));
}

TEST_F(EdfWriter, ReplacesAFileInOneStep) {
  scratch_.write("written.edf", "something else");
  Recording recording{.channels = {channel("x", 10.0, {1.0, 2.0})}};
  write(recording);
  EXPECT_EQ(read().channels[0].samples.size(), 2U);
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(scratch_.folder())) ++files;
  EXPECT_EQ(files, 1U);
}

RC_GTEST_FIXTURE_PROP(EdfWriter, RoundTripsAnySamples, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(2, 300);
  const auto exponent = *rc::gen::inRange(-30, 30);
  const auto raw = *rc::gen::container<std::vector<int>>(count, rc::gen::arbitrary<int>());
  Recording recording{.channels = {channel("x", *rc::gen::element(1.0, 125.0, 250.0, 500.0), {})}};
  for (const int value : raw) recording.channels[0].samples.push_back(value * std::pow(10.0, exponent));
  write(recording);
  const Recording back = read();
  RC_ASSERT(back.channels[0].samples.size() == count);
  double largest = 0.0;
  for (const double sample : recording.channels[0].samples) largest = std::max(largest, std::abs(sample));
  // A range of two digits is at worst a fifth wider than the data at either end.
  RC_ASSERT(largest_difference(recording.channels[0].samples, back.channels[0].samples) <= 2.4 * largest / 65535);
}

}  // namespace
}  // namespace biotropy::files
