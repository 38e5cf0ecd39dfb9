// SPDX-License-Identifier: Apache-2.0
//
// Sequential classification through the program: simulated recordings, models, tables of classes, scores, streams.
#include <random>

#include "tests/cli/states_program.hpp"
#include "tests/files/wfdb_bytes.hpp"
#include "tests/recordings.hpp"

namespace biotropy {
namespace {

TEST_F(StatesProgram, AModelIsNearlyAsGoodAsTheTruth) {
  trained();
  const double best =
      std::atof(run("biotropy states simulate P3 -o test --samples 2000 --seed 2 | grep -o 'accuracy of "
                    "[0-9.]*' | grep -o '0[.][0-9]*'")
                    .output.c_str());
  ASSERT_GT(best, 0.9);
  const auto found = scores("test.csv --rate 100 --model model.nc");
  EXPECT_GT(found["all"]["accuracy"].get<double>(), best - 0.01);
  EXPECT_EQ(found["all"]["vectors"], 2000);
  EXPECT_EQ(found["all"]["classes"].size(), 3U);
  const auto folds = scores("train.csv --rate 100 --n-folds 3 --beta 1 --bandwidth silverman");
  EXPECT_EQ(folds["parts"].size(), 3U);
  EXPECT_EQ(folds["all"]["vectors"], 6000);
  EXPECT_GT(folds["all"]["accuracy"].get<double>(), best - 0.02);
}

TEST_F(StatesProgram, AnotherReferenceIsSaid) {
  trained();
  const std::string reference =
      "awk -F, -v OFS=, 'NR == 1 { print; next } { m = ($1 + $2 + $3) / 3; printf \"%.17g,%.17g,%.17g\\n\", $1 - m, $2 "
      "- m, "
      "$3 - m }' ";
  ASSERT_EQ(run(reference + "train.csv > reference.csv && cp train_events.tsv reference_events.tsv").code, 0);
  ASSERT_EQ(run(reference + "test.csv > same.csv").code, 0);
  const std::string quick = " --rate 100 --bandwidth silverman --beta 1 ";
  const Ended found = run("biotropy states train reference.csv" + quick + "-o reference.nc");
  EXPECT_THAT(found.output, HasSubstr("rank 2 of 3 channels, tolerance 1e-09; left out: average reference\n"));
  EXPECT_THAT(found, Says("directions_left_out"));
  EXPECT_THAT(run("biotropy states info reference.nc").output, ::testing::EndsWith("average reference\n"));
  const std::string classify = "biotropy states classify --rate 100 --model reference.nc ";
  EXPECT_EQ(run(classify + "same.csv").errors, "");
  const std::vector<std::string> commands = {classify + "test.csv",
                                             "biotropy states evaluate --rate 100 --model reference.nc test.csv",
                                             "tail -n +2 test.csv | biotropy states stream --model reference.nc"};
  for (const std::string& command : commands) {
    EXPECT_THAT(run(command), Says("directions_ignored")) << command;
  }
  EXPECT_THAT(run("biotropy states train reference.csv -o none.nc"), Fails(2, "rate"));
  EXPECT_THAT(run("biotropy states train reference.csv" + quick + "--rank-tolerance 0 -o none.nc"),
              Fails(2, "rank_tolerance"));
}

TEST_F(StatesProgram, LabelsThatHoldNoSampleAndInterchangedChannelsAreErrors) {
  trained();
  ASSERT_EQ(run("printf 'onset\\tduration\\ttrial_type\\n500\\t1\\ta\\n501\\t1\\tb\\n' > late.tsv").code, 0);
  expect_refused(3, "train test.csv --rate 100 --events late.tsv -o late.nc",
                 "test.csv: none of 2 events of classes holds one of its 2000 samples (100 Hz)");
  ASSERT_EQ(run("awk -F'\\t' -v OFS='\\t' 'NR > 1 { $2 = \"0.0\" } { print }' train_events.tsv > marks.tsv").code, 0);
  expect_refused(3, "train train.csv --rate 100 --events marks.tsv -o marks.nc",
                 "samples (100 Hz): all their durations are 0. In a table an event whose duration is n/a");
  ASSERT_EQ(run("cut -f 1-2 train_events.tsv > unnamed.tsv").code, 0);
  for (const std::string command : {"train", "evaluate", "compare"}) {
    expect_refused(3, command + " train.csv --rate 100 --events unnamed.tsv" + (command == "train" ? " -o u.nc" : ""),
                   "'trial_type'");
  }
  ASSERT_EQ(run("cp train_events.tsv button.tsv && printf '1\\t0\\tbutton\\n' >> button.tsv").code, 0);
  expect_refused(3, "train train.csv --rate 100 --events button.tsv -o button.nc",
                 "class 'button': 0 samples, and 0 of them are finite in every channel; there must be at least");
  ASSERT_EQ(run("head -n 4 test.csv > short.csv").code, 0);
  expect_refused(3, "train short.csv --rate 100 --learn --classes a,b --events none -o short.nc",
                 "3 finite samples for 3 channels");
}

TEST_F(StatesProgram, TheStreamIsTheTable) {
  trained();
  const Ended table = run("biotropy states classify test.csv --rate 100 --model model.nc");
  EXPECT_EQ(table.code, 0);
  EXPECT_THAT(table.output, StartsWith("time\tlabel\tposterior class1\tposterior class2\tposterior class3\t"
                                       "log_likelihood\tflags\n0\tclass"));
  EXPECT_EQ(std::count(table.output.begin(), table.output.end(), '\n'), 2001);
  EXPECT_EQ(run("tail -n +2 test.csv | biotropy states stream --model model.nc").output, table.output);
  EXPECT_EQ(run("biotropy states classify test.csv --rate 100 --model model.nc -o t.tsv && cat t.tsv").output,
            table.output);
  const std::string columns = " | cut -f 1-5 | head -n 1990";
  EXPECT_EQ(run("tail -n +2 test.csv | biotropy states stream --model model.nc --lag 4" + columns).output,
            run("biotropy states classify test.csv --rate 100 --model model.nc --decoder fixed-lag --lag 4" + columns)
                .output);
}

TEST_F(StatesProgram, TablesOfSeveralRecordingsDoNotReplaceAnything) {
  trained();
  ASSERT_EQ(run("mkdir one two all && cp test.csv one/a.csv && cp test.csv two/a.csv && cp test.csv two/b.csv").code,
            0);
  const std::string classify = "classify --rate 100 --model model.nc -o ";
  expect_refused(2, classify + "all one/a.csv two/a.csv", "another file than that of one/a.csv, for two/a.csv");
  EXPECT_EQ(run("ls all").output, "");
  ASSERT_EQ(run("cp test.csv one/a_states.tsv && cp model.nc two/b_states.tsv").code, 0);
  expect_refused(2, classify + "one one/a.csv one/a_states.tsv", "another file than the recording");
  expect_refused(2, "classify --rate 100 --model two/b_states.tsv -o two two/a.csv two/b.csv",
                 "another file than that of the model");
  EXPECT_EQ(run("biotropy states " + classify + "all one/a.csv two/b.csv").code, 0);
  EXPECT_EQ(run("ls all").output, "a_states.tsv\nb_states.tsv\n");
}

// A link to itself is there, and cannot be opened: an error of the system, as where a process that reads is killed.
TEST_F(StatesProgram, WhatCannotBeReadIsNoFaultOfTheOutput) {
  trained();
  ASSERT_EQ(run("ln -s loop.nc loop.nc && ln -s loop.csv loop.csv && mkdir tables").code, 0);
  expect_refused(3, "classify test.csv --rate 100 --model loop.nc", "loop.nc: ");
  expect_refused(3, "classify loop.csv test.csv --rate 100 --model model.nc -o tables", "loop.csv: ");
  EXPECT_EQ(run("ls tables").output, "test_states.tsv\n") << "the other recording is classified";
  expect_refused(5, "classify test.csv --rate 100 --model model.nc -o loop.nc/table.tsv", "check the folder");
}

TEST_F(StatesProgram, ADeviceFindsTheSame) {
  trained();
  const Ended devices = run("biotropy devices");
  if (devices.output.find("opencl:0") == std::string::npos) GTEST_SKIP() << devices.output;
  for (const std::string density : {"table", "direct"}) {
    const std::string command = "biotropy states classify test.csv --rate 100 --model model.nc --density " + density;
    const Ended on_device = run(command + " --device opencl");
    EXPECT_EQ(on_device.output, run(command + " --device cpu").output);
    EXPECT_EQ(on_device.errors, "");
  }
  EXPECT_EQ(run("biotropy states classify test.csv --rate 100 --model model.nc --device opencl:77").code, 2);
  EXPECT_EQ(run("biotropy states evaluate test.csv --rate 100 --model model.nc --device opencl").output,
            run("biotropy states evaluate test.csv --rate 100 --model model.nc --device cpu").output);
}

// Cached programs: written by another process at the same time, damaged, or in an invalid folder.
TEST_F(StatesProgram, ADeviceFindsTheSameWhateverTheCacheHolds) {
  trained();
  const Ended devices = run("biotropy devices");
  if (devices.output.find("opencl:0") == std::string::npos) GTEST_SKIP() << devices.output;
  const std::string classify = "biotropy states classify test.csv --rate 100 --model model.nc --device ";
  const std::string right = run(classify + "cpu").output, cached = "export BIOTROPY_CACHE=programs; ";
  EXPECT_EQ(run(cached + classify + "opencl -o one.tsv & " + cached + classify + "opencl; wait").output, right);
  EXPECT_EQ(run("cat one.tsv").output, right);
  EXPECT_EQ(
      run("for f in programs/*; do head -c 200 $f >part; mv part $f; done; " + cached + classify + "opencl").output,
      right);
  EXPECT_EQ(run("ls programs | wc -l").output, "1\n");
  EXPECT_EQ(run("touch file; export BIOTROPY_CACHE=file/below; " + classify + "opencl").output, right);
}

TEST_F(StatesProgram, ADeviceThatFailsIsReplacedAndSaidToBe) {
  trained();
  const std::string driver = "export BIOTROPY_CUDA='" FAKE_CUDA_DRIVER "'; ";
  const Ended devices = run(driver + "biotropy devices");
  if (devices.output.find("cuda:0") == std::string::npos) GTEST_SKIP() << devices.errors;
  const std::string classify = "biotropy states classify test.csv --rate 100 --model model.nc --device ";
  const Ended found = run(driver + classify + "cuda");
  EXPECT_EQ(found.output, run(classify + "cpu").output);
  EXPECT_THAT(found, Says("device_failed"));
  EXPECT_EQ(
      run(driver + classify + "cuda -o states.nc --quiet; grep -ac 'processor made the densities' states.nc").output,
      "1\n");
}

TEST_F(StatesProgram, LearnsWithoutLabels) {
  trained();
  ASSERT_EQ(
      run("biotropy states train train.csv --rate 100 --learn --classes A,B,C --events none --n-init 2 --max-rounds 8 "
          "-o learned.nc")
          .code,
      0);
  const Ended table = run("biotropy states classify test.csv --rate 100 --model learned.nc");
  EXPECT_EQ(table.code, 0);
  EXPECT_THAT(table.output, StartsWith("time\tlabel\tposterior A\tposterior B\tposterior C"));
}

// Two channels of 16-bit samples that differ strongly between N and V, which alternate every 50 samples.
TEST_F(StatesProgram, TakesLabelsFromWfdbAnnotations) {
  std::mt19937 engine(4);
  std::string samples, annotations;
  for (int i = 0; i < 2000; ++i) {
    for (int channel = 0; channel < 2; ++channel) {
      const int value = static_cast<int>(engine() % 201) + (i / 50 % 2 == 0 ? 0 : 400);
      samples += static_cast<char>(value % 256);
      samples += static_cast<char>(value / 256);
    }
  }
  constexpr int normal = 1, ventricular = 5;
  for (int i = 0; i < 40; ++i) annotations += files::test::word(i % 2 == 0 ? normal : ventricular, i == 0 ? 0 : 50);
  scratch_.write("rec.hea", "rec 2 100 2000\nrec.dat 16\nrec.dat 16\n");
  scratch_.write("rec.dat", samples);
  scratch_.write("rec.atr", annotations + files::test::end_of_annotations());
  ASSERT_THAT(run("biotropy states train rec.hea -o rec.nc --beta 1 --bandwidth silverman"), Succeeds());
  const auto found = scores("rec.hea --model rec.nc");
  EXPECT_EQ(found["all"]["accuracy"], 1.0);
  EXPECT_EQ(found["all"]["switches"]["of_truth"], 39);
  // No input may be replaced by a result: no file of the record, no model, no table of events.
  scratch_.write("labels.tsv", "onset\tduration\ttrial_type\n0\t5\tN\n5\t5\tV\n");
  const std::string model = bytes_of(scratch_.path("rec.nc")), table = bytes_of(scratch_.path("labels.tsv"));
  const std::string with_events = "rec.hea --events labels.tsv --beta 1 --bandwidth silverman -o ";
  for (const char* output : {"rec.dat", "rec.atr", "rec.hea"}) {
    for (const char* command : {"classify rec.hea --model rec.nc -o ", "evaluate rec.hea --model rec.nc -o ",
                                "train rec.hea --beta 1 --bandwidth silverman -o "}) {
      if (output == std::string("rec.atr") && command[0] == 'c') continue;  // has no labels
      expect_refused(2, command + std::string(output), "another file than the recording");
    }
  }
  expect_refused(2, "train " + with_events + "labels.tsv", "another file than the recording");
  expect_refused(2, "evaluate " + with_events + "labels.tsv", "another file than the recording");
  for (const char* command : {"classify rec.hea --model rec.nc -o rec.nc", "evaluate rec.hea --model rec.nc -o rec.nc",
                              "stream --model rec.nc --state rec.nc"}) {
    expect_refused(2, command, "another file than the model");
  }
  EXPECT_EQ(bytes_of(scratch_.path("rec.nc")), model);
  EXPECT_EQ(bytes_of(scratch_.path("labels.tsv")), table);
  EXPECT_EQ(bytes_of(scratch_.path("rec.dat")), samples);
}

TEST_F(StatesProgram, TakesLabelsFromEdfAnnotations) {
  BIOTROPY_NEEDS("eeg/mne_test.edf");
  const std::filesystem::path recording = biotropy::test::recording("eeg/mne_test.edf");
  const Ended training = run("biotropy states train '" + recording.string() +
                             "' --channels 1-4 --classes 'type A,type B' --beta 1 --bandwidth silverman -o edf.nc");
  EXPECT_EQ(training.code, 0) << training.errors;
}

TEST_F(StatesProgram, WritesNetCdf) {
  trained();
  EXPECT_EQ(run("biotropy states classify test.csv --rate 100 --model model.nc -o out.nc").code, 0);
  EXPECT_THAT(bytes_of(scratch_.path("out.nc")), StartsWith("\x89HDF"));
}

TEST_F(StatesProgram, ArtefactsAreFlaggedAndForgotten) {
  trained();
  ASSERT_EQ(run("awk -F, 'NR==502{print \"1e9,-1e9,1e9\";next} NR==602{print \"NaN,0,0\";next} {print}' test.csv > "
                "bad.csv && rm -f bad_events.tsv")
                .code,
            0);
  const Ended flags =
      run("biotropy states classify bad.csv --rate 100 --model model.nc | awk '$1==5||$1==6{print $NF}'");
  EXPECT_EQ(flags.output, "outlier\nmissing\n");
  const Ended end = run("biotropy states classify bad.csv --rate 100 --model model.nc | tail -n 1 | cut -f 1-2");
  EXPECT_EQ(end.output,
            run("biotropy states classify test.csv --rate 100 --model model.nc | tail -n 1 | cut -f 1-2").output);
}

TEST_F(StatesProgram, MistakesAreNamed) {
  trained();
  const std::string test = "classify test.csv --rate 100 --model ";
  expect_refused(3, test + "train.csv", "train.csv");
  expect_refused(3, test + "nowhere.nc", "nowhere.nc");
  expect_refused(3, "classify nowhere.csv --model model.nc", "nowhere.csv");
  expect_refused(3, "classify test.csv --rate 50 --model model.nc", "trained at 100 Hz");
  const std::string asked = "a number in Hz for test.csv, because the model was trained at 100 Hz";
  for (const std::string command : {"classify", "evaluate", "adapt -o m.nc"}) {
    expect_refused(2, command + " test.csv --model model.nc", asked);
  }
  EXPECT_EQ(run("biotropy states classify test.csv --rate 100.005 --model model.nc").code, 0);
  expect_refused(3, "train train.csv --rate 100 -o m.nc --classes class1,unseen", "class 'unseen': 0 samples");
  expect_refused(3, "train train.csv --rate 100 -o m.nc --events none", "events");
  expect_refused(2, "train train.csv --rate 100 -o m.nc --classes a,,b", "classes");
  expect_refused(2, "train train.csv --rate 100 -o m.nc --events train_events.tsv test_events.tsv", "events");
  const std::string train = "train train.csv --rate 100 -o m.nc ";
  for (const char* unused : {"--method jade", "--contrast exp", "--refine", "--shrinkage 0.1", "--bandwidth silverman",
                             "--outliers 0", "--n-folds 3", "--fold-unit blocks", "--block 9", "--gap 9"}) {
    expect_refused(2, train + "--learn " + unused, std::string(unused).substr(2, std::string(unused).find(' ') - 2));
  }
  expect_refused(2, train + "--max-rounds 9", "--max-rounds");
  expect_refused(2, train + "--n-init 9", "--n-init");
  for (const char* unused : {"--n-folds 3", "--fold-unit blocks", "--block 9", "--gap 9"}) {
    expect_refused(2, train + "--beta 1 --bandwidth silverman " + unused, "--bandwidth silverman");
  }
  expect_refused(2, test + "model.nc --lag 4", "lag");
  expect_refused(2, test + "model.nc --lag 4 --decoder smoother", "lag");
  expect_refused(2, "evaluate train.csv --rate 100 --lag 4", "lag");
  EXPECT_EQ(run("biotropy states " + test + "model.nc --lag 4 --decoder fixed-lag").code, 0);
  scratch_.write("gap.txt", "1\n2\nNaN\n4\n");
  expect_refused(3, "train test.csv gap.txt --rate 100 -o m.nc", "no channels 'C1', 'C2', 'C3'");
  expect_refused(2, "train train.csv --rate 100 -o m.nc --classes class1,class2,class1", "'class1' stands there twice");
  scratch_.write("twice.csv", "C1,C2,C3,C2\n1,2,3,4\n");
  expect_refused(3, "classify twice.csv --rate 100 --model model.nc", "channel 'C2' more than once");
  expect_refused(5, "train train.csv --rate 100 -o nowhere/m.nc --beta 1", "nowhere");
  expect_refused(2, "simulate P9 -o x", "PROBLEM");
  const Ended few = run("echo 1,2 | biotropy states stream --model model.nc");
  EXPECT_THAT(few, Fails(3, "bad_file"));
  const Ended word = run("echo 1,x,2 | biotropy states stream --model model.nc");
  EXPECT_EQ(word.code, 3) << word.errors;
  scratch_.write("short.csv", "C1,C2,C3\n1,2,3\n");
  EXPECT_EQ(run("biotropy states classify short.csv --rate 100 --model model.nc").code, 0);
}

}  // namespace
}  // namespace biotropy
