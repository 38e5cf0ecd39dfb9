// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <locale>

#include "tests/files/csv_text.hpp"

namespace biotropy::files {
namespace {

using series::Recording;
using test::csv_error;
using test::IsError;
using test::read_csv;
using test::warns;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsNan;

std::vector<std::string> labels(const Recording& recording) {
  std::vector<std::string> result;
  for (const series::Channel& channel : recording.channels) result.push_back(channel.label);
  return result;
}

TEST(Csv, OneNumberPerLine) {
  const Recording recording = read_csv("0.5\n-1.25\n3e2\n+4\n");
  EXPECT_EQ(recording.format, "text");
  ASSERT_EQ(recording.channels.size(), 1U);
  EXPECT_EQ(recording.channels[0].label, "col1");
  EXPECT_FALSE(recording.channels[0].has_rate);
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(0.5, -1.25, 300.0, 4.0));
  EXPECT_THAT(recording.warnings, IsEmpty());
}

TEST(Csv, LineEndsAndBlankLines) {
  for (const std::string text :
       {"1\r\n2\r\n3\r\n\r\n", "1\n2\n3", "\n1\n2\n3\n\n\n", "\xef\xbb\xbf\x31\n2\n3\n", "1 \n 2\n\t3\n  \n"}) {
    const Recording recording = read_csv(text);
    EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2, 3)) << text;
    EXPECT_THAT(recording.warnings, IsEmpty()) << text;
  }
  EXPECT_THAT(read_csv("1\n2\n\n3\n").warnings,
              warns("blank lines between the numbers were skipped, the first of them line 3"));
}

TEST(Csv, Separators) {
  for (const std::string text :
       {"1.5,2,3\n4,5,6\n", "1.5;2;3\n4;5;6\n", "1.5\t2\t3\n4\t5\t6\n", "1.5 2 3\n4 5 6\n", "  1.5   2\t3\n 4 5  6 \n",
        "1.5, 2, 3\n4, 5, 6\n", "\"1.5\",\"2\",\"3\"\n\"4\",5,\"6\"\n", "1.5,2,3,\n4,5,6,\n",
        "1.5\t 2 \t3\n4\t5\t6\n"}) {
    const Recording recording = read_csv(text);
    ASSERT_EQ(recording.channels.size(), 3U) << text;
    EXPECT_THAT(recording.channels[0].samples, ElementsAre(1.5, 4)) << text;
    EXPECT_THAT(recording.channels[1].samples, ElementsAre(2, 5)) << text;
    EXPECT_THAT(recording.channels[2].samples, ElementsAre(3, 6)) << text;
  }
}

TEST(Csv, ASeparatorCanBeForced) {
  OpenOptions options;
  options.separator = Separator::blank;
  EXPECT_THAT(csv_error("1,2 3\n4,5 6\n", options), IsError(ErrorCode::unsupported, "'1,2' has a decimal comma"));
  options.separator = Separator::comma;
  EXPECT_EQ(read_csv("0,05\n0,06\n", options).channels.size(), 2U);
}

TEST(Csv, HeaderLines) {
  const Recording recording = read_csv("Fp1,\"Fp2, left\",O1\n1,2,3\n4,5,6\n");
  EXPECT_THAT(labels(recording), ElementsAre("Fp1", "Fp2, left", "O1"));
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 4));
  EXPECT_THAT(labels(read_csv("Cz;rri\n1;790\n2;815\n")), ElementsAre("Cz", "rri"));
  EXPECT_THAT(labels(read_csv("rri\n790\n815\n")), ElementsAre("rri"));
  EXPECT_THAT(labels(read_csv("1, 2\n3, 4\n")), ElementsAre("col1", "col2"));

  const Recording twice = read_csv("a,a\n1,2\n");
  EXPECT_THAT(labels(twice), ElementsAre("a", "a"));
  EXPECT_THAT(twice.warnings, ElementsAre(HasSubstr("'a' is above 2 columns"), HasSubstr("2 columns of 1 lines")));

  EXPECT_THAT(csv_error("\"x\" \"y\"\n\"5\" 5 6\n\"2\" 7 8\n"),
              IsError(ErrorCode::unsupported, "column 1 has no name, and may be time, an index or a channel"));

  const Recording few_names = read_csv("only\n1,2,3\n4,5,6\n7,8,9\n");
  EXPECT_THAT(labels(few_names), ElementsAre("col1", "col2", "col3"));
  EXPECT_THAT(few_names.warnings, warns("has 1 names for 3 columns"));
}

TEST(Csv, ASeparatorAtTheEndOfEveryLineMovesNoName) {
  const Recording recording = read_csv("ECG,RESP\n-28.9,498.2,\n4.66,503.56,\n");
  EXPECT_THAT(labels(recording), ElementsAre("ECG", "RESP"));
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(-28.9, 4.66));
  OpenOptions options;
  options.columns = "RESP";
  EXPECT_THAT(read_csv("ECG,RESP\n-28.9,498.2,\n4.66,503.56,\n", options).channels[0].samples,
              ElementsAre(498.2, 503.56));
  const Recording more = read_csv("ECG,RESP\n-28.9,498.2,0\n4.66,503.56,1\n");
  EXPECT_THAT(labels(more), ElementsAre("col1", "col2", "col3"));
  EXPECT_THAT(more.warnings.front(), HasSubstr("line 1 has 2 names for 3 columns"));
  for (const std::string text :
       {"x y\nfirst 5 6\nsecond 7 8\n", "x y\n1 5 6\n2 7 8\n", "\"x\" \"y\"\n\"5\" 5 6\n\"2\" 7 8\n"}) {
    OpenOptions of_x;
    of_x.columns = "x";
    EXPECT_THAT(read_csv(text, of_x).channels[0].samples, ElementsAre(5, 7)) << text;
  }
}

TEST(Csv, Comments) {
  const Recording recording =
      read_csv("%OpenBCI Raw EEG Data\n%Sample Rate = 250.0 Hz\n0, 1.5\n1, 2.5\n# the end\n2, 3.5\n");
  ASSERT_EQ(recording.channels.size(), 2U);
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(1.5, 2.5, 3.5));
  EXPECT_TRUE(recording.channels[1].has_rate);
  EXPECT_EQ(recording.channels[1].rate, 250.0);
  EXPECT_THAT(recording.warnings, warns("comments between the numbers were skipped, the first of them line 5"));
}

TEST(Csv, ColumnsOfOtherThingsAreLeftOut) {
  const Recording recording = read_csv("time,rri\n26/06/2018 22:41:56,790\n26/06/2018 22:41:57,815\n");
  EXPECT_THAT(labels(recording), ElementsAre("rri"));
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(790, 815));
  EXPECT_THAT(recording.warnings, warns("column 1 (time) was left out: '26/06/2018 22:41:56' is not a number"));
}

TEST(Csv, ColumnsCanBeChosen) {
  OpenOptions options;
  options.columns = "b";
  EXPECT_THAT(read_csv("a,b,c\n1,2,x\n4,5,y\n", options).channels[0].samples, ElementsAre(2, 5));
  options.columns = "2-3";
  const Recording recording = read_csv("word,1,2\nother,3,4\n", options);
  EXPECT_THAT(labels(recording), ElementsAre("col2", "col3"));
  EXPECT_THAT(recording.warnings, IsEmpty());
  options.columns = "d";
  const auto missing = csv_error("a,b\n1,2\n", options);
  EXPECT_THAT(missing, IsError(ErrorCode::invalid_argument, "columns = d is not allowed"));
  EXPECT_EQ(missing->parameter(), "columns");
  options.columns = "1";
  EXPECT_THAT(csv_error("x,1\ny,2\n", options),
              IsError(ErrorCode::bad_file, "line 1, column 1 (col1): 'x' is not a number"));
}

TEST(Csv, MissingValuesAreNaN) {
  const Recording recording = read_csv("1,2\n,4\nNaN,6\nNA,8\nnull,10\n11,n/a\n");
  ASSERT_EQ(recording.channels.size(), 2U);
  EXPECT_EQ(recording.channels[0].samples[0], 1.0);
  for (const std::size_t row : {1U, 2U, 3U, 4U}) EXPECT_TRUE(std::isnan(recording.channels[0].samples[row])) << row;
  EXPECT_EQ(recording.channels[0].samples[5], 11.0);
  EXPECT_TRUE(std::isnan(recording.channels[1].samples[5]));
  EXPECT_THAT(recording.warnings, warns("5 missing values were kept as NaN"));
}

TEST(Csv, WordsBetweenNumbersNameTheirLine) {
  EXPECT_THAT(csv_error("800\n700\ns\n890\n860\n"),
              IsError(ErrorCode::bad_file, "table.csv: line 3: 's' is not a number"));
  EXPECT_THAT(csv_error("900\n810\n670, wat\nHello\nWorld\n\n"), IsError(ErrorCode::bad_file, "line 3 ('670, wat')"));
  EXPECT_THAT(csv_error("a,b\n1,2\n3,oops\n5,6\n"),
              IsError(ErrorCode::bad_file, "line 3, column 2 (b): 'oops' is not a number"));
  for (const std::string above : {"Fz,Cz\nuV,uV\n", "Subject: 12\n23 May\n"}) {
    EXPECT_THAT(csv_error(above + "1,2\n3,4\n5,6\n"),
                IsError(ErrorCode::bad_file, ": remove the lines above the numbers but for that of the names"));
  }
  EXPECT_THAT(csv_error("1\n2\n1e999\n"), IsError(ErrorCode::bad_file, "line 3: '1e999' is not a number"));
  EXPECT_THAT(csv_error("1\n2\n0x10\n"), IsError(ErrorCode::bad_file, "line 3: '0x10' is not a number"));
  EXPECT_THAT(csv_error("1\n2\n+-3\n"), IsError(ErrorCode::bad_file, "line 3: '+-3' is not a number"));
}

TEST(Csv, LinesOfDifferentLengths) {
  EXPECT_THAT(csv_error("1,2,3\n4,5\n6,7,8\n"),
              IsError(ErrorCode::bad_file, "line 2 ('4,5') has 2 fields where 3 were expected"));
  EXPECT_THAT(csv_error("1,2,3\n4\n6,7,8\n"), IsError(ErrorCode::bad_file, "('4') has 1 field where 3 were expected"));
  EXPECT_THAT(csv_error("1,2\n4,5,6\n6,7\n"), IsError(ErrorCode::bad_file, "line 2 ('4,5,6') has more fields where 2"));
  const Recording cut = read_csv("%log\n1,2,3\n4,5,6\n7,8\n");
  EXPECT_THAT(cut.channels[2].samples, ElementsAre(3, 6));
  EXPECT_THAT(cut.warnings,
              ElementsAre(HasSubstr("the last line, 4, ('7,8') has 2 fields"), HasSubstr("3 columns of 2 lines")));
}

TEST(Csv, DecimalCommasAreRefused) {
  for (const std::string text : {"1,5;2,5\n3,5;4,5\n", "a;b\n1,5;2\n3,25;4\n", "1,5\t2,5\n3,5\t4,5\n",
                                 "1,5 2,5\n3,5 4,5\n", "26/06/2018;0,790\n26/06/2018;0,815\n"}) {
    EXPECT_THAT(csv_error(text), IsError(ErrorCode::unsupported, "has a decimal comma: say so with the option decimal"))
        << text;
  }
}

TEST(Csv, DecimalCommasAreReadWhereTheOptionSaysSo) {
  OpenOptions options;
  options.decimal = DecimalMark::comma;
  for (const std::string text : {"1,5;2\n-3,25;4,5e1\n", "a;b\n1,5;2\n-3,25;4,5e1\n", "1,5\t2\n-3,25\t4,5e1\n",
                                 "1,5  2\n-3,25 4,5e1\n", "\"1,5\";\"2\"\n\"-3,25\";\"4,5e1\"\n"}) {
    const Recording recording = read_csv(text, options);
    ASSERT_EQ(recording.channels.size(), 2U) << text;
    EXPECT_THAT(recording.channels[0].samples, ElementsAre(1.5, -3.25)) << text;
    EXPECT_THAT(recording.channels[1].samples, ElementsAre(2, 45)) << text;
  }
  EXPECT_THAT(read_csv("rri\n0,812\n1\nNA\n", options).channels[0].samples, ElementsAre(0.812, 1, IsNan()));
  EXPECT_THAT(labels(read_csv("Fz, left;Cz\n0,5;1\n1,5;2\n", options)), ElementsAre("Fz, left", "Cz"));
  // The column of time, too, shows what is missing.
  std::string table = "time;x\n";
  for (int k = 0; k < 20; ++k) table += fmt::format("{},{};{}\n", k < 10 ? 1 : 4, k % 10, k % 3);
  EXPECT_THAT(read_csv(table, options).channels[0].gap_starts, ElementsAre(10));
  options.orientation = Orientation::rows;
  EXPECT_THAT(read_csv("Fp1;0,5;1,5\n", options).channels[0].samples, ElementsAre(0.5, 1.5));
}

TEST(Csv, APointBesideDecimalCommasIsNoDecimalPoint) {
  OpenOptions options;
  options.decimal = DecimalMark::comma;
  for (const Orientation orientation : {Orientation::automatic, Orientation::rows}) {
    options.orientation = orientation;
    EXPECT_THAT(csv_error("1,5;2\n1.234;4\n", options),
                IsError(ErrorCode::bad_file, "line 2: '1.234' has a decimal point, and the option decimal says comma"));
    EXPECT_THAT(csv_error("1,5;2\n1;4\n1;1.234,5\n", options),
                IsError(ErrorCode::bad_file, "'1.234,5' is not a number"));
  }
  options.separator = Separator::comma;
  EXPECT_THAT(csv_error("1,5\n", options), IsError(ErrorCode::invalid_argument, "another one than the decimal comma"));
}

struct DecimalComma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Csv, TheLocaleDoesNotMatter) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  const std::locale streams_before = std::locale::global(std::locale(std::locale(), new DecimalComma));
  // Installed locales differ between machines; the locale of the streams above is always there.
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8"}) std::setlocale(LC_NUMERIC, name);
  const Recording recording = read_csv("# sampling rate: 128.5\n1.5\n1234.25\n");
  std::locale::global(streams_before);
  std::setlocale(LC_ALL, before.c_str());
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1.5, 1234.25));
  EXPECT_EQ(recording.channels[0].rate, 128.5);
}

TEST(Csv, LinesAsChannels) {
  OpenOptions options;
  options.orientation = Orientation::rows;
  const Recording recording = read_csv("Fp1,1,2,3\nFp2,4,5\n6,7,8\n", options);
  EXPECT_THAT(labels(recording), ElementsAre("Fp1", "Fp2", "row3"));
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2, 3));
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(4, 5));
  EXPECT_THAT(recording.channels[2].samples, ElementsAre(6, 7, 8));
  EXPECT_THAT(csv_error("1,2\n3,x\n", options), IsError(ErrorCode::bad_file, "line 2, field 2: 'x' is not a number"));
}

TEST(Csv, NamesAreWrittenAsSpreadsheetsQuoteThem) {
  const Recording recording = read_csv("\"eye, left\";\"\"\"Fz\"\"\"\n1.5;2\n2.5;3\n");
  ASSERT_EQ(recording.channels.size(), 2U);
  EXPECT_EQ(recording.channels[0].label, "eye, left");
  EXPECT_EQ(recording.channels[1].label, "\"Fz\"");
}

TEST(Csv, WhatIsNoTableIsOneClearError) {
  EXPECT_THAT(csv_error(""), IsError(ErrorCode::bad_file, "table.csv: the file is empty"));
  EXPECT_THAT(csv_error("\n\n  \n"), IsError(ErrorCode::bad_file, "no line with numbers"));
  EXPECT_THAT(csv_error("% only a comment\n"), IsError(ErrorCode::bad_file, "no line with numbers"));
  EXPECT_THAT(csv_error("a,b,c\n"), IsError(ErrorCode::bad_file, "no column of numbers"));
  EXPECT_THAT(csv_error("Dear reader,\nthis is a letter.\n"), IsError(ErrorCode::bad_file, "no column of numbers"));
  EXPECT_THAT(csv_error(std::string("1\n2\0\n3\n", 7)), IsError(ErrorCode::bad_file, "line 2 holds a byte 0"));
  EXPECT_THAT(csv_error("a,b\r1,2\r3,4\r"), IsError(ErrorCode::bad_file, "line 1 holds a carriage return (CR): save"));
  EXPECT_THAT(csv_error("a,b\r\n1,2\r\n3\r,4\r\n"), IsError(ErrorCode::bad_file, "line 3 holds a carriage return"));
  EXPECT_THAT(csv_error(std::string("\xff\xfe"
                                    "1\0\n\0",
                                    6)),
              IsError(ErrorCode::unsupported, "UTF-16"));
  EXPECT_THAT(csv_error(std::string((std::size_t{16} << 20) + 1, '1')),
              IsError(ErrorCode::bad_file, "line 1 is longer than"));
  std::string wide;
  for (int column = 0; column < 17'000; ++column) wide += "1,";
  EXPECT_THAT(csv_error(wide + "1\n"), IsError(ErrorCode::unsupported, "choose the orientation \"rows\""));
}

TEST(Csv, MoreLinesThanChannelsAreRefused) {
  OpenOptions options;
  options.orientation = Orientation::rows;
  std::string tall;
  for (int line = 0; line < 20'000; ++line) tall += "1;2\n";
  EXPECT_THAT(csv_error(tall, options), IsError(ErrorCode::unsupported, ""));
}

TEST(Csv, LinesLargerThanTheWindow) {
  // Three lines of 1.2 MB, so that lines and fields span several read buffers.
  std::string text;
  OpenOptions options;
  options.orientation = Orientation::rows;
  for (int row = 0; row < 3; ++row) {
    for (int i = 0; i < 200'000; ++i) text += (i > 0 ? "," : "") + std::to_string(10'000 + (i + row) % 90'000);
    text += '\n';
  }
  const Recording recording = read_csv(text, options);
  ASSERT_EQ(recording.channels.size(), 3U);
  for (std::size_t row = 0; row < 3; ++row) {
    ASSERT_EQ(recording.channels[row].samples.size(), 200'000U);
    for (std::size_t i = 0; i < 200'000; ++i) {
      ASSERT_EQ(recording.channels[row].samples[i], static_cast<double>(10'000 + (i + row) % 90'000));
    }
  }
}

TEST(Csv, ManyLines) {
  std::string text = "x y\n";
  for (int i = 0; i < 200'000; ++i) text += std::to_string(-i) + " " + std::to_string(i) + ".25\r\n";
  const Recording recording = read_csv(text);
  ASSERT_EQ(recording.channels[0].samples.size(), 200'000U);
  for (std::size_t i = 0; i < 200'000; ++i) {
    ASSERT_EQ(recording.channels[0].samples[i], -static_cast<double>(i));
    ASSERT_EQ(recording.channels[1].samples[i], static_cast<double>(i) + 0.25);
  }
}

}  // namespace
}  // namespace biotropy::files
