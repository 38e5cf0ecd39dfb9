// SPDX-License-Identifier: Apache-2.0
//
// Damage by a few thousand random mutations. The fuzz targets search further, if clang is installed.
#include <gtest/gtest.h>

#include <random>

#include "biotropy/files/formats/readers.hpp"
#include "biotropy/files/physio.hpp"
#include "tests/files/brainvision_parts.hpp"
#include "tests/files/promises.hpp"
#include "tests/files/samples.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

using test::SampleFile;

class Damage {
 public:
  explicit Damage(unsigned seed) : random_(seed) {}

  // One to four changes: a byte, a cut, a repeated piece, a lost piece, another digit.
  std::string to(std::string bytes) {
    for (int wounds = 1 + below(4); wounds > 0 && !bytes.empty(); --wounds) {
      const auto at = static_cast<std::size_t>(below(static_cast<int>(bytes.size())));
      const auto length = static_cast<std::size_t>(below(16)) + 1;
      switch (below(6)) {
        case 0:
          bytes[at] = static_cast<char>(below(256));
          break;
        case 1:
          bytes.resize(at);
          break;
        case 2:
          bytes.insert(at, bytes.substr(at, length));
          break;
        case 3:
          bytes.erase(at, length);
          break;
        case 4:
          bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
          break;
        default:
          replace_digit(bytes, at);
          break;
      }
    }
    return bytes;
  }

 private:
  int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random_); }

  void replace_digit(std::string& bytes, std::size_t from) {
    const auto digit = bytes.find_first_of("0123456789", from);
    if (digit != std::string::npos) bytes[digit] = "0123456789-. "[below(13)];
  }

  std::mt19937 random_;
};

template <class Read>
void expect_promises(const std::vector<SampleFile>& samples, int trials, double numbers_per_byte, const Read& read) {
  Damage damage(20'240'517);
  for (const SampleFile& sample : samples) {
    for (int trial = 0; trial < trials; ++trial) {
      const std::string bytes = trial == 0 ? sample.bytes : damage.to(sample.bytes);
      const double most = numbers_per_byte * static_cast<double>(bytes.size());
      EXPECT_EQ(test::broken_promise("damaged", most, [&] { return read(bytes); }), "") << sample.name << " " << trial;
      if (::testing::Test::HasFailure()) return;
    }
  }
}

// Reads bytes as the content of a file.
template <class Read>
auto as_a_file(const Read& read) {
  return [read](const std::string& bytes) {
    Input input("damaged", std::as_bytes(std::span(bytes)));
    return read(input);
  };
}

TEST(Damage, Edf) {
  expect_promises(test::edf_samples(), 4000, 0.5, as_a_file([](Input& input) { return read_edf(input); }));
}

TEST(Damage, Fif) {
  expect_promises(test::fif_samples(), 4000, 0.5, as_a_file([](Input& input) { return read_fif(input); }));
}

TEST(Damage, Gdf) {
  expect_promises(test::gdf_samples(), 4000, 1.0, as_a_file([](Input& input) { return read_gdf(input); }));
}

TEST(Damage, Npy) {
  expect_promises(test::npy_samples(), 4000, 1.0, as_a_file([](Input& input) { return read_npy(input); }));
}

TEST(Damage, Polar) {
  expect_promises(test::polar_samples(), 4000, 0.5, as_a_file([](Input& input) { return read_polar(input); }));
}

TEST(Damage, Physio) {
  // A byte of gzip stands for 1,032 at most, and a value in the second column has three with its line.
  expect_promises(test::physio_samples(), 4000, 344.0,
                  as_a_file([](Input& input) { return test::recording_of(read_physio_values(input, 1, 2)); }));
}

TEST(Damage, BrainVision) {
  expect_promises(test::brainvision_samples(), 4000, 0.5,
                  [](const std::string& bytes) { return test::read_brainvision_parts("damaged", bytes); });
}

TEST(Damage, Csv) {
  for (const Orientation orientation : {Orientation::automatic, Orientation::rows}) {
    OpenOptions options{.orientation = orientation};
    expect_promises(test::csv_samples(), 2000, 1.0,
                    as_a_file([&](Input& input) { return read_table(input, options); }));
  }
}

TEST(Damage, Mat) {
  const Scratch scratch;
  const auto path = scratch.path("damaged");
  Damage damage(20'240'517);
  for (const SampleFile& sample : test::mat_samples(scratch.folder())) {
    for (int trial = 0; trial < 40; ++trial) {
      const std::string bytes = trial == 0 ? sample.bytes : damage.to(sample.bytes);
      scratch.write("damaged", bytes);
      const double most = 1032.0 * static_cast<double>(bytes.size());
      EXPECT_EQ(test::broken_promise(path.generic_string(), most,
                                     [&] {
                                       Input input(path);
                                       OpenOptions options{.variable = trial % 2 == 0 ? "eeg" : ""};
                                       return read_mat(input, options);
                                     }),
                "")
          << sample.name << " " << trial;
    }
  }
}

}  // namespace
}  // namespace biotropy::files
