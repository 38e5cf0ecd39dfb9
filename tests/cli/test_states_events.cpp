// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states events`; python/tests/test_states_events.py reads what it writes with other packages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/states_program.hpp"

namespace biotropy {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST_F(StatesProgram, EventsAreTheRunsOfClassify) {
  trained();
  const Ended events = run("biotropy states events test.csv --rate 100 --model model.nc");
  ASSERT_EQ(events.code, 0) << events.errors;
  EXPECT_THAT(events.output, StartsWith("onset\tduration\ttrial_type\tconfidence\n0\t"));
  // Labels of every sample, from the runs and from classify.
  const Ended runs = run(
      "biotropy states events test.csv --rate 100 --model model.nc | awk -F '\\t' 'NR > 1 { n = int($2 * 100 + 0.5); "
      "for (i = 0; i < n; ++i) print $3 }'");
  const Ended labels = run("biotropy states classify test.csv --rate 100 --model model.nc | tail -n +2 | cut -f 2");
  EXPECT_EQ(runs.output, labels.output);
  const Ended tagged =
      run("biotropy states events test.csv --rate 100 --model model.nc --epoch 5 --types class1=A "
          "--hed class1=Label/A 'class2=(Label/B, Red)'");
  EXPECT_THAT(tagged.output, StartsWith("onset\tduration\ttrial_type\tconfidence\tHED\n0\t"));
  EXPECT_THAT(tagged.output, HasSubstr("\t(Label/B, Red)\n"));
  EXPECT_EQ(run("mkdir both; cp test.csv next.csv; biotropy states events test.csv next.csv --rate 100 --model model.nc "
                "-o both && cmp both/test_events.tsv both/next_events.tsv")
                .code,
            0);
}

TEST_F(StatesProgram, EventsThatCannotBeWrittenAreRefused) {
  trained();
  const std::string events = "events test.csv --rate 100 --model model.nc ";
  expect_refused(2, events + "--format szcore", "'--types class1=TYPE'");
  expect_refused(2, events + "--format szcore --types class1=bckg,class2=bckg,class3=bckg", "a class of the type sz");
  expect_refused(2, events + "--types class9=sz", "CLASS=NAME with one of class1, class2, class3");
  expect_refused(2, events + "--types class1=", "CLASS=NAME");
  expect_refused(2, events + "--join 5", "without '--format szcore'");
  expect_refused(2, events + "--format szcore --types class1=sz,class2=bckg,class3=bckg --hed class1=A", "hed");
  expect_refused(2, events + "--format szcore --types class1=sz,class2=bckg,class3=bckg --shortest -1", "shortest = -1");
  expect_refused(2, events + "--epoch 0.001", "epoch = 0.001");
  expect_refused(2, events + "-o test.csv", "another file than the recording");
  expect_refused(2, events + "-o model.nc", "another file than the model");
  expect_refused(5, events + "-o nowhere/e.tsv", "nowhere");
  expect_refused(5, events + "-o /dev/full", "/dev/full");
  expect_refused(2, "train test.csv --rate 100 --rename class1 -o m.nc", "OLD=NEW");
}

}  // namespace
}  // namespace biotropy
