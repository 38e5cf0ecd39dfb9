// SPDX-License-Identifier: Apache-2.0
//
// Counts of real recordings, found by an independent brute-force program (m = 2, r = 0.2 SD with ddof 1).
#include <fstream>

#include "biotropy/byte_order_internal.hpp"
#include "biotropy/entropy/entropy.hpp"
#include "tests/recordings.hpp"

namespace biotropy::entropy {
namespace {

std::vector<double> rr_series(const char* file, bool with_first_line) {
  std::ifstream in(test::recording("heartbeat/") + file);
  std::vector<double> values;
  for (double value = 0.0; in >> value;) values.push_back(value);
  if (!with_first_line && !values.empty()) values.erase(values.begin());
  return values;
}

struct Expected {
  std::size_t n;
  double r;
  std::uint64_t b, a;
  double value;
};

void expect(const std::vector<double>& samples, const Parameters& parameters, const Expected& expected) {
  ASSERT_EQ(samples.size(), expected.n);
  const Entropy e = sample_entropy(samples, parameters);
  EXPECT_NEAR(e.r / expected.r, 1.0, 1e-8);
  EXPECT_EQ(e.matches_m, expected.b);
  EXPECT_EQ(e.matches_m1, expected.a);
  EXPECT_NEAR(e.value, expected.value, 1e-9);
}

TEST(Recordings, HeartbeatOfADay) {
  BIOTROPY_NEEDS("heartbeat/nsr001_rr_secs.txt");
  const auto beats = rr_series("nsr001_rr_secs.txt", false);
  expect(beats, {}, {106459, 0.0341756737, 571022005, 437304055, 0.266799015});
  Parameters lattice{.r = 5.0 / 128, .r_unit = series::RUnit::absolute};
  expect(beats, lattice, {106459, 0.0390625, 743965053, 602148820, 0.211489438});
  lattice.boundary = match::Boundary::open;
  expect(beats, lattice, {106459, 0.0390625, 571022005, 437304055, 0.266799015});
}

TEST(Recordings, HeartbeatWithTheTimeToTheFirstBeatPassesTwoToThe31) {
  BIOTROPY_NEEDS("heartbeat/nsr001_rr_secs.txt");
  expect(rr_series("nsr001_rr_secs.txt", true), {}, {106460, 0.1421103076, 2611037424, 2492905748, 0.046298626});
}

TEST(Recordings, EegOfAMinute) {
  BIOTROPY_NEEDS("eeg/eeg_raw.npy");
  // A version 1 .npy file of shape (8, 15001), float64, in C order: the first row follows the header.
  std::ifstream in(test::recording("eeg/eeg_raw.npy"), std::ios::binary);
  std::vector<char> header(10);
  in.read(header.data(), 10);
  const auto length =
      static_cast<std::size_t>(static_cast<unsigned char>(header[8]) | static_cast<unsigned char>(header[9]) << 8);
  in.seekg(static_cast<std::streamoff>(10 + length));
  std::vector<double> channel(15001);
  std::string bytes(channel.size() * sizeof(double), '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  take_little_endian(bytes.data(), std::span<double>(channel));
  expect(channel, {}, {15001, 1.681494525, 3268722, 1435634, 0.822792519});
}

}  // namespace
}  // namespace biotropy::entropy
