// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "biotropy/files/formats/readers.hpp"
#include "tests/files/edf_bytes.hpp"
#include "tests/files/outcome.hpp"

namespace biotropy::files {
namespace {

using series::Recording;
using test::EdfBytes;
using test::EdfBytesSignal;
using test::plain_edf;

Recording read(const EdfBytes& edf, const OpenOptions& options = {}) {
  const std::string bytes = edf.bytes();
  Input input("test.edf", std::as_bytes(std::span(bytes)));
  return read_edf(input, options);
}

std::optional<Error> error_of_bytes(const std::string& bytes) {
  return error_of([&] {
    Input input("test.edf", std::as_bytes(std::span(bytes)));
    read_edf(input);
  });
}

std::optional<Error> error_of_edf(const EdfBytes& edf) {
  return error_of_bytes(edf.bytes());
}

// Scaling of the standard, implemented independently.
double scaled(int digital, double physical_min, double physical_max, int digital_min, int digital_max) {
  return physical_min + (digital - digital_min) * (physical_max - physical_min) / (digital_max - digital_min);
}

TEST(Edf, ScalesSixteenBitSamplesOfEveryRecord) {
  EdfBytes edf = plain_edf(3);
  edf.n_records = "3";
  edf.signals[0].samples = {{-32768, 32767, 0, -1}, {1, 255, 256, -256}, {12345, -12345, 127, 128}};
  const Recording recording = read(edf);
  EXPECT_EQ(recording.format, "EDF");
  EXPECT_EQ(recording.path, "test.edf");
  EXPECT_THAT(recording.notices, IsEmpty());
  ASSERT_EQ(recording.channels.size(), 1U);
  const series::Channel& channel = recording.channels[0];
  EXPECT_EQ(channel.label, "EEG Fp1");
  EXPECT_EQ(channel.unit, "uV");
  EXPECT_TRUE(channel.has_rate);
  EXPECT_EQ(channel.rate, 4.0);
  ASSERT_EQ(channel.samples.size(), 12U);
  for (std::size_t i = 0; i < 12; ++i) {
    const int digital = edf.signals[0].samples[i / 4][i % 4];
    EXPECT_NEAR(channel.samples[i], scaled(digital, -100, 100, -32768, 32767), 1e-13) << digital;
  }
  EXPECT_EQ(channel.samples[0], -100.0);
  EXPECT_EQ(channel.samples[1], 100.0);
}

TEST(Edf, ScalesTwentyFourBitSamples) {
  EdfBytes bdf = plain_edf(1);
  bdf.bdf = true;
  bdf.signals[0].digital_min = "-8388608";
  bdf.signals[0].digital_max = "8388607";
  bdf.signals[0].physical_min = "-8388608";
  bdf.signals[0].physical_max = "8388607";
  bdf.signals[0].samples = {{-8388608, 8388607, -1, 65536}};
  const Recording recording = read(bdf);
  EXPECT_EQ(recording.format, "BDF");
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(-8388608.0, 8388607.0, -1.0, 65536.0));
}

TEST(Edf, KeepsInvertedRangesAndOffsets) {
  EdfBytes edf = plain_edf(1);
  edf.signals[0].physical_min = "8711";
  edf.signals[0].physical_max = "-8711";
  edf.signals[0].samples = {{-32768, 32767, 100, -100}};
  const Recording inverted = read(edf);
  EXPECT_EQ(inverted.channels[0].samples[0], 8711.0);
  EXPECT_EQ(inverted.channels[0].samples[1], -8711.0);
  EXPECT_LT(inverted.channels[0].samples[2], inverted.channels[0].samples[3]);

  edf.signals[0].physical_min = "175921";
  edf.signals[0].physical_max = "175946";
  EXPECT_NEAR(read(edf).channels[0].samples[2], 175921 + 32868.0 * 25 / 65535, 1e-10);
}

// For a value near zero in a wide range, "minimum plus the rest" keeps 10 digits of 16.
TEST(Edf, SmallValuesInAWideRangeKeepTheirDigits) {
  EdfBytes bdf = plain_edf(1);
  bdf.bdf = true;
  bdf.signals[0].digital_min = "-8388608";
  bdf.signals[0].digital_max = "8388607";
  bdf.signals[0].physical_min = "-200000";
  bdf.signals[0].physical_max = "200000";
  bdf.signals[0].samples = {{0, -60, 1, -1}};
  const Recording recording = read(bdf);
  // 200000 (2 d + 1) / 16777215 for the digital value d.
  EXPECT_DOUBLE_EQ(recording.channels[0].samples[0], 200000.0 / 16777215.0);
  EXPECT_DOUBLE_EQ(recording.channels[0].samples[1], -200000.0 * 119.0 / 16777215.0);
  EXPECT_DOUBLE_EQ(recording.channels[0].samples[2], 600000.0 / 16777215.0);
  EXPECT_DOUBLE_EQ(recording.channels[0].samples[3], -200000.0 / 16777215.0);
}

TEST(Edf, RatesBelongToTheirChannels) {
  EdfBytes edf = plain_edf(2);
  edf.duration = "9.59375";
  EdfBytesSignal slow{.label = "Temp rectal", .unit = "DegC", .samples_per_record = "1", .samples = {{10}, {20}}};
  edf.signals.push_back(slow);
  const Recording recording = read(edf);
  ASSERT_EQ(recording.channels.size(), 2U);
  EXPECT_EQ(recording.channels[0].rate, 4 / 9.59375);
  EXPECT_EQ(recording.channels[0].samples.size(), 8U);
  EXPECT_EQ(recording.channels[1].label, "Temp rectal");
  EXPECT_EQ(recording.channels[1].unit, "DegC");
  EXPECT_EQ(recording.channels[1].rate, 1 / 9.59375);
  EXPECT_EQ(recording.channels[1].samples.size(), 2U);
  // Samples of the second record come from the second record.
  EXPECT_NEAR(recording.channels[0].samples[4], scaled(4, -100, 100, -32768, 32767), 1e-13);
  EXPECT_NEAR(recording.channels[1].samples[1], scaled(20, -100, 100, -32768, 32767), 1e-13);
}

TEST(Edf, RecordsLargerThanTheWindowAreReadInPieces) {
  EdfBytes bdf = plain_edf(1);
  bdf.bdf = true;
  constexpr int kCount = 500'000;  // 1.5 MB a record
  bdf.n_records = "2";
  bdf.signals[0].samples_per_record = std::to_string(kCount);
  bdf.signals[0].digital_min = "-1000000";
  bdf.signals[0].digital_max = "1000000";
  bdf.signals[0].physical_min = "-1000000";
  bdf.signals[0].physical_max = "1000000";
  bdf.signals[0].samples.assign(2, std::vector<int>(kCount));
  for (int i = 0; i < 2 * kCount; ++i)
    bdf.signals[0].samples[static_cast<std::size_t>(i / kCount)][static_cast<std::size_t>(i % kCount)] = i - kCount;
  const Recording recording = read(bdf);
  ASSERT_EQ(recording.channels[0].samples.size(), 2U * kCount);
  for (int i = 0; i < 2 * kCount; ++i)
    ASSERT_EQ(recording.channels[0].samples[static_cast<std::size_t>(i)], i - kCount);
}

TEST(Edf, LabelsAreTrimmedAndForeignBytesBecomeUtf8) {
  EdfBytes edf = plain_edf(1);
  edf.signals[0].label = "  O2 ";
  edf.signals[0].unit = "\xb5V";  // the micro sign in Latin-1
  const Recording latin = read(edf);
  EXPECT_EQ(latin.channels[0].label, "O2");
  EXPECT_EQ(latin.channels[0].unit, "\xc2\xb5V");
  EXPECT_THAT(latin.notices, warns("not_utf8"));

  edf.signals[0].unit = "\xc2\xb5V";  // in UTF-8
  const Recording utf8 = read(edf);
  EXPECT_EQ(utf8.channels[0].unit, "\xc2\xb5V");
  EXPECT_THAT(utf8.notices, IsEmpty());
}

TEST(Edf, RepeatedLabelsAreKeptAndSaid) {
  EdfBytes edf = plain_edf(1);
  edf.signals.push_back(edf.signals[0]);
  const Recording recording = read(edf);
  EXPECT_EQ(recording.channels.size(), 2U);
  EXPECT_THAT(recording.notices, warns("names_repeated"));
}

TEST(Edf, TheFileDecidesHowManyRecordsThereAre) {
  for (const std::string announced : {"-1", "5", "2", "many", ""}) {
    EdfBytes edf = plain_edf(3);
    edf.n_records = announced;
    const Recording recording = read(edf);
    EXPECT_EQ(recording.channels[0].samples.size(), 12U) << announced;
    EXPECT_THAT(recording.notices, warns("records_differ")) << announced;
  }
}

TEST(Edf, BytesBehindTheLastRecordAreLeftOut) {
  EdfBytes edf = plain_edf(2);
  edf.n_records = "2";
  edf.tail = "x";
  const Recording recording = read(edf);
  EXPECT_EQ(recording.channels[0].samples.size(), 8U);
  ASSERT_THAT(recording.notices, warns("bytes_left_out"));
  EXPECT_EQ(recording.notices[0].level, NoticeLevel::warning);
  // Or a field of the header is too long.
  std::string bytes = plain_edf(2).bytes();
  bytes.insert(512, "  ");
  EXPECT_THAT(error_of_bytes(bytes), IsError(ErrorCode::bad_file, "begin at byte 514"));
}

// Complete records beyond the announced ones belong to a recording that was not closed; other bytes do not.
TEST(Edf, BytesThatAreNoRecordsAreLeftOut) {
  EdfBytes edf = plain_edf(2);
  edf.n_records = "2";
  edf.tail = std::string(3 * 8 + 5, 'x');
  const Recording recording = read(edf);
  EXPECT_EQ(recording.channels[0].samples.size(), 8U);
  EXPECT_THAT(recording.notices, ElementsAre(coded("records_differ"), coded("bytes_left_out")));
  edf.tail.resize(24);
  EXPECT_EQ(read(edf).channels[0].samples.size(), 20U);
  edf.n_records = "-1";
  edf.tail.resize(3 * 8 + 5, 'x');
  EXPECT_EQ(read(edf).channels[0].samples.size(), 20U);
}

TEST(Edf, TwoFilesBehindEachOtherAreRefused) {
  EdfBytes edf = plain_edf(2);
  edf.n_records = "2";
  edf.tail = edf.bytes();
  EXPECT_THAT(error_of_edf(edf), IsError(ErrorCode::bad_file, "another file begins, at byte 528: split them"));
}

TEST(Edf, ACutRecordingKeepsItsCompleteRecords) {
  std::string bytes = plain_edf(3).bytes();
  bytes.resize(bytes.size() - 3);
  Input input("cut.edf", std::as_bytes(std::span(bytes)));
  const Recording recording = read_edf(input);
  EXPECT_EQ(recording.channels[0].samples.size(), 8U);
  EXPECT_THAT(recording.notices, ElementsAre(coded("records_differ"), coded("file_cut")));
}

TEST(Edf, UnusableRangesLeaveDigitalValues) {
  const auto with = [](auto change) {
    EdfBytes edf = plain_edf(1);
    change(edf.signals[0]);
    return read(edf);
  };
  const Recording equal = with([](EdfBytesSignal& s) { s.physical_min = s.physical_max = "5"; });
  EXPECT_THAT(equal.channels[0].samples, ElementsAre(0.0, 1.0, 2.0, 3.0));
  EXPECT_EQ(equal.channels[0].unit, "");
  EXPECT_THAT(equal.notices, warns("scale_unknown"));

  const Recording flat = with([](EdfBytesSignal& s) { s.digital_min = s.digital_max = "7"; });
  EXPECT_THAT(flat.channels[0].samples, ElementsAre(0.0, 1.0, 2.0, 3.0));
  EXPECT_THAT(flat.notices, warns("scale_unknown"));

  const Recording words = with([](EdfBytesSignal& s) { s.physical_max = "high"; });
  EXPECT_THAT(words.channels[0].samples, ElementsAre(0.0, 1.0, 2.0, 3.0));
  EXPECT_THAT(words.notices, warns("scale_unknown"));

  const Recording wide = with([](EdfBytesSignal& s) {
    s.physical_min = "-1e305";
    s.physical_max = "1e305";
  });
  EXPECT_THAT(wide.notices, warns("scale_unknown"));
  EXPECT_THAT(with([](EdfBytesSignal& s) { s.physical_min = "nan"; }).notices, warns("scale_unknown"));
}

TEST(Edf, DecimalCommasInTheHeaderAreUnderstood) {
  EdfBytes edf = plain_edf(1);
  edf.signals[0].physical_min = "-0,5";
  edf.signals[0].physical_max = "0,5";
  edf.signals[0].samples = {{-32768, 32767, 0, 0}};
  EXPECT_EQ(read(edf).channels[0].samples[0], -0.5);
}

TEST(Edf, CommasOfThousandsAreNotTakenForDecimals) {
  const auto with = [](const std::string& lowest, const std::string& highest) {
    EdfBytes edf = plain_edf(1);
    edf.signals[0].physical_min = lowest;
    edf.signals[0].physical_max = highest;
    edf.signals[0].samples = {{-32768, 32767, 0, 0}};
    return read(edf);
  };
  for (const std::string lowest : {"-3,276", "-327,680", "-1,2,3"}) {
    const Recording recording = with(lowest, "100");
    EXPECT_THAT(recording.notices, warns("scale_unknown"));
    EXPECT_EQ(recording.channels[0].samples[0], -32768.0) << lowest;
  }
  EXPECT_THAT(with("-3,276", "100").notices, warns("scale_unknown"));
  EXPECT_EQ(with("-0,125", "100").channels[0].samples[0], -0.125);
  EXPECT_EQ(with("-3276,5", "100").channels[0].samples[0], -3276.5);
  EdfBytes edf = plain_edf(1);
  edf.signals[0].digital_min = "-32,768";
  EXPECT_THAT(read(edf).notices, warns("scale_unknown"));
  edf = plain_edf(1);
  edf.duration = "1,000";
  EXPECT_FALSE(read(edf).channels[0].has_rate);
}

TEST(Edf, ChannelsOfTriggersAreNoSignals) {
  EdfBytes edf = plain_edf(1);
  for (const std::string label : {"Status", "TRIGGER", "EEG Status", "Trigger 2"}) {
    edf.signals.push_back(edf.signals[0]);
    edf.signals.back().label = label;
  }
  for (const bool bdf : {false, true}) {
    edf.bdf = bdf;
    const Recording recording = read(edf);
    EXPECT_THAT(series::select_channels(recording, ""), ElementsAre(0U, 3U, 4U));
    EXPECT_THAT(series::select_channels(recording, "Status"), ElementsAre(1U));
    EXPECT_EQ(recording.channels[2].type, "TRIG");
    EXPECT_EQ(recording.channels[0].type, "");
  }
}

TEST(Edf, ImpossibleDatesAreSaid) {
  EdfBytes edf = plain_edf(1);
  edf.date = "42.00.00";
  edf.time = "26.00.99";
  const Recording recording = read(edf);
  EXPECT_EQ(recording.channels[0].samples.size(), 4U);
  EXPECT_THAT(recording.notices, warns("start_invalid"));
}

TEST(Edf, TheStartIsThatOfTheHeaderAndTheFirstRecord) {
  using namespace std::chrono;
  EdfBytes edf = plain_edf(1);
  const auto start = [&](const std::string& date, const std::string& time) {
    edf.date = date;
    edf.time = time;
    return read(edf).start;
  };
  EXPECT_EQ(start("29.02.24", "23.59.58"), sys_days(2024y / 2 / 29) + 23h + 59min + 58s);
  EXPECT_EQ(start("31.12.85", "00.00.00"), sys_days(1985y / 12 / 31));
  EXPECT_EQ(start("01.01.84", "00.00.00"), sys_days(2084y / 1 / 1));
  EXPECT_EQ(start("01.01.85", "12.00.00"), sys_days(1985y / 1 / 1) + 12h);
  EXPECT_FALSE(start("01.01.85", "00.00.00"));
  EXPECT_FALSE(start("30.02.24", "00.00.00"));
  EXPECT_FALSE(start("01.01.24", "24.00.00"));
  edf.reserved = "EDF+C";
  edf.signals.push_back(test::annotation_signal("10", {std::string("+0.25\x14\x14\0", 8)}));
  EXPECT_EQ(start("01.01.24", "00.00.00"), sys_days(2024y / 1 / 1) + 250ms);
}

TEST(Edf, WithoutADurationThereIsNoRateUnlessOneIsGiven) {
  for (const std::string duration : {"0", "-1", "nan", "soon", "1e-320"}) {
    EdfBytes edf = plain_edf(1);
    edf.duration = duration;
    const Recording recording = read(edf);
    EXPECT_FALSE(recording.channels[0].has_rate) << duration;
    EXPECT_EQ(recording.channels[0].rate, 1.0) << duration;
    EXPECT_EQ(recording.channels[0].samples.size(), 4U) << duration;
    OpenOptions options{.rate = 250.0};
    EXPECT_EQ(read(edf, options).channels[0].rate, 250.0) << duration;
  }
  EdfBytes edf = plain_edf(1);
  edf.duration = "0";
  EXPECT_THAT(read(edf).notices, warns("rate_unknown"));
}

TEST(Edf, ADurationThatNoRecordHasIsNone) {
  EdfBytes edf = plain_edf(1);
  edf.duration = "9e307";
  EXPECT_FALSE(read(edf).channels[0].has_rate);
  EXPECT_THAT(read(edf).notices, warns("rate_unknown"));
  edf.duration = "1,000";
  EXPECT_THAT(read(edf).notices, warns("rate_unknown"));
  // One rate does not fit channels of two.
  OpenOptions options{.rate = 100.0};
  EXPECT_EQ(read(edf, options).channels[0].rate, 100.0);
  edf.signals.push_back(edf.signals[0]);
  edf.signals[1].samples_per_record = "1";
  EXPECT_THAT(error_of([&] { read(edf, options); }), IsError(ErrorCode::unsupported, "rate 100"));
}

TEST(Edf, ItsOwnRateStands) {
  OpenOptions options{.rate = 1000.0};
  const Recording recording = read(plain_edf(1), options);
  EXPECT_EQ(recording.channels[0].rate, 4.0);
  EXPECT_THAT(recording.notices, warns("rate_ignored"));
  options.rate = 4.0;
  EXPECT_THAT(read(plain_edf(1), options).notices, IsEmpty());
}

TEST(Edf, AnEmptySignalIsAnEmptyChannel) {
  EdfBytes edf = plain_edf(2);
  EdfBytesSignal empty{.label = "off", .samples_per_record = "0"};
  edf.signals.insert(edf.signals.begin(), empty);
  const Recording recording = read(edf);
  ASSERT_EQ(recording.channels.size(), 2U);
  EXPECT_EQ(recording.channels[0].label, "off");
  EXPECT_THAT(recording.channels[0].samples, IsEmpty());
  EXPECT_EQ(recording.channels[1].samples.size(), 8U);
  EXPECT_THAT(recording.notices, warns("channel_empty"));
}

TEST(Edf, AHeaderWithoutRecordsHasEmptyChannels) {
  const Recording recording = read(plain_edf(0));
  ASSERT_EQ(recording.channels.size(), 1U);
  EXPECT_THAT(recording.channels[0].samples, IsEmpty());
  EXPECT_THAT(recording.notices, warns("no_records"));
}

TEST(Edf, WhatCannotBeReadIsOneClearError) {
  EXPECT_THAT(error_of_bytes(""),
              IsError(ErrorCode::bad_file, "test.edf: an EDF or BDF header has at least 256 bytes"));
  EXPECT_THAT(error_of_bytes(std::string(300, 'x')), IsError(ErrorCode::bad_file, "begins with '0' and seven blanks"));
  EXPECT_THAT(error_of_bytes(plain_edf(1).bytes().substr(0, 400)),
              IsError(ErrorCode::bad_file, "header of 1 signals needs 512 bytes, but the file has 400"));

  EdfBytes edf = plain_edf(1);
  edf.n_signals = "0";
  EXPECT_THAT(error_of_edf(edf), IsError(ErrorCode::bad_file, "number of signals is '0'"));
  edf.n_signals = "-3";
  EXPECT_THAT(error_of_edf(edf), IsError(ErrorCode::bad_file, "number of signals is '-3'"));
  edf.n_signals = "9999";
  EXPECT_THAT(error_of_edf(edf), IsError(ErrorCode::bad_file, "header of 9999 signals needs 2560000 bytes"));

  edf = plain_edf(1);
  edf.signals[0].samples_per_record = "99999999";
  EXPECT_THAT(error_of_edf(edf), IsError(ErrorCode::bad_file, "one record needs at least 199999998 bytes"));
  edf.signals[0].samples_per_record = "5";
  EXPECT_THAT(error_of_edf(edf), IsError(ErrorCode::bad_file, "one record needs 10 bytes, but 8 follow the header"));
  edf.signals[0].samples_per_record = "-4";
  EXPECT_THAT(error_of_edf(edf), IsError(ErrorCode::bad_file, "'EEG Fp1' has '-4' samples in a record"));
  edf.signals[0].samples_per_record = "four";
  EXPECT_THAT(error_of_edf(edf), IsError(ErrorCode::bad_file, "'EEG Fp1' has 'four' samples in a record"));
  edf.signals[0].samples_per_record = "0";
  EXPECT_THAT(error_of_edf(edf), IsError(ErrorCode::bad_file, "no signal has a sample"));
}

TEST(Edf, AWrongHeaderSizeIsSaid) {
  EdfBytes edf = plain_edf(1);
  edf.header_bytes = "256";
  const Recording recording = read(edf);
  EXPECT_EQ(recording.channels[0].samples.size(), 4U);
  EXPECT_THAT(recording.notices, warns("header_size_wrong"));
}

// A header with a byte too many or too few in any field of text: that of the patient, a label, a transducer, a unit, a
// filter. The records are never read from the wrong byte.
TEST(Edf, FieldsOfAnotherLengthAreAnError) {
  for (const std::string n_records : {"3", "-1"}) {
    EdfBytes edf = plain_edf(3);
    edf.n_records = n_records;
    edf.signals[0].label = "Cz";
    edf.signals[0].samples_per_record = "4";
    for (const std::size_t place : {80, 160, 235, 270, 350, 359, 470}) {
      std::string longer = edf.bytes(), shorter = longer;
      longer.insert(place, 1, ' ');
      shorter.erase(place, 1);
      for (const std::string& bytes : {longer, shorter}) {
        Input input("test.edf", std::as_bytes(std::span(bytes)));
        const auto error = error_of([&] { read_edf(input); });
        ASSERT_TRUE(error) << place << (bytes.size() > longer.size());
        EXPECT_EQ(error->code(), ErrorCode::bad_file) << place;
      }
    }
  }
}

// As programs write that pad text by characters and write it in UTF-8.
TEST(Edf, FieldsByCharactersAreRead) {
  EdfBytes edf = plain_edf(3);
  const Recording right = read(edf);
  for (const std::size_t place : {20, 100, 258, 352}) {
    std::string bytes = edf.bytes();
    bytes.replace(place, 1, "\xc3\xab");
    Input input("test.edf", std::as_bytes(std::span(bytes)));
    const Recording recording = read_edf(input);
    EXPECT_EQ(recording.channels[0].samples, right.channels[0].samples) << place;
    EXPECT_THAT(recording.notices, warns("fields_in_characters")) << place;
  }
  std::string both = edf.bytes().replace(20, 1, "\xc3\xab");
  both.replace(353, 8, "\xc2\xb5V      ");
  Input input("test.edf", std::as_bytes(std::span(both)));
  EXPECT_EQ(read_edf(input).channels[0].unit, "\xc2\xb5V");
  // Where bytes fit, they are meant.
  edf.signals[0].unit = "\xc2\xb5V";
  EXPECT_EQ(read(edf).channels[0].samples, right.channels[0].samples);
  EXPECT_THAT(read(edf).notices, IsEmpty());
}

TEST(Edf, RecordsBeginWhereTheSizeOfTheFileHasThem) {
  EdfBytes edf = plain_edf(3);
  const Recording right = read(edf);
  edf.header_bytes = "768";
  const std::string bytes = edf.bytes().insert(512, 256, ' ');
  Input input("test.edf", std::as_bytes(std::span(bytes)));
  const Recording recording = read_edf(input);
  EXPECT_EQ(recording.channels[0].samples, right.channels[0].samples);
  EXPECT_THAT(recording.notices, warns("header_size_wrong"));
}

TEST(Edf, OptionsAreChecked) {
  OpenOptions options{.rate = 0.0};
  const auto error = error_of([&] { read(plain_edf(1), options); });
  EXPECT_THAT(error, Refuses("rate", "0"));
}

}  // namespace
}  // namespace biotropy::files
