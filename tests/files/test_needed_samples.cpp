// SPDX-License-Identifier: Apache-2.0
//
// Channels that are not needed: everything but their samples is as if all were read, and samples that are needed have
// the same bits.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "biotropy/byte_order_internal.hpp"
#include "biotropy/files/open.hpp"
#include "tests/files/edf_bytes.hpp"
#include "tests/files/fif_bytes.hpp"
#include "tests/files/gdf_bytes.hpp"
#include "tests/files/mat_files.hpp"
#include "tests/files/npy_bytes.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/recordings.hpp"

namespace biotropy::files {
namespace {

using series::Channel;
using series::Recording;
using test::MatKind;
using test::MatValue;
using namespace std::string_literals;

namespace fs = std::filesystem;

std::vector<std::uint64_t> bits_of(const std::vector<double>& samples) {
  std::vector<std::uint64_t> bits;
  for (const double sample : samples) bits.push_back(std::bit_cast<std::uint64_t>(sample));
  return bits;
}

void expect_described_alike(const Channel& some, const Channel& all) {
  EXPECT_EQ(some.label, all.label);
  EXPECT_EQ(some.unit, all.unit);
  EXPECT_EQ(some.type, all.type);
  EXPECT_EQ(some.bad, all.bad);
  EXPECT_EQ(some.rate, all.rate);
  EXPECT_EQ(some.has_rate, all.has_rate);
  EXPECT_EQ(some.length(), all.samples.size());
  EXPECT_EQ(some.gap_starts, all.gap_starts);
  EXPECT_EQ(some.gap_seconds, all.gap_seconds);
}

// What is left out depends on the choice.
Notices whatever_the_choice(Notices notices) {
  std::erase_if(notices, [](const Notice& one) { return one.code == "types_left_out"; });
  return notices;
}

void expect_alike(const Recording& some, const Recording& all, const std::vector<std::size_t>& needed) {
  EXPECT_EQ(some.format, all.format);
  EXPECT_EQ(some.other_files, all.other_files);
  EXPECT_EQ(whatever_the_choice(some.notices), whatever_the_choice(all.notices));
  ASSERT_EQ(some.annotations.size(), all.annotations.size());
  for (std::size_t k = 0; k < all.annotations.size(); ++k) {
    EXPECT_EQ(some.annotations[k].onset, all.annotations[k].onset);
    EXPECT_EQ(some.annotations[k].duration, all.annotations[k].duration);
    EXPECT_EQ(some.annotations[k].text, all.annotations[k].text);
  }
  ASSERT_EQ(some.channels.size(), all.channels.size());
  for (std::size_t c = 0; c < all.channels.size(); ++c) {
    SCOPED_TRACE(all.channels[c].label);
    expect_described_alike(some.channels[c], all.channels[c]);
    const bool is_needed = std::find(needed.begin(), needed.end(), c) != needed.end();
    if (is_needed) {
      EXPECT_EQ(bits_of(some.channels[c].samples), bits_of(all.channels[c].samples));
    } else {
      EXPECT_EQ(some.channels[c].samples.capacity(), 0U);
    }
  }
}

// Every choice of one channel, of none, of two and of all, against all channels read.
void expect_choices_alike(const fs::path& path, OpenOptions options = {}) {
  SCOPED_TRACE(path.filename().generic_string());
  const Recording all = open(path, options);
  const std::size_t n = all.channels.size();
  ASSERT_GT(n, 0U);
  std::vector<std::vector<std::size_t>> choices = {{}, {n - 1, 0, n - 1}};
  for (std::size_t c = 0; c < n; ++c) choices.push_back({c});
  choices.emplace_back();
  for (std::size_t c = 0; c < n; ++c) choices.back().push_back(c);
  for (const auto& choice : choices) {
    std::size_t n_calls = 0;
    options.needed = [&](const Recording& described) {
      ++n_calls;
      EXPECT_EQ(described.channels.size(), n);
      for (std::size_t c = 0; c < std::min(n, described.channels.size()); ++c) {
        EXPECT_EQ(described.channels[c].label, all.channels[c].label);
        EXPECT_EQ(described.channels[c].type, all.channels[c].type);
        EXPECT_EQ(described.channels[c].bad, all.channels[c].bad);
      }
      return choice;
    };
    expect_alike(open(path, options), all, choice);
    EXPECT_EQ(n_calls, 1U);
  }
}

std::vector<double> ramp(std::size_t n) {
  std::vector<double> numbers(n);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = std::sin(static_cast<double>(i)) * 100.0;
  return numbers;
}

class SomeChannels : public ::testing::Test {
 protected:
  Scratch scratch_;
};

TEST_F(SomeChannels, EdfOfSeveralRatesWithGapsAndAnnotations) {
  for (const bool bdf : {false, true}) {
    test::EdfBytes edf{.bdf = bdf, .reserved = bdf ? "BDF+D" : "EDF+D", .n_records = "3"};
    const std::vector<std::string> lists = {
        "+0\x14\x14\0+0.5\x15"
        "1\x14"
        "blink\x14\0"s,
        "+1\x14\x14\0"s, "+7\x14\x14\0"s};
    for (int c = 0; c < 4; ++c) {
      if (c == 2) edf.signals.push_back(test::annotation_signal("20", lists));
      test::EdfBytesSignal signal{.label = "EEG " + std::to_string(c),
                                  .samples_per_record = std::to_string(c % 2 == 0 ? 4 : 3)};
      for (int record = 0; record < 3; ++record) {
        signal.samples.push_back({});
        for (int i = 0; i < (c % 2 == 0 ? 4 : 3); ++i) signal.samples.back().push_back(100 * c + 10 * record + i);
      }
      edf.signals.push_back(signal);
    }
    const fs::path path = scratch_.write(bdf ? "a.bdf" : "a.edf", edf.bytes());
    EXPECT_EQ(open(path).channels[0].gap_starts, std::vector<std::size_t>{8});
    EXPECT_EQ(open(path).annotations.size(), 1U);
    expect_choices_alike(path);
  }
  expect_choices_alike(scratch_.write("plain.edf", test::plain_edf(5).bytes()));
}

TEST_F(SomeChannels, GdfWithABreak) {
  test::GdfBytes gdf;
  gdf.signals.resize(3);
  for (std::size_t k = 0; k < 3; ++k) {
    gdf.signals[k].label = "S" + std::to_string(k);
    gdf.signals[k].samples_per_record = k == 1 ? 1 : 2;
    gdf.signals[k].samples =
        k == 1 ? std::vector<double>{5, 6} : std::vector<double>{1.0 * static_cast<double>(k), 2, 3, 4};
  }
  gdf.events = {{2, 769, 0, 1}, {3, 0x7ffe, 0, 0}};
  const fs::path path = scratch_.write("a.gdf", gdf.bytes());
  EXPECT_EQ(open(path).channels[0].gap_starts, std::vector<std::size_t>{2});
  expect_choices_alike(path);
}

TEST_F(SomeChannels, FifWithASkip) {
  test::FifBytes fif = test::fif_head({{}, {.name = "EEG 002", .calibration = 0.5F}, {.name = "STI", .kind = 3}});
  fif.begin(102).shorts(300, {1, 2, 3, 4, 5, 6}).integers(301, {1}).floats(300, {1.5, 2.5, 3.5}).end(102);
  const fs::path path = scratch_.write("a.fif", fif.bytes());
  EXPECT_EQ(open(path).channels[1].gap_starts, std::vector<std::size_t>{2});
  expect_choices_alike(path);
}

TEST_F(SomeChannels, BrainVisionInEveryOrder) {
  for (const std::string format : {"BINARY", "ASCII"}) {
    for (const std::string order : {"MULTIPLEXED", "VECTORIZED"}) {
      const std::string name = format + order;
      std::string samples;
      if (format == "BINARY") {
        samples = test::number_bytes<std::int16_t, std::uint16_t>({1, -2, 3, -4, 5, -6}, false);
      } else {
        samples = order == "MULTIPLEXED" ? "1 2\n3 4\n5 6\n" : "1 2 3\n4 5 6\n";
      }
      scratch_.write(name + ".eeg", samples);
      scratch_.write(name + ".vmrk",
                     "Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\n"
                     "Mk1=New Segment,,1,1,0\nMk2=Stimulus,S  1,2,1,0\nMk3=New Segment,,3,1,0\n");
      const fs::path path =
          scratch_.write(name + ".vhdr",
                         "Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nDataFile=" + name +
                             ".eeg\nMarkerFile=" + name + ".vmrk\nDataFormat=" + format + "\nDataOrientation=" + order +
                             "\nNumberOfChannels=2\nSamplingInterval=4000\n[Binary Infos]\n"
                             "BinaryFormat=INT_16\n[Channel Infos]\nCh1=Fz,,0.5\nCh2=Cz,,2\n");
      expect_choices_alike(path);
    }
  }
}

TEST_F(SomeChannels, ArraysInBothOrders) {
  for (const bool fortran : {false, true}) {
    for (const auto* const shape : {"(3, 40000)", "(40000, 3)"}) {
      const fs::path path = scratch_.write(
          "a.npy", test::npy_bytes(test::dictionary("<f8", shape, fortran), test::doubles(ramp(120'000))));
      OpenOptions options{.rate = 250.0};
      expect_choices_alike(path, options);
    }
  }
  for (const MatKind kind : {MatKind::v5, MatKind::v5_compressed, MatKind::v7_3, MatKind::v7_3_compressed}) {
    const fs::path path = scratch_.path("a.mat");
    fs::remove(path);
    test::write_mat(path, kind, {{"x", {3, 5000}, ramp(15'000)}});
    expect_choices_alike(path);
    fs::remove(path);
    test::write_mat(path, kind, {{"x", {500, 4}, ramp(2000)}});
    expect_choices_alike(path);
  }
}

MatValue mat_text(const std::string& name, const std::string& words) {
  MatValue value{name, {1, words.size()}, {words.begin(), words.end()}};
  value.kind = MatValue::Kind::text;
  return value;
}

TEST_F(SomeChannels, EeglabWithItsSamplesInsideAndBeside) {
  MatValue channels{"chanlocs", {1, 2}, {}}, event{"event", {1, 1}, {}};
  channels.kind = event.kind = MatValue::Kind::structure;
  channels.fields = {mat_text("labels", "Fz"), mat_text("type", "EEG"), mat_text("labels", "eye"),
                     mat_text("type", "EOG")};
  event.fields = {mat_text("type", "boundary"), {"latency", {1, 1}, {3.5}}, {"duration", {1, 1}, {10}}};
  const std::vector<float> beside = {1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60};
  std::string bytes;
  append_little_endian(std::span(beside), bytes);
  scratch_.write("b.fdt", bytes);
  for (const bool inside : {true, false}) {
    const fs::path path = scratch_.path(inside ? "a.set" : "b.set");
    const MatValue data = inside ? MatValue{"data", {2, 6}, {beside.begin(), beside.end()}} : mat_text("data", "b.fdt");
    MatValue set{"EEG", {1, 1}, {}};
    set.kind = MatValue::Kind::structure;
    set.fields = {{"srate", {1, 1}, {250}},
                  {"nbchan", {1, 1}, {2}},
                  {"pnts", {1, 1}, {6}},
                  {"trials", {1, 1}, {1}},
                  data,
                  channels,
                  event};
    test::write_mat(path, MatKind::v5, {set});
    EXPECT_EQ(open(path).channels[1].gap_starts, std::vector<std::size_t>{3});
    expect_choices_alike(path);
  }
}

TEST_F(SomeChannels, TextByColumnsAndRows) {
  const fs::path path = scratch_.write("a.csv", "left,right,note\n1,-2.5,3\nNaN,4,9007199254740993\n3,0,1\n5,6,7\n");
  expect_choices_alike(path);
  OpenOptions rows;
  rows.orientation = Orientation::rows;
  expect_choices_alike(scratch_.write("b.csv", "Fz,1,2,3\nCz,4,5,NaN\nPz,7,8,9\n"), rows);
}

TEST_F(SomeChannels, WfdbOfSeveralFilesWithASkew) {
  scratch_.write("a.dat",
                 test::number_bytes<std::int16_t, std::uint16_t>({1, 2, 3, 4, -32768, 6, 7, 8, 9, 10, 11, 12}, false));
  scratch_.write("b.dat", "abcdef");
  const fs::path path = scratch_.write("a.hea",
                                       "a 3 100 6\na.dat 16:1 200/mV 16 0 1 0 0 I\na.dat 16 200/mV 16 0 2 0 0 II\n"
                                       "b.dat 80 10/mV 8 0 0 0 0 V\n");
  OpenOptions options;
  const Recording all = open(path);
  EXPECT_EQ(all.channels[0].samples.size(), 5U);
  EXPECT_THAT(all.notices, Contains(coded("checksum_wrong")).Times(3)) << "all announced sums are wrong here";
  options.needed = no_channels();
  EXPECT_TRUE(open(path, options).notices.empty()) << "sums are compared where samples are read";
  scratch_.write("a.hea", "a 3 100 6\na.dat 16:1 200/mV 16 0\na.dat 16 200/mV 16 0\nb.dat 80 10/mV 8 0\n");
  expect_choices_alike(path);
}

TEST_F(SomeChannels, TablesOfChannelsTakePartInTheChoice) {
  const fs::path path = scratch_.write("sub-1_eeg.edf", [] {
    test::EdfBytes edf = test::plain_edf(2);
    edf.signals.push_back(edf.signals.front());
    edf.signals.back().label = "VEOG";
    return edf.bytes();
  }());
  scratch_.write("sub-1_channels.tsv", "name\ttype\tstatus\nEEG Fp1\tEEG\tbad\nVEOG\tVEOG\tgood\n");
  expect_choices_alike(path);
  OpenOptions options{.needed = needed_channels("")};
  const Recording chosen = open(path, options);
  EXPECT_GT(chosen.channels[0].samples.size(), 0U) << "of the brain";
  EXPECT_EQ(chosen.channels[1].samples.size(), 0U) << "of another type";
  const auto left_out = [&](const char* list) {
    options.needed = needed_channels(list);
    const Notices notices = open(path, options).notices;
    return std::any_of(notices.begin(), notices.end(), [](const Notice& one) { return one.code == "types_left_out"; });
  };
  EXPECT_TRUE(left_out(""));
  EXPECT_TRUE(left_out("EEG Fp1")) << "all of the brain";
  EXPECT_FALSE(left_out("VEOG"));
  EXPECT_FALSE(left_out("1-2"));
  options.needed = needed_channels("VEOG");
  EXPECT_GT(open(path, options).channels[1].samples.size(), 0U);
  options.needed = needed_channels("absent");
  for (const Channel& channel : open(path, options).channels) EXPECT_GT(channel.n_unread, 0U);
  options.needed = [](const Recording&) { return std::vector<std::size_t>{2}; };
  EXPECT_THAT(error_of([&] { open(path, options); }), IsError(ErrorCode::invalid_argument, "a position below 2"));
}

// Few channels are in memory at a time, and together they are all of the choice.
TEST_F(SomeChannels, AreReadAFewAfterTheOthers) {
  test::EdfBytes edf = test::plain_edf(5);
  for (int c = 1; c < 6; ++c) edf.signals.push_back(edf.signals.front());
  edf.signals[4].label = "Status";  // of another type
  const fs::path path = scratch_.write("a.edf", edf.bytes());
  const Recording all = open(path);
  for (const auto& [most, wanted] : std::map<std::size_t, std::string>{
           {0, "5|2|0|3|"}, {39, "5|2|0|3|"}, {40, "52|03|"}, {79, "520|3|"}, {80, "5203|"}, {200, "5203|"}}) {
    std::string parts;
    OpenOptions options;
    options.needed = [](const Recording&) { return std::vector<std::size_t>{5, 2, 0, 3}; };
    options.most_samples = most;
    for (options.first_needed = 0; options.first_needed < 4;) {
      const Recording some = open(path, options);
      std::vector<std::size_t> read;
      for (const std::size_t c : options.needed(all)) {
        if (some.channels[c].n_unread > 0) continue;
        parts += std::to_string(c);
        read.push_back(c);
      }
      expect_alike(some, all, read);
      parts += '|';
      options.first_needed += read.size();
    }
    EXPECT_EQ(parts, wanted) << most;
  }
  OpenOptions options{.needed = needed_channels(""), .most_samples = 20};
  EXPECT_EQ(open(path, options).notices, open(path).notices) << "of what is left out";
}

TEST_F(SomeChannels, RealRecordings) {
  BIOTROPY_NEEDS("eeg", "edge", "heartbeat");
  for (const std::string name : {"edge/test_edf_stim_channel.edf", "edge/test_uneven_samp.edf",
                                 "edge/test_old_layout_latin1_software_filter.vhdr", "eeg/bdf_test.bdf",
                                 "eeg/short_psg.edf", "heartbeat/SampleNNISeriesLong.npy"}) {
    const fs::path path = biotropy::test::recording(name);
    const Recording all = open(path);
    for (const std::size_t only : {std::size_t{0}, all.channels.size() - 1}) {
      OpenOptions options;
      options.needed = [&](const Recording&) { return std::vector<std::size_t>{only}; };
      SCOPED_TRACE(name);
      expect_alike(open(path, options), all, {only});
    }
  }
}

// One byte in the file is eight in memory: the array fits no machine, and only what is needed counts.
TEST_F(SomeChannels, MoreThanTheMemoryIsRefusedBeforeItIsRead) {
  constexpr std::uint64_t samples = std::uint64_t{1} << 40;
  const std::string header = test::npy_bytes(test::dictionary("|i1", "(4, " + std::to_string(samples) + ")"), "");
  const fs::path path = scratch_.write("a.npy", header);
  std::error_code failure;
  fs::resize_file(path, header.size() + 4 * samples, failure);
  if (failure) GTEST_SKIP() << "no sparse file of 4 TiB here: " << failure.message();
  EXPECT_THAT(error_of([&] { open(path); }), IsError(ErrorCode::out_of_memory, "its samples need 3.28e+04 GiB"));
  OpenOptions options{.needed = no_channels()};
  EXPECT_EQ(open(path, options).channels[3].length(), samples);
}

}  // namespace
}  // namespace biotropy::files
