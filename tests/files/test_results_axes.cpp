// SPDX-License-Identifier: Apache-2.0
//
// Results with further dimensions and numbers: every entry must reach its place in all three formats.
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "biotropy/error.hpp"
#include "biotropy/files/results/results.hpp"
#include "tests/files/netcdf_contents.hpp"
#include "tests/files/scratch.hpp"
#include "tests/matchers.hpp"

namespace biotropy::files {
namespace {

using test::dimensions;
using test::numbers;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Two epochs, two channels, m of {1, 2, 5} and r of {0.1, 0.25}; each number encodes its place. The second channel has
// no templates in the second epoch at m = 5, and the first channel is rejected there.
struct GridResults {
  bool pairs;
  std::size_t n_entries;
  std::vector<double> values, errors, totals, tolerances, mean;
  std::vector<std::uint64_t> matches_m, matches_m1, templates_m, templates_m1;
  std::vector<std::string> reasons;
  std::vector<std::uint32_t> valid_epochs;

  explicit GridResults(bool of_pairs = false) : pairs(of_pairs), n_entries(4 * (of_pairs ? 2 : 1)) {
    for (std::size_t place = 0; place < n_entries * 6; ++place) {
      values.push_back(0.5 + static_cast<double>(place));
      errors.push_back(0.25 + static_cast<double>(place));
      matches_m.push_back(1000 + place);
      matches_m1.push_back(2000 + place);
    }
    for (std::size_t entry = 0; entry < n_entries; ++entry) totals.push_back(100.0 + static_cast<double>(entry));
    for (std::size_t place = 0; place < 4 * 6; ++place) {
      const bool rejected = place >= 12 && place < 18, too_short = place >= 22;
      templates_m.push_back(rejected || too_short ? 0 : 300 + place);
      templates_m1.push_back(rejected || too_short ? 0 : 299 + place);
      tolerances.push_back(0.125 * static_cast<double>(place));
      reasons.emplace_back(rejected ? "rejected" : too_short ? "too short" : "");
      if (!pairs && (rejected || too_short)) values[place] = kNaN;
    }
    for (std::size_t place = 0; pairs && place < 4 * 6; ++place) {
      mean.push_back(static_cast<double>(place) / 8.0);
      valid_epochs.push_back(static_cast<std::uint32_t>(place));
    }
  }

  FileResults view(const std::string& path = "a.txt") const {
    FileResults results{.path = path,
                        .labels = {"x", "y"},
                        .units = {"V", "V"},
                        .onsets = {0.0, 1.0},
                        .values = values,
                        .matches_m = matches_m,
                        .matches_m1 = matches_m1,
                        .numbers = {errors, totals},
                        .templates_m = templates_m,
                        .templates_m1 = templates_m1};
    if (!pairs) results.tolerances = tolerances;
    results.reasons = reasons;
    results.mean = mean;
    results.valid_epochs = valid_epochs;
    results.reason_of = [this](std::size_t epoch, std::size_t channel, std::size_t, std::size_t cell) {
      return reasons[(epoch * 2 + channel) * 6 + cell];
    };
    return results;
  }
};

ResultsHead grid_head(bool pairs = false) {
  ResultsHead head{.long_name = "SampEn", .pairs = pairs};
  head.axes.push_back({"m", "length of the templates", std::vector<std::int64_t>{1, 2, 5}});
  head.axes.push_back({"r", "tolerance", std::vector<double>{0.1, 0.25}});
  head.numbers.push_back({"standard_error", "standard error"});
  head.numbers.push_back({"total", "sum", "nat", false});
  head.parameters = {{"m", std::vector<std::int64_t>{1, 2, 5}}, {"far", std::vector<std::int64_t>{1, 1LL << 40}}};
  return head;
}

std::filesystem::path written(const Scratch& scratch, ResultFormat format, ResultsHead head,
                              const std::vector<FileResults>& all) {
  head.n_inputs = all.size();
  const auto writer = write_results(scratch.path("a"), format, head);
  for (const FileResults& results : all) writer->add(results);
  writer->finish();
  return scratch.path("a");
}

std::vector<std::string> lines(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> all;
  for (std::string line; std::getline(file, line);) all.push_back(line.substr(0, line.find('\r')));
  return all;
}

TEST(ResultsWithAxes, CsvHasAColumnForEach) {
  const Scratch scratch;
  const GridResults results;
  const auto found = lines(written(scratch, ResultFormat::csv, grid_head(), {results.view()}));
  ASSERT_EQ(found.size(), 25U);
  EXPECT_EQ(found[0], "file,epoch,channel,m,r,value,standard_error,total,matches_m,matches_m1,templates,reason");
  EXPECT_EQ(found[1], "a.txt,0,x,1,0.1,0.5,0.25,100,1000,2000,300,");
  EXPECT_EQ(found[2], "a.txt,0,x,1,0.25,1.5,1.25,100,1001,2001,301,");
  EXPECT_EQ(found[11], "a.txt,0,y,5,0.1,10.5,10.25,101,1010,2010,310,");
  EXPECT_EQ(found[13], "a.txt,1,x,1,0.1,NaN,12.25,102,,,,rejected");
  EXPECT_EQ(found[24], "a.txt,1,y,5,0.25,NaN,23.25,103,,,,too short");
}

TEST(ResultsWithAxes, WhatIsNotCountedHasNoColumnsOfMatches) {
  const Scratch scratch;
  const GridResults results;
  ResultsHead head = grid_head();
  head.has_matches = false;
  const auto found = lines(written(scratch, ResultFormat::csv, head, {results.view()}));
  EXPECT_EQ(found[0], "file,epoch,channel,m,r,value,standard_error,total,templates,reason");
  EXPECT_EQ(found[1], "a.txt,0,x,1,0.1,0.5,0.25,100,300,");
  EXPECT_EQ(found[13], "a.txt,1,x,1,0.1,NaN,12.25,102,,rejected");
  const netCDF::NcFile file(written(scratch, ResultFormat::netcdf, head, {results.view()}).generic_string(),
                            netCDF::NcFile::read);
  EXPECT_TRUE(file.getVar("matches_m").isNull());
  EXPECT_FALSE(file.getVar("value").isNull());
}

TEST(ResultsWithAxes, JsonHasAKeyForEach) {
  const Scratch scratch;
  const GridResults results;
  const auto json =
      nlohmann::json::parse(bytes_of(written(scratch, ResultFormat::json, grid_head(), {results.view()})));
  EXPECT_EQ(json.at("parameters").at("m"), nlohmann::json::array({1, 2, 5}));
  const auto& records = json.at("results");
  ASSERT_EQ(records.size(), 24U);
  EXPECT_EQ(records[11], nlohmann::json::parse(R"({"file": "a.txt", "epoch": 0, "channel": "y", "m": 5, "r": 0.25,
      "value": 11.5, "standard_error": 11.25, "total": 101.0, "matches_m": 1011, "matches_m1": 2011,
      "templates": 311})"));
  EXPECT_EQ(records[23], nlohmann::json::parse(R"({"file": "a.txt", "epoch": 1, "channel": "y", "m": 5, "r": 0.25,
      "value": null, "standard_error": 23.25, "total": 103.0, "reason": "too short"})"));
  // A channel that is too short for some of the cells is not rejected.
  EXPECT_EQ(json.at("provenance").at("inputs")[0].at("rejected"),
            nlohmann::json::parse(R"([{"epoch": 1, "channel": "x", "reason": "rejected"}])"));
}

TEST(ResultsWithAxes, NetcdfHasADimensionForEach) {
  const Scratch scratch;
  const GridResults results;
  const netCDF::NcFile file(written(scratch, ResultFormat::netcdf, grid_head(), {results.view()}).generic_string(),
                            netCDF::NcFile::read);
  for (const char* name :
       {"value", "standard_error", "matches_m", "matches_m1", "templates_m", "templates_m1", "tolerance", "reason"}) {
    EXPECT_THAT(dimensions(file, name), ElementsAre("epoch", "channel", "m", "r")) << name;
  }
  EXPECT_THAT(dimensions(file, "total"), ElementsAre("epoch", "channel"));
  EXPECT_EQ(numbers<int>(file, "m"), (std::vector<int>{1, 2, 5}));
  EXPECT_EQ(numbers<double>(file, "r"), (std::vector<double>{0.1, 0.25}));
  const auto values = numbers<double>(file, "value");
  for (std::size_t place = 0; place < values.size(); ++place) {
    if (std::isnan(results.values[place])) {
      EXPECT_TRUE(std::isnan(values[place])) << place;
    } else {
      EXPECT_EQ(values[place], results.values[place]) << place;
    }
  }
  EXPECT_EQ(numbers<double>(file, "standard_error"), results.errors);
  EXPECT_EQ(numbers<double>(file, "total"), results.totals);
  EXPECT_EQ(numbers<double>(file, "tolerance"), results.tolerances);
  const auto matches = numbers<long long>(file, "matches_m");
  EXPECT_EQ(matches[11], 1011);
  EXPECT_EQ(matches[12], -1);
  EXPECT_EQ(matches[21], 1021);
  EXPECT_EQ(matches[22], -1);
  int of_m[3] = {};
  file.getAtt("m").getValues(of_m);
  EXPECT_EQ(of_m[2], 5);
  long long far[2] = {};
  file.getAtt("far").getValues(far);
  EXPECT_EQ(far[1], 1LL << 40);
}

TEST(ResultsWithAxes, SeveralInputsLieAlongFiles) {
  const Scratch scratch;
  const GridResults first, second;
  const netCDF::NcFile file(
      written(scratch, ResultFormat::netcdf, grid_head(), {first.view(), second.view("b.txt")}).generic_string(),
      netCDF::NcFile::read);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("file", "epoch", "channel", "m", "r"));
  EXPECT_THAT(dimensions(file, "total"), ElementsAre("file", "epoch", "channel"));
  const auto errors = numbers<double>(file, "standard_error");
  ASSERT_EQ(errors.size(), 48U);
  EXPECT_EQ(errors[24 + 7], second.errors[7]);
}

TEST(ResultsWithAxes, Matrices) {
  const Scratch scratch;
  const GridResults results(true);
  ResultsHead head = grid_head(true);
  const auto found = lines(written(scratch, ResultFormat::csv, head, {results.view()}));
  EXPECT_EQ(found[0],
            "file,epoch,channel,partner,m,r,value,standard_error,total,matches_m,matches_m1,templates,reason");
  EXPECT_EQ(found[1 + 8], "a.txt,0,x,y,2,0.1,8.5,8.25,101,1008,2008,302,");
  // (1, y, y) at m = 5 has no templates; the others of that pair have.
  EXPECT_THAT(found[1 + 42 + 3], HasSubstr("a.txt,1,y,y,2,0.25,45.5,45.25,107,1045,2045,321,"));
  EXPECT_THAT(found[1 + 42 + 4], HasSubstr("a.txt,1,y,y,5,0.1,46.5,46.25,107,,,,"));
  head.mean_only = true;
  const auto means = lines(written(scratch, ResultFormat::csv, head, {results.view()}));
  EXPECT_EQ(means[0], "file,channel,partner,m,r,value,standard_error,total,epochs,reason");
  EXPECT_EQ(means[1 + 9], "a.txt,x,y,2,0.25,1.125,9.25,101,9,");
  netCDF::NcFile of_means(written(scratch, ResultFormat::netcdf, head, {results.view()}).generic_string(),
                          netCDF::NcFile::read);
  EXPECT_THAT(dimensions(of_means, "standard_error"), ElementsAre("channel", "partner", "m", "r"));
  EXPECT_THAT(dimensions(of_means, "total"), ElementsAre("channel", "partner"));
  EXPECT_EQ(numbers<double>(of_means, "standard_error")[9], 9.25);
  EXPECT_EQ(numbers<double>(of_means, "total")[1], 101.0);
  of_means.close();  // Windows replaces no file that the NetCDF library has open
  head.mean_only = false;
  const netCDF::NcFile file(
      written(scratch, ResultFormat::netcdf, head, {results.view(), results.view("b")}).generic_string(),
      netCDF::NcFile::read);
  EXPECT_THAT(dimensions(file, "value"), ElementsAre("file", "epoch", "channel", "partner", "m", "r"));
  EXPECT_THAT(dimensions(file, "mean_value"), ElementsAre("file", "channel", "partner", "m", "r"));
  const auto values = numbers<double>(file, "value");
  for (std::size_t place = 0; place < 48; ++place) EXPECT_EQ(values[48 + place], results.values[place]);
  EXPECT_EQ(numbers<long long>(file, "matches_m1")[45], 2045);
  EXPECT_EQ(numbers<long long>(file, "matches_m1")[46], -1);
  EXPECT_EQ(numbers<double>(file, "mean_value")[24 + 9], 1.125);
}

TEST(ResultsWithAxes, AnEmptyAxisIsAnError) {
  const Scratch scratch;
  ResultsHead head = grid_head();
  head.axes[1].values = std::vector<double>();
  EXPECT_THROW(write_results(scratch.path("a.csv"), ResultFormat::csv, head), Error);
}

}  // namespace
}  // namespace biotropy::files
