// SPDX-License-Identifier: Apache-2.0
//
// `biotropy entropy` with missing, wrong or extreme input: a value, or the reason why there is none.
#include <iterator>
#include <sstream>

#include "biotropy/entropy/entropy.hpp"

#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"

namespace biotropy::cli::test {
namespace {

class EntropyTrouble : public Program {
 protected:
  CsvTable table(const std::string& arguments) const { return CsvTable(run("entropy " + arguments + " -o -").output); }
};

TEST_F(EntropyTrouble, SeveralFilesAmongThemBadOnes) {
  scratch_.write("a.txt", lines_of(noise(100, 1)));
  scratch_.write("b.txt", lines_of(noise(120, 2)));
  scratch_.write("empty.txt", "");
  scratch_.write("words.txt", "one\ntwo\nthree\n");
  const std::string files = "a.txt empty.txt absent.txt words.txt b.txt";
  const Outcome csv = run("entropy " + files + " -o out.csv");
  EXPECT_EQ(csv.code, 3);
  EXPECT_EQ(count_of(csv.errors, "bad_file"), 2U);
  EXPECT_EQ(count_of(csv.errors, "file_not_found"), 1U);
  EXPECT_THAT(CsvTable(bytes_of(scratch_.path("out.csv"))).fields("file"), ElementsAre("a.txt", "b.txt"));
  EXPECT_EQ(run("entropy " + files + " -o out.nc").code, 3);
  const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("file", "epoch", "channel"));
  EXPECT_THAT(strings(file, "file"), ElementsAre("a.txt", "b.txt"));
  EXPECT_THAT(numbers<double>(file, "value"),
              ElementsAre(entropy::sample_entropy(noise(100, 1)).value, entropy::sample_entropy(noise(120, 2)).value));
  EXPECT_THAT(strings(file, "sha256"), ElementsAre(sha256_by_coreutils(scratch_.path("a.txt").string()),
                                                   sha256_by_coreutils(scratch_.path("b.txt").string())));
  const auto json = nlohmann::json::parse(run("entropy " + files + " -o - --format json").output);
  EXPECT_EQ(json.at("results").size(), 2u);
  EXPECT_EQ(json.at("provenance").at("inputs").size(), 2u);
  // On the screen each table has its name above it.
  const Outcome shown = run("entropy a.txt b.txt");
  EXPECT_EQ(shown.output, "a.txt\n" + run("entropy a.txt").output + "\nb.txt\n" + run("entropy b.txt").output);
}

TEST_F(EntropyTrouble, NothingUsableLeavesNoResult) {
  scratch_.write("empty.txt", "");
  EXPECT_EQ(run("entropy empty.txt -o out.csv").code, 3);
  EXPECT_EQ(run("entropy empty.txt absent.txt -o out.nc").code, 3);
  EXPECT_THAT(names(), ElementsAre("empty.txt"));
  EXPECT_EQ(run("entropy empty.txt -o -").output, "");
  EXPECT_EQ(run("entropy empty.txt -o - --format json").output, "");
}

TEST_F(EntropyTrouble, WhatHasNoValueIsSaid) {
  scratch_.write("one.txt", "1.5\n");
  scratch_.write("flat.csv", "a,b\n3,3\n3,3\n3,3\n3,3\n3,3\n3,3\n");
  for (const std::string command : {"entropy one.txt", "multiscale one.txt --scales 1-3", "cross flat.csv"}) {
    for (const std::string output : {"", " -o out.nc", " -o out.csv", " --quiet -o out.json"}) {
      const Outcome outcome = run(command + output);
      EXPECT_THAT(outcome, Fails(4, "failed")) << command << output;
    }
  }
}

TEST_F(EntropyTrouble, ParametersOutsideWhatIsAllowed) {
  scratch_.write("a.txt", lines_of(noise(100)));
  const std::string entropy = "entropy a.txt -o out.csv ";
  EXPECT_THAT(run(entropy + "-m 0"), Fails(2, "m"));
  EXPECT_THAT(run(entropy + "--tau 0"), Fails(2, "tau"));
  EXPECT_THAT(run(entropy + "--epoch 101"), Fails(3, "too_short"));
  EXPECT_THAT(run(entropy + "--reject -1"), Fails(2, "largest peak_to_peak"));
  EXPECT_THAT(run(entropy + "--rate 0"), Fails(2, "rate"));
  EXPECT_THAT(run(entropy + "--band 2 20"), Fails(2, "rate"));
  EXPECT_THAT(run(entropy + "--channels x"), Fails(2, "channels"));
  EXPECT_THAT(run("stream --channels a,b,a --window 50 --step 50 < a.txt"), Fails(2, "channels"));
  EXPECT_THAT(run(entropy + "--engine gpu"), Fails(2, "no_engine"));
  EXPECT_THAT(names(), ElementsAre("a.txt"));
  // Extreme allowed values.
  EXPECT_EQ(run("entropy a.txt -r 0 --measure apen").code, 0);
  EXPECT_THAT(run("entropy a.txt -r 0 -o -"), Fails(4, "failed"));
  EXPECT_NE(table("a.txt --tau 2147483647 -m 1000").field(0, "reason"), "");
}

TEST_F(EntropyTrouble, MissingSamples) {
  std::vector<double> samples = noise(200);
  samples[50] = samples[51] = std::numeric_limits<double>::quiet_NaN();
  scratch_.write("a.txt", lines_of(samples));
  const Outcome raised = run("entropy a.txt -o -");
  EXPECT_THAT(raised, Fails(4, "missing_samples"));
  EXPECT_THAT(CsvTable(raised.output).field(0, "reason"), StartsWith("2 of 200 samples are missing; "));

  entropy::Parameters parameters{.missing = entropy::Missing::omit};
  const entropy::Entropy expected = entropy::sample_entropy(samples, parameters);
  const Outcome omitted = run("entropy a.txt --missing omit -o out.json");
  EXPECT_EQ(omitted.code, 0);
  EXPECT_THAT(omitted, Says("templates_left_out"));
  const auto json = nlohmann::json::parse(bytes_of(scratch_.path("out.json")));
  EXPECT_EQ(json.at("results").at(0).at("value").get<double>(), expected.value);
  EXPECT_EQ(json.at("results").at(0).at("templates"), 194);
  EXPECT_EQ(json.at("provenance").at("inputs").at(0).at("notices").at(1).at("text"),
            "4 of 198 templates touch a missing sample or a gap and were left out");
  EXPECT_EQ(json.at("parameters").at("missing"), "omit");
  EXPECT_EQ(run("entropy a.txt --missing omit --quiet").errors, "");
  EXPECT_THAT(run("entropy a.txt --missing omit --rate 100 --band 2 20"), Fails(3, "missing_values"));
  // Epochs without missing samples keep all templates, without a message.
  EXPECT_THAT(run("entropy a.txt --missing omit --epoch 50 -o -"), Says("templates_left_out"));
}

TEST_F(EntropyTrouble, ValuesOnTheScreen) {
  scratch_.write("a.txt", lines_of(noise(500)));
  const auto row = [&](const std::string& options) {
    std::istringstream lines(run("entropy a.txt " + options).output);
    std::string line;
    while (std::getline(lines, line) && !line.starts_with("col1")) continue;
    std::istringstream fields(line);
    return std::vector<std::string>(std::istream_iterator<std::string>(fields), {});
  };
  EXPECT_THAT(row(""), ElementsAre("col1", "2.106767", "1521", "185", "498"));
  EXPECT_EQ(row("-r 0").at(1), "nan");
  EXPECT_EQ(row("--theiler 498 --measure apen").at(1), "nan");
  EXPECT_EQ(row("-m 3 -r 0.1").at(1), "inf");
}

// Only the header is named; the samples are in another file.
TEST_F(EntropyTrouble, NoFileOfTheRecordIsReplaced) {
  std::string samples;
  for (int k = 0; k < 1600; ++k) samples += static_cast<char>(k * k % 61);
  scratch_.write("rec.dat", samples);
  scratch_.write("rec.hea", "rec 2 100 400\nrec.dat 16 100 16 0 0 0 0 one\nrec.dat 16 100 16 0 0 0 0 two\n");
  for (const std::string command : {"entropy", "multiscale --scales 1-2", "cross --epoch 100"}) {
    ASSERT_EQ(run(command + " rec.hea --format csv -o free.csv").code, 0) << command;
    const Outcome outcome = run(command + " rec.hea --format csv -o rec.dat");
    EXPECT_THAT(outcome, Fails(2, "output")) << command;
    EXPECT_EQ(bytes_of(scratch_.path("rec.dat")), samples) << command;
  }
}

TEST_F(EntropyTrouble, AConstantChannelHasAReasonAndTheOthersGoOn) {
  scratch_.write("a.csv", columns_of({noise(200), std::vector<double>(200, 3.0), noise(200, 2)}));
  EXPECT_EQ(run("entropy a.csv -o out.csv").code, 0);
  const CsvTable csv(bytes_of(scratch_.path("out.csv")));
  EXPECT_EQ(csv.number(0, "value"), entropy::sample_entropy(noise(200)).value);
  EXPECT_EQ(csv.field(1, "value"), "NaN");
  EXPECT_EQ(csv.field(1, "reason"), "all 200 samples equal 3 in the recording");
  EXPECT_EQ(csv.number(2, "value"), entropy::sample_entropy(noise(200, 2)).value);
  EXPECT_EQ(run("entropy a.csv -o out.nc").code, 0);
  const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(strings(file, "reason"), ElementsAre("", "all 200 samples equal 3 in the recording", ""));
  EXPECT_EQ(numbers<long long>(file, "matches_m")[1], -1);
  const auto json = nlohmann::json::parse(run("entropy a.csv -o - --format json").output);
  EXPECT_TRUE(json.at("results").at(1).at("value").is_null());
  EXPECT_FALSE(json.at("results").at(1).contains("matches_m"));
  EXPECT_EQ(json.at("results").at(1).at("reason"), "all 200 samples equal 3 in the recording");
  EXPECT_FALSE(json.at("results").at(0).contains("reason"));
  EXPECT_EQ(run("entropy a.csv --channels c2").code, 4);
}

TEST_F(EntropyTrouble, ThousandsOfChannels) {
  std::vector<std::vector<double>> channels;
  for (std::size_t c = 0; c < 3000; ++c) channels.push_back(noise(30, c + 1));
  scratch_.write("wide.csv", columns_of(channels));
  const CsvTable csv = table("wide.csv -m 1 --quiet");
  ASSERT_EQ(csv.size(), 3000u);
  entropy::Parameters parameters{.m = 1};
  EXPECT_EQ(csv.number(2999, "value"), entropy::sample_entropy(channels[2999], parameters).value);
  EXPECT_EQ(run("entropy wide.csv -m 1 -o out.nc").code, 0);
  const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
  EXPECT_EQ(numbers<double>(file, "value").back(), csv.number(2999, "value"));
}

std::string header_of(int n_channels, const std::string& channels) {
  return "Brain Vision Data Exchange Header File Version 1.0\n\n[Common Infos]\nDataFile=a.eeg\n"
         "DataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=" +
         std::to_string(n_channels) +
         "\nSamplingInterval=10000\n\n[Binary Infos]\nBinaryFormat=INT_16\n\n[Channel Infos]\n" + channels;
}

std::string samples_of_900() {
  std::string bytes;
  for (int i = 0; i < 900; ++i) bytes += {static_cast<char>(i * i % 101), '\0'};
  return bytes;
}

TEST_F(EntropyTrouble, AnAbsoluteToleranceAndLimitsAreForRecordingsOfOneUnit) {
  scratch_.write("a.vhdr", header_of(1, "Ch1=Fz,,1,uV\n"));
  scratch_.write("b.vhdr", header_of(1, "Ch1=Fz,,1,mV\n"));
  scratch_.write("a.eeg", samples_of_900());
  for (const std::string command : {"entropy", "multiscale --scales 2"}) {
    const Outcome outcome = run(command + " a.vhdr b.vhdr -r 9 --r-unit absolute");
    EXPECT_THAT(outcome, Fails(3, "r_unit")) << command;  // a.vhdr was measured
    EXPECT_EQ(run(command + " a.vhdr a.vhdr -r 9 --r-unit absolute").code, 0) << command;
    EXPECT_EQ(run(command + " a.vhdr b.vhdr -r 0.2").code, 0) << command;
    EXPECT_EQ(run(command + " a.vhdr b.vhdr -r '9 uV'").code, 0) << command;
    EXPECT_EQ(run(command + " a.vhdr -r '0.009 mV'").output, run(command + " a.vhdr -r '9 uV'").output) << command;
  }
  EXPECT_EQ(run("entropy a.vhdr -r '9 uV'").output, run("entropy a.vhdr -r 9 --r-unit absolute").output);
  EXPECT_EQ(run("entropy a.vhdr -r '9 ms'").code, 2);
  EXPECT_EQ(run("entropy b.vhdr -r '9 uV'").output, run("entropy b.vhdr -r 0.009 --r-unit absolute").output);
  EXPECT_EQ(run("entropy a.vhdr -r '0.009 mV' --measure fuzzyen --membership chen").code, 2) << "of exp(-d^2 / r)";
  EXPECT_EQ(run("entropy a.vhdr -r '9 uV' --r-unit sd").code, 2);
  scratch_.write("c.txt", "1\n2\n4\n3\n1\n");
  EXPECT_EQ(run("entropy c.txt -r '9 uV'").code, 2) << "of unknown unit";
  const Outcome limited = run("entropy a.vhdr b.vhdr --reject 200");
  EXPECT_THAT(limited, Fails(3, "reject"));
  EXPECT_THAT(run("entropy a.vhdr --reject 1e9"), Says("limit_far"));
}

TEST_F(EntropyTrouble, AnAbsoluteToleranceIsForChannelsOfOneUnit) {
  scratch_.write("a.vhdr", header_of(3, "Ch1=Fz,,1,uV\nCh2=T,,1,C\nCh3=Cz,,1,uV\n"));
  scratch_.write("a.eeg", samples_of_900());
  for (const std::string command : {"entropy", "multiscale --scales 2", "cross"}) {
    const Outcome outcome = run(command + " a.vhdr -r 9 --r-unit absolute");
    EXPECT_THAT(outcome, Fails(2, "r_unit")) << command;
    EXPECT_EQ(run(command + " a.vhdr -r 9 --r-unit absolute --channels Fz,Cz").code, 0) << command;
    EXPECT_EQ(run(command + " a.vhdr -r 0.2").code, 0) << command;
  }
  const std::string stream = "stream --replay a.vhdr --speed max --window 300 --step 300 ";
  EXPECT_THAT(run(stream + "-r 9 --r-unit absolute"), Fails(2, "r_unit"));
  const Outcome streamed = run(stream + "--channels Fz,Cz -r 9 --r-unit absolute");
  EXPECT_EQ(streamed.code, 0);
  EXPECT_EQ(run(stream + "--channels Fz,Cz -r '0.009 mV'").output, streamed.output);
  const std::string fuzzy = "entropy a.vhdr --measure fuzzyen --membership ";
  EXPECT_THAT(run(fuzzy + "chen"), Fails(2, "membership"));
  EXPECT_EQ(run(fuzzy + "exponential").code, 0);
}

}  // namespace
}  // namespace biotropy::cli::test
