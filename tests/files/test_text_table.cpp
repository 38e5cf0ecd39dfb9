// SPDX-License-Identifier: Apache-2.0
//
// The rules of text tables but those of time (test_text_time.cpp).
#include <fmt/format.h>

#include <clocale>
#include <locale>

#include "tests/files/outcome.hpp"
#include "tests/files/table_text.hpp"

namespace biotropy::files {
namespace {

using namespace std::string_literals;
using series::Recording;
using test::expect;
using test::labels_of;
using test::options_of;
using test::read_table;
using test::seen;
using test::table_error;

TEST(TextTable, OneNumberPerLine) {
  const Recording recording = read_table("0.5\n-1.25\n3e2\n+4\n\u22123.5\n");
  EXPECT_EQ(recording.format, "text");
  EXPECT_FALSE(recording.channels[0].has_rate);
  EXPECT_EQ(seen("0.5\n-1.25\n3e2\n+4\n\u22123.5\n"), "col1 0.5 -1.25 300 4 -3.5");
}

TEST(TextTable, LineEndsBlankLinesAndCommentsAreNoSamples) {
  for (const std::string text : {"1\r\n2\r\n3\r\n\r\n", "1\n2\n3", "\n1\n2\n3\n\n\n", "\xef\xbb\xbf\x31\n2\n3\n",
                                 "1 \n 2\n\t3\n  \n", "% log\n1\n2\n3\n# end\n"}) {
    EXPECT_EQ(seen(text), "col1 1 2 3") << text;
  }
  for (const std::string text : {"1\n2\n\n3\n", "1\n# a\n2\n3\n", "1\n2\n\t\n3\n"})
    EXPECT_EQ(seen(text), "col1 1 2 3 (lines_passed_over)") << text;
  expect({{"1 5\n2 5\n\t\n3 5\n", "", "col1 1 2 3; col2 5 5 5 (lines_passed_over)"},
          {"1\n;x\n2\n", "comments=;", "col1 1 2 (lines_passed_over)"},
          {"Report of 23 May\n\"Fz, left\",Cz\nuV,uV\n1.5,2\n3,4\n", "", "bad_file"},
          {"Report of 23 May\n\"Fz, left\",Cz\nuV,uV\n1.5,2\n3,4\n", "skip_lines=3", "col1 1.5 3; col2 2 4"}});
}

// With the mark of the order of bytes.
std::string utf16(const std::u16string& text, bool high_first) {
  std::string bytes;
  for (const char16_t unit : u"\ufeff" + text) {
    const char low = static_cast<char>(unit & 0xff), high = static_cast<char>(unit >> 8);
    bytes += {high_first ? high : low, high_first ? low : high};
  }
  return bytes;
}

TEST(TextTable, Utf16AndCarriageReturnsAloneAreConverted) {
  const std::u16string text = u"\u00b5V;\U0001f9e0\r\n1.5;2\r\n3;4";
  for (const bool high_first : {false, true}) {
    const std::string bytes = utf16(text, high_first);
    EXPECT_EQ(seen(bytes), "\u00b5V 1.5 3; \U0001f9e0 2 4 (utf16_converted)");
    EXPECT_EQ(seen(utf16(u"1\r2\r", high_first)), "col1 1 2 (utf16_converted) (line_ends)");
    EXPECT_EQ(seen(bytes.substr(0, bytes.size() - 1)), "bad_file");
    for (const std::u16string& broken : {u"1\n\xdc00\n"s, u"1\n\xd83d\n"s, u"1\n\xd83d"s})
      EXPECT_EQ(seen(utf16(broken, high_first)), "bad_file");
  }
  for (const std::string table :
       {"a;b\r1.5;2\r3;4\r", "a;b\r1.5;2\r3;4", "a;b\r\n1.5;2\r3;4\n", "a;b\n1.5;2\r\r\n3;4\r"})
    EXPECT_EQ(seen(table), "a 1.5 3; b 2 4 (line_ends)") << table;
}

TEST(TextTable, EndsOfLinesAndPairsMayStraddleReadBuffers) {
  for (std::size_t n_before = 1; n_before < 5; ++n_before) {
    for (const std::string end : {"\r\n", "\r", "\r\r\n"}) {
      const Recording recording = read_table('1' + std::string(Input::kWindow - n_before, ' ') + end + '2' + end + '3');
      EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2, 3)) << n_before << end;
      EXPECT_EQ(recording.notices.size(), end == "\r" ? 1U : 0U) << n_before << end;
    }
    const std::u16string text = u'1' + std::u16string(Input::kWindow / 2 - n_before, ' ') + u"\t\U0001f9e0\n2\tx\n";
    EXPECT_THAT(read_table(utf16(text, false)).channels.at(0).samples, ElementsAre(1, 2)) << n_before;
  }
}

TEST(TextTable, TheSeparatorIsThatOfTheSecondLine) {
  for (const std::string text :
       {"1.5,2,3\n4,5,6\n", "1.5;2;3\n4;5;6\n", "1.5\t2\t3\n4\t5\t6\n", "1.5 2 3\n4 5 6\n", "1.5, 2, 3\n4, 5, 6\n",
        "\"1.5\",\"2\",\"3\"\n\"4\",5,\"6\"\n", "1.5,2,3,\n4,5,6,\n", "1.5\t 2 \t3\n4\t5\t6\n"}) {
    EXPECT_EQ(seen(text), "col1 1.5 4; col2 2 5; col3 3 6 (orientation_doubtful)") << text;
  }
  expect({{"  1.5   2\t3\n 4 5  6 \n", "separator=blank", "col1 1.5 4; col2 2 5; col3 3 6 (orientation_doubtful)"},
          {"EEG 1\tEEG 2\n1\t2\n3\t4\n", "", "EEG 1 1 3; EEG 2 2 4"},
          {"RR 1 [ms]\n790\n815\n", "", "RR 1 [ms] 790 815"},
          {"1,2\n3,4\n", "separator=comma", "col1 1 3; col2 2 4"},
          {"1 2\n3 4\n", "separator=none", "unsupported"}});
}

TEST(TextTable, CommasThatMayBeDecimalAreAsked) {
  for (const std::string text :
       {"0,5\n0,7\n", "0,05\n0,812\n", "-0,5\n-0,25\n", "0,812\n1,790\n2\n", "rri\n0,812\n1,790\n", "1,5e-3\n2,5e-3\n",
        "1,5;2,5\n3,5;4,5\n", "a;b\n1,5;2\n3,25;4\n", "1,5\t2,5\n3,5\t4,5\n", "1,5 2,5\n3,5 4,5\n",
        "26/06/2018;0,790\n26/06/2018;0,815\n", "t, ECG\n0, -24,48\n1, 7,55\n2, 19,90\n",
        "-24,48, -12,24\n7,55, 3,77\n", "%OpenBCI\n0, 2,83, 5,67\n1, -12,34, 5,67\n", "-11,91,19,81\n5,32,-19,05\n",
        "a,b\n-11,91,19,81\n5,32,19,77\n", "n,RR\n0,700,5\n1,737,7\n", "time,ECG\n10:00:00.250,92,5\n10:00:01,93,7\n",
        "stage,EEG\nW,14,0\nR,15,2\n"}) {
    EXPECT_EQ(table_error(text), ErrorCode::unsupported) << text;
  }
  expect({{"0,5\n0,7\n", "separator=comma", "col1 0 0; col2 5 7"}, {"0,5\n0,7\n", "decimal=comma", "col1 0.5 0.7"}});
  for (const std::string text : {"0.5,7\n1,2\n", "a,b\n0,812\n1,790\n", "0, 5\n0, 7\n", "5\n7\n",
                                 "a, b\n1, 2.5\n3, 4.5\n", "1, 2, 3\n4, 5, 6\n", "1,05,2\n3.5,07,4\n"}) {
    EXPECT_EQ(table_error(text), std::nullopt) << text;
  }
}

TEST(TextTable, DecimalCommas) {
  for (const std::string text : {"1,5;2\n-3,25;4,5e1\n", "1,5\t2\n-3,25\t4,5e1\n", "1,5  2\n-3,25 4,5e1\n",
                                 "\"1,5\";\"2\"\n\"-3,25\";\"4,5e1\"\n"}) {
    EXPECT_EQ(seen(text, "decimal=comma"), "col1 1.5 -3.25; col2 2 45") << text;
  }
  expect({{"a;b\n1,5;2\n-3,25;4,5e1\n", "decimal=comma", "a 1.5 -3.25; b 2 45"},
          {"rri\n0,812\n1\nNA\n", "decimal=comma", "rri 0.812 1 nan (missing_samples)"},
          {"Fp1;0,5;1,5\n", "decimal=comma orientation=rows", "Fp1 0.5 1.5"},
          {"a,b\n\"0,5\",2\n\"0,7\",3\n", "decimal=comma", "a 0.5 0.7; b 2 3"}});
  // A point may part thousands.
  for (const std::string text : {"1,5;2\n1.234;4\n", "1,5;2\n1;4\n1;1.234,5\n"}) {
    EXPECT_EQ(seen(text, "decimal=comma"), "bad_file") << text;
    EXPECT_EQ(seen(text, "decimal=comma orientation=rows"), "bad_file") << text;
  }
}

TEST(TextTable, NamesAreWordsAboveNumbers) {
  expect({{"Fp1,\"Fp2, left\",O1\n1,2,3\n4,5,6\n", "", "Fp1 1 4; Fp2, left 2 5; O1 3 6 (orientation_doubtful)"},
          {"Cz;rri\n1;790\n2;815\n", "", "Cz 1 2; rri 790 815"},
          {"rri\n790\n815\n", "", "rri 790 815"},
          {"a,a\n1,2\n3,4\n", "", "a 1 3; a 2 4"},
          {"\"eye, left\";\"\"\"Fz\"\"\"\n1.5;2\n2.5;3\n", "", "eye, left 1.5 2.5; \"Fz\" 2 3"},
          {"1.5,rest\n1.6,rest\n", "", "col1 1.5 1.6 (column_left_out)"},
          {"None,0.945\n25.0,12.5\n", "", "col1 nan 25; col2 0.945 12.5 (missing_samples)"},
          {"only\n1,2,3\n4,5,6\n", "", "col1 1 4; col2 2 5; col3 3 6 (names_ignored) (orientation_doubtful)"},
          {"0,1,2\n5,7,9\n", "header=no", "col1 0 5; col2 1 7; col3 2 9 (orientation_doubtful)"},
          {"0,1,2\n5,7,9\n8,3,1\n", "header=yes", "0 5 8; 1 7 3; 2 9 1 (orientation_doubtful)"}});
}

TEST(TextTable, ASeparatorAtTheEndAndNamesOfRowsMoveNoName) {
  expect({{"ECG,RESP\n-28.9,498.2,\n4.66,503.56,\n", "", "ECG -28.9 4.66; RESP 498.2 503.56"},
          {"x y\nfirst 5 6\nsecond 7 8\n", "", "x 5 7; y 6 8 (time_left_out) (times_unreadable)"},
          {"x y\n1 5 6\n2 7 8\n", "", "x 5 7; y 6 8 (time_left_out)"},
          {"\"x\" \"y\"\n\"5\" 5 6\n\"2\" 7 8\n", "", "x 5 7; y 6 8 (time_left_out)"},
          // Or another separator than that of the numbers.
          {"a,b\n1 2\n5 4\n3 7\n", "", "unsupported"},
          {"a,b\n1 2\n5 4\n3 7\n", "skip_lines=1", "col1 1 5 3; col2 2 4 7"}});
}

// A line of names and 20 lines with two numbers each.
std::string numbers_below(const std::string& head, const std::string& front = "") {
  std::string text = head + "\n";
  for (int i = 0; i < 20; ++i) {
    text += fmt::format(fmt::runtime(front), i) + fmt::format("{},{}\n", 0.5 + i * 7919 % 11, 1.25 + i * 104729 % 13);
  }
  return text;
}

TEST(TextTable, NumbersMayBeNames) {
  for (const std::string& text : {numbers_below("\"17\",\"18\""), numbers_below("\"\",\"17\",\"18\"", "\"{}\","),
                                  numbers_below(",17,18", "{},"), numbers_below(",17,18", "2024-01-01 00:00:{:02},")}) {
    const Recording recording = read_table(text);
    EXPECT_THAT(labels_of(recording), ElementsAre("17", "18")) << text;
    EXPECT_EQ(recording.channels[0].samples.size(), 20U) << text;
    EXPECT_EQ(recording.channels[0].samples[1], 0.5 + 7919 % 11) << text;
  }
  for (const std::string text :
       {"0,1\n0.5,1.5\n2.5,3\n", "1,2,3\n1e-3,2,3\n", "0\t1\n-0.5\t2\n", "0,1,2\n5,9,7\n", "0,1,2\n5,7,9\n"}) {
    EXPECT_EQ(table_error(text), ErrorCode::unsupported) << text;
  }
  std::string one = "0\n", thousands = "a\n";
  for (int i = 0; i < 20; ++i) {
    one += fmt::format("{:.2f}\n", 0.5 * i);
    thousands += fmt::format("1 {}\n", 204 + i * 7919 % 500);
  }
  for (const std::string& text : {numbers_below("2,5"), numbers_below("12,4"), one, one + "NaN\n", thousands})
    EXPECT_EQ(table_error(text), ErrorCode::unsupported) << text;
  EXPECT_EQ(table_error("a,b\n1,2\n\"\"\n3,4\n"), ErrorCode::bad_file);
  for (const std::string text : {"0.0,1.0\n0.5,1.5\n", "0;1\n5;7\n", "0\n0.5\n", "\"1.5\",\"2\"\n\"3\",\"4\"\n",
                                 "\"1.5\",2\n3,4\n", "\"5\"\n\"7\"\n", "\"NA\",\"NA\"\n1.0,1.5\n"}) {
    EXPECT_EQ(read_table(text).channels[0].samples.size(), 2U) << text;
  }
}

TEST(TextTable, ColumnsOfWordsAreLeftOutAndOthersCanBeChosen) {
  expect({{"who,rri\nanna,790\nanna,815\n", "", "rri 790 815 (column_left_out)"},
          {"a,b\n1,2\n3,oops\n5,6\n", "", "bad_file"},
          {"800\n700\ns\n890\n860\n", "", "bad_file"},
          {"900\n810\n670, wat\nHello\nWorld\n\n", "", "bad_file"},
          {"1\n2\n1e999\n", "", "bad_file"},
          {"1\n2\n0x10\n", "", "bad_file"},
          {"1\n2\n+-3\n", "", "bad_file"},
          {"a,b,c\n1,2,x\n4,5,y\n", "columns=b", "b 2 5"},
          {"word,1,2\nother,3,4\n", "columns=2-3", "col2 1 3; col3 2 4"},
          {"a,b\n1,2\n", "columns=d", "invalid_argument"},
          {"RR [ms],HR (bpm)\n790,76\n", "columns=RR", "RR [ms] 790"},
          {"RR [ms],RR [s]\n790,0.79\n", "columns=RR", "invalid_argument"},
          {"x,1\ny,2\n", "columns=1", "bad_file"}});
}

TEST(TextTable, MissingValuesAreNaN) {
  expect({{"1,0\n,4\nNaN,6\nNA,8\nnull,10\n11,n/a\n#N/A,1\n#DIV/0!,1\n", "",
           "col1 1 nan nan nan nan 11 nan nan; col2 0 4 6 8 10 nan 1 1 (missing_samples)"},
          {"1\n-999\nlost\n2\n", "missing_words=-999,lost", "col1 1 nan nan 2 (missing_samples)"},
          {"\t\n1.5\t2\n\t\n3\t4\n", "", "col1 nan 1.5 nan 3; col2 nan 2 nan 4 (missing_samples)"},
          {"\t\n\t\nFz\tCz\n1\t5\n2\t5\n", "", "Fz 1 2; Cz 5 5"},
          {"\t\n", "", "bad_file"},
          {"\t\t\n\t\t\n", "", "bad_file"},
          {"Fz\tCz\n\t\n", "", "bad_file"},
          {"NA\nNA\n", "", "bad_file"}});
  // Without any in the first lines.
  for (const char mark : {'\t', ','}) {
    std::string text = fmt::format("Fz{0}Cz\n", mark);
    for (int i = 0; i < 300; ++i) text += fmt::format("{}\n", mark);
    const Recording recording = read_table(text + fmt::format("1{0}2\n{0}\n3{0}4\n{0}\n", mark));
    ASSERT_EQ(recording.channels.at(1).samples.size(), 304U) << mark;
    EXPECT_EQ(recording.channels[1].samples[302], 4) << mark;
  }
}

TEST(TextTable, OnlyTheLastLineMayBeCutOff) {
  expect({{"1,2,3\n4,5,6\n6,7\n7,8,9\n", "", "bad_file"},
          {"1,2\n4,5\n6,7,8\n1,2\n", "", "bad_file"},
          {"%log\n1,2,3\n4,5,6\n4,5,6\n7,8\n", "", "col1 1 4 4; col2 2 5 5; col3 3 6 6 (file_cut)"}});
}

struct GermanNumbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(TextTable, TheLocaleDoesNotMatter) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  const std::locale streams_before = std::locale::global(std::locale(std::locale(), new GermanNumbers));
  // Installed locales differ between machines; the locale of the streams above is always there.
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8"}) std::setlocale(LC_NUMERIC, name);
  const Recording recording = read_table("1.5\n1234.25\n");
  std::locale::global(streams_before);
  std::setlocale(LC_ALL, before.c_str());
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1.5, 1234.25));
}

TEST(TextTable, LinesAsChannels) {
  expect({{"Fp1,1,2,3\nFp2,4,5\n6,7,8\n", "orientation=rows", "Fp1 1 2 3; Fp2 4 5; row3 6 7 8"},
          {"1,2\n3,x\n", "orientation=rows", "bad_file"},
          {"EEG 1\t0.125\t0.25\nEEG 2\t1\n", "orientation=rows", "EEG 1 0.125 0.25; EEG 2 1"},
          {"1\t2\n\t\n3\t4\n", "orientation=rows", "row1 1 2; row2 nan nan; row3 3 4 (missing_samples)"}});
}

TEST(TextTable, SeriesOneBelowTheOtherAreRefused) {
  for (const std::string text :
       {"subject,RR\nS01,0.8\nS01,0.9\nS02,0.7\n", "Channel,x\nFz,5.5\nCz,6.5\nFz,7.5\n", "patient,x\n1,5.5\n2,6.5\n",
        "time,participant_id,RR\n0,a,0.8\n1,a,0.9\n0,b,0.7\n", "id,v\nA,0.5\nA,0.25\nB,0.125\n",
        "Patient-ID,v\nA,0.5\nB,0.25\n", "variable,v\nA,0.5\nB,0.25\n"}) {
    EXPECT_EQ(seen(text), "unsupported") << text;
  }
  expect({{"x,lead\n5.5,on\n6.5,on\n7.5,off\n", "columns=x", "x 5.5 6.5 7.5"},
          {"subject,RR\nS01,0.8\nS01,0.9\n", "", "RR 0.8 0.9 (column_left_out)"},
          {"id,v\n1,0.5\n2,0.25\n3,0.125\n", "time=1", "v 0.5 0.25 0.125 (time_left_out)"}});
}

TEST(TextTable, WholeNumbersBeyondTheDoublesAreSaid) {
  for (const std::string number : {"9007199254740993", "-9007199254740993", "123456789012345678901234567890"}) {
    EXPECT_THAT(read_table("1\n" + number + "\n").notices, warns("integers_rounded")) << number;
    EXPECT_THAT(read_table("1 " + number + "\n", options_of("orientation=rows")).notices, warns("integers_rounded"))
        << number;
  }
  EXPECT_THAT(read_table("1\n9007199254740992\n1e300\n9007199254740993.5\n").notices, IsEmpty());
}

TEST(TextTable, WhatIsNoTableIsAnError) {
  std::string wide, long_line(std::size_t{16} << 20, '1');
  for (int column = 0; column < 17'000; ++column) wide += "1,";
  for (const std::string& text : {std::string(), std::string("\n\n  \n"), std::string("% only a comment\n"),
                                  std::string("%OpenBCI\n0,1.5,2.5,3.5\n1,1.5\n2,1.5\n"), std::string("a,b,c\n"),
                                  std::string("Dear reader,\nthis is a letter.\n"), std::string("1\n2\0\n3\n", 7),
                                  std::string("a,b\r\n1,2\r\n3\r,4\r\n"), long_line + "1"}) {
    EXPECT_EQ(table_error(text), ErrorCode::bad_file) << text.substr(0, 40);
  }
  EXPECT_EQ(table_error(wide + "1\n"), ErrorCode::unsupported);
  std::string tall;
  for (int line = 0; line < 20'000; ++line) tall += "1;2\n";
  EXPECT_EQ(table_error(tall, options_of("orientation=rows")), ErrorCode::unsupported);
}

TEST(TextTable, LinesLargerThanTheWindow) {
  // 1.2 MB, so that lines and fields span several read buffers.
  std::string line;
  std::vector<double> values;
  for (int i = 0; i < 200'000; ++i) {
    values.push_back(10'000 + i % 90'000);
    line += fmt::format("{}{}", i > 0 ? "," : "", values.back());
  }
  const Recording recording = read_table(line + '\n' + line + '\n', options_of("orientation=rows"));
  ASSERT_EQ(recording.channels.size(), 2U);
  for (const series::Channel& channel : recording.channels) EXPECT_EQ(channel.samples, values);
}

// With the options that were decided the same is read, and nothing is decided.
TEST(TextTable, WhatWasDecidedAreOptions) {
  for (const std::string& text : {numbers_below("time,Fz,Cz", "{},"), numbers_below("Fz;Cz").replace(0, 5, "Fz,Cz"),
                                  std::string("1 2\n3 4\n"), numbers_below(",17,18", "{},"), std::string("790\n815\n"),
                                  numbers_below("1428518133.00,1428518133.00\n64.0,64.0"),
                                  numbers_below("sec,CH1,CH2\n,600,600", "{},"), numbers_below("who,Fz,Cz", "a{},")}) {
    const Recording first = read_table(text);
    OpenOptions options;
    for (const auto& [name, value] : first.decided) {
      const auto* row = find_row(open_options(), name);
      ASSERT_NE(row, nullptr) << name;
      row->set(options, value);
    }
    const Recording again = read_table(text, options);
    EXPECT_EQ(again.decided, first.decided) << text;
    ASSERT_EQ(labels_of(again), labels_of(first)) << text;
    for (std::size_t c = 0; c < first.channels.size(); ++c) {
      EXPECT_EQ(again.channels[c].samples, first.channels[c].samples);
      EXPECT_EQ(again.channels[c].gap_starts, first.channels[c].gap_starts);
      EXPECT_EQ(again.channels[c].rate, first.channels[c].rate);
    }
  }
}

}  // namespace
}  // namespace biotropy::files
