// SPDX-License-Identifier: Apache-2.0
//
// Tests against surrogates: the numbers of the library in every format and table, and errors in the words of the
// program.
#include <algorithm>
#include <cmath>

#include "biotropy/entropy/surrogate_test.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"

namespace biotropy::cli::test {
namespace {

class SurrogatesProgram : public Program {
 protected:
  SurrogatesProgram() {
    scratch_.write("a.csv", columns_of(channels_));
    epochs_.n_epochs = 2;
    epochs_.n_channels = 3;
    epochs_.n_times = 75;
    for (std::size_t epoch = 0; epoch < 2; ++epoch) {
      for (const auto& channel : channels_) {
        epochs_.data.insert(epochs_.data.end(), channel.begin() + static_cast<std::ptrdiff_t>(epoch * 75),
                            channel.begin() + static_cast<std::ptrdiff_t>(epoch * 75 + 75));
      }
    }
  }

  entropy::SurrogateTest matrices(entropy::Keep keep) const {
    const std::vector<entropy::Pairwise> cells{
        entropy::pairwise(epochs_, entropy::Measure::cross_apen, parameters_, keep)};
    return entropy::test_pairwise(epochs_, entropy::Measure::cross_apen, {{1}, {0.2}}, parameters_, cells, keep,
                                  settings_);
  }

  const std::vector<std::vector<double>> channels_{noise(150, 1), noise(150, 2), noise(150, 3)};
  const entropy::Parameters parameters_ = [] { return entropy::Parameters{.m = 1}; }();
  const entropy::SurrogateSettings settings_{29, surrogates::Kind::epochs, 5, 0};
  series::Epochs epochs_;
};

// NaN as a number, to compare lists.
std::vector<double> comparable(std::vector<double> list) {
  for (double& value : list) value = std::isnan(value) ? -99.0 : value;
  return list;
}

const std::string kEpochs = "cross a.csv -m 1 --epoch 75 --surrogates 29 --surrogate-kind epochs --surrogate-seed 5 ";

TEST_F(SurrogatesProgram, MatricesInEveryFormat) {
  const entropy::SurrogateTest test = matrices(entropy::Keep::epochs), of_mean = matrices(entropy::Keep::mean);
  ASSERT_EQ(run(kEpochs + "-o a.nc --quiet").code, 0);
  ASSERT_EQ(run(kEpochs + "-o b.csv --quiet").code, 0);
  ASSERT_EQ(run(kEpochs + "-o c.json --quiet").code, 0);
  ASSERT_EQ(run(kEpochs + "--mean-only -o m.nc --quiet").code, 0);
  ASSERT_EQ(run(kEpochs + "--mean-only -o m.csv --quiet").code, 0);
  ASSERT_EQ(run(kEpochs + "--mean-only -o m.json --quiet").code, 0);
  const netCDF::NcFile netcdf(scratch_.path("a.nc").string(), netCDF::NcFile::read);
  const netCDF::NcFile mean(scratch_.path("m.nc").string(), netCDF::NcFile::read);
  const CsvTable csv(bytes_of(scratch_.path("b.csv"))), mean_csv(bytes_of(scratch_.path("m.csv")));
  const auto json = nlohmann::json::parse(bytes_of(scratch_.path("m.json")));
  for (const entropy::SurrogateNumber& number : entropy::kSurrogateNumbers) {
    const std::string name(number.name);
    SCOPED_TRACE(name);
    EXPECT_EQ(comparable(numbers<double>(netcdf, name)), comparable(test.*number.column));
    EXPECT_EQ(comparable(csv.numbers(name)), comparable(test.*number.column));
    EXPECT_EQ(comparable(numbers<double>(mean, name)), comparable(of_mean.*number.column));
    EXPECT_EQ(comparable(mean_csv.numbers(name)), comparable(of_mean.*number.column));
    EXPECT_EQ(json["results"][1][name].get<double>(), (of_mean.*number.column)[1]);
    EXPECT_TRUE(json["results"][0][name].is_null());
  }
  EXPECT_EQ(dimensions(netcdf, "p"), (std::vector<std::string>{"epoch", "channel", "partner"}));
  EXPECT_EQ(dimensions(mean, "p"), (std::vector<std::string>{"channel", "partner"}));
  EXPECT_EQ(text_attribute(netcdf, "surrogate_kind"), "epochs");
  EXPECT_EQ(json["parameters"]["surrogates"], 29);
  EXPECT_EQ(json["parameters"]["surrogate_seed"], 5);
  const Outcome large = run("cross a.csv -m 1 --surrogates 9 --surrogate-seed 8518519559 -o large.json");
  EXPECT_EQ(large.code, 0) << large.errors;
  const auto of_large = nlohmann::json::parse(bytes_of(scratch_.path("large.json")));
  EXPECT_EQ(of_large["parameters"]["surrogate_seed"], 8518519559);
}

TEST_F(SurrogatesProgram, SeveralFilesAndSeveralParametersInOneFile) {
  scratch_.write("b.csv", columns_of(channels_));
  ASSERT_EQ(run("cross a.csv b.csv -m 1,2 --surrogates 9 --surrogate-kind phases -o a.nc --quiet").code, 0);
  ASSERT_EQ(run("cross a.csv -m 2 --surrogates 9 --surrogate-kind phases -o one.nc --quiet").code, 0);
  const netCDF::NcFile several(scratch_.path("a.nc").string(), netCDF::NcFile::read);
  const netCDF::NcFile single(scratch_.path("one.nc").string(), netCDF::NcFile::read);
  const std::vector<double> all = numbers<double>(several, "surrogate_mean");
  const std::vector<double> one = numbers<double>(single, "surrogate_mean");
  ASSERT_EQ(all.size(), 2 * 9 * 2U);  // file, pair, m
  for (std::size_t pair = 0; pair < 9; ++pair) {
    if (pair % 4 == 0) continue;  // a channel with itself is not tested
    EXPECT_EQ(all[pair * 2 + 1], one[pair]);
    EXPECT_EQ(all[18 + pair * 2 + 1], one[pair]);
  }
}

TEST_F(SurrogatesProgram, SummaryCountsSmallValues) {
  const Outcome plain = run("cross a.csv -m 1 --surrogates 39 --surrogate-kind shuffle");
  EXPECT_EQ(plain.code, 0);
  EXPECT_THAT(plain.output, HasSubstr("  surrogates        39 of kind shuffle\n  below 0.05        p "));
  EXPECT_THAT(plain.output, HasSubstr(" of 6; so few surrogates have p >= 0.05\n"));
  EXPECT_THAT(run("cross a.csv -m 1 --surrogates 40 --surrogate-kind shuffle").output, HasSubstr(" of 6\n"));
  const Outcome stopped = run("cross a.csv -m 1 --surrogates 39 --surrogate-kind shuffle --surrogate-stop 3");
  EXPECT_THAT(stopped.output, Not(HasSubstr("p_family")));
}

TEST_F(SurrogatesProgram, TablesOfSeriesHaveTheNumbers) {
  const Outcome entropy = run("entropy a.csv --surrogates 19 --standard-error");
  EXPECT_EQ(entropy.code, 0);
  EXPECT_THAT(entropy.output, HasSubstr("upper  surrogate_mean  surrogate_sd"));
  const Outcome curves = run("multiscale a.csv --scales 1,2 --surrogates 19 --surrogate-kind phases");
  EXPECT_EQ(curves.code, 0);
  EXPECT_THAT(curves.output, HasSubstr("p_family"));
}

TEST_F(SurrogatesProgram, WarnsOfSeriesThatAreNotTested) {
  scratch_.write(
      "gap.csv", "a,b\n" + [&] {
        std::string rows;
        for (std::size_t t = 0; t < 60; ++t) {
          rows += (t == 7 ? std::string("NaN") : std::to_string(channels_[0][t])) + ',' +
                  std::to_string(channels_[1][t]) + '\n';
        }
        return rows;
      }());
  const Outcome found = run("entropy gap.csv --missing omit --surrogates 19 -o gap.csv.json");
  EXPECT_THAT(found, Fails(0, "not_tested"));
}

TEST_F(SurrogatesProgram, WarnsOfSeriesThatIaaftRejectsTooOften) {
  std::vector<double> skewed;
  double state = 0.0;
  for (const double value : noise(300, 4)) skewed.push_back(std::exp(state = 0.9 * state + value));
  scratch_.write("skewed.csv", columns_of({noise(300, 5), skewed}));
  const std::string test = " --epoch 300 --surrogates 19 -o found.json";
  EXPECT_THAT(run("entropy skewed.csv" + test), Says("distorted"));
  EXPECT_THAT(run("entropy skewed.csv" + test + " --surrogate-kind phases"), Not(Says("distorted")));
  scratch_.write("rr.txt", run("simulate series --kind rr --samples 300").output);
  EXPECT_THAT(run("entropy rr.txt" + test), Not(Says("distorted")));
}

TEST_F(SurrogatesProgram, ErrorsNameTheOption) {
  EXPECT_THAT(run("entropy a.csv --surrogates 9 --surrogate-kind shift"), Fails(2, "surrogate_kind"));
  EXPECT_THAT(run("cross a.csv --surrogates 9 --surrogate-kind shift"), Fails(2, "surrogate_kind"));
  EXPECT_THAT(run("cross a.csv --surrogates 9 --surrogate-seed 9223372036854775808"), Fails(2, "surrogate_seed"));
}

TEST_F(SurrogatesProgram, EpochsThatStayAreSaid) {
  auto channels = channels_;
  std::fill_n(channels[0].begin(), 75, 1.0);
  scratch_.write("b.csv", columns_of(channels));
  EXPECT_THAT(run(kEpochs), Not(Says("epochs_not_exchanged")));
  EXPECT_THAT(run("cross b.csv" + kEpochs.substr(11)), Says("epochs_not_exchanged"));
}

}  // namespace
}  // namespace biotropy::cli::test
