// SPDX-License-Identifier: Apache-2.0
//
// `biotropy cross`: the matrices of the library, bit for bit, with templates from the channel and matched in the
// partner.
#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/multiscale_pairwise.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"

namespace biotropy::cli::test {
namespace {

class CrossProgram : public Program {
 protected:
  CrossProgram() { scratch_.write("a.csv", columns_of(channels_)); }

  // Matrix of one epoch, by the function of two series.
  std::vector<double> matrix(entropy::Measure measure, const entropy::Parameters& parameters) const {
    std::vector<double> values;
    for (const auto& channel : channels_) {
      for (const auto& partner : channels_) {
        values.push_back(entropy::compute(measure, channel, partner, parameters).value);
      }
    }
    return values;
  }

  const std::vector<std::vector<double>> channels_{noise(150, 1), noise(150, 2), noise(150, 3)};
};

entropy::Parameters parameters_of(int m, double r) {
  return entropy::Parameters{.m = m, .r = r};
}

TEST_F(CrossProgram, OneMatrixInEveryFormat) {
  const std::vector<double> expected = matrix(entropy::Measure::cross_apen, parameters_of(1, 0.2));
  EXPECT_NE(expected[1], expected[3]);  // Cross-ApEn is not symmetric
  const std::string command = "cross a.csv --measure cross-apen -m 1 -r 0.2 --bias max -o ";
  for (const std::string name : {"out.nc", "out.csv", "out.json"}) {
    const Outcome written = run(command + name);
    EXPECT_EQ(written.code, 0);
    EXPECT_THAT(written.output, StartsWith("a.csv: cross-apen, 3 x 3 channels, 1 epoch of 150 samples\n"));
  }
  const CsvTable csv(bytes_of(scratch_.path("out.csv")));
  EXPECT_THAT(csv.names(), ElementsAre("file", "epoch", "channel", "partner", "value", "matches_m", "matches_m1",
                                       "templates", "reason"));
  EXPECT_EQ(csv.numbers("value"), expected);
  EXPECT_EQ(csv.field(1, "channel") + csv.field(1, "partner"), "c1c2");
  const entropy::Entropy second = entropy::cross_approximate_entropy(channels_[0], channels_[1], parameters_of(1, 0.2));
  EXPECT_EQ(csv.field(1, "matches_m"), std::to_string(second.matches_m));
  EXPECT_EQ(csv.field(1, "matches_m1"), std::to_string(second.matches_m1));
  EXPECT_EQ(csv.field(1, "templates"), std::to_string(second.templates_m));

  const auto json = nlohmann::json::parse(bytes_of(scratch_.path("out.json")));
  EXPECT_EQ(json_numbers(json, "value"), expected);
  EXPECT_EQ(json.at("results").at(1).at("partner"), "c2");
  EXPECT_EQ(json.at("parameters").at("bias"), "max");
  EXPECT_NE(json.at("provenance").at("inputs").at(0).at("engine"), "");

  const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("epoch", "channel", "partner"));
  EXPECT_EQ(numbers<double>(file, "value"), expected);
  EXPECT_EQ(numbers<double>(file, "mean_value"), expected);
  EXPECT_THAT(strings(file, "channel"), ElementsAre("c1", "c2", "c3"));
  EXPECT_THAT(strings(file, "partner"), ElementsAre("c1", "c2", "c3"));
  EXPECT_EQ(numbers<long long>(file, "matches_m")[1], static_cast<long long>(second.matches_m));
  EXPECT_EQ(text_attribute(file, "bias"), "max");
  EXPECT_EQ(text_attribute(file, "sha256"), sha256_by_coreutils(scratch_.path("a.csv").string()));
  EXPECT_NE(text_attribute(file, "engine"), "");
}

TEST_F(CrossProgram, EpochsAndTheirMean) {
  const CsvTable epochs(run("cross a.csv -m 1 --epoch 50 -o -").output);
  const CsvTable means(run("cross a.csv -m 1 --epoch 50 --mean-only -o -").output);
  ASSERT_EQ(epochs.size(), 27u);
  ASSERT_EQ(means.size(), 9u);
  EXPECT_THAT(means.names(), ElementsAre("file", "channel", "partner", "value", "epochs", "reason"));
  for (std::size_t cell = 0; cell < 9; ++cell) {
    double sum = 0.0;
    for (std::size_t epoch = 0; epoch < 3; ++epoch) sum += epochs.number(9 * epoch + cell, "value");
    EXPECT_EQ(means.number(cell, "value"), sum / 3.0);
    EXPECT_EQ(means.field(cell, "epochs"), "3");
  }
  EXPECT_EQ(run("cross a.csv -m 1 --epoch 50 --mean-only -o out.nc").code, 0);
  const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
  EXPECT_TRUE(file.getVar("value").isNull());
  EXPECT_EQ(numbers<double>(file, "mean_value"), means.numbers("value"));
}

TEST_F(CrossProgram, AConstantAndAnIncompleteChannel) {
  std::vector<double> holes = noise(150, 4);
  holes[10] = std::numeric_limits<double>::quiet_NaN();
  scratch_.write("b.csv", columns_of({noise(150, 1), std::vector<double>(150, 2.0), holes}));
  const Outcome raised = run("cross b.csv -m 1 -o -");
  EXPECT_EQ(raised.code, 0);
  const CsvTable csv(raised.output);
  EXPECT_EQ(csv.number(0, "value"), matrix(entropy::Measure::cross_apen, parameters_of(1, 0.2))[0]);
  EXPECT_EQ(csv.field(1, "value"), "NaN");
  EXPECT_EQ(csv.field(1, "reason"), "partner: all 150 samples equal 2 in the recording");
  EXPECT_EQ(csv.field(3, "reason"), "channel: all 150 samples equal 2 in the recording");
  EXPECT_THAT(csv.field(2, "reason"), StartsWith("partner: 1 of 150 samples are missing; "));
  const Outcome omitted = run("cross b.csv -m 1 --missing omit -o -");
  entropy::Parameters parameters = parameters_of(1, 0.2);
  parameters.missing = entropy::Missing::omit;
  EXPECT_EQ(CsvTable(omitted.output).number(2, "value"),
            entropy::cross_approximate_entropy(channels_[0], holes, parameters).value);
  EXPECT_THAT(omitted, Says("templates_left_out"));
  EXPECT_THAT(run("cross b.csv -m 1").output, HasSubstr("rejected          2 of 3 (epoch, channel); the first is (0, "
                                                        "c2): all 150 samples equal 2"));
  EXPECT_EQ(run("cross b.csv --channels 2").code, 4);
}

TEST_F(CrossProgram, SeveralFilesInOneResult) {
  scratch_.write("b.csv", columns_of({noise(100, 5), noise(100, 6), noise(100, 7)}));
  scratch_.write("other.csv", columns_of({noise(100, 8), noise(100, 9)}));
  scratch_.write("empty.csv", "");
  const Outcome outcome = run("cross a.csv empty.csv b.csv other.csv -m 1 --epoch 50 -o out.nc");
  EXPECT_THAT(outcome, Fails(3, "bad_file"));
  const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("file", "epoch", "channel", "partner"));
  EXPECT_THAT(strings(file, "file"), ElementsAre("a.csv", "b.csv"));
  EXPECT_THAT(numbers<int>(file, "n_epochs"), ElementsAre(3, 2));
  const netCDF::NcGroup other = file.getGroup("other_channels_1");
  EXPECT_EQ(text_attribute(other, "file"), "other.csv");
  EXPECT_EQ(numbers<double>(other, "value"),
            CsvTable(run("cross other.csv -m 1 --epoch 50 -o -").output).numbers("value"));
}

TEST_F(CrossProgram, ScalesInEveryFormat) {
  entropy::MultiscaleParameters parameters{
      .measure = entropy::Measure::cross_fuzzyen, .method = entropy::MultiscaleMethod::rcmse, .scales = {1, 3}};
  series::Epochs epochs{.n_epochs = 1, .n_channels = 3, .n_times = 150};
  for (const auto& channel : channels_) epochs.data.insert(epochs.data.end(), channel.begin(), channel.end());
  const entropy::MultiscalePairwise found = entropy::multiscale_pairwise(epochs, parameters);
  std::vector<double> expected;
  for (std::size_t entry = 0; entry < 9; ++entry) {
    for (const entropy::Pairwise& at : found.scales) expected.push_back(at.values[entry]);
  }
  const std::string command = "cross a.csv --measure cross-fuzzyen --scales 1,3 --method rcmse -o ";
  for (const std::string name : {"out.nc", "out.csv", "out.json"}) {
    const Outcome written = run(command + name);
    EXPECT_EQ(written.code, 0);
    EXPECT_THAT(written.output, StartsWith("a.csv: RCMSE of Cross-FuzzyEn, 3 x 3 channels, 1 epoch of 150 samples\n"));
  }
  const CsvTable csv(bytes_of(scratch_.path("out.csv")));
  EXPECT_EQ(csv.numbers("value"), expected);
  EXPECT_EQ(csv.field(1, "scale"), "3");
  const auto json = nlohmann::json::parse(bytes_of(scratch_.path("out.json")));
  EXPECT_EQ(json_numbers(json, "value"), expected);
  EXPECT_EQ(json.at("parameters").at("tolerance_of"), "original");
  const netCDF::NcFile file(scratch_.path("out.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("epoch", "channel", "partner", "scale"));
  EXPECT_THAT(dimensions(file, "complexity_index"), ElementsAre("epoch", "channel", "partner"));
  EXPECT_EQ(numbers<double>(file, "value"), expected);
  EXPECT_EQ(numbers<double>(file, "complexity_index"), found.complexity_index);
  EXPECT_EQ(numbers<double>(file, "membership_m")[3], found.scales[1].membership_m[1]);

  // Means alone, surrogates and pooled epochs go the same way.
  const std::string short_epochs = "cross a.csv --measure cross-sampen -r 0.5 --scales 1-2 --epoch 50 ";
  EXPECT_EQ(run(short_epochs + "--mean-only --surrogates 19 -o m.nc").code, 0);
  const netCDF::NcFile means(scratch_.path("m.nc").string(), netCDF::NcFile::read);
  EXPECT_THAT(dimensions(means, "mean_value"), ElementsAre("channel", "partner", "scale"));
  EXPECT_THAT(dimensions(means, "complexity_index"), ElementsAre("channel", "partner"));
  EXPECT_THAT(dimensions(means, "p_family"), ElementsAre("channel", "partner", "scale"));
  EXPECT_EQ(run(short_epochs + "--pool-epochs epoch -o p.csv").code, 0);
  EXPECT_EQ(CsvTable(bytes_of(scratch_.path("p.csv"))).size(), 18U);
}

TEST_F(CrossProgram, MistakesOfScales) {
  EXPECT_THAT(run("cross a.csv --method rcmse -o out.csv"), Fails(2, "method")) << "without scales";
  EXPECT_THAT(run("cross a.csv --scales 1-3 --method rcmse"), Fails(2, "method"));
  EXPECT_THAT(run("cross a.csv --scales 200-200"), Fails(4, "failed"));
}

TEST_F(CrossProgram, Mistakes) {
  EXPECT_THAT(run("cross a.csv --bias most"), Fails(2, "bias"));
  EXPECT_THAT(run("cross a.csv --measure sampen"), Fails(2, "measure"));
  EXPECT_THAT(run("cross a.csv --channels c9"), Fails(2, "channels"));
  EXPECT_THAT(run("cross a.csv --epoch 151 -o out.csv"), Fails(3, "too_short"));
  EXPECT_THAT(names(), ElementsAre("a.csv"));
}

}  // namespace
}  // namespace biotropy::cli::test
