// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/events.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

std::vector<series::Annotation> events_of(const std::string& text, const std::string& column = "trial_type") {
  Input input("events.tsv", std::as_bytes(std::span(text)));
  return read_events(input, column);
}

bool is_bad(const std::string& text) {
  const auto error = error_of([&] { events_of(text); });
  return error && error->code() == ErrorCode::bad_file;
}

TEST(Events, OfATable) {
  const auto events = events_of(
      "\xef\xbb\xbfonset\tduration\tresponse_time\ttrial_type\r\n"
      "1.5\t2\tn/a\trest\r\n\r\n-0.25\tn/a\t0.1\teyes open\r\n3\t0\t0.1\tn/a\r\n4e1\t\t\tmove\r\n");
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].onset, 1.5);
  EXPECT_EQ(events[0].duration, 2.0);
  EXPECT_EQ(events[0].text, "rest");
  EXPECT_EQ(events[1].onset, -0.25);
  EXPECT_FALSE(events[1].duration);
  EXPECT_EQ(events[1].text, "eyes open");
  EXPECT_EQ(events[2].onset, 40.0);
  EXPECT_FALSE(events[2].duration);
}

TEST(Events, NamesInAnotherColumn) {
  EXPECT_EQ(events_of("onset\tduration\tvalue\n1\t1\tA\n", "value")[0].text, "A");
  EXPECT_TRUE(events_of("onset\tduration\ttrial_type\n").empty());
}

TEST(Events, AreNamedByAColumn) {
  const Scratch scratch;
  const auto path = scratch.write("events.tsv", "onset\tduration\tvalue\n1\t1\tA\n");
  EXPECT_EQ(read_events(path, "value").at(0).text, "A");
}

TEST(Events, AColumnWhoseNameDiffersInCaseIsRead) {
  EXPECT_EQ(events_of("Onset\tDuration\tTrial_Type\n1\t1\tA\n").at(0).text, "A");
  EXPECT_TRUE(is_bad("onset\tduration\tTRIAL_TYPE\tTrial_Type\n1\t1\tA\tB\n"));
}

// 40 s at 100 Hz.
series::Recording without_gap() {
  series::Recording recording{.path = "x"};
  series::Channel& channel = recording.channels.emplace_back();
  channel.rate = 100.0;
  channel.n_unread = 4000;
  return recording;
}

TEST(Events, OnlyBadOnesAreNeededToFindBadTime) {
  const Scratch scratch;
  Notices notices;
  const auto bad = [&](const std::string& text) {
    notices.clear();
    return read_bad_events(scratch.write("events.tsv", text), without_gap(), notices).size();
  };
  EXPECT_EQ(bad("onset\tduration\ttrial_type\nn/a\t1\tgo\n2\t-1\tgo\n3\tn/a\tBAD_x\n"), 1U);
  EXPECT_THAT(notices, warns("event_times_missing"));
  for (const std::string text : {"", "onset\tduration\tvalue\n1\t1\tBAD_x\n"}) {
    EXPECT_EQ(bad(text), 0U);
    EXPECT_THAT(notices, warns("events_missing"));
  }
  EXPECT_EQ(bad("onset\tduration\ttrial_type\n"), 0U);
  EXPECT_TRUE(notices.empty());
  EXPECT_EQ(bad("onset\ttrial_type\n1\tBAD_x\n"), 1U);
  for (const std::string text : {"onset,duration,trial_type\n1,1,BAD_x\n", "onset duration trial_type\n1 1 BAD_x\n",
                                 "onset\tduration\ttrial_type\nn/a\t1\tBAD_x\n"}) {
    EXPECT_TRUE(error_of([&] { bad(text); })) << text;
  }
}

TEST(Events, TimesThatAreNotInSecondsAreDoubted) {
  const auto doubt = [](std::initializer_list<series::Annotation> events) {
    return doubtful_unit(events, without_gap()).has_value();
  };
  EXPECT_FALSE(doubt({{1.0, 9.0, "a"}, {10.0, 9.0, "b"}, {20.0, 20.0, "a"}}));
  EXPECT_FALSE(doubt({{0.0, 40.0, "block"}, {1.0, 1.0, "a"}, {2.0, 1.0, "a"}}));  // with its trials
  EXPECT_TRUE(doubt({{100.0, 900.0, "a"}, {1000.0, 100.0, "b"}}));
  EXPECT_TRUE(doubt({{1.0, 9000.0, "a"}, {10.0, 9000.0, "b"}, {20.0, 20000.0, "a"}}));
  EXPECT_FALSE(doubt({}));
}

// 40 s at 100 Hz, in whose middle 25 s are lost.
series::Recording with_gap(const std::string& format) {
  series::Recording recording{.path = "x", .format = format};
  series::Channel& channel = recording.channels.emplace_back();
  channel.rate = 100.0;
  channel.n_unread = 4000;
  channel.gap_starts = {2000};
  channel.gap_seconds = {25.0};
  return recording;
}

TEST(Events, BesideGapsThatTheFormatDoesNotCount) {
  const Scratch scratch;
  const auto events_beside = [&](const std::string& rows, const series::Recording& recording) {
    return read_events(scratch.write("events.tsv", "onset\tduration\ttrial_type\tsample\n" + rows), "trial_type",
                       recording);
  };
  const auto expect = [](const series::Annotation& event, double onset, double duration) {
    EXPECT_NEAR(event.onset, onset, 1e-9) << event.text;
    EXPECT_NEAR(event.duration.value_or(-1.0), duration, 1e-9) << event.text;
  };
  const series::Recording eeglab = with_gap("EEGLAB"), edf = with_gap("EDF+D");
  // As MNE-BIDS writes them, samples from 0; EEGLAB counts from 1.
  for (const std::string counted : {"1900\n25\t1\tbehind\t2500", "1901\n25\t1\tbehind\t2501"}) {
    const auto stored = events_beside("19\t1\tend\t1900\n20\t0\tfirst\t2000\n19\t2\tacross\t" + counted + "\n", eeglab);
    expect(stored[0], 19, 1);
    expect(stored[1], 45, 0);
    expect(stored[2], 19, 27);
    expect(stored[3], 50, 1);
  }
  expect(events_beside("50\t1\tbehind\t2500\n", eeglab)[0], 50, 1);
  // The row of the gap itself is where it begins.
  for (const std::string gap : {"19.995\t25\tboundary\t1999.5\n", "20\t25\tboundary\t2001\n"}) {
    expect(events_beside(gap + "50\t1\tbehind\t2501\n", eeglab)[1], 50, 1);
    expect(events_beside(gap + "25\t1\tbehind\t2501\n", eeglab)[1], 50, 1);
  }
  expect(events_beside("25\t1\tbehind\tn/a\n", edf)[0], 25, 1);
  expect(events_beside("19\t1\tend\tn/a\n", eeglab)[0], 19, 1);
  // Rounded times belong to the sample that is next.
  expect(events_beside("19.003\t1.001\tend\tn/a\n", eeglab)[0], 19.003, 1.001);
  expect(events_beside("19.997\t0\tfirst\t2000\n", eeglab)[0], 44.997, 0);
  for (const std::string rows : {"25\t1\tbehind\tn/a\n", "25\t1\ta\t2500\n50\t1\tb\t2500\n", "19\t2\tacross\t1900\n",
                                 "30\t1\tneither\t2500\n"}) {
    EXPECT_THAT(error_of([&] { events_beside(rows, with_gap("BrainVision")); }),
                IsError(ErrorCode::invalid_data, "x has a gap of 25 s behind sample 2000"))
        << rows;
  }
  // A gap of one sample: events in front of it show whether positions count from 0 or from 1.
  series::Recording short_gap = with_gap("EEGLAB");
  short_gap.channels[0].gap_seconds = {0.01};
  expect(events_beside("19\t0\tfrom 0\t1900\n30\t0\tbehind\t3000\n", short_gap)[1], 30.01, 0);
  expect(events_beside("19\t0\tfrom 1\t1901\n30\t0\tbehind\t3000\n", short_gap)[1], 30, 0);
  series::Recording unknown = with_gap("EEGLAB");
  unknown.channels[0].gap_seconds.clear();
  expect(events_beside("25\t1\tbehind\tn/a\n", unknown)[0], 25, 1);
}

TEST(Events, FaultsAreFound) {
  EXPECT_FALSE(is_bad("onset\tduration\ttrial_type\n1\t2\tA\n"));
  EXPECT_TRUE(is_bad(""));
  EXPECT_TRUE(is_bad("onset\ttrial_type\n"));
  EXPECT_TRUE(is_bad("onset,duration,trial_type\n"));
  const std::string header = "onset\tduration\ttrial_type\n";
  EXPECT_TRUE(is_bad(header + "1\t2\n"));
  EXPECT_TRUE(is_bad(header + "1\t2\tA\tB\n"));
  EXPECT_TRUE(is_bad(header + "n/a\t2\tA\n"));
  EXPECT_TRUE(is_bad(header + "nan\t2\tA\n"));
  EXPECT_TRUE(is_bad(header + "1\t-2\tA\n"));
  EXPECT_TRUE(is_bad(header + "1\tlong\tA\n"));
  EXPECT_THROW(read_events("no such file.tsv"), Error);
}

}  // namespace
}  // namespace biotropy::files
