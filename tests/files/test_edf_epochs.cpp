// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/edf/epochs.hpp"
#include "biotropy/files/formats/readers.hpp"
#include "tests/files/edf_bytes.hpp"
#include "tests/files/outcome.hpp"

namespace biotropy::files {
namespace {

// Three signals of four samples a record; all samples differ, and some are negative.
test::EdfBytes recording(bool bdf, int n_records) {
  test::EdfBytes bytes = test::plain_edf(n_records);
  bytes.bdf = bdf;
  bytes.signals.resize(3, bytes.signals[0]);
  bytes.signals[1].physical_min = "-187.3";
  bytes.signals[2].unit = "mV";
  for (int signal = 0; signal < 3; ++signal) {
    for (int record = 0; record < n_records; ++record) {
      for (int i = 0; i < 4; ++i) {
        bytes.signals[signal].samples[record][i] = (bdf ? 70'000 : 700) * (signal - 1) + 4 * record + i;
      }
    }
  }
  return bytes;
}

// The last two of the three.
EdfChannels channels_of(const test::EdfBytes& recording, int n_records) {
  const std::uint64_t width = recording.bdf ? 3 : 2;
  const std::string bytes = recording.bytes();
  Input input("test.edf", std::as_bytes(std::span(bytes)));
  Notices notices;
  const EdfHeader header = read_edf_header(input, notices);
  return {recording.bdf,
          header.header_bytes,
          header.record_bytes,
          static_cast<std::uint64_t>(n_records),
          4 * width,
          4,
          {header.signals[1], header.signals[2]}};
}

std::vector<double> epochs(const std::string& bytes, const EdfChannels& channels, std::uint64_t first,
                           std::uint64_t last, std::uint64_t length) {
  Input input("test.edf", std::as_bytes(std::span(bytes)));
  std::vector<double> out((last - first) * length * channels.signals.size(), -1.0);
  read_edf_epochs(input, channels, first, last, length, out);
  return out;
}

TEST(EdfEpochs, AreTheSamplesOfTheirChannelsWhereverRecordsEnd) {
  constexpr int records = 7;
  for (const bool bdf : {false, true}) {
    const test::EdfBytes file = recording(bdf, records);
    const EdfChannels channels = channels_of(file, records);
    const std::string bytes = file.bytes();
    Input input("test.edf", std::as_bytes(std::span(bytes)));
    const series::Recording known = read_edf(input);
    for (const std::uint64_t length : {1, 3, 4, 5, 9, 28}) {
      const std::uint64_t count = 28 / length, first = count > 2 ? 1 : 0;
      const std::vector<double> found = epochs(bytes, channels, first, count, length);
      std::size_t at = 0;
      for (std::uint64_t epoch = first; epoch < count; ++epoch) {
        for (std::size_t channel = 0; channel < 2; ++channel) {
          for (std::uint64_t sample = epoch * length; sample < (epoch + 1) * length; ++sample) {
            ASSERT_EQ(found[at++], known.channels[channel + 1].samples[sample]) << length << ' ' << sample;
          }
        }
      }
      EXPECT_EQ(at, found.size());
    }
  }
}

TEST(EdfEpochs, RefuseWhatTheRecordingDoesNotHold) {
  const test::EdfBytes file = recording(false, 3);
  const std::string bytes = file.bytes();
  const EdfChannels channels = channels_of(file, 3);
  const auto refused = [&](const EdfChannels& of, std::uint64_t first, std::uint64_t last, std::uint64_t length,
                           std::size_t size) {
    Input input("test.edf", std::as_bytes(std::span(bytes)));
    std::vector<double> out(size);
    return error_of([&] { read_edf_epochs(input, of, first, last, length, out); });
  };
  const auto does_not_fit = IsError(ErrorCode::invalid_argument, "the epochs do not fit the recording");
  EXPECT_FALSE(refused(channels, 0, 3, 4, 24).has_value());
  EXPECT_THAT(refused(channels, 0, 4, 4, 32), does_not_fit) << "more epochs than there are";
  EXPECT_THAT(refused(channels, 0, 3, 4, 23), does_not_fit) << "another size";
  EXPECT_THAT(refused(channels, 2, 1, 4, 8), does_not_fit) << "the last before the first";
  EXPECT_THAT(refused(channels, 0, 0, 0, 0), does_not_fit) << "epochs of no samples";
  EdfChannels other = channels;
  other.samples_per_record = 0;
  EXPECT_THAT(refused(other, 0, 1, 4, 8), does_not_fit) << "records without samples";
  other = channels;
  other.skipped_bytes += 1;
  EXPECT_THAT(refused(other, 0, 1, 4, 8), does_not_fit) << "channels that end behind their record";
  const auto shorter = IsError(ErrorCode::bad_file, "test.edf: the file has become shorter");
  other = channels;
  other.n_records = 4;
  EXPECT_THAT(refused(other, 0, 1, 4, 8), shorter);
  other.header_bytes = bytes.size() + 1;
  EXPECT_THAT(refused(other, 0, 1, 4, 8), shorter);
  other = channels;
  other.record_bytes = 0;
  EXPECT_THAT(refused(other, 0, 1, 4, 8), shorter);
}

}  // namespace
}  // namespace biotropy::files
