// SPDX-License-Identifier: Apache-2.0
//
// Epochs of a recording with missing time: every result gives their true onsets.
#include <netcdf>
#include <nlohmann/json.hpp>
#include <random>

#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"
#include "tests/files/edf_bytes.hpp"
#include "tests/files/netcdf_contents.hpp"

namespace biotropy::cli::test {
namespace {

using namespace std::string_literals;

// Two channels at 200 Hz in records of 1 s.
std::string recording_with_gaps() {
  std::mt19937 random(3);
  files::test::EdfBytes edf{.reserved = "EDF+D", .n_records = "11"};
  edf.signals.resize(2);
  std::vector<std::string> lists;
  for (const int onset : {0, 2, 4, 5, 6, 7, 8, 9, 12, 15, 19}) {
    lists.push_back("+" + std::to_string(onset) + "\x14\x14\0"s);
    for (auto& signal : edf.signals) {
      auto& samples = signal.samples.emplace_back();
      for (int i = 0; i < 200; ++i) samples.push_back(static_cast<int>(random() % 2001));
    }
  }
  edf.signals[1].label = "EEG Fp2";
  for (auto& signal : edf.signals) signal.samples_per_record = "200";
  edf.signals.push_back(files::test::annotation_signal("20", lists));
  return edf.bytes();
}

class Gaps : public Program {
 protected:
  void SetUp() override { scratch_.write("gaps.edf", recording_with_gaps()); }

  std::vector<double> onsets(const std::string& command) {
    const Outcome json = run(command + " gaps.edf -o out.json");
    EXPECT_EQ(json.code, 0) << json.errors;
    EXPECT_EQ(run(command + " gaps.edf -o out.nc").code, 0);
    const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
    const auto found = nlohmann::json::parse(bytes_of(scratch_.path("out.json"))).at("provenance").at("inputs").at(0);
    EXPECT_EQ(files::test::numbers<double>(file, "onset"), found.at("onsets").get<std::vector<double>>());
    return found.at("onsets");
  }
};

TEST_F(Gaps, OnsetsOfEpochsAreTrueTimes) {
  for (const std::string command : {"entropy", "cross -m 1", "multiscale --scales 1-2"}) {
    EXPECT_THAT(onsets(command + " --epoch 400"), ElementsAre(0.0, 4.0, 6.0, 8.0, 12.0)) << command;
    EXPECT_THAT(onsets(command + " --epoch 200 --decimate 2"), ElementsAre(0.0, 4.0, 6.0, 8.0, 12.0)) << command;
  }
}

}  // namespace
}  // namespace biotropy::cli::test
