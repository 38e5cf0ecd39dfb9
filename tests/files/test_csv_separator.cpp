// SPDX-License-Identifier: Apache-2.0
//
// Blanks within names, labels, words and times, and rows without values.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/files/csv_text.hpp"

namespace biotropy::files {
namespace {

using series::Recording;
using test::csv_error;
using test::IsError;
using test::read_csv;
using test::warns;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsNan;
using ::testing::Not;

constexpr int kRows = 30;

double value_at(int row, int column) {
  return (row * 7919 % 101 - 50) * 0.125 + column;
}

OpenOptions as_rows() {
  OpenOptions options;
  options.orientation = Orientation::rows;
  return options;
}

// `columns` numbers behind what `front` writes at the beginning of a line.
template <class Front>
std::string table(const std::string& names, int columns, char separator, const Front& front) {
  std::string text = names + "\n";
  for (int i = 0; i < kRows; ++i) {
    text += front(i);
    for (int c = 0; c < columns; ++c)
      text += (c > 0 ? std::string(1, separator) : "") + fmt::format("{}", value_at(i, c));
    text += "\n";
  }
  return text;
}

const auto kNothing = [](int /*row*/) { return std::string(); };

void expect_channels(const Recording& recording, const std::vector<std::string>& labels) {
  ASSERT_EQ(recording.channels.size(), labels.size());
  for (std::size_t c = 0; c < labels.size(); ++c) {
    EXPECT_EQ(recording.channels[c].label, labels[c]);
    ASSERT_EQ(recording.channels[c].samples.size(), static_cast<std::size_t>(kRows)) << labels[c];
    for (int i = 0; i < kRows; ++i) {
      EXPECT_EQ(recording.channels[c].samples[static_cast<std::size_t>(i)], value_at(i, static_cast<int>(c)));
    }
  }
}

TEST(CsvSeparator, NamesMayHoldBlanksAndNumbers) {
  expect_channels(read_csv(table("EEG 1\tEEG 2", 2, '\t', kNothing)), {"EEG 1", "EEG 2"});
  expect_channels(read_csv(table("EEG 1\tEEG 2\tEMG 3 4", 3, '\t', kNothing)), {"EEG 1", "EEG 2", "EMG 3 4"});
  expect_channels(read_csv(table("RR 1 [ms]", 1, '\t', kNothing)), {"RR 1 [ms]"});
  const auto clock = [](int i) { return fmt::format("2024-12-31 10:00:{:02}.500\t", i); };
  expect_channels(read_csv(table("Time\tEEG 1", 1, '\t', clock)), {"EEG 1"});
  const auto seconds = [](int i) { return fmt::format("{}\t", i * 0.25); };
  expect_channels(read_csv(table("Time\tRR 1", 1, '\t', seconds)), {"RR 1"});
  // A separator at the end of every line but that of the names, and a last line that was cut off.
  std::string text = table("EEG 1\tEEG 2", 1, '\t', [](int i) { return fmt::format("{}\t", i % 3); });
  for (std::size_t at = text.find('\n') + 1; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.insert(at, "\t");
  EXPECT_EQ(read_csv(text + "0.5").channels[0].label, "EEG 1");
}

TEST(CsvSeparator, TimesOfPandasHoldBlanks) {
  const auto time = [](char separator) {
    return [separator](int i) { return fmt::format("0 days 00:00:{:02}.250000{}", i, separator); };
  };
  for (const char separator : {',', '\t', ';'}) {
    const std::string names = fmt::format("Time{}EEG 1", separator);
    expect_channels(read_csv(table(names, 1, separator, time(separator))), {"EEG 1"});
    expect_channels(read_csv(table(names + separator + "Cz", 2, separator, time(separator))), {"EEG 1", "Cz"});
  }
}

TEST(CsvSeparator, WordsMayHoldBlanksAndNumbers) {
  const auto words = [](int i) { return fmt::format("{}\tblock {}\t", i * 0.01, i / 10); };
  expect_channels(read_csv(table("time\tevent\tFz", 1, '\t', words)), {"Fz"});
  const auto some = [](int i) { return fmt::format("{}\t{}\t", i * 0.01, i < 10 ? "block 1" : "rest"); };
  expect_channels(read_csv(table("time\tevent\tFz\tCz", 2, '\t', some)), {"Fz", "Cz"});
}

TEST(CsvSeparator, EmptyFieldsStayInTheirColumns) {
  std::string text = "EEG 1\tEEG 2\tEMG 1\n", last = "EEG 1\tEEG 2\n";
  for (int i = 0; i < kRows; ++i) {
    const double x = value_at(i, 0);
    text += i % 2 == 0 ? fmt::format("{}\t\t{}\n", x, -x) : fmt::format("{}\t{}\t\n", x, 100 + x);
    last += i + 1 == kRows ? fmt::format("{}\t\n", x) : fmt::format("{}\t{}\n", x, -x);
  }
  const Recording recording = read_csv(text);
  ASSERT_EQ(recording.channels.size(), 3U);
  EXPECT_EQ(recording.channels[2].label, "EMG 1");
  for (int i = 0; i < kRows; ++i) {
    const auto k = static_cast<std::size_t>(i);
    EXPECT_EQ(recording.channels[0].samples[k], value_at(i, 0));
    EXPECT_EQ(std::isnan(recording.channels[1].samples[k]), i % 2 == 0);
    EXPECT_EQ(std::isnan(recording.channels[2].samples[k]), i % 2 == 1);
  }
  EXPECT_THAT(read_csv(last).warnings, ElementsAre("1 missing value was kept as NaN"));
  EXPECT_EQ(read_csv(last).channels[0].samples.size(), static_cast<std::size_t>(kRows));
}

TEST(CsvSeparator, AnEmptyColumnStaysWhereTheLastLineWasCutOff) {
  std::string text = "Fz\tEMG 1\n";
  for (int i = 0; i < kRows; ++i) text += fmt::format("{}\t\n", value_at(i, 0));
  const Recording recording = read_csv(text + "0.5");
  ASSERT_EQ(recording.channels.size(), 2U);
  EXPECT_EQ(recording.channels[1].label, "EMG 1");
  EXPECT_EQ(recording.channels[0].samples.size(), static_cast<std::size_t>(kRows));
  EXPECT_THAT(recording.warnings, Contains(HasSubstr("the last line, 32, ('0.5') has 1 field where 2 were expected")));
}

TEST(CsvSeparator, LabelsOfLinesMayHoldBlanksAndNumbers) {
  const Recording recording = read_csv("EEG 1\t0.125\t0.25\t0.5\nEEG 2\t1\t2\t3\n", as_rows());
  ASSERT_EQ(recording.channels.size(), 2U);
  EXPECT_EQ(recording.channels[1].label, "EEG 2");
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(0.125, 0.25, 0.5));
  EXPECT_THAT(read_csv("EEG 1\t0.125\t0.25\nEEG 2\t1\n", as_rows()).channels[1].samples, ElementsAre(1));
  EXPECT_THAT(read_csv("EEG 1 2 3\nFz 4 5\n", as_rows()).channels[0].samples, ElementsAre(1, 2, 3));
}

TEST(CsvSeparator, BlanksPartColumnsWhereNothingElseDoes) {
  for (const std::string text : {"1 2\t3\n4 5\t6\n7 8\t9\n", "a b\tc\n1 2\t3\n4 5\t6\n7 8\t9\n",
                                 "1 2 3\t\n4 5 6\t\n7 8 9\t\n", "a b c\n1  2   3\n4 5 6\n 7 8  9\n"}) {
    const Recording recording = read_csv(text);
    ASSERT_EQ(recording.channels.size(), 3U) << text;
    EXPECT_THAT(recording.channels[2].samples, ElementsAre(3, 6, 9)) << text;
  }
  const Recording stamps = read_csv("10:00:01,125 5 0.5\n10:00:02,250 6 0.25\n10:00:03,500 4 0.75\n");
  EXPECT_THAT(stamps.channels.back().samples, ElementsAre(0.5, 0.25, 0.75));
}

TEST(CsvSeparator, RowsOfTabsAloneAreMissingSamples) {
  const auto with = [](char separator) {
    std::string text = fmt::format("Fz{}Cz\n{}\n{}\n", separator, separator, separator);
    for (int i = 0; i < kRows; ++i) {
      text += i % 10 == 5 ? fmt::format("{}\n", separator)
                          : fmt::format("{}{}{}\n", value_at(i, 0), separator, value_at(i, 1));
    }
    return text + separator + "\n";
  };
  const Recording tabs = read_csv(with('\t')), commas = read_csv(with(','));
  ASSERT_EQ(tabs.channels.size(), 2U);
  ASSERT_EQ(tabs.channels[0].samples.size(), static_cast<std::size_t>(kRows) + 3);
  for (std::size_t i = 0; i < tabs.channels[0].samples.size(); ++i) {
    const double x = tabs.channels[1].samples[i], expected = commas.channels[1].samples[i];
    EXPECT_TRUE(x == expected || (std::isnan(x) && std::isnan(expected))) << i;
  }
  EXPECT_THAT(tabs.channels[0].samples[1], IsNan());
  EXPECT_EQ(tabs.warnings, commas.warnings);
  EXPECT_THAT(tabs.warnings, ElementsAre("12 missing values were kept as NaN"));
  EXPECT_THAT(read_csv("\t\n1.5\t2\n\t\n3\t4\n").channels[1].samples, ElementsAre(IsNan(), 2, IsNan(), 4));
}

TEST(CsvSeparator, TabsAloneAreBlankWhereTheyPartNoColumns) {
  for (const std::string text :
       {"1\n2\n\t\n3\n", "1 5\n2 5\n\t\n3 5\n", "1,5.5\n2,5\n \t\n3,5\n", "1\t5\n2\t5\n\t\t\n3\t5\n"}) {
    const Recording recording = read_csv(text);
    EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2, 3)) << text;
    EXPECT_THAT(recording.warnings, Contains(HasSubstr("blank lines between the numbers were skipped"))) << text;
  }
  // Above names they are what a spreadsheet leaves of empty rows.
  const Recording below = read_csv("\t\n\t\nFz\tCz\n1\t5\n2\t5\n3\t5\n");
  EXPECT_EQ(below.channels[0].label, "Fz");
  EXPECT_THAT(below.channels[0].samples, ElementsAre(1, 2, 3));
  for (const std::string text : {"\t\n", "\t\t\n\t\t\n", "Fz\tCz\n\t\n"}) {
    EXPECT_THAT(csv_error(text), IsError(ErrorCode::bad_file, "numbers was found")) << text;
  }
}

TEST(CsvSeparator, LinesOfTabsAloneAreChannels) {
  const Recording recording = read_csv("\t\n1\t2\n\t\n3\t4\n\t\t\n", as_rows());
  ASSERT_EQ(recording.channels.size(), 4U);
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(1, 2));
  EXPECT_THAT(recording.channels[2].samples, ElementsAre(IsNan(), IsNan()));
  EXPECT_EQ(read_csv("1 2\n\t\n3 4\n", as_rows()).channels.size(), 2U);
}

TEST(CsvSeparator, RowsWithoutValuesDoNotHideTime) {
  std::string even, person = "subject\tRR\n", clock = "Time\tFz\n";
  for (int i = 0; i < 400; ++i) {
    even += i == 300 || i == 399 ? "\t\n" : fmt::format("{}\t{}\n", i * 0.25, value_at(i, 0));
    person += i == 300 ? "\t\n" : fmt::format("S01\t{}\n", 0.8 + i % 7 * 0.01);
    clock +=
        i % 50 < 8 ? "\t\n" : fmt::format("10:{:02}:{:02}\t{}\n", i / 60 + (i > 250 ? 1 : 0), i % 60, value_at(i, 0));
  }
  EXPECT_EQ(read_csv(even).channels.size(), 1U);
  EXPECT_EQ(read_csv(even).channels[0].samples.size(), 400U);
  EXPECT_THAT(read_csv(even).channels[0].gap_starts, IsEmpty());
  EXPECT_EQ(read_csv(person).channels[0].samples.size(), 400U);
  EXPECT_THAT(csv_error(person + "S02\t0.8\n"), IsError(ErrorCode::unsupported, "from 'S01' to 'S02'"));
  EXPECT_THAT(read_csv(clock).channels[0].gap_starts, ElementsAre(258));
}

TEST(CsvSeparator, ManyRowsMayBeMissingAtTheBeginning) {
  for (const std::string missing : {"NA,NA\n", ",\n", "\"NA\",null\n"}) {
    std::string text = "Fz,Cz\n";
    for (int i = 0; i < 500; ++i) text += missing;
    for (int i = 0; i < 20; ++i) text += fmt::format("{},{}\n", value_at(i, 0), value_at(i, 1));
    const Recording recording = read_csv(text);
    ASSERT_EQ(recording.channels.size(), 2U) << missing;
    ASSERT_EQ(recording.channels[1].samples.size(), 520U);
    EXPECT_THAT(recording.channels[1].samples[499], IsNan());
    EXPECT_EQ(recording.channels[1].samples[519], value_at(19, 1));
    EXPECT_THAT(recording.warnings, ElementsAre("1000 missing values were kept as NaN"));
  }
  std::string alone, tabs = "a\tb\n", decimal = "a;b\n", stamps = "Time;Fz\n";
  for (int i = 0; i < 300; ++i) {
    alone += "NA\n";
    tabs += "\t\n";
    decimal += ";\n";
    stamps += ";\n";
  }
  EXPECT_EQ(read_csv(alone + "1.5\n2.5\n").channels[0].samples.size(), 302U);
  EXPECT_EQ(read_csv(tabs + "1\t2\n3\t4\n").channels[1].samples.size(), 302U);
  EXPECT_THAT(csv_error(decimal + "1,5;2\n"), IsError(ErrorCode::unsupported, "has a decimal comma"));
  for (int i = 0; i < 40; ++i) stamps += fmt::format("10:00:{:02};{}\n", i + (i > 20 ? 5 : 0), value_at(i, 0));
  EXPECT_THAT(read_csv(stamps).channels[0].gap_starts, ElementsAre(321));
  EXPECT_THAT(csv_error(alone), IsError(ErrorCode::bad_file, "no column of numbers was found"));
}

}  // namespace
}  // namespace biotropy::files
