// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <random>

#include "biotropy/files/formats/edf/annotations_internal.hpp"
#include "biotropy/files/formats/readers.hpp"
#include "tests/files/edf_bytes.hpp"
#include "tests/files/outcome.hpp"

namespace biotropy::files {
namespace {

using series::Recording;
using test::annotation_signal;
using test::EdfBytes;
using test::plain_edf;

using namespace std::string_literals;

Recording read_annotated(const EdfBytes& edf) {
  const std::string bytes = edf.bytes();
  Input input("test.edf", std::as_bytes(std::span(bytes)));
  return read_edf(input);
}

EdfBytes annotated(const std::string& reserved, const std::vector<std::string>& lists) {
  EdfBytes edf = plain_edf(static_cast<int>(lists.size()));
  edf.reserved = reserved;
  edf.signals.push_back(annotation_signal("40", lists));
  return edf;
}

TEST(EdfAnnotations, OnsetsDurationsAndTexts) {
  const Recording recording = read_annotated(annotated("EDF+C", {"+0\x14\x14\0+0.25\x15"
                                                                 "0.5\x14"
                                                                 "blink\x14\0"s,
                                                                 "+1\x14\x14\0+1.5\x14one\x14two\x14\0"s}));
  EXPECT_EQ(recording.format, "EDF+C");
  EXPECT_THAT(recording.notices, IsEmpty());
  ASSERT_EQ(recording.channels.size(), 1U);
  EXPECT_EQ(recording.channels[0].samples.size(), 8U);
  EXPECT_THAT(recording.channels[0].gap_starts, IsEmpty());
  ASSERT_EQ(recording.annotations.size(), 3U);
  EXPECT_EQ(recording.annotations[0].onset, 0.25);
  EXPECT_EQ(recording.annotations[0].duration, 0.5);
  EXPECT_EQ(recording.annotations[0].text, "blink");
  EXPECT_EQ(recording.annotations[1].onset, 1.5);
  EXPECT_EQ(recording.annotations[1].duration, std::nullopt);
  EXPECT_EQ(recording.annotations[1].text, "one");
  EXPECT_EQ(recording.annotations[2].text, "two");
}

TEST(EdfAnnotations, TextsAreUtf8) {
  const Recording recording =
      read_annotated(annotated("EDF+C", {"+0\x14\x14\0+0.1\x14\xe4\xb8\xad\xe6\x96\x87\x14\0+0.2\x14na\xefve\x14\0"s}));
  ASSERT_EQ(recording.annotations.size(), 2U);
  EXPECT_EQ(recording.annotations[0].text, "\xe4\xb8\xad\xe6\x96\x87");
  EXPECT_EQ(recording.annotations[1].text, "na\xc3\xafve");
  EXPECT_THAT(recording.notices, warns("not_utf8"));
}

TEST(EdfAnnotations, OnsetsCountFromTheFirstSample) {
  const Recording recording = read_annotated(annotated("EDF+C", {"+0.39\x14\x14\0+0.64\x14"
                                                                 "A\x14\0"s,
                                                                 "+1.39\x14\x14\0"s}));
  ASSERT_EQ(recording.annotations.size(), 1U);
  EXPECT_NEAR(recording.annotations[0].onset, 0.25, 1e-15);
  EXPECT_THAT(recording.channels[0].gap_starts, IsEmpty());
}

TEST(EdfAnnotations, AnnotationsAloneAreARecordingWithoutChannels) {
  EdfBytes edf{.reserved = "EDF+C", .duration = "0"};
  edf.signals.push_back(annotation_signal("30", {"+0\x14\x14\0+0\x15"
                                                 "30\x14Sleep stage W\x14\0+30\x14Sleep stage 1\x14\0"s}));
  const Recording recording = read_annotated(edf);
  EXPECT_THAT(recording.channels, IsEmpty());
  EXPECT_THAT(recording.notices, IsEmpty());
  ASSERT_EQ(recording.annotations.size(), 2U);
  EXPECT_EQ(recording.annotations[1].onset, 30.0);
}

TEST(EdfAnnotations, DiscontinuousRecordingsKeepTheirGaps) {
  const Recording recording = read_annotated(annotated(
      "EDF+D", {"+10\x14\x14\0"s, "+11\x14\x14\0"s, "+15.5\x14\x14\0+16\x14late\x14\0"s, "+16.5\x14\x14\0"s}));
  EXPECT_EQ(recording.format, "EDF+D");
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(8U));
  EXPECT_EQ(recording.channels[0].samples.size(), 16U);
  EXPECT_THAT(recording.notices, IsEmpty());
  // Seconds from the first sample, gaps included.
  EXPECT_EQ(recording.annotations[0].onset, 6.0);
}

TEST(EdfAnnotations, ChannelsOfOtherRatesHaveTheGapAtTheirOwnPosition) {
  EdfBytes edf = annotated("EDF+D", {"+0\x14\x14\0"s, "+1\x14\x14\0"s, "+2.4\x14\x14\0"s, "+4\x14\x14\0"s});
  test::EdfBytesSignal slow;
  slow.label = "slow";
  slow.samples_per_record = "1";
  slow.samples = {{0}, {1}, {2}, {3}};
  edf.signals.push_back(slow);
  const Recording recording = read_annotated(edf);
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(8U, 12U));
  // 0.4 s are less than half a sample at 1 Hz, 0.6 s more.
  EXPECT_THAT(recording.channels[1].gap_starts, ElementsAre(3U));
}

// 4 samples a second: half a sample is 0.125 s.
TEST(EdfAnnotations, HalfASampleIsAGap) {
  const auto gaps = [](const std::string& onset) {
    return read_annotated(annotated("EDF+D", {"+0\x14\x14\0"s, onset + "\x14\x14\0"s})).channels[0].gap_seconds;
  };
  EXPECT_THAT(gaps("+1.125"), ElementsAre(0.125));
  EXPECT_THAT(gaps("+1.1249"), IsEmpty());
  EXPECT_THAT(gaps("+0.875"), ElementsAre(-0.125));
  EXPECT_THAT(gaps("+0.8751"), IsEmpty());
}

TEST(EdfAnnotations, TimesThatNoRecordingHasAreDamage) {
  const Recording recording = read_annotated(annotated("EDF+D", {"-1e308\x14\x14\0+1e308\x14x\x14\0+1\x15"
                                                                 "1e13\x14y\x14\0+0.5\x14z\x14\0"s,
                                                                 "+1e308\x14\x14\0"s}));
  EXPECT_THAT(recording.notices, Contains(coded("annotations_damaged")));
  ASSERT_EQ(recording.annotations.size(), 1U);
  EXPECT_EQ(recording.annotations[0].onset, 0.5);
  EXPECT_THAT(recording.channels[0].gap_seconds, IsEmpty());
}

TEST(EdfAnnotations, RoundedOnsetsAreNoGaps) {
  EdfBytes edf = annotated("EDF+D", {"+0\x14\x14\0"s, "+0.3333\x14\x14\0"s, "+0.6667\x14\x14\0"s});
  edf.duration = "0.333333";
  EXPECT_THAT(read_annotated(edf).channels[0].gap_starts, IsEmpty());
}

std::string decimal(double seconds, int decimals) {
  return fmt::format("{:+.{}f}", seconds, decimals);
}

// Records of a second at 4 Hz and at 1 Hz.
Recording with_onsets(const std::vector<std::string>& onsets, const std::string& reserved = "EDF+D",
                      const std::string& duration = "1") {
  std::vector<std::string> lists;
  for (const std::string& onset : onsets) lists.push_back(onset + "\x14\x14\0"s);
  EdfBytes edf = annotated(reserved, lists);
  edf.duration = duration;
  test::EdfBytesSignal slow;
  slow.label = "slow";
  slow.samples_per_record = "1";
  slow.samples.assign(onsets.size(), {7});
  edf.signals.push_back(slow);
  return read_annotated(edf);
}

std::vector<std::string> written(const std::vector<double>& seconds, int decimals) {
  std::vector<std::string> result;
  for (const double second : seconds) result.push_back(decimal(second, decimals));
  return result;
}

// A tenth of a sample at 4 Hz, and a little, in every record and in either direction.
TEST(EdfAnnotations, AClockThatRunsAwayMakesGapsOfHalfASample) {
  for (const double drift : {0.026, -0.026}) {
    std::vector<double> onsets(101);
    for (std::size_t k = 0; k < onsets.size(); ++k) onsets[k] = static_cast<double>(k) * (1.0 + drift);
    const Recording recording = with_onsets(written(onsets, 3), "EDF+C");
    ASSERT_EQ(recording.channels[0].gap_starts.size(), 20U);
    EXPECT_EQ(recording.channels[0].gap_starts[0], 20U);
    EXPECT_NEAR(recording.channels[0].gap_seconds[0], 5.0 * drift, 1e-9);
    EXPECT_THAT(recording.channels[1].gap_starts, ElementsAre(20U, 40U, 60U, 80U, 100U));
    ASSERT_FALSE(recording.notices.empty());
    EXPECT_THAT(recording.notices.front().text, HasSubstr("time jumps before 20 records"));
    if (drift < 0.0) {
      EXPECT_THAT(recording.notices, ElementsAre(coded("gaps"), coded("time_goes_back")));
    } else {
      EXPECT_THAT(recording.notices, warns("gaps"));
    }
  }
}

// The plain rule: a gap is where the samples since the last one are half a sample or more from their onset.
void expect_plain_gaps(const series::Channel& channel, const std::vector<double>& onsets) {
  const double rate = channel.rate;
  std::vector<std::size_t> starts;
  std::vector<double> seconds;
  std::size_t anchor = 0;
  double lost = 0.0;
  for (std::size_t k = 1; k < onsets.size(); ++k) {
    const double rest = onsets[k] - (onsets[anchor] + static_cast<double>(k - anchor));
    if (std::abs(rest) * rate < 0.5) continue;
    starts.push_back(k * static_cast<std::size_t>(rate));
    seconds.push_back(rest);
    lost += rest;
    EXPECT_NEAR(onsets[k] - onsets[0], static_cast<double>(k) + lost, 1e-9);
    anchor = k;
  }
  EXPECT_EQ(channel.gap_starts, starts);
  EXPECT_THAT(channel.gap_seconds, ::testing::Pointwise(DoubleNear(1e-9), seconds));
}

TEST(EdfAnnotations, TimesAreRightWithinHalfASample) {
  std::mt19937_64 random(7);
  std::size_t n_gaps = 0;
  for (int trial = 0; trial < 200; ++trial) {
    // Odd ten thousandths, so that no rest is half a sample but for rounding.
    const double drift = static_cast<double>(static_cast<int>(random() % 2000) - 1000) * 1e-4;
    std::vector<double> onsets{3.00005};
    while (onsets.size() < 60) {
      const double jump = random() % 10 == 0 ? static_cast<double>(random() % 9000) * 1e-4 : 0.0;
      onsets.push_back(std::round((onsets.back() + 1.0 + drift + jump) * 1e5) / 1e5);
    }
    for (double& onset : onsets) onset = std::round((onset + static_cast<double>(random() % 7) * 1e-5) * 1e5) / 1e5;
    const Recording recording = with_onsets(written(onsets, 5));
    for (const series::Channel& channel : recording.channels) expect_plain_gaps(channel, onsets);
    n_gaps += recording.channels[1].gap_starts.size();
  }
  EXPECT_GT(n_gaps, 500U);
}

// Half a sample is 0.2 s at most, and onsets are in whole seconds or tenths: what they have too much or too little is
// a gap where it comes at once, as it may have been lost, but does not add up.
TEST(EdfAnnotations, CoarseOnsetsDoNotAddUp) {
  std::size_t n_jumps = 0;
  for (const int decimals : {0, 1}) {
    for (const std::string duration : {"0.97", "1.03", "1.21", "1.4"}) {
      const double seconds = std::stod(duration);
      std::vector<double> onsets(400);
      for (std::size_t k = 0; k < onsets.size(); ++k) {
        onsets[k] = std::stod(decimal(static_cast<double>(k) * seconds, decimals));
      }
      std::size_t jumps = 0;
      for (std::size_t k = 1; k < onsets.size(); ++k) {
        jumps += std::abs(onsets[k] - onsets[k - 1] - seconds) * 4.0 / seconds >= 0.5 ? 1 : 0;
      }
      const Recording recording = with_onsets(written(onsets, decimals), "EDF+C", duration);
      EXPECT_LE(recording.channels[0].gap_starts.size(), jumps) << duration << ' ' << decimals;
      n_jumps += jumps;
    }
  }
  EXPECT_GT(n_jumps, 100U);
}

// A thirtieth of a second does not fit in the field: 20,000 records last 7 ms longer than it says, more than half a
// sample.
TEST(EdfAnnotations, ADurationThatIsRoundedMakesNoGaps) {
  std::vector<std::string> onsets;
  for (int k = 0; k < 20000; ++k) onsets.push_back(fmt::format("{:+.7f}", k * (0.1 / 3.0)));
  for (const std::string duration : {"0.033333", "0.03333", "3.333E-2"}) {
    EXPECT_THAT(with_onsets(onsets, "EDF+C", duration).channels[0].gap_starts, IsEmpty()) << duration;
  }
  for (int k = 0; k < 20000; ++k) onsets[static_cast<std::size_t>(k)] = fmt::format("{:+.7f}", k * (10.0 / 27.0));
  EXPECT_THAT(with_onsets(onsets, "EDF+C", "0.370370").channels[0].gap_starts, IsEmpty());
  // A duration of few digits is taken at its word.
  for (int k = 0; k < 20000; ++k) onsets[static_cast<std::size_t>(k)] = fmt::format("{:+.7f}", k * 1.004);
  EXPECT_THAT(with_onsets(onsets, "EDF+C", "1.000").channels[0].gap_starts, Not(IsEmpty()));
}

TEST(EdfAnnotations, JumpsAreKeptAndSaid) {
  const auto expect = [](const std::string& format, const std::vector<std::string>& lists,
                         const std::vector<std::size_t>& gaps, const std::string& code) {
    const Recording recording = read_annotated(annotated(format, lists));
    EXPECT_EQ(recording.channels[0].gap_starts, gaps) << code;
    EXPECT_THAT(recording.notices, warns(code));
  };
  expect("EDF+C", {"+0\x14\x14\0"s, "+7\x14\x14\0"s}, {4}, "gaps");
  expect("EDF+D", {"+5\x14\x14\0"s, "+2\x14\x14\0"s}, {4}, "time_goes_back");
  expect("EDF+D", {"+0\x14\x14\0"s, "", "+2\x14\x14\0"s}, {}, "onsets_missing");  // it follows the one before
}

TEST(EdfAnnotations, JumpsInAFileThatIsNotSaidToHaveTimesAreKeptAndSaid) {
  const Recording recording = read_annotated(annotated("", {"+0\x14\x14\0"s, "+7\x14\x14\0"s}));
  EXPECT_EQ(recording.format, "EDF");
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(4U));
  EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(6.0));
  EXPECT_THAT(recording.notices, warns("gaps"));
}

TEST(EdfAnnotations, TheHeaderMayBeInSmallLetters) {
  const Recording recording = read_annotated(annotated("edf+d", {"+0\x14\x14\0"s, "+7\x14\x14\0"s}));
  EXPECT_EQ(recording.format, "EDF+D");
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(4U));
  EXPECT_THAT(recording.notices, IsEmpty());
}

TEST(EdfAnnotations, OnlyAListWithoutATextKeepsTime) {
  const Recording recording =
      read_annotated(annotated("EDF+D", {"+0\x14\x14\0"s, "+9\x14late\x14\0"s, "+2\x14\x14lights\x14\0"s}));
  EXPECT_THAT(recording.channels[0].gap_starts, IsEmpty());
  EXPECT_THAT(recording.notices, warns("onsets_missing"));
  ASSERT_EQ(recording.annotations.size(), 2U);
  EXPECT_EQ(recording.annotations[0].onset, 9.0);
  EXPECT_EQ(recording.annotations[1].text, "lights");
}

TEST(EdfAnnotations, RecordsBeforeTheFirstOnsetAreInFrontOfIt) {
  const Recording recording = read_annotated(
      annotated("EDF+D", {"+100\x14start\x14\0"s, "+101\x14\x14\0"s, "+105\x14\x14\0+105.5\x14late\x14\0"s}));
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(8U));
  EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(3.0));
  EXPECT_EQ(recording.annotations.at(0).onset, 0.0);
  EXPECT_EQ(recording.annotations.at(1).onset, 5.5);
}

TEST(EdfAnnotations, DamagedListsAreLeftOut) {
  const Recording recording = read_annotated(annotated(
      "EDF+C", {"+0\x14\x14\0no onset\x14x\x14\0+1e999\x14x\x14\0+0.5\x15-3\x14x\x14\0+0.75\x14good\x14\0"s}));
  ASSERT_EQ(recording.annotations.size(), 1U);
  EXPECT_EQ(recording.annotations[0].text, "good");
  EXPECT_THAT(recording.notices, warns("annotations_damaged"));
}

TEST(EdfAnnotations, APromiseWithoutAnnotationSignalIsSaid) {
  EdfBytes edf = plain_edf(2);
  edf.reserved = "EDF+D";
  const Recording recording = read_annotated(edf);
  EXPECT_EQ(recording.format, "EDF");
  EXPECT_THAT(recording.notices, warns("annotations_missing"));
}

TEST(EdfAnnotations, TwoAnnotationSignalsAreBothRead) {
  EdfBytes edf = annotated("EDF+C", {"+0\x14\x14\0+0.1\x14"
                                     "a\x14\0"s});
  edf.signals.push_back(annotation_signal("10", {"+0.2\x14"
                                                 "b\x14\0"s}));
  const Recording recording = read_annotated(edf);
  ASSERT_EQ(recording.annotations.size(), 2U);
  EXPECT_EQ(recording.annotations[1].text, "b");
  EXPECT_THAT(recording.notices, IsEmpty());
}

TEST(EdfAnnotations, PiecesOfAnySizeGiveTheSame) {
  const std::string list =
      "+0.5\x14\x14\0+1.25\x15"
      "2\x14"
      "abc\x14"
      "de\x14\0\0\0+3\x14last\x14"s;
  for (std::size_t piece = 1; piece <= list.size(); ++piece) {
    AnnotationParser parser;
    parser.begin_signal(true);
    for (std::size_t at = 0; at < list.size(); at += piece) parser.feed(std::string_view(list).substr(at, piece));
    parser.end_signal();
    EXPECT_EQ(parser.record_onset(), 0.5);
    ASSERT_EQ(parser.annotations().size(), 3U) << piece;
    EXPECT_EQ(parser.annotations()[1].text, "de");
    EXPECT_EQ(parser.annotations()[2].onset, 3.0);
    EXPECT_EQ(parser.damaged(), 0U);
  }
}

}  // namespace
}  // namespace biotropy::files
