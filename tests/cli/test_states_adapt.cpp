// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states adapt`: recordings of a person with other electrodes.
#include "tests/cli/states_program.hpp"

namespace biotropy {
namespace {

class StatesAdapt : public StatesProgram {
 protected:
  // The test recording with scales and shifts of channels.
  void person() {
    trained();
    ASSERT_EQ(
        run("awk -F, -v OFS=, 'NR > 1 { $1 *= 0.4; $2 = 3 * $2 + 5; $3 *= 2 } { print }' test.csv > person.csv && "
            "cp test_events.tsv person_events.tsv")
            .code,
        0);
  }

  double accuracy(const std::string& recording, const std::string& model) {
    return scores(recording + " --rate 100 --model " + model + " --quiet")["all"]["accuracy"];
  }
};

TEST_F(StatesAdapt, WithoutLabelsAndWithFew) {
  person();
  EXPECT_LT(accuracy("person.csv", "model.nc"), 0.6);
  const double possible = accuracy("test.csv", "model.nc");
  const Ended without = run("biotropy states adapt person.csv --rate 100 --model model.nc --events none -o new.nc");
  ASSERT_EQ(without.code, 0) << without.errors;
  EXPECT_EQ(without.errors, "");
  EXPECT_THAT(without.output,
              HasSubstr("adapted: the mean and the covariance, from 2000 vectors (0 missing) and 0 labels\n"));
  EXPECT_GT(accuracy("person.csv", "new.nc"), possible - 0.01);
  const Ended info = run("biotropy states info new.nc");
  EXPECT_THAT(info.output, HasSubstr("adapted from               2000 vectors, 0 labels\n"));
  EXPECT_EQ(
      run("head -n 40 person_events.tsv > few.tsv && biotropy states adapt person.csv --rate 100 --model model.nc "
          "--events few.tsv --quiet -o few.nc")
          .output,
      "");
  EXPECT_GT(accuracy("person.csv", "few.nc"), possible - 0.02);
  EXPECT_THAT(run("biotropy states info few.nc").output, HasSubstr("adaptation log loss"));
  // The same bytes again.
  EXPECT_EQ(
      run("biotropy states adapt person.csv --rate 100 --model model.nc --events none -o new.nc --threads 2 && "
          "biotropy states classify person.csv --rate 100 --model new.nc > one.tsv && biotropy states adapt person.csv "
          "--rate 100 --model model.nc --events none -o again.nc --threads 1 && biotropy states classify person.csv "
          "--rate 100 --model again.nc | cmp - one.tsv")
          .code,
      0);
}

TEST_F(StatesAdapt, AModelThatFitsStays) {
  trained();
  const Ended ended = run("biotropy states adapt test.csv --rate 100 --model model.nc --events none -o new.nc");
  EXPECT_THAT(ended, Fails(0, "model_kept"));
  EXPECT_EQ(run("biotropy states classify test.csv --rate 100 --model model.nc > one.tsv && biotropy states classify "
                "test.csv --rate 100 --model new.nc | cmp - one.tsv")
                .code,
            0);
  EXPECT_THAT(run("biotropy states info new.nc").output, HasSubstr("adaptation refused"));
}

// Another gain is another mean of logarithms of powers.
TEST_F(StatesAdapt, ModelsOfFeatures) {
  trained();
  const std::string loud =
      "awk -v seed=SEED -v gain=GAIN 'BEGIN { srand(seed); print \"A,B\"; for (i = 0; i < 12000; ++i) { k = "
      "int(i / 500) % 2; print gain * (k ? 3 : 1) * (rand() + rand() - 1) \",\" gain * (k ? 1 : 2) * "
      "(rand() + rand() - 1) } }' > NAME.csv && awk -v OFS='\\t' 'BEGIN { print \"onset\", \"duration\", "
      "\"trial_type\"; for (i = 0; i < 24; ++i) print 5 * i, 5, i % 2 ? \"right\" : \"left\" }' > NAME_events.tsv";
  const auto make = [&](const std::string& name, const std::string& seed, const std::string& gain) {
    std::string command = loud;
    for (const auto& [from, to] :
         {std::pair{std::string("SEED"), seed}, {"GAIN", gain}, {"NAME", name}, {"NAME", name}}) {
      command.replace(command.find(from), from.size(), to);
    }
    ASSERT_EQ(run(command).code, 0);
  };
  make("one", "1", "1");
  make("other", "2", "8");
  ASSERT_EQ(run("biotropy states train one.csv --rate 100 --features bands --bands 5-20,20-40 --window 0.5 --hop 0.1 "
                "--bandwidth silverman -o bands.nc")
                .code,
            0);
  EXPECT_LT(accuracy("other.csv", "bands.nc"), 0.7);
  const Ended ended = run("biotropy states adapt other.csv --rate 100 --model bands.nc --events none -o new.nc");
  ASSERT_EQ(ended.code, 0) << ended.errors;
  EXPECT_THAT(ended.output, StartsWith("adapted: the mean"));
  EXPECT_GT(accuracy("other.csv", "new.nc"), 0.9);
}

TEST_F(StatesAdapt, Errors) {
  person();
  const std::string adapt = "adapt person.csv --rate 100 --model model.nc -o new.nc ";
  EXPECT_EQ(run("sed s/class2/spindle/ person_events.tsv > other.tsv").code, 0);
  expect_refused(3, adapt + "--events other.tsv",
                 "the event 'spindle' is no class of the model (class1, class2, class3)");
  expect_refused(2, adapt + "--classes class1,class9", "classes is class9");
  expect_refused(3, "adapt person.csv --rate 50 --model model.nc -o new.nc",
                 "50 Hz, and the model was trained at 100 Hz");
  expect_refused(2, "adapt person.csv --rate 100 --model model.nc -o model.nc", "model.nc");
  EXPECT_EQ(run("head -n 31 person.csv > short.csv").code, 0);
  expect_refused(3, "adapt short.csv --rate 100 --model model.nc --events none -o new.nc",
                 "30 finite vectors; there must be at least 60");
  EXPECT_EQ(run("awk -F, -v OFS=, 'NR > 1 { $2 = 5 } { print }' test.csv > flat.csv").code, 0);
  expect_refused(3, "adapt flat.csv --rate 100 --model model.nc --events none -o new.nc", "'C2' is 5 throughout");
  EXPECT_NE(run("test -e new.nc").code, 0);
}

}  // namespace
}  // namespace biotropy
