// SPDX-License-Identifier: Apache-2.0
//
// Scores of `biotropy states evaluate`: events, persons, intervals.
#include <nlohmann/json.hpp>

#include "tests/cli/states_program.hpp"

namespace biotropy {
namespace {

// States that change every second: plain rules for events.
const std::string kEvents =
    " --event-classes class2 --minimum-gap 0 --tolerance-start 0 --tolerance-end 0 --maximum-event 1e6";

TEST_F(StatesProgram, ScoresOfTheFieldAreInTheReport) {
  trained();
  const nlohmann::json found = scores("test.csv --rate 100 --model model.nc" + kEvents);
  const auto& all = found["all"];
  const auto& labels = all["classes"];
  double with_label = 0.0;
  for (std::size_t k = 0; k < 3; ++k) with_label += labels[k]["labelled_as"][1].get<double>();
  EXPECT_NEAR(labels[1]["precision"].get<double>(), labels[1]["labelled_as"][1].get<double>() / with_label, 1e-12);
  for (const char* score : {"kappa", "macro_f1"}) EXPECT_GT(all[score].get<double>(), 0.5) << score;
  const auto& events = found["events"][0];
  EXPECT_EQ(events["class"], "class2");
  EXPECT_DOUBLE_EQ(events["seconds"].get<double>(), 20.0);
  EXPECT_GT(events["events"].get<int>(), 20);
  EXPECT_EQ(events["sensitivity"].get<double>(), events["found"].get<double>() / events["events"].get<double>());
  EXPECT_EQ(found["persons"].size(), 1U);
  EXPECT_EQ(found["event_rules"]["tolerance_end"], 0.0);
}

TEST_F(StatesProgram, PersonsAndIntervals) {
  trained();
  ASSERT_EQ(run("for s in 01 02; do for r in 1 2; do cp test.csv sub-${s}_run-$r.csv; "
                "cp test_events.tsv sub-${s}_run-${r}_events.tsv; done; done; cp train.csv sub-03.csv; "
                "cp train_events.tsv sub-03_events.tsv")
                .code,
            0);
  const std::string files = "sub-01_run-1.csv sub-01_run-2.csv sub-02_run-1.csv sub-02_run-2.csv sub-03.csv ";
  const std::string how = files + "--rate 100 --model model.nc --intervals ";
  const nlohmann::json by_person = scores(how + "persons --n-resamples 100" + kEvents);
  ASSERT_EQ(by_person["persons"].size(), 3U);
  EXPECT_EQ(by_person["persons"][1]["person"], "sub-02");
  EXPECT_EQ(by_person["persons"][1]["recordings"], 2);
  EXPECT_EQ(by_person["intervals"]["blocks"], 3);
  EXPECT_LE(by_person["intervals"]["low"]["kappa"], by_person["all"]["kappa"]);
  EXPECT_GE(by_person["intervals"]["high"]["kappa"], by_person["all"]["kappa"]);
  const nlohmann::json again = scores(how + "persons --n-resamples 100 --threads 2" + kEvents);
  EXPECT_EQ(again["intervals"], by_person["intervals"]);
  EXPECT_NE(scores(how + "persons --n-resamples 100 --seed 2" + kEvents)["intervals"], by_person["intervals"]);
  EXPECT_EQ(scores(how + "recordings --persons a,a,a,b,b")["intervals"]["blocks"], 5);
  EXPECT_EQ(scores(how + "time --interval-time 10")["intervals"]["blocks"], 14);
  const std::string text = run("biotropy states evaluate " + how + "persons" + kEvents).output;
  for (const char* said : {"sub-02", "mean", "false alarms per day of class2", "kappa"}) {
    EXPECT_THAT(text, HasSubstr(said));
  }
}

// Parts of folds make up whole recordings, whose events are those of the labels of all of them.
TEST_F(StatesProgram, EventsOfFoldsAreThoseOfWholeRecordings) {
  trained();
  const nlohmann::json found =
      scores("train.csv --rate 100 --n-folds 3 --block 100 --beta 1 --bandwidth silverman" + kEvents);
  const nlohmann::json once = scores("train.csv --rate 100 --model model.nc" + kEvents);
  EXPECT_EQ(found["events"][0]["events"], once["events"][0]["events"]);
  EXPECT_DOUBLE_EQ(found["events"][0]["seconds"].get<double>(), 60.0);
}

TEST_F(StatesProgram, ScoresThatDoNotFitAreRefused) {
  trained();
  const std::string evaluate = "evaluate test.csv --rate 100 --model model.nc ";
  expect_refused(2, evaluate + "--event-classes sz", "event-classes is sz; it must be");
  expect_refused(2, evaluate + "--minimum-gap 5", "minimum-gap is 5; it must be");
  expect_refused(2, evaluate + "--interval-time 5", "interval-time is 5; it must be");
  expect_refused(2, evaluate + "--event-classes class1,class1", "'class1' stands there twice");
  expect_refused(2, evaluate + "--persons a,b", "one for each of 1 recordings");
  expect_refused(2, "evaluate test.csv --rate 100 --density direct", "--density requires --model");
  expect_refused(3, evaluate + "--intervals persons", "at least 2");
  expect_refused(2, "evaluate test.csv --beta 1 --event-classes class1", "rate is unknown; it must be");
}

// What `classify` writes is scored: beta and the chain are taken, and what a model has cannot be given.
TEST_F(StatesProgram, AModelIsScoredAsItClassifies) {
  trained();
  for (const std::string how : {"", "--beta 0.01", "--beta 0.01 --stay 0.999", "--decoder smoother --beta 0.1"}) {
    ASSERT_EQ(run("biotropy states classify test.csv --rate 100 --model model.nc -o states.tsv " + how).code, 0);
    const Ended right = run(
        "awk 'NR == FNR { if (FNR > 1) for (i = int($1 * 100 + 0.5); i < int(($1 + $2) * 100 + 0.5); ++i) is[i] = $3; "
        "next } FNR > 1 { right += is[FNR - 2] == $2 } END { printf \"%.17g\", right / 2000 }' test_events.tsv "
        "states.tsv");
    EXPECT_EQ(scores("test.csv --rate 100 --model model.nc " + how)["all"]["accuracy"], std::stod(right.output)) << how;
  }
  const std::string evaluate = "evaluate test.csv --rate 100 --model model.nc ";
  std::istringstream of_training(
      "features tsi;log;filter 1 20;filter-order 2;notch 50;window 1;hop 1;channels C1;bands 4-8;components 2;"
      "window-shrinkage 0.1;resolution 2;delta 1 4;theta 4 8;alpha 8 13;method jade;contrast exp;refine;shrinkage 0.1;"
      "rank-tolerance 0.1;bandwidth silverman;bandwidth-factor 2;smoothing 2;outliers 0.1;n-folds 3;fold-unit blocks;"
      "block 9;gap 9");
  for (std::string unused; std::getline(of_training, unused, ';');) {
    expect_refused(2, evaluate + "--" + unused, "--" + unused.substr(0, unused.find(' ')));
    expect_refused(2, evaluate + "--" + unused, "excludes");
  }
  expect_refused(2, evaluate + "--beta 2", "beta is 2");
}

// An event under another name than its class would be a part of the recording that is not scored.
TEST_F(StatesProgram, EventsThatAreNoClassesOfTheModelAreRefused) {
  trained();
  ASSERT_EQ(run("sed s/class3/Class3/ test_events.tsv > capital.tsv").code, 0);
  const std::string evaluate = "test.csv --rate 100 --model model.nc --events capital.tsv ";
  expect_refused(3, "evaluate " + evaluate,
                 "the event 'Class3' is no class of the model (class1, class2, class3): choose those that are with "
                 "--classes NAMES");
  expect_refused(2, "evaluate " + evaluate + "--classes class1,class9", "classes is class9");
  EXPECT_EQ(scores(evaluate + "--rename Class3=class3")["all"], scores("test.csv --rate 100 --model model.nc")["all"]);
  const auto two = scores(evaluate + "--classes class1,class2")["all"];
  EXPECT_LT(two["vectors"], 2000);
  EXPECT_EQ(two["classes"].size(), 3U);
}

TEST_F(StatesProgram, IntervalsOfPersonsHaveFoldsOfPersons) {
  for (const char* name : {"sub-01_run-1", "sub-01_run-2", "sub-02_run-1", "sub-02_run-2", "sub-03_run-1"}) {
    ASSERT_EQ(
        run(std::string("biotropy states simulate P3 -o ") + name + " --samples 2000 --seed " + name[5] + name[11])
            .code,
        0);
  }
  const std::string how =
      "sub-01_run-1.csv sub-02_run-1.csv sub-03_run-1.csv sub-01_run-2.csv sub-02_run-2.csv "
      "--rate 100 --beta 1 --bandwidth silverman ";
  const nlohmann::json whole = scores(how + "--n-folds 3 --fold-unit persons");
  // Folds are the persons, in the order of their first recordings.
  EXPECT_EQ(whole["parts"][0]["scores"]["vectors"], 4000);
  EXPECT_EQ(whole["parts"][2]["scores"]["vectors"], 2000);
  ASSERT_EQ(run("biotropy states train sub-01_run-1.csv sub-03_run-1.csv sub-01_run-2.csv --rate 100 --beta 1 "
                "--bandwidth silverman -o others.nc")
                .code,
            0);
  const nlohmann::json second = scores("sub-02_run-1.csv sub-02_run-2.csv --rate 100 --model others.nc")["all"];
  EXPECT_EQ(whole["parts"][1]["scores"]["accuracy"], second["accuracy"]);
  const nlohmann::json intervals = scores(how + "--n-folds 3 --intervals persons --n-resamples 100");
  EXPECT_EQ(intervals["all"], whole["all"]) << "that is what automatic folds are";
  EXPECT_EQ(intervals["intervals"]["blocks"], 3);
  const std::string evaluate = "evaluate " + how, compare = "compare " + how;
  for (const std::string& command : {evaluate, compare}) {
    expect_refused(2, command + "--n-folds 3 --intervals persons --fold-unit recordings --persons a,a,b,b,c",
                   "'a' is in the training");
    expect_refused(2, command + "--n-folds 3 --intervals persons --fold-unit blocks",
                   "fold-unit is blocks; it must be 'persons': 'sub-01' is in the training");
    expect_refused(2, command + "--intervals persons", "folds is 5; it must be at most the number of persons, 3");
    expect_refused(3, command + "--n-folds 2 --intervals persons --persons a,a,a,a,a", "at least 2");
  }
  // Recordings of one person each are whole persons.
  EXPECT_EQ(scores(how + "--intervals persons --fold-unit recordings --persons a,b,c,d,e --n-resamples 100")["all"],
            scores(how + "--fold-unit recordings")["all"]);
  expect_refused(2, "train sub-01_run-1.csv --rate 100 --fold-unit persons -o m.nc", "fold-unit");
}

}  // namespace
}  // namespace biotropy
