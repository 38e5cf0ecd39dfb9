// SPDX-License-Identifier: Apache-2.0
//
// Recordings that were saved again as text.
#include <random>

#include "biotropy/files/formats/readers.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "tests/files/edf_bytes.hpp"
#include "tests/files/outcome.hpp"

namespace biotropy::files {
namespace {

using test::EdfBytes;

EdfBytes noise_in_edf(bool bdf, const std::string& n_records = "40") {
  std::mt19937 random(7);
  EdfBytes edf{.bdf = bdf, .n_records = n_records};
  edf.signals.resize(2);
  for (test::EdfBytesSignal& signal : edf.signals) {
    signal.samples_per_record = "100";
    signal.samples.assign(40, std::vector<int>(100));
    for (auto& record : signal.samples) {
      for (int& sample : record) sample = static_cast<int>(random() % 2001) - 1000;
    }
  }
  edf.signals[1].label = "Fp2";
  return edf;
}

series::Recording read_again(const std::string& bytes) {
  Input input("test.edf", std::as_bytes(std::span(bytes)));
  return read_edf(input);
}

std::optional<Error> fault_of(const std::string& bytes) {
  return error_of([&] { read_again(bytes); });
}

// Every byte from 80 on becomes U+FFFD, as editors show invalid UTF-8.
std::string with_replacements(const std::string& bytes) {
  std::string result;
  for (const char c : bytes) result += static_cast<unsigned char>(c) < 0x80 ? std::string(1, c) : "\xef\xbf\xbd";
  return result;
}

std::string from_latin1(const std::string& bytes) {
  std::string result;
  for (const char c : bytes) {
    const auto code = static_cast<unsigned char>(c);
    if (code >= 0x80) result += static_cast<char>(0xc0 | (code >> 6));
    result += code < 0x80 ? c : static_cast<char>(0x80 | (code & 0x3f));
  }
  return result;
}

std::string with_line_ends(const std::string& bytes) {
  std::string result;
  for (const char c : bytes) result += c == '\n' ? "\r\n" : std::string(1, c);
  return result;
}

TEST(EdfConversion, FilesSavedAsUtf8AreRefused) {
  for (const bool bdf : {false, true}) {
    for (const std::string n_records : {"40", "-1"}) {
      const std::string bytes = noise_in_edf(bdf, n_records).bytes();
      EXPECT_THAT(fault_of(with_replacements(bytes)),
                  IsError(ErrorCode::bad_file, "test.edf: the file was saved as UTF-8"));
      EXPECT_THAT(fault_of(from_latin1(bytes)), IsError(ErrorCode::bad_file, "(0 are lost)"));
    }
  }
}

// The second byte of the unit shifts every later field.
TEST(EdfConversion, AConvertedHeaderIsNamedToo) {
  EdfBytes edf = noise_in_edf(false);
  edf.signals[0].unit = "\xb5V";
  EXPECT_THAT(fault_of(with_replacements(edf.bytes())), IsError(ErrorCode::bad_file, "saved as UTF-8 text"));
}

TEST(EdfConversion, FilesWithConvertedLineEndsAreRefused) {
  for (const bool bdf : {false, true}) {
    for (const std::string n_records : {"40", "-1"}) {
      const std::string bytes = noise_in_edf(bdf, n_records).bytes();
      const auto feeds = std::count(bytes.begin(), bytes.end(), '\n');
      ASSERT_GE(feeds, 4);
      EXPECT_THAT(fault_of(with_line_ends(bytes)),
                  IsError(ErrorCode::bad_file, "added " + std::to_string(feeds) + " bytes 0D"));
    }
  }
  // A single one, if the size fits.
  EdfBytes single = test::plain_edf(2);
  single.n_records = "2";
  single.signals[0].samples[1][2] = 10;
  EXPECT_THAT(fault_of(with_line_ends(single.bytes())), IsError(ErrorCode::bad_file, "added 1 bytes 0D"));
}

TEST(EdfConversion, GenuineFilesAreRead) {
  for (const std::string n_records : {"40", "-1", "12", "41"}) {
    EXPECT_EQ(read_again(noise_in_edf(false, n_records).bytes()).channels[0].samples.size(), 4000U) << n_records;
  }
  // Zeros, and bytes that a text may hold.
  EdfBytes quiet = test::plain_edf(3);
  quiet.n_records = "-1";
  for (auto& record : quiet.signals[0].samples) record = {0, 0x0d, 0x0a0d, 0x4141};
  EXPECT_EQ(read_again(quiet.bytes()).channels[0].samples.size(), 12U);
}

TEST(EdfConversion, LongFilesAreLookedAtToTheirEnd) {
  EdfBytes edf = test::plain_edf(1);
  edf.signals[0].samples_per_record = "1500000";
  edf.signals[0].samples[0].assign(1'500'000, 0x00c9);  // U+00C9, two bytes: read buffers split them
  edf.signals[0].samples[0].back() = 200;
  const std::string bytes = edf.bytes();
  EXPECT_THAT(read_again(bytes).notices, IsEmpty());
  EXPECT_THAT(fault_of(from_latin1(bytes)), IsError(ErrorCode::bad_file, "changed 1500000 bytes"));
}

// A byte lost inside an EDF+ file shifts all later records.
TEST(EdfConversion, RecordsThatAreNotInTheirPlaceAreAnError) {
  EdfBytes edf = noise_in_edf(false);
  edf.reserved = "EDF+C";
  std::vector<std::string> lists;
  for (int record = 0; record < 40; ++record) lists.push_back("+" + std::to_string(record) + "\x14\x14");
  edf.signals.push_back(test::annotation_signal("10", lists));
  std::string bytes = edf.bytes();
  EXPECT_THAT(read_again(bytes).notices, IsEmpty());
  bytes.erase(2000, 1);
  EXPECT_THAT(fault_of(bytes), IsError(ErrorCode::bad_file, "bytes were lost or added inside"));
}

}  // namespace
}  // namespace biotropy::files
