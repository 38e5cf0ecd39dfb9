// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "biotropy/files/formats/wfdb/header_internal.hpp"
#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "biotropy/files/open.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/files/wfdb_bytes.hpp"

namespace biotropy::files {
namespace {

using namespace std::string_literals;
using series::Recording;

const double kMissing = std::nan("");

WfdbHeader header(const std::string& text) {
  Input input("rec.hea", std::as_bytes(std::span(text)));
  return read_wfdb_header(input);
}

TEST(WfdbHeader, RecordLine) {
  const WfdbHeader plain = header("# a remark\n\n100 0 360 650000\r\n# Age: 69\n");
  EXPECT_EQ(plain.rate, 360.0);
  EXPECT_EQ(plain.n_frames, 650'000u);
  EXPECT_THAT(plain.signals, IsEmpty());
  EXPECT_EQ(header("a 0 128.5/1000(-3) 12 10:00:00 25/12/1990\n").rate, 128.5);
  EXPECT_FALSE(header("a 0").rate.has_value());
  EXPECT_EQ(header("a 0 250").n_frames, 0u);
  EXPECT_FALSE(plain.several_segments);
  const WfdbHeader joined = header("a/3 2 250 100\nb 50\n~ 25\n# a remark\nx/../c 25\n");
  EXPECT_TRUE(joined.several_segments);
  EXPECT_EQ(joined.n_signals, 2u);
  ASSERT_EQ(joined.segments.size(), 3u);
  EXPECT_EQ(joined.segments[1].name, kWfdbNothing);
  EXPECT_EQ(joined.segments[2].name, "c");
  EXPECT_EQ(joined.segments[2].n_frames, 25u);
}

TEST(WfdbHeader, SignalLines) {
  const auto signals = header(
                           "a 4 250 10\n"
                           "a.dat 212x4:2+512 200(1024)/uV 11 1000 995 -22131 0 MLII, modified\n"
                           "  b.dat\t16 1000.5/mmHg 16 7\n"
                           "# between\n"
                           "c.dat 80 0 8 0 0 0 0 ECG \xb5\n"
                           "c.dat 80\n")
                           .signals;
  ASSERT_EQ(signals.size(), 4u);
  EXPECT_EQ(signals[0].file, "a.dat");
  EXPECT_EQ(signals[0].format, 212);
  EXPECT_EQ(signals[0].per_frame, 4u);
  EXPECT_EQ(signals[0].skew, 2u);
  EXPECT_EQ(signals[0].offset, 512u);
  EXPECT_EQ(signals[0].gain, 200.0);
  EXPECT_TRUE(signals[0].calibrated);
  EXPECT_EQ(signals[0].baseline, 1024);
  EXPECT_EQ(signals[0].unit, "uV");
  EXPECT_EQ(signals[0].checksum, -22131);
  EXPECT_EQ(signals[0].label, "MLII, modified");
  EXPECT_EQ(signals[1].gain, 1000.5);
  EXPECT_EQ(signals[1].baseline, 7);
  EXPECT_EQ(signals[1].unit, "mmHg");
  EXPECT_FALSE(signals[1].checksum.has_value());
  EXPECT_EQ(signals[1].label, "signal2");
  EXPECT_FALSE(signals[2].calibrated);
  EXPECT_EQ(signals[2].gain, 200.0);
  EXPECT_EQ(signals[2].label, "ECG \xc2\xb5");
  EXPECT_EQ(signals[3].unit, "mV");
  EXPECT_FALSE(signals[3].calibrated);
}

TEST(WfdbHeader, FaultsNameTheLine) {
  const auto error = [](const std::string& text) { return error_of([&] { header(text); }); };
  EXPECT_THAT(error(""), IsError(ErrorCode::bad_file, "rec.hea: no line describes the record"));
  EXPECT_THAT(error("# nothing\n"), IsError(ErrorCode::bad_file, "no line describes the record"));
  EXPECT_THAT(error("a"), IsError(ErrorCode::bad_file, "line 1: the number of signals is ''"));
  EXPECT_THAT(error("a -1"), IsError(ErrorCode::bad_file, "line 1: the number of signals is '-1'"));
  EXPECT_THAT(error("a 1.5"), IsError(ErrorCode::bad_file, "the number of signals is '1.5'"));
  EXPECT_THAT(error("a 99999999999999999999"), IsError(ErrorCode::bad_file, "the number of signals"));
  EXPECT_THAT(error("a 2 250\na.dat 16\n"), IsError(ErrorCode::bad_file, "2 signals are announced, and 1 are"));
  EXPECT_THAT(error("a 4000000 250\n"), IsError(ErrorCode::bad_file, "4000000 signals are announced, and 0 are"));
  for (const std::string rate : {"0", "-5", "fast", "nan", "1e300", "1e-300"}) {
    EXPECT_THAT(error("#\na 0 " + rate), IsError(ErrorCode::bad_file, "line 2: the rate is '" + rate + "'"));
  }
  EXPECT_THAT(error("a 0 250 many"), IsError(ErrorCode::bad_file, "the number of samples is 'many'"));
  for (const std::string format : {"x", "16y", "16x0", "16x", "16:", "16+-1", "99999"}) {
    EXPECT_THAT(error("a 1 250\na.dat " + format), IsError(ErrorCode::bad_file, "line 2: the format of the samples"));
  }
  for (const std::string gain : {"MLII", "200(", "200(x)", "200(1", "inf", "1e999"}) {
    EXPECT_THAT(error("a 1 250\na.dat 16 " + gain), IsError(ErrorCode::bad_file, "line 2: the gain is"));
  }
  EXPECT_THAT(error("a 1 250\na.dat 16 200 11 x"), IsError(ErrorCode::bad_file, "the zero of the converter is 'x'"));
  EXPECT_THAT(error("a/2 1 250 9\nb 9\n"), IsError(ErrorCode::bad_file, "2 segments are announced, and 1 are"));
  EXPECT_THAT(error("a/0 1 250 9\n"), IsError(ErrorCode::bad_file, "line 1: the number of segments is '0'"));
  EXPECT_THAT(error("a/b 1 250 9\n"), IsError(ErrorCode::bad_file, "line 1: the number of segments is 'b'"));
  EXPECT_THAT(error("a/1 1 250 9\nb many\n"),
              IsError(ErrorCode::bad_file, "line 2: the number of samples of a segment"));
  EXPECT_THAT(error("a 0\0 250"s), IsError(ErrorCode::bad_file, "byte 0"));
}

class Wfdb : public ::testing::Test {
 protected:
  /// Reads a record of these files: the header, and one signal file.
  Recording read(const std::string& header, const std::string& signals) {
    scratch_.write("rec.dat", signals);
    return read_wfdb(scratch_.write("rec.hea", header));
  }
  std::optional<Error> error(const std::string& header, const std::string& signals) {
    return error_of([&] { read(header, signals); });
  }
  Scratch scratch_;
};

// In every format: 0, 1, -1, the largest value, the smallest number, and the mark of a missing sample.
TEST_F(Wfdb, Format16) {
  const Recording recording =
      read("rec 1 250 6\nrec.dat 16 1 16 0 0 0 0 II\n", "\x00\x00\x01\x00\xff\xff\xff\x7f\x01\x80\x00\x80"s);
  ASSERT_EQ(recording.channels.size(), 1u);
  EXPECT_EQ(recording.format, "WFDB");
  EXPECT_EQ(recording.channels[0].label, "II");
  EXPECT_EQ(recording.channels[0].rate, 250.0);
  EXPECT_TRUE(recording.channels[0].has_rate);
  EXPECT_THAT(recording.channels[0].samples,
              ElementsAre(0.0, 1.0, -1.0, 32767.0, -32767.0, NanSensitiveDoubleEq(kMissing)));
}

TEST_F(Wfdb, Format212) {
  // Pairs (0, 1), (-1, 2047), (-2047, -2048): low byte, both high halves (the second one above), low byte.
  const std::string bytes = "\x00\x00\x01\xff\x7f\xff\x01\x88\x00"s;
  EXPECT_THAT(read("rec 1 250 6\nrec.dat 212 1 12 0 0 0 0 II\n", bytes).channels[0].samples,
              ElementsAre(0.0, 1.0, -1.0, 2047.0, -2047.0, NanSensitiveDoubleEq(kMissing)));
  // An odd number of samples, with and without the third byte of the last pair.
  for (const std::size_t size : {8, 9}) {
    const Recording odd = read("rec 1 250 5\nrec.dat 212 1\n", bytes.substr(0, size));
    EXPECT_THAT(odd.channels[0].samples, ElementsAre(0.0, 1.0, -1.0, 2047.0, -2047.0));
    EXPECT_THAT(odd.notices, IsEmpty());
  }
}

TEST_F(Wfdb, FormatsOfWholeBytes) {
  struct Format {
    int number;
    std::string bytes;
    double most;  // of the samples 0, 1, -1, most, -most and a missing one
  };
  const Format formats[] = {
      {80, "\x80\x81\x7f\xff\x01\x00"s, 127.0},
      {24, "\x00\x00\x00\x01\x00\x00\xff\xff\xff\xff\xff\x7f\x01\x00\x80\x00\x00\x80"s, 8388607.0},
      {32, "\x00\x00\x00\x00\x01\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\x7f\x01\x00\x00\x80\x00\x00\x00\x80"s,
       2147483647.0},
      {61, "\x00\x00\x00\x01\xff\xff\x7f\xff\x80\x01\x80\x00"s, 32767.0},
  };
  for (const Format& format : formats) {
    const Recording recording = read(fmt::format("rec 1 250 6\nrec.dat {} 1\n", format.number), format.bytes);
    EXPECT_THAT(recording.channels[0].samples,
                ElementsAre(0.0, 1.0, -1.0, format.most, -format.most, NanSensitiveDoubleEq(kMissing)))
        << format.number;
  }
}

// Differences, the first one from the initial value of the signal, or from the zero of the converter.
TEST_F(Wfdb, Format8) {
  EXPECT_THAT(read("rec 1 250 5\nrec.dat 8 1(0) 12 3 10 -110\n", "\x01\xff\x7f\x80\x00"s).channels[0].samples,
              ElementsAre(11.0, 10.0, 137.0, 9.0, 9.0));
  EXPECT_THAT(read("rec 1 250 2\nrec.dat 8 1(0) 12 3\n", "\x01\xff"s).channels[0].samples, ElementsAre(4.0, 3.0));
  const Recording two =
      read("rec 2 250 2\nrec.dat 8x2 1(0) 12 0 1 0 0 A\nrec.dat 8 1(0) 12 0 -1 0 0 B\n", "\x01\x02\x05\x03\x04\xfa"s);
  EXPECT_THAT(two.channels[0].samples, ElementsAre(2.0, 4.0, 7.0, 11.0));
  EXPECT_THAT(two.channels[1].samples, ElementsAre(4.0, -2.0));
  EXPECT_THAT(error("rec 1 250 1\nrec.dat 8 1(0) 12 0 x\n", "a"),
              IsError(ErrorCode::bad_file, "the initial value is 'x'"));
  EXPECT_THAT(read("rec 1 250 1\nrec.dat 80 1(0) 12 0 x\n", "\x81"s).channels[0].samples, ElementsAre(1.0));
}

// Bits of samples, from the lowest on, as the pages of the format draw them; the last bytes may be cut off.
std::string packed_in_threes(int format, const std::vector<int>& values) {
  std::string bytes;
  for (std::size_t i = 0; i < values.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3 && i + k < values.size(); ++k) {
      const std::uint32_t ten = static_cast<std::uint32_t>(values[i + k]) & 0x3ff;
      if (format == 311) {
        word |= ten << (10 * k);
      } else if (k < 2) {
        word |= ten << (16 * k + 1);
      } else {
        word |= (ten & 0x1f) << 11 | (ten >> 5) << 27;
      }
    }
    for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(word >> shift & 0xff);
  }
  return bytes;
}

TEST_F(Wfdb, Formats310And311) {
  const std::vector<int> values = {0, 1, -1, 511, -511, 170, -342, 300, 5};
  for (const int format : {310, 311}) {
    for (std::size_t n = 1; n <= values.size(); ++n) {
      const std::vector<int> some(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n));
      const std::string bytes = packed_in_threes(format, some);
      const std::size_t needed = n / 3 * 4 + (n % 3 == 0 ? 0 : n % 3 == 1 ? 2 : format == 310 ? 4 : 3);
      for (const std::size_t size : {bytes.size(), needed}) {
        const Recording recording =
            read(fmt::format("rec 1 250 {}\nrec.dat {} 1(0)\n", n, format), bytes.substr(0, size));
        EXPECT_EQ(recording.channels[0].samples, std::vector<double>(some.begin(), some.end())) << format << " " << n;
        EXPECT_THAT(recording.notices, IsEmpty()) << format << " " << n;
      }
      if (n == 1) continue;
      // In format 310 the first byte of the second pair belongs to the second sample, which needs both.
      const std::size_t left = format == 310 && n % 3 == 0 ? n - 2 : n - 1;
      const Recording cut = read(fmt::format("rec 1 250\nrec.dat {} 1(0)\n", format), bytes.substr(0, needed - 1));
      EXPECT_EQ(cut.channels[0].samples.size(), left) << format << " " << n;
    }
    EXPECT_THAT(read(fmt::format("rec 1 250 1\nrec.dat {} 1(0)\n", format), packed_in_threes(format, {-512}))
                    .channels[0]
                    .samples,
                ElementsAre(NanSensitiveDoubleEq(kMissing)));
  }
}

TEST_F(Wfdb, OtherFormatsAreNamed) {
  EXPECT_THAT(error("rec 1 250 6\nrec.dat 160 1\n", "abcdef"),
              IsError(ErrorCode::unsupported,
                      "rec.dat: samples in format 160 cannot be read; 8, 16, 24, 32, 61, 80, 212, 310"));
}

TEST_F(Wfdb, SignalsTakeTurnsInPhysicalUnits) {
  const Recording recording = read("rec 2 100 2\nrec.dat 16 200(10)/mV 16 0 0 0 0 A\nrec.dat 16 4/uV 16 2 0 0 0 B\n",
                                   "\x0a\x00\x02\x00\xd2\x00\x06\x00"s);
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(0.0, 1.0));
  EXPECT_EQ(recording.channels[0].unit, "mV");
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(0.0, 1.0));
  EXPECT_EQ(recording.channels[1].unit, "uV");
}

TEST_F(Wfdb, SeveralSamplesInAFrame) {
  const Recording recording = read("rec 2 100 2\nrec.dat 80 1\nrec.dat 80x3 1\n", "\x81\x8b\x8c\x8d\x82\x8e\x8f\x90"s);
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1.0, 2.0));
  EXPECT_EQ(recording.channels[0].rate, 100.0);
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(11.0, 12.0, 13.0, 14.0, 15.0, 16.0));
  EXPECT_EQ(recording.channels[1].rate, 300.0);
}

TEST_F(Wfdb, SkewBringsSignalsTogether) {
  // B was written one frame late: its first frame is before the record.
  const Recording recording = read("rec 2 100 3\nrec.dat 80 1\nrec.dat 80:1 1\n", "\x81\x80\x82\x8b\x83\x8c"s);
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1.0, 2.0));
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(11.0, 12.0));
  EXPECT_THAT(error("rec 1 100 2\nrec.dat 80:2 1\n", "ab"), IsError(ErrorCode::bad_file, "the skew of a signal"));
}

TEST_F(Wfdb, BytesBeforeTheSamples) {
  EXPECT_THAT(read("rec 1 100 2\nrec.dat 16+5 1\n", "12345\x01\x00\x02\x00"s).channels[0].samples,
              ElementsAre(1.0, 2.0));
  EXPECT_THAT(error("rec 1 100 2\nrec.dat 16+5 1\n", "1234"), IsError(ErrorCode::bad_file, "not one sample"));
}

TEST_F(Wfdb, SignalsInSeveralFiles) {
  scratch_.write("other.dat", "\x8b\x8c"s);
  const Recording recording = read("rec 3 100 0\nrec.dat 16 1\nother.dat 80 1\nrec.dat 16 1\n",
                                   "\x01\x00\x15\x00\x02\x00\x16\x00\x03\x00\x17\x00"s);
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1.0, 2.0));
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(11.0, 12.0));
  EXPECT_THAT(recording.channels[2].samples, ElementsAre(21.0, 22.0));
  EXPECT_THAT(error("rec 1 100\nabsent.dat 16 1\n", ""), IsError(ErrorCode::file_not_found, "absent.dat"));
  EXPECT_THAT(error("rec 2 100\nrec.dat 16 1\nrec.dat 212 1\n", "abcdef"),
              IsError(ErrorCode::bad_file, "signals of one file have different formats"));
}

TEST_F(Wfdb, MoreSamplesThanOnePiece) {
  std::string bytes;
  for (int k = 0; k < 100'001; ++k) {
    const int value = k % 4001 - 2000;
    if (k % 2 == 0) {
      bytes += static_cast<char>(value & 0xff);
      bytes += static_cast<char>((value >> 8) & 0x0f);
    } else {
      bytes.back() = static_cast<char>(bytes.back() | ((value >> 4) & 0xf0));
      bytes += static_cast<char>(value & 0xff);
    }
  }
  const auto samples = read("rec 1 250 100001\nrec.dat 212 1\n", bytes).channels[0].samples;
  ASSERT_EQ(samples.size(), 100'001u);
  for (int k = 0; k < 100'001; ++k) ASSERT_EQ(samples[static_cast<std::size_t>(k)], k % 4001 - 2000) << k;
}

TEST_F(Wfdb, HeadersThatLie) {
  const std::string four = "\x01\x00\x02\x00\x03\x00\x04\x00"s;
  const Recording cut = read("rec 1 250 9\nrec.dat 16 1\n", four);
  EXPECT_THAT(cut.channels[0].samples, ElementsAre(1.0, 2.0, 3.0, 4.0));
  EXPECT_THAT(cut.notices, warns("file_cut"));
  EXPECT_EQ(read("rec 1 250 281474976710656\nrec.dat 16 1\n", four).channels[0].samples.size(), 4u);
  const Recording longer = read("rec 1 250 2\nrec.dat 16 1\n", four);
  EXPECT_THAT(longer.channels[0].samples, ElementsAre(1.0, 2.0));
  EXPECT_THAT(longer.notices, warns("records_differ"));
  // One byte is the padding of an odd number of bytes; two are a sample.
  const std::string one = four.substr(0, 4) + "\x01", two = one + "\x01";
  EXPECT_THAT(read("rec 1 250 2\nrec.dat 16 1\n", one).notices, IsEmpty());
  EXPECT_THAT(read("rec 1 250 2\nrec.dat 16 1\n", two).notices, warns("records_differ"));
  // Two samples of 12 bits share three bytes.
  EXPECT_THAT(read("rec 1 250 2\nrec.dat 212 1\n", one).notices, IsEmpty());
  EXPECT_THAT(read("rec 1 250 2\nrec.dat 212 1\n", two).notices, warns("records_differ"));
  EXPECT_THAT(error("rec 1 250 2\nrec.dat 16x2147483648 1\n", four), IsError(ErrorCode::bad_file, "not one sample"));
  EXPECT_THAT(read("rec 1 250\nrec.dat 16\n", four).notices, warns("gain_assumed"));
  EXPECT_THAT(read("rec 1\nrec.dat 16 1\n", four).notices, warns("rate_assumed"));
}

TEST_F(Wfdb, ChecksumsShowDamage) {
  // The sum of 32767, 32767 and 4 is 65538, of which 16 bits are 2.
  const std::string bytes = "\xff\x7f\xff\x7f\x04\x00"s;
  EXPECT_THAT(read("rec 1 250 3\nrec.dat 16 1 16 0 0 2 0 II\n", bytes).notices, IsEmpty());
  EXPECT_THAT(read("rec 1 250 3\nrec.dat 16 1 16 0 0 65538 0 II\n", bytes).notices, IsEmpty());
  EXPECT_THAT(read("rec 1 250 3\nrec.dat 16 1 16 0 0 -3 0 II\n", bytes).notices, warns("checksum_wrong"));
  // By hand: -1 - 1 is -2.
  EXPECT_THAT(read("rec 1 250 2\nrec.dat 16 1 16 0 0 -2 0 II\n", "\xff\xff\xff\xff").notices, IsEmpty());
}

TEST_F(Wfdb, AnnotationsBesideTheSignals) {
  const std::string bytes = test::word(1, 125) + test::word(28, 125) + test::aux("(AFIB") + test::end_of_annotations();
  scratch_.write("rec.qrs", test::word(1, 1) + test::end_of_annotations());
  scratch_.write("rec.atr", bytes);
  const Recording recording = read("rec 1 250\nrec.dat 80 1\n", "ab");
  ASSERT_EQ(recording.annotations.size(), 2u);
  EXPECT_EQ(recording.annotations[0].onset, 0.5);
  EXPECT_EQ(recording.annotations[0].text, "N");
  EXPECT_FALSE(recording.annotations[0].duration.has_value());
  EXPECT_EQ(recording.annotations[1].onset, 1.0);
  EXPECT_EQ(recording.annotations[1].text, "+ (AFIB");
  // A damaged annotation file loses the annotations only; alone it is an error.
  scratch_.write("rec.atr", test::word(55, 1));
  EXPECT_THAT(read("rec 1 250\nrec.dat 80 1\n", "ab").notices, warns("annotations_left_out"));
  EXPECT_THAT(error("rec 0 250\n", ""), IsError(ErrorCode::bad_file, "rec.atr: code 55"));
}

TEST_F(Wfdb, EveryFileThatWasReadIsNamed) {
  scratch_.write("rec.hea", "rec 3 250 2\na.dat 16\na.dat 16\nb.dat 16\n");
  scratch_.write("a.dat", std::string(8, '\1'));
  scratch_.write("b.dat", std::string(4, '\1'));
  scratch_.write("rec.atr", test::word(1, 1) + test::end_of_annotations());
  const auto path = [&](const char* name) { return scratch_.path(name).generic_string(); };
  EXPECT_THAT(open(path("rec.hea")).other_files, ElementsAre(path("a.dat"), path("b.dat"), path("rec.atr")));
  EXPECT_THAT(open(path("rec.atr")).other_files, ElementsAre(path("rec.hea")));
  EXPECT_EQ(read_wfdb_annotations(path("rec.atr")).header, scratch_.path("rec.hea"));
  scratch_.write("alone.txt", "1\n2\n");
  EXPECT_THAT(open(path("alone.txt")).other_files, IsEmpty());
}

TEST_F(Wfdb, OpenKnowsItsFilesByNameAndByTheHeaderBesideThem) {
  const std::string beats = test::word(1, 5) + test::end_of_annotations();
  for (const std::string name : {"x.atr", "x.ecg", "x.qrs"}) {
    const Recording recording = open(scratch_.write(name, beats));
    EXPECT_EQ(recording.format, "WFDB") << name;
    EXPECT_THAT(recording.channels, IsEmpty());
    ASSERT_EQ(recording.annotations.size(), 1u);
    EXPECT_EQ(recording.annotations[0].onset, 5 / 250.0);
  }
  EXPECT_EQ(open(scratch_.write("y.wqrs", beats)).annotations[0].onset, 5 / 250.0);
  scratch_.write("y.hea", "y 1 100\ny.dat 80 1\n");
  EXPECT_EQ(open(scratch_.path("y.wqrs")).annotations[0].onset, 0.05);
  const auto signals = scratch_.write("y.dat", "\x80\x81\x01"s);
  EXPECT_THAT(open(signals).channels[0].samples, ElementsAre(0.0, 1.0, -127.0));
  EXPECT_THAT(open(scratch_.path("y.hea")).channels[0].samples, ElementsAre(0.0, 1.0, -127.0));
  // Numbers as text stay text, whatever other files there are.
  scratch_.write("y.dat", "800\n810\n");
  EXPECT_EQ(open(signals).format, "text");
}

TEST_F(Wfdb, RecordsAreFoundByTheirNameAlone) {
  scratch_.write("rec.hea", "rec 0 128\n");
  EXPECT_EQ(wfdb_record(scratch_.path("rec")), scratch_.path("rec.hea"));
  EXPECT_EQ(wfdb_record(scratch_.path("other")), scratch_.path("other"));
  EXPECT_EQ(wfdb_record(scratch_.path("rec.hea")), scratch_.path("rec.hea"));
  scratch_.write("rec", "1\n2\n");
  EXPECT_EQ(wfdb_record(scratch_.path("rec")), scratch_.path("rec"));
}

TEST_F(Wfdb, BeatsAreWhereNoSignalIs) {
  const auto header = scratch_.write("rec.hea", "rec 0 128\n");
  EXPECT_EQ(wfdb_beat_file(header), std::nullopt);
  const auto detector = scratch_.write("rec.qrs", "x");
  EXPECT_EQ(wfdb_beat_file(header), detector);
  const auto audited = scratch_.write("rec.ecg", "x");
  EXPECT_EQ(wfdb_beat_file(header), audited);
  EXPECT_EQ(wfdb_beat_file(detector), detector);
  EXPECT_EQ(wfdb_beat_file(scratch_.path("rec.dat")), std::nullopt);
  EXPECT_EQ(wfdb_beat_file(scratch_.path("rr.txt")), std::nullopt);
  scratch_.write("rec.hea", "rec 1 128\nrec.dat 16\n");
  EXPECT_EQ(wfdb_beat_file(header), std::nullopt);
  EXPECT_EQ(wfdb_annotation_file(header), audited);
  EXPECT_EQ(wfdb_annotation_file(scratch_.path("rec.dat")), std::nullopt);
}

}  // namespace
}  // namespace biotropy::files
