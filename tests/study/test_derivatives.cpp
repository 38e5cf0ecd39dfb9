// SPDX-License-Identifier: Apache-2.0
//
// Tables of derivative datasets: every number stands in the row of its channel and the column of its partner and scale.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "biotropy/study/derivatives.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::study {
namespace {

using files::error_of;

class DerivedTables : public ::testing::Test {
 protected:
  DerivedTables() {
    dataset_.folder = scratch_.path("raw");
    std::filesystem::create_directories(dataset_.folder);
    subject_.participant.id = "sub-1";
    subject_.recording = "sub-1_task-rest_eeg";
    set_path("sub-1/eeg/sub-1_task-rest_eeg.edf");
  }

  void set_path(const std::string& shown) {
    subject_.shown_path = shown;
    subject_.path = dataset_.folder / shown;
  }

  /// Rows of the table, the header among them.
  std::vector<std::vector<std::string>> table(const std::string& path) const {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(bytes_of(scratch_.path("out/" + path)));
    for (std::string line; std::getline(lines, line);) {
      std::istringstream fields(line);
      rows.emplace_back();
      for (std::string one; std::getline(fields, one, '\t');) rows.back().push_back(one);
    }
    return rows;
  }

  Derivatives derivatives() const { return {dataset_, description_, scratch_.path("out"), "x"}; }

  Scratch scratch_;
  Dataset dataset_;
  Description description_;
  Subject subject_;
};

/// Two channels at every scale; a value says its channel, partner and scale, and so does its number of epochs.
SubjectValues values_of_pairs(std::size_t n_scales) {
  SubjectValues values{.labels = {"A", "B"}, .units = {"uV", ""}};
  for (int channel = 1; channel <= 2; ++channel) {
    for (int partner = 1; partner <= 2; ++partner) {
      for (std::size_t scale = 1; scale <= n_scales; ++scale) {
        values.values.push_back(100.0 * channel + 10.0 * partner + static_cast<double>(scale));
        values.valid_epochs.push_back(1000.0 + values.values.back());
      }
    }
  }
  return values;
}

TEST_F(DerivedTables, PairsAtEveryScale) {
  description_.measure.measure = entropy::Measure::cross_sampen;
  description_.multiscale.emplace().scales = "1,3";
  derivatives().write(subject_, values_of_pairs(2));
  EXPECT_THAT(table("sub-1/eeg/sub-1_task-rest_desc-x_channels.tsv"),
              ElementsAre(ElementsAre("name", "type", "units", "to_A_scale_1", "to_B_scale_1", "epochs_1",
                                      "to_A_scale_3", "to_B_scale_3", "epochs_3"),
                          ElementsAre("A", "n/a", "uV", "111", "121", "1111", "112", "122", "1112"),
                          ElementsAre("B", "n/a", "n/a", "211", "221", "1221", "212", "222", "1222")));
}

TEST_F(DerivedTables, PairsOfInvasiveRecordingsHaveTheColumnsThatTheStandardWants) {
  set_path("sub-1/ieeg/sub-1_task-rest_ieeg.edf");
  derivatives().write(subject_, values_of_pairs(1));
  EXPECT_THAT(table("sub-1/ieeg/sub-1_task-rest_desc-x_channels.tsv"),
              ElementsAre(ElementsAre("name", "type", "units", "low_cutoff", "high_cutoff", "to_A", "to_B", "epochs"),
                          ElementsAre("A", "n/a", "uV", "n/a", "n/a", "111", "121", "1111"),
                          ElementsAre("B", "n/a", "n/a", "n/a", "n/a", "211", "221", "1221")));
}

TEST_F(DerivedTables, RejectionsAreThoseOfTheirChannels) {
  SubjectValues values = values_of_pairs(1);
  values.rejections = {{3, 1, "flat"}};
  derivatives().write(subject_, values);
  const auto json =
      nlohmann::json::parse(bytes_of(scratch_.path("out/sub-1/eeg/sub-1_task-rest_desc-x_channels.json")));
  EXPECT_EQ(json.at("Rejected"), nlohmann::json::parse(R"([{"epoch": 3, "channel": "B", "reason": "flat"}])"));
  EXPECT_EQ(json.at("Sources"), nlohmann::json::parse(R"(["bids:raw:sub-1/eeg/sub-1_task-rest_eeg.edf"])"));
}

// The sixth of eight entries is that of B with A at the second scale; a subject that is left out is in no number.
TEST_F(DerivedTables, EntriesOfGroups) {
  description_.multiscale.emplace().scales = "1,2";
  Cohort cohort{.groups = {"a", "b"}, .labels = {"A", "B"}, .units = {"uV", "uV"}, .pairs = true, .scales = {1, 2}};
  for (int number = 0; number < 4; ++number) {
    CohortSubject& one = cohort.subjects.emplace_back();
    one.group = number / 2;
    one.path = fmt::format("sub-{}.edf", number);
    for (std::size_t entry = 0; entry < 8; ++entry) cohort.values.push_back(10.0 * number + static_cast<double>(entry));
  }
  cohort.subjects[3].exclusion = "lost";
  const Statistics statistics = compare(cohort, description_, {});
  const Derivatives written = derivatives();
  written.begin();
  written.write({"eeg", {}}, cohort, statistics);
  const auto rows = table("group_desc-x_eeg.tsv");
  ASSERT_EQ(rows.size(), 9u);
  EXPECT_THAT(std::vector<std::string>(rows[0].begin(), rows[0].begin() + 9),
              ElementsAre("channel", "partner", "scale", "mean_a", "sd_a", "count_a", "mean_b", "sd_b", "count_b"));
  const std::vector<std::string> of_sixth(rows[6].begin(), rows[6].begin() + 4);
  EXPECT_THAT(of_sixth, ElementsAre("B", "A", "2", "10"));
  EXPECT_EQ(rows[6][6], "25");
  EXPECT_EQ(rows[6][7], "n/a") << "one subject has no deviation";
  EXPECT_THAT(bytes_of(scratch_.path("out/group_desc-x_eeg.json")),
              AllOf(HasSubstr("bids:raw:sub-2.edf"), Not(HasSubstr("sub-3.edf"))));
}

TEST_F(DerivedTables, WindowsHaveNone) {
  description_.prepare.window = 2.0;
  EXPECT_THAT(error_of([&] { derivatives(); }), IsError(ErrorCode::invalid_argument, "none for tables of channels"));
}

TEST_F(DerivedTables, TheDatasetNamesItsSource) {
  scratch_.write("raw/dataset_description.json", R"({"Name": "Sleep", "DatasetDOI": "doi:10.1/x"})");
  derivatives().begin();
  const auto json = nlohmann::json::parse(bytes_of(scratch_.path("out/dataset_description.json")));
  EXPECT_EQ(json.at("Name"), "Entropies and states of Sleep");
  EXPECT_EQ(json.at("SourceDatasets"), nlohmann::json::parse(R"([{"URL": "../raw", "DOI": "doi:10.1/x"}])"));
}

// A dataset of another program, of none that is named, and what is no dataset.
TEST_F(DerivedTables, AFolderOfAnotherProgramIsLeftAlone) {
  derivatives().begin();
  derivatives().begin();
  for (const std::string text :
       {R"({"Name": "mine", "GeneratedBy": [{"Name": "fmriprep"}]})", R"({"Name": "mine"})",
        R"({"GeneratedBy": "biotropy"})", R"({"GeneratedBy": ["biotropy"]})", "[1]", "no JSON"}) {
    scratch_.write("out/dataset_description.json", text);
    EXPECT_THAT(error_of([&] { derivatives().begin(); }), IsError(ErrorCode::bad_file, "choose another folder"))
        << text;
    EXPECT_EQ(bytes_of(scratch_.path("out/dataset_description.json")), text);
  }
}

TEST_F(DerivedTables, AFileInPlaceOfTheFolderIsAnError) {
  scratch_.write("out", "a file");
  EXPECT_THAT(error_of([&] { derivatives().begin(); }), IsError(ErrorCode::io, "Not a directory"));
}

}  // namespace
}  // namespace biotropy::study
