// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states events`; python/tests/test_states_events.py reads what it writes with other packages.
#include <fmt/format.h>

#include <random>

#include "tests/cli/states_program.hpp"
#include "tests/files/edf_bytes.hpp"

namespace biotropy {
namespace {

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
  EXPECT_EQ(
      run("mkdir both; cp test.csv next.csv; biotropy states events test.csv next.csv --rate 100 --model model.nc "
          "-o both && cmp both/test_events.tsv both/next_events.tsv")
          .code,
      0);
}

// 40 s of two channels that are louder in every other five seconds.
std::string night() {
  std::mt19937 engine(5);
  files::test::EdfBytes edf{.time = "22.00.00", .n_records = "40"};
  edf.signals.resize(2);
  for (int record = 0; record < 40; ++record) {
    const int loudness = record / 5 % 2 == 0 ? 1000 : 8000;
    for (auto& signal : edf.signals) {
      auto& samples = signal.samples.emplace_back();
      for (int i = 0; i < 100; ++i) samples.push_back(static_cast<int>(engine() % 2001 - 1000) * loudness / 1000);
    }
  }
  for (auto& signal : edf.signals) signal.samples_per_record = "100";
  edf.signals[1].label = "EEG Fp2";
  return edf.bytes();
}

// The stages of night(), written by a file that starts at another time.
std::string stages(const std::string& date, const std::string& time, double onset) {
  std::string lists = "+0\x14\x14";
  for (int k = 0; k < 8; ++k) {
    lists += std::string(1, '\0') + (5 * k + onset < 0 ? "" : "+") + std::to_string(5 * k + onset) +
             "\x15"
             "5\x14" +
             (k % 2 == 0 ? "quiet" : "loud") + "\x14";
  }
  files::test::EdfBytes edf{.date = date, .time = time, .reserved = "EDF+C", .duration = "0"};
  edf.signals.push_back(files::test::annotation_signal("200", {lists + '\0'}));
  return edf.bytes();
}

TEST_F(StatesProgram, OnsetsOfAFileCountFromItsOwnStart) {
  scratch_.write("night.edf", night());
  const std::string evaluate = "night.edf --beta 1 --bandwidth silverman --events ";
  scratch_.write("same.edf", stages("17.05.24", "22.00.00", 0));
  scratch_.write("none.edf", stages("01.01.85", "00.00.00", 0));
  scratch_.write("later.edf", stages("17.05.24", "22.00.03", -3));
  scratch_.write("day_before.edf", stages("16.05.24", "23.59.30", 79230));
  const auto expected = scores(evaluate + "same.edf")["all"];
  EXPECT_GT(expected["accuracy"], 0.9);
  for (const std::string file : {"none.edf", "later.edf", "day_before.edf"}) {
    EXPECT_EQ(scores(evaluate + file)["all"], expected) << file;
  }
  EXPECT_EQ(run("biotropy states evaluate " + evaluate + "same.edf").errors, "");
  EXPECT_EQ(run("biotropy states evaluate " + evaluate + "none.edf").errors, "");
  EXPECT_THAT(run("biotropy states evaluate " + evaluate + "later.edf"), Says("onsets_moved"));
  scratch_.write("other.edf", stages("17.05.23", "22.00.00", 0));
  expect_refused(3, "evaluate " + evaluate + "other.edf", "no annotation lies within the recording");
  ASSERT_EQ(run("biotropy states simulate P3 -o test --samples 2000").code, 0);
  EXPECT_THAT(run("biotropy states train test.csv --rate 100 --events same.edf -o m.nc"), Says("start_unknown"));
  scratch_.write("upper.EDF", stages("17.05.24", "22.00.00", 0));
  EXPECT_EQ(scores(evaluate + "upper.EDF")["all"], expected);
}

TEST_F(StatesProgram, EventsThatCannotBeWrittenAreRefused) {
  trained();
  const std::string events = "events test.csv --rate 100 --model model.nc ";
  expect_refused(2, events + "--format szcore", "--types class1=TYPE");
  expect_refused(2, events + "--format szcore --types class1=bckg,class2=bckg,class3=bckg", "a class of the type sz");
  expect_refused(2, events + "--types class9=sz", "CLASS=NAME with one of class1, class2, class3");
  expect_refused(2, events + "--types class1=", "CLASS=NAME");
  expect_refused(2, events + "--join 5", "left out, or given with --format szcore");
  expect_refused(2, events + "--format szcore --types class1=sz,class2=bckg,class3=bckg --hed class1=A", "hed");
  expect_refused(2, events + "--format szcore --types class1=sz,class2=bckg,class3=bckg --shortest -1",
                 "shortest is -1");
  expect_refused(2, events + "--epoch 0.001", "epoch is 0.001");
  expect_refused(2, events + "-o test.csv", "another file than the recording");
  expect_refused(2, events + "-o model.nc", "another file than the model");
  expect_refused(5, events + "-o nowhere/e.tsv", "nowhere");
  expect_refused(5, events + "-o /dev/full", "/dev/full");
  expect_refused(2, "train test.csv --rate 100 --rename class1 -o m.nc", "OLD=NEW");
}

TEST_F(StatesProgram, EveryEventIsRenamedOnceByItsOwnName) {
  trained();
  const std::string evaluate = "test.csv --rate 100 --model model.nc ";
  const auto plain = scores(evaluate)["all"];
  ASSERT_EQ(run("sed 's/class1/W/; s/class2/class1/; s/W/class2/' test_events.tsv > exchanged.tsv").code, 0);
  EXPECT_EQ(scores(evaluate + "--events exchanged.tsv --rename class1=class2,class2=class1")["all"], plain);
  ASSERT_EQ(run("sed 's/class1/W/; s/class2/N1/; s/class3/N2/' test_events.tsv > stages.tsv").code, 0);
  EXPECT_EQ(scores(evaluate + "--events stages.tsv --rename W=class1,N1=class2,N2=class3")["all"], plain);
  expect_refused(2, "evaluate " + evaluate + "--rename class9=class1", "none is called 'class9'");
  expect_refused(2, "evaluate " + evaluate + "--rename class1=class2,class1=class3", "'class1' stands there twice");
  expect_refused(2, "train train.csv --rate 100 -o m.nc --rename Class1=class1", "rename is Class1=class1");
  // One of several recordings is enough.
  EXPECT_EQ(run("biotropy states evaluate test.csv train.csv --rate 100 --model model.nc --events stages.tsv "
                "train_events.tsv --rename W=class1,N1=class2,N2=class3")
                .code,
            0);
}

TEST_F(StatesProgram, BadTimeIsNeitherTrainedOnNorScored) {
  trained();
  // Five seconds that no class has, and the same that are bad.
  ASSERT_EQ(run("awk 'NR == 1 || $1 + $2 <= 10 || $1 >= 15' test_events.tsv > without.tsv").code, 0);
  const double begin =
      std::stod(run("awk 'NR > 1 && $1 + $2 <= 10 { e = $1 + $2 } END { printf \"%.2f\", e }' test_events.tsv").output);
  const double end = std::stod(run("awk 'NR > 1 && $1 >= 15 { print $1; exit }' test_events.tsv").output);
  ASSERT_GT(end - begin, 4.0);
  scratch_.write("bad.tsv", bytes_of(scratch_.path("test_events.tsv")) +
                                fmt::format("{}\t{:.2f}\tBAD_muscle\n", begin, end - begin));
  const std::string evaluate = "test.csv --rate 100 --model model.nc --events ";
  const Ended ended = run("biotropy states evaluate " + evaluate + "bad.tsv");
  EXPECT_THAT(ended.errors, HasSubstr(fmt::format("test.csv: {:.0f} vectors have no class, because events mark",
                                                  100.0 * (end - begin))));
  const Ended without = run("biotropy states evaluate " + evaluate + "without.tsv");
  EXPECT_EQ(ended.output, without.output) << without.errors;
  EXPECT_EQ(run("biotropy states evaluate " + evaluate + "bad.tsv --bads keep").output,
            run("biotropy states evaluate " + evaluate + "test_events.tsv").output);
  const std::string train =
      "biotropy states train test.csv --rate 100 --beta 1 --bandwidth silverman -o m.nc --events ";
  EXPECT_EQ(run(train + "bad.tsv").output, run(train + "without.tsv").output) << "and it is no class";
  // Windows of 20 samples that end within it or up to 19 samples behind it.
  const Ended windows = run(train + "bad.tsv --features bands --bands 10-30 --window 0.2 --hop 0.01");
  EXPECT_THAT(windows.errors, HasSubstr(fmt::format("{:.0f} vectors have", 100.0 * (end - begin) + 19)));
  EXPECT_EQ(run("biotropy states train test.csv --rate 100 --beta 1 --bandwidth silverman -o m.nc --events bad.tsv "
                "--classes class1,class2,class3,BAD_muscle")
                .code,
            3)
      << "every sample of it has two classes";
}

TEST_F(StatesProgram, BadTimeIsNotLearnedFromWithoutLabelsEither) {
  trained();
  // Three seconds of artefacts, and the same as missing samples.
  const std::string changed = "awk -F, -v OFS=, 'NR > 501 && NR <= 801 { for (i = 1; i <= NF; ++i) $i = ";
  ASSERT_EQ(run(changed + "50 * $i } { print }' test.csv > artefacts.csv && " + changed +
                "\"nan\" } { print }' test.csv > missing.csv")
                .code,
            0);
  scratch_.write("bad.tsv", "onset\tduration\ttrial_type\n5\t3\tBAD_muscle\n");
  for (const std::string command : {"train --learn --classes class1,class2,class3", "adapt --model model.nc"}) {
    const auto learned = [&](const std::string& of) {
      return run("biotropy states " + command + " --rate 100 -o learned.nc " + of);
    };
    const Ended bad = learned("artefacts.csv --events bad.tsv");
    EXPECT_THAT(bad, Fails(0, "labels_bad_time"));
    EXPECT_EQ(bad.output, learned("missing.csv --events none").output);
    EXPECT_NE(bad.output, learned("artefacts.csv --events none").output);
  }
  // '--events none' leaves the marks of the recording itself.
  ASSERT_EQ(run("python3 -c \"import array, csv; array.array('f', [float(x) for row in list(csv.reader(open("
                "'artefacts.csv')))[1:] for x in row]).tofile(open('marked.eeg', 'wb'))\"")
                .code,
            0);
  scratch_.write("marked.vhdr",
                 "Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nDataFile=marked.eeg\n"
                 "MarkerFile=marked.vmrk\nDataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=3\n"
                 "SamplingInterval=10000\n[Binary Infos]\nBinaryFormat=IEEE_FLOAT_32\n[Channel Infos]\n"
                 "Ch1=C1,,1,\xc2\xb5V\nCh2=C2,,1,\xc2\xb5V\nCh3=C3,,1,\xc2\xb5V\n");
  scratch_.write(
      "marked.vmrk",
      "Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\nMk1=Bad Interval,Bad,501,300,0\n");
  const Ended marked = run("biotropy states adapt marked.vhdr --model model.nc --events none -o learned.nc");
  EXPECT_THAT(marked.output, HasSubstr("1700 vectors (300 missing) and 0 labels")) << marked.errors;
}

TEST_F(StatesProgram, OnsetsInSamplesAreRefused) {
  ASSERT_EQ(run("biotropy states simulate P3 -o test --samples 2000").code, 0);
  ASSERT_EQ(run("awk -v OFS='\t' 'NR > 1 { $1 *= 100; $2 *= 100 } { print }' test_events.tsv > samples.tsv").code, 0);
  expect_refused(3, "train test.csv --rate 100 --events samples.tsv -o m.nc", "are taken to be in seconds");
}

}  // namespace
}  // namespace biotropy
