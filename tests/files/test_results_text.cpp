// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "biotropy/files/results/results_internal.hpp"
#include "biotropy/system/open_file.hpp"
#include "biotropy/version.hpp"
#include "tests/files/example_results.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

using nlohmann::json;
using test::example_head;
using test::ExampleResults;

using Row = std::vector<std::string>;

// Strict RFC 4180: only CR LF outside of quotes ends a record.
std::vector<Row> read_csv_records(const std::filesystem::path& path) {
  const std::string text = bytes_of(path);
  std::vector<Row> rows(1, Row(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = rows.back().back();
    if (quoted) {
      if (text[i] != '"') {
        field += text[i];
      } else if (text[i + 1] == '"') {
        field += text[i++];
      } else {
        quoted = false;
      }
    } else if (text[i] == '"') {
      quoted = true;
    } else if (text[i] == ',') {
      rows.back().emplace_back();
    } else if (text[i] == '\r' && text[i + 1] == '\n') {
      rows.emplace_back(1);
      ++i;
    } else {
      EXPECT_NE(text[i], '\n');
      field += text[i];
    }
  }
  EXPECT_EQ(rows.back(), Row(1)) << "the last record ends like the others";
  rows.pop_back();
  return rows;
}

json read_json(const std::filesystem::path& path) {
  return json::parse(bytes_of(path));
}

std::filesystem::path written(const Scratch& scratch, const std::string& name, const ResultsHead& head,
                              const std::vector<ExampleResults>& all) {
  const auto writer = write_results(scratch.path(name), result_format(scratch.path(name)), head);
  for (const ExampleResults& results : all) writer->add(results.view());
  writer->finish();
  return scratch.path(name);
}

std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

TEST(ResultFormat, ByTheEnding) {
  EXPECT_EQ(result_format("a.nc"), ResultFormat::netcdf);
  EXPECT_EQ(result_format("a.b/c.CSV"), ResultFormat::csv);
  EXPECT_EQ(result_format("a.json"), ResultFormat::json);
  EXPECT_THAT(error_of([] { result_format("a.txt"); }), Refuses("output", "a.txt"));
}

TEST(CsvResults, WholeNumbersHaveNoExponent) {
  std::string text;
  for (const double number : {100000.0, -2e14, 1e300, 0.1}) append_number(text, number), text += ' ';
  EXPECT_EQ(text, "100000 -200000000000000 1e+300 0.1 ");
}

TEST(CsvResults, OneRecordForEachEntry) {
  const Scratch scratch;
  const ExampleResults results("a,\"b\".edf", {"Fz, left", "Cz", "Cz"}, 2, true);
  const auto rows = read_csv_records(written(scratch, "a.csv", example_head(true), {results}));
  ASSERT_EQ(rows.size(), 1 + 2 * 9u);
  EXPECT_EQ(rows[0],
            (Row{"file", "epoch", "channel", "partner", "value", "matches_m", "matches_m1", "templates", "reason"}));
  EXPECT_EQ(rows[1], (Row{"a,\"b\".edf", "0", "Fz, left", "Fz, left", rows[1][4], "8589934592", "0", "1023", ""}));
  EXPECT_EQ(rows[2], (Row{"a,\"b\".edf", "0", "Fz, left", "Cz", "Inf", "8589934593", "1", "1023",
                          "no pair of \"templates\", matches"}));
  EXPECT_EQ(rows[3][3], "Cz (2)");
  // Rejected: neither the channel nor its partners have counts.
  EXPECT_EQ(rows[10], (Row{"a,\"b\".edf", "1", "Fz, left", "Fz, left", "NaN", "", "", "", results.reasons[3]}));
  EXPECT_EQ(rows[13][4], "NaN");
  EXPECT_EQ(rows[13][5], "");
  EXPECT_EQ(rows[14][5], "8589934605");
  for (std::size_t entry = 0; entry < results.values.size(); ++entry) {
    const std::string& text = rows[entry + 1][4];
    double value = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    if (std::isfinite(results.values[entry])) {
      EXPECT_EQ(bits(value), bits(results.values[entry])) << text;
    }
  }
}

// Spreadsheets evaluate text that begins like a formula; numbers are not affected.
TEST(CsvResults, NamesThatLookLikeFormulas) {
  const Scratch scratch;
  const std::vector<std::string> labels{"=1+1", "+A1", "-cmd", "@SUM(A1)", "\t=1", "-1.5", "+2", "A=1", "-1,5"};
  const ExampleResults results("=cmd|' /C calc'!A0", labels, 1, false);
  const auto rows = read_csv_records(written(scratch, "a.csv", example_head(false), {results}));
  ASSERT_EQ(rows.size(), labels.size() + 1);
  EXPECT_EQ(rows[1][0], "'=cmd|' /C calc'!A0");
  const std::vector<std::string> expected{"'=1+1", "'+A1", "'-cmd", "'@SUM(A1)", "'\t=1", "-1.5", "+2", "A=1", "'-1,5"};
  for (std::size_t channel = 0; channel < labels.size(); ++channel) EXPECT_EQ(rows[channel + 1][2], expected[channel]);
}

TEST(CsvResults, WithoutPairsThereIsNoPartner) {
  const Scratch scratch;
  const ExampleResults results("a.edf", {"Fz", "Cz"}, 1, false);
  const auto rows = read_csv_records(written(scratch, "a.csv", example_head(false), {results}));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0], (Row{"file", "epoch", "channel", "value", "matches_m", "matches_m1", "templates", "reason"}));
  EXPECT_EQ(rows[1], (Row{"a.edf", "0", "Fz", "NaN", "", "", "", results.reasons[0]}));
}

TEST(CsvResults, TheMeanOverEpochs) {
  const Scratch scratch;
  const ExampleResults results("a.edf", {"Fz", "Cz"}, 3, true);
  ResultsHead head = example_head(true);
  head.mean_only = true;
  const auto rows = read_csv_records(written(scratch, "a.csv", head, {results}));
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0], (Row{"file", "channel", "partner", "value", "epochs", "reason"}));
  EXPECT_EQ(rows[1], (Row{"a.edf", "Fz", "Fz", "NaN", "0", "no epoch has a value"}));
  EXPECT_EQ(rows[3], (Row{"a.edf", "Cz", "Fz", "0.25", "2", ""}));
}

TEST(JsonResults, RecordsHaveTheKeysThatMakeSense) {
  const Scratch scratch;
  const ExampleResults results("a\"b.edf", {"Fz", "C\\z"}, 2, true);
  const json document = read_json(written(scratch, "a.json", example_head(true), {results}));
  EXPECT_EQ(document.size(), 3u);
  const json& records = document["results"];
  ASSERT_EQ(records.size(), 8u);
  const json first = {{"file", "a\"b.edf"},
                      {"epoch", 0},
                      {"channel", "Fz"},
                      {"partner", "Fz"},
                      {"value", results.values[0]},
                      {"matches_m", std::uint64_t{1} << 33},
                      {"matches_m1", 0},
                      {"templates", 1023}};
  EXPECT_EQ(records[0], first);
  // Undefined is null, infinite a text that converts to a number.
  EXPECT_EQ(records[1]["value"], "Infinity");
  EXPECT_EQ(records[1]["reason"], "no pair of \"templates\", matches");
  EXPECT_EQ(records[1]["matches_m1"], 1);
  const json rejected = {{"file", "a\"b.edf"}, {"epoch", 1},       {"channel", "Fz"},
                         {"partner", "C\\z"},  {"value", nullptr}, {"reason", results.reasons[2]}};
  EXPECT_EQ(records[5], rejected);
  for (std::size_t entry = 0; entry < results.values.size(); ++entry) {
    if (!std::isfinite(results.values[entry])) continue;
    EXPECT_EQ(bits(records[entry]["value"].get<double>()), bits(results.values[entry]));
  }
}

TEST(CsvResults, WindowsHaveTheirOnset) {
  const Scratch scratch;
  const ExampleResults results("a.edf", {"Fz", "Cz"}, 3, false);
  ResultsHead head = example_head(false);
  head.windows = true;
  const auto rows = read_csv_records(written(scratch, "a.csv", head, {results}));
  EXPECT_EQ(rows.at(0),
            (Row{"file", "epoch", "onset", "channel", "value", "matches_m", "matches_m1", "templates", "reason"}));
  EXPECT_EQ(rows.at(1)[2], "0");
  EXPECT_EQ(rows.at(3)[2], "0.1");
  EXPECT_EQ(rows.at(5)[2], "0.2");
}

TEST(JsonResults, WindowsHaveTheirOnset) {
  const Scratch scratch;
  const ExampleResults results("a.edf", {"Fz", "Cz"}, 2, false);
  ResultsHead head = example_head(false);
  const std::string name = "results";
  EXPECT_FALSE(read_json(written(scratch, "a.json", head, {results}))[name][2].contains("onset"));
  head.windows = true;
  const json found = read_json(written(scratch, "b.json", head, {results}))[name];
  EXPECT_EQ(found[0]["onset"], 0.0);
  EXPECT_EQ(found[2]["onset"], 0.1);
}

TEST(JsonResults, ParametersAndProvenance) {
  const Scratch scratch;
  const ExampleResults results("a.edf", {"Fz", "Cz"}, 2, false);
  const json document = read_json(written(scratch, "a.json", example_head(false), {results}));
  EXPECT_EQ(document["parameters"], (json{{"measure", "cross-apen"},
                                          {"m", 1},
                                          {"theiler", std::int64_t{1} << 40},
                                          {"r", 0.1 + 0.2},
                                          {"band", {0.5, 40.0}}}));
  const json& provenance = document["provenance"];
  EXPECT_EQ(provenance["version"], std::string(version()));
  EXPECT_EQ(provenance["command"], "biotropy cross 'a b.edf'");
  const json& input = provenance["inputs"][0];
  EXPECT_EQ(input["file"], "a.edf");
  EXPECT_EQ(input["sha256"], "0123abcd");
  EXPECT_EQ(input["engine"], "bits");
  EXPECT_EQ(input["rate"], 169.549);
  EXPECT_EQ(input["onsets"], (json{0.0, 0.1}));
  ASSERT_EQ(input["notices"].size(), 2u);
  EXPECT_EQ(input["notices"][1]["code"], "samples_left_over");
  EXPECT_EQ(input["rejected"], (json{{{"epoch", 1}, {"channel", "Fz"}, {"reason", results.reasons[2]}}}));
  EXPECT_FALSE(document["results"][0].contains("partner"));
}

TEST(JsonResults, SeveralInputsAndNone) {
  const Scratch scratch;
  const ExampleResults one("a.edf", {"Fz"}, 2, false), other("b.edf", {"O1", "O2"}, 1, false);
  const json both = read_json(written(scratch, "both.json", example_head(false, 2), {one, other}));
  EXPECT_EQ(both["results"].size(), 4u);
  EXPECT_EQ(both["results"][3]["channel"], "O2");
  EXPECT_EQ(both["provenance"]["inputs"].size(), 2u);
  EXPECT_EQ(read_json(written(scratch, "none.json", example_head(false), {}))["results"], json::array());
}

TEST(JsonResults, BytesThatAreNoUtf8DoNotSpoilTheFile) {
  const Scratch scratch;
  const ExampleResults results("caf\xe9.edf", {"\xb5V"}, 2, false);
  const json document = read_json(written(scratch, "a.json", example_head(false), {results}));
  EXPECT_EQ(document["results"][0]["channel"], "\uFFFDV");
}

TEST(JsonResults, TheMeanOverEpochsKeepsWhatWasRejected) {
  const Scratch scratch;
  const ExampleResults results("a.edf", {"Fz", "Cz"}, 3, true);
  ResultsHead head = example_head(true);
  head.mean_only = true;
  const json document = read_json(written(scratch, "a.json", head, {results}));
  EXPECT_EQ(document["results"][1],
            (json{{"file", "a.edf"}, {"channel", "Fz"}, {"partner", "Cz"}, {"value", 1.0 / 3.0}, {"epochs", 1}}));
  EXPECT_EQ(document["results"][0]["reason"], "no epoch has a value");
  EXPECT_EQ(document["provenance"]["inputs"][0]["rejected"][0]["epoch"], 2);
}

class TextResults : public testing::TestWithParam<const char*> {};

TEST_P(TextResults, CancelledOrFailedLeavesNothing) {
  const Scratch scratch;
  const ExampleResults results("a.edf", {"Fz", "Cz"}, 2, true);
  CancelFlag cancel;
  cancel.cancel();
  const std::filesystem::path path = scratch.path(GetParam());
  EXPECT_THAT(
      error_of([&] { write_results(path, result_format(path), example_head(true))->add(results.view(), &cancel); }),
      IsError(ErrorCode::cancelled, ""));
  EXPECT_TRUE(std::filesystem::is_empty(scratch.folder()));
}

TEST_P(TextResults, ToADescriptor) {
  const Scratch scratch;
  const ExampleResults results("a.edf", {"Fz", "Cz"}, 2, true);
  const std::filesystem::path path = scratch.path(GetParam());
  const std::filesystem::path expected =
      written(scratch, std::string("expected-") + GetParam(), example_head(true), {results});
  const int file = system::create_new(path);
  const auto writer = write_results(file, "standard output", result_format(path), example_head(true));
  writer->add(results.view());
  writer->finish();
  system::close(file);
  EXPECT_FALSE(bytes_of(path).empty());
  EXPECT_EQ(bytes_of(path), bytes_of(expected));
}

INSTANTIATE_TEST_SUITE_P(Formats, TextResults, testing::Values("a.csv", "a.json"),
                         [](const auto& format) { return std::string(format.param).substr(2); });

TEST(Results, WhatCannotBe) {
  const Scratch scratch;
  EXPECT_THAT(
      error_of([] { write_results(STDOUT_FILENO, "standard output", ResultFormat::netcdf, example_head(true)); }),
      Refuses("format", "netcdf"));
  ResultsHead head = example_head(false);
  head.mean_only = true;
  EXPECT_THAT(error_of([&] { write_results(scratch.path("a.csv"), ResultFormat::csv, head); }),
              IsError(ErrorCode::invalid_argument, "mean_only"));
}

}  // namespace
}  // namespace biotropy::files
