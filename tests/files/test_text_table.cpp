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
using test::labels_of;
using test::read_table;
using test::table_error;

template <typename... Set>
OpenOptions with(Set... set) {
  OpenOptions options;
  (set(options), ...);
  return options;
}
auto separator(Separator value) {
  return [=](OpenOptions& o) { o.separator = value; };
}
auto header(Header value) {
  return [=](OpenOptions& o) { o.header = value; };
}
auto columns(const std::string& value) {
  return [=](OpenOptions& o) { o.columns = value; };
}
const auto kDecimalComma = [](OpenOptions& o) { o.decimal = DecimalMark::comma; };
const auto kRows = [](OpenOptions& o) { o.orientation = Orientation::rows; };

TEST(TextTable, OneNumberPerLine) {
  const Recording recording = read_table("0.5\n-1.25\n3e2\n+4\n");
  EXPECT_EQ(recording.format, "text");
  EXPECT_THAT(labels_of(recording), ElementsAre("col1"));
  EXPECT_FALSE(recording.channels[0].has_rate);
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(0.5, -1.25, 300.0, 4.0));
  EXPECT_THAT(recording.notices, IsEmpty());
}

TEST(TextTable, LineEndsBlankLinesAndCommentsAreNoSamples) {
  for (const std::string text : {"1\r\n2\r\n3\r\n\r\n", "1\n2\n3", "\n1\n2\n3\n\n\n", "\xef\xbb\xbf\x31\n2\n3\n",
                                 "1 \n 2\n\t3\n  \n", "% log\n1\n2\n3\n# end\n"}) {
    const Recording recording = read_table(text);
    EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2, 3)) << text;
    EXPECT_THAT(recording.notices, IsEmpty()) << text;
  }
  for (const std::string text : {"1\n2\n\n3\n", "1\n# a\n2\n3\n", "1\n2\n\t\n3\n", "1 5\n2 5\n\t\n3 5\n"}) {
    EXPECT_THAT(read_table(text).channels[0].samples, ElementsAre(1, 2, 3)) << text;
    EXPECT_THAT(read_table(text).notices, warns("lines_passed_over")) << text;
  }
  EXPECT_THAT(read_table("1\n;x\n2\n", with([](OpenOptions& o) { o.comments = ";"; })).channels[0].samples,
              ElementsAre(1, 2));
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
    const Recording recording = read_table(utf16(text, high_first));
    EXPECT_THAT(labels_of(recording), ElementsAre("\u00b5V", "\U0001f9e0"));
    EXPECT_THAT(recording.channels[1].samples, ElementsAre(2, 4));
    EXPECT_THAT(recording.notices, warns("utf16_converted"));
    const std::string bytes = utf16(text, high_first);
    EXPECT_EQ(table_error(bytes.substr(0, bytes.size() - 1)), ErrorCode::bad_file);
    for (const std::u16string& broken : {u"1\n\xdc00\n"s, u"1\n\xd83d\n"s, u"1\n\xd83d"s}) {
      EXPECT_EQ(table_error(utf16(broken, high_first)), ErrorCode::bad_file);
    }
  }
  for (const std::string table :
       {"a;b\r1.5;2\r3;4\r", "a;b\r1.5;2\r3;4", "a;b\r\n1.5;2\r3;4\n", "a;b\n1.5;2\r\r\n3;4\r"}) {
    const Recording recording = read_table(table);
    EXPECT_THAT(recording.channels[1].samples, ElementsAre(2, 4)) << table;
    EXPECT_THAT(recording.notices, warns("line_ends")) << table;
  }
  const Recording both = read_table(utf16(u"1\r2\r", true));
  EXPECT_THAT(both.channels[0].samples, ElementsAre(1, 2));
  EXPECT_THAT(both.notices, ElementsAre(coded("utf16_converted"), coded("line_ends")));
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

TEST(TextTable, LinesCanBeSkipped) {
  const std::string text = "Report of 23 May\n\"Fz, left\",Cz\nuV,uV\n1.5,2\n3,4\n";
  EXPECT_EQ(table_error(text), ErrorCode::bad_file);
  const Recording recording = read_table(text, with([](OpenOptions& o) { o.skip_lines = 3; }));
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(2, 4));
}

TEST(TextTable, TheSeparatorIsThatOfTheSecondLine) {
  for (const std::string text :
       {"1.5,2,3\n4,5,6\n", "1.5;2;3\n4;5;6\n", "1.5\t2\t3\n4\t5\t6\n", "1.5 2 3\n4 5 6\n", "  1.5   2\t3\n 4 5  6 \n",
        "1.5, 2, 3\n4, 5, 6\n", "\"1.5\",\"2\",\"3\"\n\"4\",5,\"6\"\n", "1.5,2,3,\n4,5,6,\n",
        "1.5\t 2 \t3\n4\t5\t6\n"}) {
    const OpenOptions options = text.starts_with("  ") ? with(separator(Separator::blank)) : OpenOptions();
    const Recording recording = read_table(text, options);
    ASSERT_EQ(recording.channels.size(), 3U) << text;
    EXPECT_THAT(recording.channels[0].samples, ElementsAre(1.5, 4)) << text;
    EXPECT_THAT(recording.channels[1].samples, ElementsAre(2, 5)) << text;
    EXPECT_THAT(recording.channels[2].samples, ElementsAre(3, 6)) << text;
  }
  EXPECT_THAT(labels_of(read_table("EEG 1\tEEG 2\n1\t2\n3\t4\n")), ElementsAre("EEG 1", "EEG 2"));
  EXPECT_THAT(labels_of(read_table("RR 1 [ms]\n790\n815\n")), ElementsAre("RR 1 [ms]"));
  EXPECT_THAT(read_table("1,2\n3,4\n", with(separator(Separator::comma))).channels, SizeIs(2));
  EXPECT_EQ(table_error("1 2\n3 4\n", with(separator(Separator::none))), ErrorCode::unsupported);
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
  EXPECT_THAT(read_table("0,5\n0,7\n", with(separator(Separator::comma))).channels[1].samples, ElementsAre(5, 7));
  EXPECT_THAT(read_table("0,5\n0,7\n", with(kDecimalComma)).channels[0].samples, ElementsAre(0.5, 0.7));
  for (const std::string text : {"0.5,7\n1,2\n", "a,b\n0,812\n1,790\n", "0, 5\n0, 7\n", "5\n7\n",
                                 "a, b\n1, 2.5\n3, 4.5\n", "1, 2, 3\n4, 5, 6\n", "1,05,2\n3.5,07,4\n"}) {
    EXPECT_EQ(table_error(text), std::nullopt) << text;
  }
}

TEST(TextTable, ColumnsOfAProgramThatAreNotThereAreAFaultOfTheFile) {
  EXPECT_EQ(table_error("%OpenBCI\n0,1.5,2.5,3.5\n1,1.5\n2,1.5\n"), ErrorCode::bad_file);
}

TEST(TextTable, DecimalCommas) {
  for (const std::string text : {"1,5;2\n-3,25;4,5e1\n", "a;b\n1,5;2\n-3,25;4,5e1\n", "1,5\t2\n-3,25\t4,5e1\n",
                                 "1,5  2\n-3,25 4,5e1\n", "\"1,5\";\"2\"\n\"-3,25\";\"4,5e1\"\n"}) {
    const Recording recording = read_table(text, with(kDecimalComma));
    ASSERT_EQ(recording.channels.size(), 2U) << text;
    EXPECT_THAT(recording.channels[0].samples, ElementsAre(1.5, -3.25)) << text;
    EXPECT_THAT(recording.channels[1].samples, ElementsAre(2, 45)) << text;
  }
  EXPECT_THAT(read_table("rri\n0,812\n1\nNA\n", with(kDecimalComma)).channels[0].samples,
              ElementsAre(0.812, 1, IsNan()));
  EXPECT_THAT(read_table("Fp1;0,5;1,5\n", with(kDecimalComma, kRows)).channels[0].samples, ElementsAre(0.5, 1.5));
  // A point may part thousands.
  for (const std::string text : {"1,5;2\n1.234;4\n", "1,5;2\n1;4\n1;1.234,5\n"}) {
    EXPECT_EQ(table_error(text, with(kDecimalComma)), ErrorCode::bad_file) << text;
    EXPECT_EQ(table_error(text, with(kDecimalComma, kRows)), ErrorCode::bad_file) << text;
  }
  EXPECT_EQ(table_error("1,5\n", with(kDecimalComma, separator(Separator::comma))), ErrorCode::invalid_argument);
}

TEST(TextTable, NamesAreWordsAboveNumbers) {
  EXPECT_THAT(labels_of(read_table("Fp1,\"Fp2, left\",O1\n1,2,3\n4,5,6\n")), ElementsAre("Fp1", "Fp2, left", "O1"));
  EXPECT_THAT(labels_of(read_table("Cz;rri\n1;790\n2;815\n")), ElementsAre("Cz", "rri"));
  EXPECT_THAT(labels_of(read_table("rri\n790\n815\n")), ElementsAre("rri"));
  EXPECT_THAT(labels_of(read_table("1, 2\n3, 4\n")), ElementsAre("col1", "col2"));
  EXPECT_THAT(labels_of(read_table("a,a\n1,2\n3,4\n")), ElementsAre("a", "a"));
  EXPECT_THAT(labels_of(read_table("\"eye, left\";\"\"\"Fz\"\"\"\n1.5;2\n2.5;3\n")),
              ElementsAre("eye, left", "\"Fz\""));
  EXPECT_THAT(read_table("1.5,rest\n1.6,rest\n").channels[0].samples, ElementsAre(1.5, 1.6));
  EXPECT_THAT(read_table("None,0.945\n25.0,12.5\n").channels[1].samples, ElementsAre(0.945, 12.5));
  // Of another number than the columns.
  const Recording few = read_table("only\n1,2,3\n4,5,6\n7,8,9\n");
  EXPECT_THAT(labels_of(few), ElementsAre("col1", "col2", "col3"));
  EXPECT_THAT(few.notices, warns("names_ignored"));
}

TEST(TextTable, AHeaderCanBeGiven) {
  EXPECT_THAT(read_table("0,1,2\n5,7,9\n", with(header(Header::no))).channels[2].samples, ElementsAre(2, 9));
  const Recording named = read_table("0,1,2\n5,7,9\n8,3,1\n", with(header(Header::yes)));
  EXPECT_THAT(labels_of(named), ElementsAre("0", "1", "2"));
  EXPECT_THAT(named.channels[2].samples, ElementsAre(9, 1));
}

TEST(TextTable, ASeparatorAtTheEndAndNamesOfRowsMoveNoName) {
  const Recording recording = read_table("ECG,RESP\n-28.9,498.2,\n4.66,503.56,\n");
  EXPECT_THAT(labels_of(recording), ElementsAre("ECG", "RESP"));
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(498.2, 503.56));
  for (const std::string text :
       {"x y\nfirst 5 6\nsecond 7 8\n", "x y\n1 5 6\n2 7 8\n", "\"x\" \"y\"\n\"5\" 5 6\n\"2\" 7 8\n"}) {
    const Recording of_r = read_table(text);
    EXPECT_THAT(labels_of(of_r), ElementsAre("x", "y")) << text;
    EXPECT_THAT(of_r.channels[0].samples, ElementsAre(5, 7)) << text;
  }
}

TEST(TextTable, NamesWithAnotherSeparatorThanTheNumbersAreAsked) {
  EXPECT_EQ(table_error("a,b\n1 2\n5 4\n3 7\n"), ErrorCode::unsupported);
  const Recording recording = read_table("a,b\n1 2\n5 4\n3 7\n", with([](OpenOptions& o) { o.skip_lines = 1; }));
  EXPECT_THAT(labels_of(recording), ElementsAre("col1", "col2"));
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(2, 4, 7));
}

// A line of names and 20 lines with two numbers each.
std::string numbers_below(const std::string& head, const std::string& front = "") {
  std::string text = head + "\n";
  for (int i = 0; i < 20; ++i) {
    text += fmt::format(fmt::runtime(front), i) + fmt::format("{},{}\n", 0.5 + i * 7919 % 11, 1.25 + i * 104729 % 13);
  }
  return text;
}

TEST(TextTable, WhatMayBeNamesOrSeparatorsIsAsked) {
  std::string one = "0\n", thousands = "a\n";
  for (int i = 0; i < 20; ++i) {
    one += fmt::format("{}\n", 0.5 + i);
    thousands += fmt::format("1 {}\n", 204 + i * 7919 % 500);
  }
  for (const std::string& text : {one, thousands}) EXPECT_EQ(table_error(text), ErrorCode::unsupported) << text;
}

TEST(TextTable, AMinusOfWordProcessorsIsOne) {
  EXPECT_THAT(read_table("a\n\u22123.5\n2\n").channels[0].samples, ElementsAre(-3.5, 2));
}

TEST(TextTable, ALongTableIsRefused) {
  for (const char* head : {"id,v\n", "Patient-ID,v\n", "variable,v\n"}) {
    EXPECT_EQ(table_error(std::string(head) + "A,0.5\nA,0.25\nB,0.125\n"), ErrorCode::unsupported) << head;
  }
  OpenOptions counted{.time = "1"};
  EXPECT_EQ(read_table("id,v\n1,0.5\n2,0.25\n3,0.125\n", counted).channels.size(), 1U);
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
  for (const char* head : {"2,5", "12,4"}) EXPECT_EQ(table_error(numbers_below(head)), ErrorCode::unsupported) << head;
  std::string with_wholes = "0\n";
  for (int i = 0; i < 20; ++i) with_wholes += fmt::format("{:.2f}\n", 0.5 * i);
  for (const std::string& text : {with_wholes, with_wholes + "NaN\n"})
    EXPECT_EQ(table_error(text), ErrorCode::unsupported);
  EXPECT_EQ(table_error("a,b\n1,2\n\"\"\n3,4\n"), ErrorCode::bad_file);
  for (const std::string text : {"0.0,1.0\n0.5,1.5\n", "0;1\n5;7\n", "0\n0.5\n", "\"1.5\",\"2\"\n\"3\",\"4\"\n",
                                 "\"1.5\",2\n3,4\n", "\"5\"\n\"7\"\n", "\"NA\",\"NA\"\n1.0,1.5\n"}) {
    EXPECT_EQ(read_table(text).channels[0].samples.size(), 2U) << text;
  }
}

TEST(TextTable, ColumnsOfWordsAreLeftOut) {
  const Recording recording = read_table("who,rri\nanna,790\nanna,815\n");
  EXPECT_THAT(labels_of(recording), ElementsAre("rri"));
  EXPECT_THAT(recording.notices, warns("column_left_out"));
  EXPECT_EQ(table_error("a,b\n1,2\n3,oops\n5,6\n"), ErrorCode::bad_file);
  EXPECT_EQ(table_error("800\n700\ns\n890\n860\n"), ErrorCode::bad_file);
  EXPECT_EQ(table_error("900\n810\n670, wat\nHello\nWorld\n\n"), ErrorCode::bad_file);
  for (const std::string number : {"1e999", "0x10", "+-3"}) {
    EXPECT_EQ(table_error("1\n2\n" + number + "\n"), ErrorCode::bad_file) << number;
  }
}

TEST(TextTable, ColumnsCanBeChosen) {
  EXPECT_THAT(read_table("a,b,c\n1,2,x\n4,5,y\n", with(columns("b"))).channels[0].samples, ElementsAre(2, 5));
  const Recording recording = read_table("word,1,2\nother,3,4\n", with(columns("2-3")));
  EXPECT_THAT(labels_of(recording), ElementsAre("col2", "col3"));
  EXPECT_THAT(recording.notices, IsEmpty());
  EXPECT_EQ(table_error("a,b\n1,2\n", with(columns("d"))), ErrorCode::invalid_argument);
  EXPECT_EQ(table_error("x,1\ny,2\n", with(columns("1"))), ErrorCode::bad_file);
}

TEST(TextTable, MissingValuesAreNaN) {
  const Recording recording = read_table("1,0\n,4\nNaN,6\nNA,8\nnull,10\n11,n/a\n#N/A,1\n#DIV/0!,1\n");
  ASSERT_EQ(recording.channels.size(), 2U);
  for (const std::size_t row : {1U, 2U, 3U, 4U, 6U, 7U}) EXPECT_THAT(recording.channels[0].samples[row], IsNan());
  EXPECT_EQ(recording.channels[0].samples[5], 11.0);
  EXPECT_THAT(recording.channels[1].samples[5], IsNan());
  EXPECT_THAT(recording.notices, warns("missing_samples"));
  const auto words = [](OpenOptions& o) { o.missing_words = "-999,lost"; };
  EXPECT_THAT(read_table("1\n-999\nlost\n2\n", with(words)).channels[0].samples, ElementsAre(1, IsNan(), IsNan(), 2));
}

TEST(TextTable, RowsWithoutValuesAreMissingSamples) {
  for (const char mark : {'\t', ','}) {
    std::string text = fmt::format("Fz{0}Cz\n", mark);
    for (int i = 0; i < 300; ++i) text += fmt::format("{}\n", mark);
    text += fmt::format("1{0}2\n{0}\n3{0}4\n{0}\n", mark);
    const Recording recording = read_table(text);
    ASSERT_EQ(recording.channels.size(), 2U);
    ASSERT_EQ(recording.channels[1].samples.size(), 304U) << mark;
    EXPECT_EQ(recording.channels[1].samples[302], 4) << mark;
  }
  EXPECT_THAT(read_table("\t\n1.5\t2\n\t\n3\t4\n").channels[1].samples, ElementsAre(IsNan(), 2, IsNan(), 4));
  EXPECT_THAT(labels_of(read_table("\t\n\t\nFz\tCz\n1\t5\n2\t5\n")), ElementsAre("Fz", "Cz"));
  for (const std::string text : {"\t\n", "\t\t\n\t\t\n", "Fz\tCz\n\t\n", "NA\nNA\n"}) {
    EXPECT_EQ(table_error(text), ErrorCode::bad_file) << text;
  }
}

TEST(TextTable, OnlyTheLastLineMayBeCutOff) {
  EXPECT_EQ(table_error("1,2,3\n4,5,6\n6,7\n7,8,9\n"), ErrorCode::bad_file);
  EXPECT_EQ(table_error("1,2\n4,5\n6,7,8\n1,2\n"), ErrorCode::bad_file);
  const Recording cut = read_table("%log\n1,2,3\n4,5,6\n4,5,6\n7,8\n");
  EXPECT_THAT(cut.channels[2].samples, ElementsAre(3, 6, 6));
  EXPECT_THAT(cut.notices, warns("file_cut"));
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
  const Recording recording = read_table("Fp1,1,2,3\nFp2,4,5\n6,7,8\n", with(kRows));
  EXPECT_THAT(labels_of(recording), ElementsAre("Fp1", "Fp2", "row3"));
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2, 3));
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(4, 5));
  EXPECT_EQ(table_error("1,2\n3,x\n", with(kRows)), ErrorCode::bad_file);
  EXPECT_THAT(labels_of(read_table("EEG 1\t0.125\t0.25\nEEG 2\t1\n", with(kRows))), ElementsAre("EEG 1", "EEG 2"));
  EXPECT_THAT(read_table("1\t2\n\t\n3\t4\n", with(kRows)).channels[1].samples, ElementsAre(IsNan(), IsNan()));
}

TEST(TextTable, SeriesOneBelowTheOtherAreRefused) {
  for (const std::string text : {"subject,RR\nS01,0.8\nS01,0.9\nS02,0.7\n", "Channel,x\nFz,5.5\nCz,6.5\nFz,7.5\n",
                                 "patient,x\n1,5.5\n2,6.5\n", "time,participant_id,RR\n0,a,0.8\n1,a,0.9\n0,b,0.7\n"}) {
    EXPECT_EQ(table_error(text), ErrorCode::unsupported) << text;
  }
  const Recording states = read_table("x,lead\n5.5,on\n6.5,on\n7.5,off\n", with(columns("x")));
  EXPECT_THAT(states.channels[0].samples, ElementsAre(5.5, 6.5, 7.5));
  EXPECT_THAT(read_table("subject,RR\nS01,0.8\nS01,0.9\n").channels[0].samples, ElementsAre(0.8, 0.9));
}

TEST(TextTable, WholeNumbersBeyondTheDoublesAreSaid) {
  for (const std::string number : {"9007199254740993", "-9007199254740993", "123456789012345678901234567890"}) {
    EXPECT_THAT(read_table("1\n" + number + "\n").notices, warns("integers_rounded")) << number;
    EXPECT_THAT(read_table("1 " + number + "\n", with(kRows)).notices, warns("integers_rounded")) << number;
  }
  EXPECT_THAT(read_table("1\n9007199254740992\n1e300\n9007199254740993.5\n").notices, IsEmpty());
}

TEST(TextTable, WhatIsNoTableIsAnError) {
  std::string wide, long_line(std::size_t{16} << 20, '1');
  for (int column = 0; column < 17'000; ++column) wide += "1,";
  for (const std::string& text :
       {std::string(), std::string("\n\n  \n"), std::string("% only a comment\n"), std::string("a,b,c\n"),
        std::string("Dear reader,\nthis is a letter.\n"), std::string("1\n2\0\n3\n", 7),
        std::string("a,b\r\n1,2\r\n3\r,4\r\n"), long_line + "1"}) {
    EXPECT_EQ(table_error(text), ErrorCode::bad_file) << text.substr(0, 40);
  }
  EXPECT_EQ(table_error(wide + "1\n"), ErrorCode::unsupported);
  std::string tall;
  for (int line = 0; line < 20'000; ++line) tall += "1;2\n";
  EXPECT_EQ(table_error(tall, with(kRows)), ErrorCode::unsupported);
}

TEST(TextTable, LinesLargerThanTheWindow) {
  // Three lines of 1.2 MB, so that lines and fields span several read buffers.
  std::string text;
  for (int row = 0; row < 3; ++row) {
    for (int i = 0; i < 200'000; ++i) text += (i > 0 ? "," : "") + std::to_string(10'000 + (i + row) % 90'000);
    text += '\n';
  }
  const Recording recording = read_table(text, with(kRows));
  ASSERT_EQ(recording.channels.size(), 3U);
  for (std::size_t row = 0; row < 3; ++row) {
    ASSERT_EQ(recording.channels[row].samples.size(), 200'000U);
    for (std::size_t i = 0; i < 200'000; ++i) {
      ASSERT_EQ(recording.channels[row].samples[i], static_cast<double>(10'000 + (i + row) % 90'000));
    }
  }
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
