// SPDX-License-Identifier: Apache-2.0
//
// Features, given chains and unfamiliar recordings through the program.
#include <nlohmann/json.hpp>

#include "tests/cli/states_program.hpp"

namespace biotropy {
namespace {

class StatesFeatures : public StatesProgram {
 protected:
  // Long states: windows hold one class.
  void recorded() {
    const std::string loud =
        "awk -F, -v OFS=, -v seed=SEED 'BEGIN { srand(seed); print \"A\", \"B\", \"C\"; for (i = 0; i < 6000; ++i) { k "
        "= "
        "int(i / 500) % 2; for (c = 1; c < 4; ++c) x[c] = rand() + rand() + rand() - 1.5; x[1] *= k ? 3 : 1; x[2] *= k "
        "? 1 "
        ": 3; print x[1] + 0.5 * x[2] + 40, x[2] - x[3] + 0.2 * x[1], x[3] + 0.3 * x[1] } }'";
    const std::string events =
        "awk -v OFS='\\t' 'BEGIN { print \"onset\", \"duration\", \"trial_type\"; for (i = 0; i < 12; ++i) print 5 * "
        "i, 5, "
        "i % 2 ? \"right\" : \"left\" }'";
    for (const std::string name : {"train", "test"}) {
      std::string command = loud;
      command.replace(command.find("SEED"), 4, name == "train" ? "1" : "2");
      ASSERT_EQ(run(command + " > " + name + ".csv && " + events + " > " + name + "_events.tsv").code, 0);
    }
  }
};

const std::string kTrain = "biotropy states train train.csv --rate 100 --bandwidth silverman ";

TEST_F(StatesFeatures, OfEveryKindAreThoseOfTheStream) {
  recorded();
  for (const std::string kind : {"--filter 2 30", "--features tsi --filter 1 inf --notch 40 --hop 0.05 --window 0.5",
                                 "--features bands --bands 2-8,8-30 --window 0.5 --hop 0.04 --outliers 0",
                                 "--features csp --components 2 --window 0.5 --filter 1 40 --hop 0.02",
                                 "--features tangent --window 0.5 --hop 0.02"}) {
    const Ended training = run(kTrain + kind + " -o model.nc");
    ASSERT_EQ(training.code, 0) << kind << training.errors;
    const Ended table = run("biotropy states classify test.csv --rate 100 --model model.nc");
    ASSERT_EQ(table.code, 0) << table.errors;
    EXPECT_EQ(run("biotropy states stream --model model.nc --replay test.csv --rate 100 --speed max").output,
              table.output)
        << kind;
    const std::string live = "biotropy states stream --model model.nc --state live.state";
    EXPECT_EQ(
        run("head -n 2345 test.csv | tail -n +2 | " + live + "; tail -n +2346 test.csv | " + live + "; rm live.state")
            .output,
        table.output)
        << kind;
    EXPECT_EQ(run("biotropy states info model.nc").code, 0);
  }
}

// It is that of the model but for its last digits, which change the filter.
TEST_F(StatesFeatures, OfARecordingAreThoseOfItsOwnRateInAReplay) {
  recorded();
  ASSERT_EQ(run(kTrain + "--filter 2 30 --features bands --bands 2-8,8-30 --window 0.5 -o model.nc").code, 0);
  ASSERT_EQ(run("awk 'NR == 1 { print \"Time [s],\" $0 } NR > 1 { printf \"%.9f,%s\\n\", (NR - 2) / 100.005, $0 }' "
                "test.csv > other.csv")
                .code,
            0);
  const Ended table = run("biotropy states classify other.csv --model model.nc");
  ASSERT_EQ(table.code, 0) << table.errors;
  EXPECT_EQ(run("biotropy states stream --model model.nc --replay other.csv --speed max").output, table.output);
}

TEST_F(StatesFeatures, AreNamedAndTheirTimesAreEndsOfWindows) {
  recorded();
  ASSERT_EQ(run(kTrain + "--features csp --components 2 --window 0.5 --hop 0.1 -o model.nc").code, 0);
  EXPECT_THAT(run("biotropy states info model.nc").output, HasSubstr("CSP1, CSP2"));
  EXPECT_EQ(run("biotropy states classify test.csv --rate 100 --model model.nc | head -n 4 | cut -f 1").output,
            "time\n0.49\n0.59\n0.69\n");
  EXPECT_EQ(run("biotropy states events test.csv --rate 100 --model model.nc --epoch 5 | cut -f 1,2,3").output,
            run("cat test_events.tsv").output);
  // A label stands for the samples since the one before it.
  EXPECT_EQ(run("biotropy states events test.csv --rate 100 --model model.nc | sed -n 2p | cut -f 1").output, "0.4\n");
  EXPECT_EQ(
      run("biotropy states events test.csv --rate 100 --model model.nc | tail -n 1 | awk '{ printf \"%.9g\", $1 + "
          "$2 }'")
          .output,
      "60");
  EXPECT_EQ(run("biotropy states events test.csv --rate 100 --model model.nc --format szcore --types "
                "class1=bckg,class2=bckg,class3=sz | awk -F '\\t' 'NR > 1 && $1 + $2 > $7'")
                .output,
            "");
  ASSERT_EQ(run(kTrain + "--features bands --bands 2-8,8-30 --beta 1 -o bands.nc").code, 0);
  EXPECT_THAT(run("biotropy states info bands.nc").output, HasSubstr("A 2-8 Hz, A 8-30 Hz, B 2-8 Hz"));
}

// A channel that is off from 30 s on, or always.
TEST_F(StatesFeatures, ADeadChannelIsSeenAsNothing) {
  recorded();
  ASSERT_EQ(run(kTrain + "--features bands --bands 2-8,8-30 --window 0.5 --hop 0.1 -o model.nc").code, 0);
  ASSERT_EQ(run("awk -F, -v OFS=, 'NR > 3001 { $2 = 0 } 1' test.csv > half.csv").code, 0);
  ASSERT_EQ(run("awk -F, -v OFS=, 'NR > 1 { $2 = 0 } 1' test.csv > dead.csv").code, 0);
  ASSERT_EQ(run("cp test_events.tsv half_events.tsv; cp test_events.tsv dead_events.tsv").code, 0);
  for (const std::string command :
       {"classify", "events", "events --format szcore --types left=bckg,right=sz", "evaluate", "stream --speed max"}) {
    const bool streams = command.starts_with("stream");
    for (const auto& [file, code] : {std::pair("test.csv", 0), {"half.csv", 0}, {"dead.csv", 4}}) {
      const Ended ended =
          run("biotropy states " + command + (streams ? " --replay " : " ") + file + " --rate 100 --model model.nc");
      EXPECT_EQ(ended.code, code) << command << file;
      EXPECT_EQ(ended.errors.empty(), file == std::string("test.csv")) << command << file << ended.errors;
      EXPECT_EQ(ended.errors.find("'B'") != std::string::npos, file != std::string("test.csv")) << command << file;
    }
  }
  const std::string events = "biotropy states events half.csv --rate 100 --model model.nc ";
  EXPECT_EQ(run(events + "| tail -n 1 | cut -f 3,4").output, "n/a\tn/a\n");
  EXPECT_EQ(run(events + "--format szcore --types left=bckg,right=sz | tail -n 1 | cut -f 3,4").output, "n/a\tn/a\n");
  const std::string szcore = " --rate 100 --model model.nc --format szcore --types left=bckg,right=sz | grep -c bckg";
  EXPECT_EQ(run("biotropy states events dead.csv" + szcore).output, "0\n");
  const auto half = scores("half.csv --rate 100 --model model.nc")["all"];
  EXPECT_EQ(half["missing"].get<int>() + half["vectors"].get<int>(), 596);
  EXPECT_NEAR(half["missing_share"].get<double>(), 0.5, 0.02);
  EXPECT_GT(half["accuracy"].get<double>(), 0.8);
  const Ended training = run("biotropy states train dead.csv --rate 100 --features bands -o m.nc");
  EXPECT_EQ(training.code, 3);
  EXPECT_NE(training.errors.find("'B 4-8 Hz'"), std::string::npos) << training.errors;
}

TEST_F(StatesFeatures, ThatCannotBeAreRefused) {
  recorded();
  const std::string train = "train train.csv --rate 100 -o m.nc ";
  expect_refused(2, train + "--hop 0.1", "hop is given; it must be");
  expect_refused(2, train + "--filter-order 3", "filter-order");
  expect_refused(2, train + "--window-shrinkage 0.1 --features bands", "csp and tangent");
  expect_refused(2, train + "--features bands --bands 4:8", "bands is 4:8");
}

TEST_F(StatesFeatures, AChainMayBeGiven) {
  recorded();
  const std::string quick = kTrain + "--features csp --components 2 --window 0.5 --beta 0.1 ";
  ASSERT_EQ(
      run(quick + "-o counted.nc && " + quick + "--transition '0.9,0.1;0.2,0.8' --prior 0.25,0.75 -o given.nc").code,
      0);
  const std::string classify = "biotropy states classify test.csv --rate 100 --model ";
  const std::string of_given = run(classify + "given.nc").output;
  EXPECT_EQ(run(classify + "counted.nc --transition '0.9,0.1;0.2,0.8' --prior 0.25,0.75").output, of_given);
  EXPECT_NE(run(classify + "counted.nc").output, of_given);
  EXPECT_EQ(run(classify + "counted.nc --stay 0.75 | cut -f 2").output,
            run(classify + "counted.nc --transition '0.75,0.25;0.25,0.75' | cut -f 2").output);
  const std::string one = "classify test.csv --rate 100 --model counted.nc ";
  expect_refused(2, one + "--transition 0.9,0.1", "2 numbers; it must be 2 rows of 2 numbers");
  expect_refused(2, one + "--transition '0.9,0.1;0.2,0.9'", "probabilities that sum to 1");
  expect_refused(2, one + "--prior 1", "2 numbers, in the order of the classes left, right");
  expect_refused(2, one + "--stay 0.9 --transition '0.9,0.1;0.1,0.9'", "either");
}

TEST_F(StatesFeatures, ARecordingOfAnotherKindIsSaid) {
  recorded();
  ASSERT_EQ(run(kTrain + "-o model.nc").code, 0);
  const std::string classify = "biotropy states classify --rate 100 --model model.nc ";
  EXPECT_EQ(run(classify + "test.csv").errors, "");
  ASSERT_EQ(run("awk -F, -v OFS=, 'NR == 1 { print; next } { print $1 + 2, 1.6 * $2, $3 + 0.8 * $2 }' test.csv > "
                "other.csv && "
                "cp test_events.tsv other_events.tsv")
                .code,
            0);
  for (const char* command : {"classify", "evaluate", "events"}) {
    EXPECT_THAT(run(std::string("biotropy states ") + command + " --rate 100 --model model.nc other.csv"),
                Says("unfamiliar"))
        << command;
  }
  const auto familiarity = [&](const std::string& arguments) {
    EXPECT_THAT(run("biotropy states evaluate --rate 100 -o scores.json --model " + arguments), Succeeds());
    return nlohmann::json::parse(bytes_of(scratch_.path("scores.json")))["familiarity"];
  };
  const auto found = familiarity("model.nc test.csv other.csv");
  EXPECT_EQ(found["recordings"][0]["familiar"], true);
  EXPECT_EQ(found["recordings"][1]["familiar"], false);
  EXPECT_EQ(found["recordings"][1]["recording"], "other.csv");
  EXPECT_LT(found["recordings"][1]["level"], found["calibration"]["least"]);
  EXPECT_EQ(found["calibration"]["false_alarms"], 0.02);
  // A stream says it once.
  const auto in_stream = [&](const std::string& file) {
    return cli::test::count_of(run("tail -n +2 " + file + " | biotropy states stream --model model.nc").errors,
                               "unfamiliar");
  };
  EXPECT_EQ(in_stream("other.csv"), 1U);
  EXPECT_EQ(in_stream("test.csv"), 0U);
  // With a beta that is given nothing is left out.
  ASSERT_EQ(run(kTrain + "--beta 0.5 -o without.nc").code, 0);
  EXPECT_THAT(run("biotropy states info without.nc").output, HasSubstr("no calibration"));
  const auto unknown = familiarity("without.nc other.csv");
  EXPECT_TRUE(unknown["calibration"].is_null());
  EXPECT_TRUE(unknown["recordings"][0]["familiar"].is_null());
}

}  // namespace
}  // namespace biotropy
