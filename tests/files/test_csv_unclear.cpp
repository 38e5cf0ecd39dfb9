// SPDX-License-Identifier: Apache-2.0
//
// Tables that can be read in two ways, and what files say of their sampling rate.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
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
using ::testing::Not;

// A head, and lines with two numbers with decimals.
std::string below(const std::string& head, int n_lines = 20) {
  std::string text = head;
  for (int i = 0; i < n_lines; ++i) text += fmt::format("{},{}\n", 0.5 + i * 7919 % 11, 1.25 + i * 104729 % 13);
  return text;
}

TEST(CsvRate, InAComment) {
  OpenOptions options;
  const auto rate = [&](const std::string& comment) {
    const Recording recording = read_csv(comment + "\n1\n2\n", options);
    EXPECT_THAT(recording.warnings, IsEmpty()) << comment;
    return recording.channels[0].has_rate ? recording.channels[0].rate : 0.0;
  };
  for (const std::string comment :
       {"# sampling rate: 250", "# sampling rate: 250.0Hz, 8 channels", "% Sample_Rate (Hz) = 250",
        "# Sample frequency 250", "% Sampling Frequency [kHz]: 0.25", "# SAMPLING RATE=0.25 kHz (nominal)",
        "# sampling rate 2.5e2 samples/s", "# sampling rate: 250,",
        "# Sampling rate: 250\n# sampling rate: 250.0 Hz"}) {
    EXPECT_EQ(rate(comment), 250.0) << comment;
  }
  for (const std::string comment :
       {"# sampling rate: unknown", "# sampling rate", "# sampling rate (", "# sampling rate ="}) {
    EXPECT_EQ(rate(comment), 0.0) << comment;
  }
  for (const std::string given :
       {"250,0 hz", "1,000", "4 ms", "0 hz", "-250", "1e999", "250 mhz", "250.0.1", "250/8"}) {
    const Recording recording = read_csv("# sampling rate: " + given + "\n1\n2\n");
    EXPECT_FALSE(recording.channels[0].has_rate) << given;
    EXPECT_THAT(recording.warnings, warns("line 1: the sampling rate '" + given + "' was not read")) << given;
  }
  EXPECT_THAT(csv_error("# sampling rate: 250\n# sampling rate of the ECG\n# sampling rate: 0.5 kHz\n1\n2\n"),
              IsError(ErrorCode::unsupported, "line 3: a second sampling rate, 500 Hz after 250 Hz"));
  options.rate = 500.0;
  EXPECT_EQ(rate("# sampling rate: 250\n# sampling rate: 4 ms"), 500.0);
  options = {};
  options.decimal = DecimalMark::comma;
  EXPECT_EQ(rate("# sampling rate: 250,5 Hz"), 250.5);
  EXPECT_EQ(rate("# sampling rate: 250 Hz"), 250.0);
  EXPECT_THAT(read_csv("# sampling rate: 1.000 Hz\n1\n2\n", options).warnings, warns("'1.000 hz' was not read"));
}

TEST(CsvRate, OfAnotherSignalOrOfSeveralIsNotRead) {
  for (const std::string comment : {"# Original sampling rate: 1000 Hz, downsampled to 250 Hz",
                                    "# Sampling rate: 250, 500", "# Sampling rate: 250 Hz; resampled to 100",
                                    "# Sampling rate: 512 Hz -> 128 Hz", "# Sampling rate: 256 Hz, 512 Hz",
                                    "# Sampling rate: 1000 Hz (decimated to 250 Hz)", "# sampling rate: 1e308 kHz"}) {
    const Recording recording = read_csv(comment + "\n1\n2\n");
    EXPECT_FALSE(recording.channels[0].has_rate) << comment;
    EXPECT_THAT(recording.warnings, warns("was not read")) << comment;
  }
}

TEST(CsvRate, AgreesWithTheTimes) {
  const auto table = [](const std::string& head, double step, const char* unit) {
    std::string text = fmt::format("{}\nTime [{}],ecg\n", head, unit);
    for (int i = 0; i < 20; ++i) text += fmt::format("{},{}\n", i * step, 0.5 + i * 7919 % 11);
    return text;
  };
  EXPECT_THAT(csv_error(table("# Sampling rate: 1000 Hz", 0.004, "s")),
              IsError(ErrorCode::unsupported, "rate is 1000 Hz, and column 'Time [s]' has 250 values a second"));
  EXPECT_THAT(csv_error(table("# Sampling rate: 1000 Hz", 4, "ms")), IsError(ErrorCode::unsupported, "250 values"));
  EXPECT_EQ(read_csv(table("# Sampling rate: 250 Hz", 4, "ms")).channels[0].rate, 250.0);
  EXPECT_EQ(read_csv(table("# Sampling rate: 250 Hz", 4, "clock")).channels[0].rate, 250.0);
  OpenOptions options;
  options.rate = 1000.0;
  const Recording chosen = read_csv(table("# Sampling rate: 1000 Hz", 0.004, "s"), options);
  EXPECT_EQ(chosen.channels[0].rate, 1000.0);
  EXPECT_THAT(chosen.warnings, Contains(HasSubstr("has 250 values a second: the rate of the options holds")));
  EXPECT_EQ(read_csv("# Sampling rate: 250 Hz, 16 bit\n1\n2\n").channels[0].rate, 250.0);
}

TEST(CsvRate, OfEmpaticaIsTheSecondLine) {
  const Recording recording = read_csv(below("1428518133.00, 1428518133.00\n64.000000, 64.000000\n"));
  ASSERT_EQ(recording.channels.size(), 2U);
  EXPECT_EQ(recording.channels[1].rate, 64.0);
  EXPECT_EQ(recording.channels[1].samples.size(), 20U);
  EXPECT_EQ(recording.channels[1].samples[0], 1.25);
  EXPECT_THAT(recording.warnings, warns("lines 1 and 2 are no samples but the start and a sampling rate of 64 Hz"));
  OpenOptions options;
  options.rate = 32.0;
  EXPECT_EQ(read_csv("1428518133\n64\n1\n2\n", options).channels[0].rate, 32.0);
  // Other starts, two rates, or a first line of another width are samples.
  for (const std::string text : {"428518133\n64\n1\n2\n", "1428518133;1428518133\n64;32\n1;2\n", "64\n1428518133\n1\n",
                                 "1428518133\n64\n", "1428518133\n1428518134\n1428518135\n"}) {
    EXPECT_THAT(read_csv(text).warnings, Not(Contains(HasSubstr("Empatica")))) << text;
  }
}

TEST(CsvUnclear, ADecimalCommaOrTwoColumnsIsAsked) {
  for (const std::string text : {"0,5\n0,7\n", "0,05\n0,812\n", "-0,5\n-0,25\n", "0,812\n1,790\n2\n", "2\n0,5\n",
                                 "rri\n0,812\n1,790\n", "1,5e-3\n2,5e-3\n", "% Sample Rate = 4 Hz\n\n 0,5 \nNA\n"}) {
    for (const Orientation orientation : {Orientation::automatic, Orientation::rows}) {
      OpenOptions options;
      options.orientation = orientation;
      EXPECT_THAT(csv_error(text, options), IsError(ErrorCode::unsupported, "choose comma with the option separator"))
          << text;
    }
  }
  EXPECT_THAT(csv_error("a\n2\n0,5\n"), IsError(ErrorCode::unsupported, "line 3: '0,5' is two columns or one number"));
  OpenOptions options;
  options.separator = Separator::comma;
  EXPECT_THAT(read_csv("0,5\n0,7\n", options).channels[1].samples, ElementsAre(5, 7));
  // A point, a third column, two names or a missing number leave no doubt.
  for (const std::string text : {"0.5,7\n1,2\n", "a,b\n0,812\n1,790\n", "0,812\n,790\n", "0, 5\n0, 7\n", "5\n7\n"}) {
    EXPECT_THAT(read_csv(text).warnings, Not(Contains(HasSubstr("comma")))) << text;
  }
}

TEST(CsvUnclear, NumbersOfColumnsOrTheFirstSampleIsAsked) {
  for (const std::string text : {"0,1\n0.5,1.5\n2.5,3\n", "1,2,3\n1e-3,2,3\n", "0\t1\n-0.5\t2\n", "0,1,2\n5,7,9\n"}) {
    EXPECT_THAT(csv_error(text), IsError(ErrorCode::unsupported, "may be names of the columns or the first sample"))
        << text;
  }
  // Above an index only names have no number.
  for (const std::string text : {",0,1\n0,0.5,1.5\n1,2.5,3\n", ",0\n0,5\n1,6\n", ",0,1,2\n0,5,6,7\n1,8,9,10\n"}) {
    const Recording recording = read_csv(text);
    EXPECT_EQ(recording.channels[0].label, "0") << text;
    EXPECT_EQ(recording.channels[0].samples.size(), 2U) << text;
    EXPECT_THAT(recording.warnings, Contains(HasSubstr("column 1 (col1) was left out"))) << text;
  }
  // A decimal point, other numbers, two integers in every line, or a single column leave no doubt, or none that can be
  // seen.
  for (const std::string text : {"0.0,1.0\n0.5,1.5\n", "0,2\n0.5,1.5\n", "0;1\n5;7\n", "0\n0.5\n"}) {
    EXPECT_EQ(read_csv(text).channels[0].samples.size(), 2) << text;
  }
}

std::vector<std::string> names_of(const Recording& recording) {
  std::vector<std::string> found;
  for (const series::Channel& channel : recording.channels) found.push_back(channel.label);
  return found;
}

// Lines of what `front` writes and two numbers with decimals, below a line of names.
template <class Front>
std::string table_of(const std::string& names, char separator, const Front& front, int n_lines = 20) {
  std::string text = names + "\n";
  for (int i = 0; i < n_lines; ++i) {
    text += front(i) + fmt::format("{}{}{}\n", 0.5 + i * 7919 % 11, separator, 1.25 + i * 104729 % 13);
  }
  return text;
}

void expect_two_named(const std::string& text, const OpenOptions& options = {}) {
  const Recording recording = read_csv(text, options);
  EXPECT_THAT(names_of(recording), ElementsAre("17", "18")) << text;
  ASSERT_EQ(recording.channels.size(), 2U) << text;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(recording.channels[0].samples.at(static_cast<std::size_t>(i)), 0.5 + i * 7919 % 11) << text;
    EXPECT_EQ(recording.channels[1].samples.at(static_cast<std::size_t>(i)), 1.25 + i * 104729 % 13) << text;
  }
  EXPECT_EQ(recording.channels[0].samples.size(), 20U) << text;
}

TEST(CsvUnclear, NumbersInQuotesAboveOthersAreNames) {
  const auto nothing = [](int /*line*/) { return std::string(); };
  const auto row = [](char separator) {
    return [separator](int i) { return fmt::format("\"{}\"{}", i + 1, separator); };
  };
  expect_two_named(table_of("\"17\",\"18\"", ',', nothing));
  expect_two_named(table_of("\"\",\"17\",\"18\"", ',', row(',')));
  expect_two_named(table_of("\"17\" \"18\"", ' ', row(' ')));
  expect_two_named(table_of("\"17\"\t\"18\"", '\t', row('\t')));
  std::string commas = table_of("\"\";\"17\";\"18\"", ';', row(';'));
  std::replace(commas.begin(), commas.end(), '.', ',');
  OpenOptions options;
  options.decimal = DecimalMark::comma;
  expect_two_named(commas, options);
  EXPECT_THAT(names_of(read_csv("\"3\",\"1\"\n5,6\n7,NA\n")), ElementsAre("3", "1"));
  EXPECT_THAT(names_of(read_csv("\"1\"\n5\n6\n")), ElementsAre("1"));
  // Where all numbers have quotes, or some of the first line have none, it is a sample.
  for (const std::string text : {"\"1.5\",\"2\"\n\"3\",\"4\"\n", "\"1.5\",2\n3,4\n", "\"5\"\n\"7\"\n",
                                 "\"-104.25\"\n\"  14.36\"\n", "\"-104.25\";\" 1\"\n\"   4.50\";\"-1\"\n"}) {
    EXPECT_EQ(read_csv(text).channels[0].samples.size(), 2U) << text;
  }
  // As differences of samples begin in pandas.
  for (const std::string text :
       {"\"NA\",\"NA\"\n1.0,1.5\n2.0,-3.25\n", "\"NaN\"\n1.0\n2.0\n", "\"#N/A\",\"\"\n1.5,5.5\n2.5,3.5\n"}) {
    EXPECT_EQ(read_csv(text).channels[0].samples.size(), 3U) << text;
  }
}

TEST(CsvUnclear, WholeNumbersAboveAnIndexAreNames) {
  expect_two_named(table_of(",17,18", ',', [](int i) { return fmt::format("{},", i); }));
  expect_two_named(table_of(",18,17", ',', [](int i) {
                     return fmt::format("{},", 3 * i + (i > 5 ? 7 : 0));
                   }).replace(0, 6, ",17,18"));
  expect_two_named(table_of("\"\",17,18", ',', [](int i) { return fmt::format("{},", i * 0.004); }));
  expect_two_named(table_of(",17,18", ',', [](int i) { return fmt::format("2024-01-01 00:00:{:02},", i); }));
  // Numbers that do not count, the same number twice, or a few lines leave it to be a sample.
  const auto noise = [](int i) { return fmt::format("{},", i * 37 % 19); };
  EXPECT_EQ(read_csv(table_of(",17,18", ',', noise)).channels[1].samples.size(), 21U);
  EXPECT_EQ(read_csv(table_of(
                         ",17,18", ',', [](int i) { return fmt::format("{},", i); }, 4))
                .channels[1]
                .samples.size(),
            5U);
  EXPECT_THAT(csv_error(table_of(",40,40", ',', [](int i) { return fmt::format("{},", i); })),
              IsError(ErrorCode::unsupported, "column 1 has no value there"));
}

TEST(CsvUnclear, WholeNumbersAboveDecimalsAreSaid) {
  const auto nothing = [](int /*line*/) { return std::string(); };
  const Recording recording = read_csv(table_of("2,5", ',', nothing));
  EXPECT_EQ(recording.channels[0].samples.size(), 21U);
  EXPECT_THAT(recording.warnings, warns("line 1: '2,5' was read as the first sample, though all below has decimals"));
  for (const std::string first : {"2.0,5", "-2,5", "0,0"}) {
    EXPECT_THAT(read_csv(table_of(first, ',', nothing)).warnings, IsEmpty()) << first;
  }
  const auto whole = [](int i) { return fmt::format("{},", i * 37 % 19); };
  EXPECT_THAT(read_csv(table_of("4,2,5", ',', whole)).warnings, IsEmpty());
}

TEST(CsvUnclear, CommasBesideDecimalCommasAreAsked) {
  for (const std::string text : {"t, ECG\n0, -24,48\n1, 7,55\n2, 19,90\n", "-24,48, -12,24\n7,55, 3,77\n",
                                 "%OpenBCI\n0, 2,83, 5,67\n1, -12,34, 5,67\n"}) {
    EXPECT_THAT(csv_error(text), IsError(ErrorCode::unsupported, "may be a decimal one")) << text;
    OpenOptions options;
    options.separator = Separator::comma;
    EXPECT_GE(read_csv(text, options).channels.size(), 2U) << text;
  }
  EXPECT_THAT(csv_error("10:00:00 0,780\n10:00:01 0,825\n"), IsError(ErrorCode::unsupported, "decimal comma"));
  for (const std::string text :
       {"a, b\n1, 2.5\n3, 4.5\n", "1, 2, 3\n4, 5, 6\n", "1,2, 3.5\n4,5, 6\n7, 8, 9\n10, 11, 12\n"}) {
    EXPECT_THAT(csv_error(text), testing::Eq(std::nullopt)) << text;
  }
}

TEST(CsvUnclear, NumbersOfSamplesAreNoSample) {
  EXPECT_THAT(csv_error(below("CH1,CH2\n3571881,3571887\n")),
              IsError(ErrorCode::unsupported, "line 2: 3571887 is whole, and far above all that follows"));
  EXPECT_THAT(csv_error(below("CH1,CH2\n,3571887\n")), IsError(ErrorCode::unsupported, "line 2"));
  EXPECT_THAT(csv_error(below("400,400\n")), IsError(ErrorCode::unsupported, "line 1"));
  std::string with_time = "sec,CH1,CH2\n,600,600\n";
  for (int i = 0; i < 600; ++i) with_time += std::to_string(0.004 * i) + ",3" + std::to_string(i % 7) + "," + "400\n";
  EXPECT_THAT(csv_error(with_time), IsError(ErrorCode::unsupported, "line 2: 600 is whole, and column 1 has no value"));
  // A first column that does not rise, such as differences, is no time.
  std::string differences = "dFz,Fz\n,2078\n";
  for (int i = 0; i < 600; ++i) differences += fmt::format("{},{}\n", i * 7 % 11 - 5, 2070 + i * 7 % 13);
  EXPECT_EQ(read_csv(differences).channels[0].samples.size(), 601U);
  for (const std::string head :
       {"CH1,CH2\n3571881.0,3571887.0\n", "CH1,CH2\n3571881,40\n", "CH1,CH2\n20,20\n", "CH1,CH2\n,\n"}) {
    EXPECT_EQ(read_csv(below(head)).channels[0].samples.size(), 21U) << head;
  }
  EXPECT_EQ(read_csv(below("400,400\n", 5)).channels[0].samples.size(), 6U);
}

TEST(CsvUnclear, ErrorsOfSpreadsheetsAreMissingValuesAndNoComments) {
  const Recording recording = read_csv("RR,b\n779,1\n#N/A,2\n#DIV/0!,#VALUE!\n725,#N/A\n");
  EXPECT_THAT(recording.channels[1].samples.size(), 4U);
  EXPECT_TRUE(std::isnan(recording.channels[0].samples[1]));
  EXPECT_THAT(recording.warnings, ElementsAre("4 missing values were kept as NaN"));
  EXPECT_THAT(read_csv("#N/A\n2\n3\n").channels[0].samples.size(), 3U);
  EXPECT_THAT(read_csv("#N/As are missing\n2\n3\n").channels[0].samples, ElementsAre(2, 3));
}

TEST(CsvUnclear, ANameThatIsANumberIsSaid) {
  EXPECT_THAT(read_csv("1428518133.0,IBI\n0.7,0.7\n1.5,0.8\n").warnings,
              warns("line 1 was taken for the names of the columns, though '1428518133.0' is a number"));
  const Recording recording = read_csv("None,0.945\n25.0,12.5\n");
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(0.945, 12.5));
}

TEST(CsvUnclear, CodesWithCommasBesideDecimalPointsAreNoNumbers) {
  EXPECT_THAT(read_csv("Fz\tgrid\n-0.941\t3,3\n0.5\t3,4\n1.25\t4,4\n").channels[0].samples,
              ElementsAre(-0.941, 0.5, 1.25));
}

TEST(CsvUnclear, SeriesOneBelowTheOtherAreRefused) {
  for (const std::string text : {"subject,RR\nS01,0.8\nS01,0.9\nS02,0.7\n", "Channel,x\nFz,5.5\nCz,6.5\nFz,7.5\n",
                                 "patient,x\n1,5.5\n2,6.5\n", "time,participant_id,RR\n0,a,0.8\n1,a,0.9\n0,b,0.7\n"}) {
    EXPECT_THAT(csv_error(text), IsError(ErrorCode::unsupported, "series one below the other are not read")) << text;
    OpenOptions options;
    options.columns = "2";
    if (!text.starts_with("subject")) continue;
    EXPECT_THAT(csv_error(text, options), IsError(ErrorCode::unsupported, "line 4"));
  }
  OpenOptions chosen;
  chosen.columns = "x";
  const Recording states = read_csv("x,lead\n5.5,on\n6.5,on\n7.5,off\n", chosen);
  EXPECT_THAT(states.channels[0].samples, ElementsAre(5.5, 6.5, 7.5));
  EXPECT_THAT(states.warnings, warns("line 4: column 2 (lead) goes from 'on' to 'off': what follows is taken for"));
  EXPECT_THAT(read_csv("subject,RR\nS01,0.8\nS01,0.9\n").channels[0].samples, ElementsAre(0.8, 0.9));
  EXPECT_THAT(read_csv("time,sensor\n1,5\n2,6\n").channels[0].samples, ElementsAre(5, 6));
  EXPECT_THAT(read_csv("channel\n1\n2\n").channels[0].samples, ElementsAre(1, 2));
}

}  // namespace
}  // namespace biotropy::files
