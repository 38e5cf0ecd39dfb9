// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/participants.hpp"
#include "tests/files/outcome.hpp"

namespace biotropy::files {
namespace {

std::vector<Participant> participants_of(const std::string& text, const std::string& column = "group") {
  Input input("p.tsv", std::as_bytes(std::span(text)));
  return read_participants(input, {.group = column});
}

void expect_refused(const std::string& text, const std::string& words) {
  EXPECT_THAT(error_of([&] { participants_of(text); }), IsError(ErrorCode::bad_file, words)) << text;
}

TEST(Participants, AreReadInTheirOrder) {
  const auto found = participants_of(
      "\xef\xbb\xbfparticipant_id\tage\tdiagnosis\tfile\r\n\nsub-2\t3\t\"AD\"\tx.edf\r\nsub-1\tn/a\tHC\tn/a\r\n",
      "diagnosis");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].id, "sub-2");
  EXPECT_EQ(found[0].group, "AD");
  EXPECT_EQ(found[0].file, "x.edf");
  EXPECT_EQ(found[1].file, "");
}

TEST(Participants, HaveColumnsOfPeopleAndCovariates) {
  const std::string text = "participant_id\tgroup\tage\tperson\tsex\na\tg\t61\tx\tF\nb\tg\tn/a\tn/a\tM\n";
  const auto read = [&](const ParticipantColumns& columns) {
    Input input("p.tsv", std::as_bytes(std::span(text)));
    return read_participants(input, columns);
  };
  const auto found = read({.person = "person", .covariates = {"sex", "age"}});
  EXPECT_EQ(found[0].person, "x");
  EXPECT_EQ(found[1].person, "");
  EXPECT_EQ(found[0].covariates, (std::vector<std::string>{"F", "61"}));
  EXPECT_EQ(found[1].covariates, (std::vector<std::string>{"M", ""}));
  EXPECT_THAT(error_of([&] { read({.covariates = {"height"}}); }),
              IsError(ErrorCode::bad_file, "no column 'height' among"));
}

TEST(Participants, MayLackAGroupWhereThatIsAllowed) {
  const std::string text = "participant_id\tgroup\na\tg\nb\tn/a\nc\t\n";
  Input input("p.tsv", std::as_bytes(std::span(text)));
  const auto found = read_participants(input, {.may_lack_group = true});
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].group, "g");
  EXPECT_EQ(found[1].group, "");
  EXPECT_EQ(found[2].group, "");
}

TEST(Participants, AnUnknownValueOfAnotherProgramIsNoGroup) {
  const auto read = [](const std::string& value, const ParticipantColumns& columns) {
    const std::string text = "participant_id\tgroup\tperson\na\t" + value + "\tp\nb\tg\tNA\n";
    Input input("p.tsv", std::as_bytes(std::span(text)));
    return read_participants(input, columns);
  };
  for (const std::string value : {"NA", "NaN", "N/A", "na", "nan"}) {
    for (const bool may_lack : {false, true}) {
      EXPECT_THAT(
          error_of([&] { read(value, {.may_lack_group = may_lack}); }),
          IsError(ErrorCode::bad_file, "line 2: the group of a is '" + value + "': write n/a where it is not known"));
    }
    EXPECT_EQ(read(value, {.groups_are_chosen = true})[0].group, value);
  }
  EXPECT_EQ(read("NAD", {})[0].group, "NAD");
  EXPECT_THAT(error_of([&] { read("g", {.person = "person"}); }),
              IsError(ErrorCode::bad_file, "line 3: the person of b is 'NA': write n/a"));
  EXPECT_THAT(error_of([&] { read("g", {.covariates = {"person"}}); }), IsError(ErrorCode::bad_file, "is 'NA'"));
}

TEST(Participants, MistakesAreNamedWithTheirLine) {
  expect_refused("", "no header with the columns of participants");
  expect_refused("participant_id\tgroup\n", "a table without participants");
  expect_refused("id\tgroup\na\tb\n", "no column 'participant_id' among");
  expect_refused("participant_id,group\na,b\n",
                 "no column 'participant_id' among 'participant_id,group': columns are separated by tabs");
  expect_refused("participant_id;group\na;b\n", "': columns are separated by tabs");
  expect_refused("participant_id\tset\na\tb\n", "no column 'group' among");
  expect_refused("participant_id\tgroup\tgroup\na\tg\th\n", "line 1: the column 'group' occurs more than once");
  expect_refused("participant_id\tgroup\na\n", "line 2: 1 field where the header has 2");
  expect_refused("participant_id\tgroup\na\tg\n\na\tg\n", "line 4: a occurs twice");
  expect_refused("participant_id\tgroup\na\tn/a\n", "line 2: a has no group");
  expect_refused("participant_id\tgroup\n\tg\n", "line 2: the participant_id");
  expect_refused("participant_id\tgroup\n../a\tg\n", "line 2: the participant_id");
  expect_refused("participant_id\tgroup\n.a\tg\n", "line 2: the participant_id");
  expect_refused("participant_id\tgroup\n" + std::string(101, 'a') + "\tg\n", "line 2: the participant_id");
}

}  // namespace
}  // namespace biotropy::files
