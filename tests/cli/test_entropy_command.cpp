// SPDX-License-Identifier: Apache-2.0
//
// `biotropy entropy`: output equals the library's values bit for bit; every option has its effect; a missing value has
// a reason.
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/prepare/preparation.hpp"
#include "biotropy/version.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"
#include "tests/files/edf_bytes.hpp"

namespace biotropy::cli::test {
namespace {

class EntropyProgram : public Program {};

// Noise in steps of 1/8, so that distances of exactly r occur.
std::vector<double> coarse_noise(std::size_t samples, std::uint64_t seed) {
  std::vector<double> values = noise(samples, seed);
  for (double& value : values) value = std::round(8.0 * value) / 8.0;
  return values;
}

// Values of the library for a file, by the same steps, without the program.
struct Expected {
  files::OpenOptions open;
  prepare::Preparation preparation;
  entropy::Parameters parameters;
  entropy::Measure measure = entropy::Measure::sampen;
  std::vector<std::size_t> channels{0, 1, 2};

  std::vector<double> values(const std::filesystem::path& path) const {
    const series::Epochs epochs = prepare::prepare(files::open(path, open), channels, preparation);
    std::vector<double> values;
    for (const auto& entry : entropy::each_channel(epochs, measure, parameters)) values.push_back(entry.value);
    return values;
  }
};

MATCHER_P(HasSameBitsAs, expected, "has the same numbers, bit for bit, as " + ::testing::PrintToString(expected)) {
  if (arg.size() != expected.size()) return false;
  for (std::size_t i = 0; i < arg.size(); ++i) {
    const bool both_nan = std::isnan(arg[i]) && std::isnan(expected[i]);
    if (!both_nan && arg[i] != expected[i]) return false;
  }
  return true;
}

// More samples than are read together: two channels, then the last one.
TEST_F(EntropyProgram, ALargeRecordingIsMeasuredAFewChannelsAtATime) {
  constexpr int kRecords = 32, kPerRecord = 65'536, kPadded = 200;
  files::test::EdfBytes edf{.n_records = std::to_string(kRecords), .duration = "128"};
  for (const int amplitude : {100, 10, 1000}) {
    files::test::EdfBytesSignal signal{.label = "A" + std::to_string(amplitude),
                                       .samples_per_record = std::to_string(kPerRecord)};
    std::uint32_t state = static_cast<std::uint32_t>(amplitude);
    for (int record = 0; record < kRecords; ++record) {
      std::vector<int>& samples = signal.samples.emplace_back(kPerRecord);
      for (int& sample : samples) {
        state = state * 1'664'525 + 1'013'904'223;
        sample = static_cast<int>(state >> 24) * amplitude / 256;
      }
    }
    if (amplitude != 10) std::fill_n(signal.samples.back().rbegin(), kPadded, -1);
    edf.signals.push_back(std::move(signal));
  }
  const std::filesystem::path path = scratch_.write("a.edf", edf.bytes());
  Expected expected;
  expected.measure = entropy::Measure::permen;
  expected.parameters.m = 3;
  expected.preparation.filter.band = {1.0, 40.0};
  expected.preparation.cutting.length = 4096;
  const std::string options = " --measure permen -m 3 --band 1 40 --epoch 4096 --reject 1e6 -o ";
  const Outcome outcome = run("entropy a.edf" + options + "out.nc");
  ASSERT_EQ(outcome.code, 0) << outcome.errors;
  const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(numbers<double>(file, "value"), HasSameBitsAs(expected.values(path)));
  EXPECT_THAT(strings(file, "channel"), ElementsAre("A100", "A10", "A1000"));
  EXPECT_EQ(text_attribute(file, "sha256"), sha256_by_coreutils(path.string()));
  const auto said = messages(outcome.errors),
             largest = messages(run("entropy a.edf --channels A1000" + options + "-").errors);
  ASSERT_EQ(said.size(), 2u) << outcome.errors;
  EXPECT_EQ(said[0].at("code"), "padding");
  EXPECT_THAT(said[0].at("text"), HasSubstr("channel A100 ends in 200 samples without signal, and another"));
  EXPECT_EQ(said[1].at("code"), "limit_far");
  EXPECT_EQ(said[1].at("text"), largest.at(1).at("text"));
}

TEST_F(EntropyProgram, OneValueOfATextFileInEveryFormat) {
  const std::vector<double> samples = noise(500);
  scratch_.write("a.txt", lines_of(samples));
  entropy::Parameters parameters{.m = 1, .r = 0.3};
  const entropy::Entropy expected = entropy::sample_entropy(samples, parameters);
  const std::string sha256 = sha256_by_coreutils(scratch_.path("a.txt").string());
  for (const std::string name : {"out.nc", "out.csv", "out.json"}) {
    const Outcome written = run("entropy a.txt -m 1 -r 0.3 -o " + name);
    EXPECT_EQ(written.code, 0) << written.errors;
    EXPECT_EQ(written.output + written.errors, "");
  }
  EXPECT_THAT(names(), ElementsAre("a.txt", "out.csv", "out.json", "out.nc"));

  const CsvTable csv(bytes_of(scratch_.path("out.csv")));
  EXPECT_THAT(csv.names(),
              ElementsAre("file", "epoch", "channel", "value", "matches_m", "matches_m1", "templates", "reason"));
  ASSERT_EQ(csv.size(), 1u);
  EXPECT_EQ(csv.number(0, "value"), expected.value);
  EXPECT_EQ(csv.field(0, "file"), "a.txt");
  EXPECT_EQ(csv.field(0, "epoch"), "0");
  EXPECT_EQ(csv.field(0, "channel"), "col1");
  EXPECT_EQ(csv.field(0, "matches_m"), std::to_string(expected.matches_m));
  EXPECT_EQ(csv.field(0, "matches_m1"), std::to_string(expected.matches_m1));
  EXPECT_EQ(csv.field(0, "templates"), std::to_string(expected.templates_m));
  EXPECT_EQ(csv.field(0, "reason"), "");

  const auto json = nlohmann::json::parse(bytes_of(scratch_.path("out.json")));
  const auto& record = json.at("results").at(0);
  EXPECT_EQ(record.at("value").get<double>(), expected.value);
  EXPECT_EQ(record.at("matches_m"), expected.matches_m);
  EXPECT_EQ(record.at("matches_m1"), expected.matches_m1);
  EXPECT_EQ(record.at("templates"), expected.templates_m);
  EXPECT_FALSE(record.contains("partner"));
  EXPECT_FALSE(record.contains("reason"));
  EXPECT_EQ(json.at("parameters").at("m"), 1);
  EXPECT_EQ(json.at("parameters").at("r"), 0.3);
  EXPECT_EQ(json.at("provenance").at("version"), std::string(version()));
  const auto& input = json.at("provenance").at("inputs").at(0);
  EXPECT_EQ(input.at("sha256"), sha256);
  EXPECT_FALSE(input.contains("rate"));

  const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("epoch", "channel"));
  EXPECT_THAT(numbers<double>(file, "value"), ElementsAre(expected.value));
  EXPECT_THAT(numbers<long long>(file, "matches_m"), ElementsAre(expected.matches_m));
  EXPECT_THAT(numbers<long long>(file, "matches_m1"), ElementsAre(expected.matches_m1));
  EXPECT_THAT(numbers<long long>(file, "templates_m"), ElementsAre(expected.templates_m));
  EXPECT_THAT(numbers<double>(file, "tolerance"), ElementsAre(expected.r));
  EXPECT_THAT(numbers<int>(file, "epoch"), ElementsAre(0));
  EXPECT_THAT(strings(file, "channel"), ElementsAre("col1"));
  EXPECT_EQ(text_attribute(file, "sha256"), sha256);
  EXPECT_EQ(text_attribute(file, "biotropy_version"), std::string(version()));
  EXPECT_EQ(text_attribute(file, "measure"), "sampen");
  EXPECT_EQ(text_attribute(file, "command_line"), "biotropy entropy a.txt -m 1 -r 0.3 -o out.nc");
  EXPECT_EQ(real_attribute(file, "r"), 0.3);
  EXPECT_EQ(real_attribute(file, "m"), 1.0);
}

TEST_F(EntropyProgram, EveryFileSaysWhichEngineCounted) {
  scratch_.write("a.txt", lines_of(noise(300)));
  for (const std::string engine : {"direct", "bits", "sorted"}) {
    run("entropy a.txt --engine " + engine + " -o out.json");
    const auto json = nlohmann::json::parse(bytes_of(scratch_.path("out.json")));
    EXPECT_EQ(json.at("provenance").at("inputs").at(0).at("engine"), engine);
    shell("BIOTROPY_ENGINE=" + engine + " biotropy entropy a.txt -o out.nc");
    const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
    EXPECT_EQ(text_attribute(file, "engine"), engine);
  }
  run("entropy a.txt -o out.json");
  const auto json = nlohmann::json::parse(bytes_of(scratch_.path("out.json")));
  EXPECT_NE(json.at("provenance").at("inputs").at(0).at("engine"), "");
}

struct Option {
  std::string common, option;
  std::function<void(Expected&)> common_change, change;
};

void PrintTo(const Option& option, std::ostream* stream) {
  *stream << option.common << " " << option.option;
}

void nothing(Expected&) {}

void band(Expected& e) {
  e.preparation.filter.band = {2.0, 20.0};
}

void fir_band(Expected& e) {
  band(e);
  e.preparation.filter.design = prepare::FilterDesign::fir;
}

void notch(Expected& e) {
  e.preparation.notches = {20.0};
}

void halved(Expected& e) {
  e.preparation.decimation = 2;
}

std::vector<Option> options_of_measures() {
  using E = Expected;
  return {
      {"", "-m 1", nothing, [](E& e) { e.parameters.m = 1; }},
      {"", "--measure apen", nothing, [](E& e) { e.measure = entropy::Measure::apen; }},
  };
}

std::vector<Option> options_of_preparation() {
  using E = Expected;
  return {
      {"", "--channels c3,1", nothing,
       [](E& e) {
         e.channels = {2, 0};
       }},
      {"", "--epoch 150", nothing, [](E& e) { e.preparation.cutting.length = 150; }},
      {"--epoch 150", "--overlap 0.5", [](E& e) { e.preparation.cutting.length = 150; },
       [](E& e) { e.preparation.cutting.overlap = 0.5; }},
      {"--epoch 150", "--reject 5.5", [](E& e) { e.preparation.cutting.length = 150; },
       [](E& e) { e.preparation.rejection.max_peak_to_peak = 5.5; }},
      {"--epoch 150", "--flat 5.5", [](E& e) { e.preparation.cutting.length = 150; },
       [](E& e) { e.preparation.rejection.min_peak_to_peak = 5.5; }},
      {"--epoch 150", "--padding 20", [](E& e) { e.preparation.cutting.length = 150; },
       [](E& e) { e.preparation.rejection.padding = 20; }},
      {"", "--band 2 20", nothing, band},
      {"--band 2 20", "--order 2", band, [](E& e) { e.preparation.filter.order = 2; }},
      {"--band 2 20", "--filter fir", band, fir_band},
      {"--band 2 20 --filter fir", "--taps 101", fir_band, [](E& e) { e.preparation.filter.taps = 101; }},
      {"", "--notch 20", nothing, notch},
      {"--notch 20", "--notch 30", notch,
       [](E& e) {
         e.preparation.notches = {20.0, 30.0};
       }},
      {"--notch 20", "--notch-quality 5", notch, [](E& e) { e.preparation.notch_quality = 5; }},
      {"--band 2 20 --epoch 150", "--filter-each epoch",
       [](E& e) {
         band(e);
         e.preparation.cutting.length = 150;
       },
       [](E& e) { e.preparation.filter_each = prepare::FilterEach::epoch; }},
      {"", "--padding 30", nothing, [](E& e) { e.preparation.rejection.padding = 30; }},
      {"", "--decimate 2", nothing, halved},
      {"--decimate 2", "--anti-alias fir", halved, [](E& e) { e.preparation.anti_alias = prepare::AntiAlias::fir; }},
      {"", "--orientation rows", nothing,
       [](E& e) {
         e.open.orientation = files::Orientation::rows;
         e.channels.resize(600);
         for (std::size_t c = 0; c < 600; ++c) e.channels[c] = c;
       }},
      {"", "--columns c2", nothing,
       [](E& e) {
         e.open.columns = "c2";
         e.channels = {0};
       }},
  };
}

class EntropyOptions : public EntropyProgram, public ::testing::WithParamInterface<Option> {};

TEST_P(EntropyOptions, EffectIsThatOfTheLibrary) {
  const Option& option = GetParam();
  std::vector<double> padded = coarse_noise(600, 3);
  std::fill(padded.end() - 40, padded.end(), 0.0);
  // With rows as channels there are no names.
  const bool bare = option.option.find("rows") != std::string::npos;
  std::string text = columns_of({coarse_noise(600, 1), coarse_noise(600, 2), padded});
  if (bare) text.erase(0, text.find('\n') + 1);
  const auto path = scratch_.write("a.csv", text);
  Expected expected;
  expected.open.rate = 100;
  option.common_change(expected);
  const std::vector<double> before = expected.values(path);
  option.change(expected);
  const std::vector<double> after = expected.values(path);
  EXPECT_THAT(before, Not(HasSameBitsAs(after))) << "a case without an effect";

  const std::string words = "entropy a.csv --rate 100 " + option.common + " " + option.option;
  const Outcome csv = run(words + " -o -");
  EXPECT_NE(csv.code, 2) << csv.errors;
  EXPECT_THAT(CsvTable(csv.output).numbers("value"), HasSameBitsAs(after)) << csv.errors;
  EXPECT_THAT(CsvTable(run("entropy a.csv --rate 100 " + option.common + " -o -").output).numbers("value"),
              HasSameBitsAs(before));
}

INSTANTIATE_TEST_SUITE_P(Measure, EntropyOptions, ::testing::ValuesIn(options_of_measures()));
INSTANTIATE_TEST_SUITE_P(Preparation, EntropyOptions, ::testing::ValuesIn(options_of_preparation()));

}  // namespace
}  // namespace biotropy::cli::test
