// SPDX-License-Identifier: Apache-2.0
//
// Heartbeats through the program: counts of matches from annotations and from text equal brute-force counts in C on the
// same intervals (m = 2, r = 0.2 SD).
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"
#include "tests/files/wfdb_bytes.hpp"
#include "tests/recordings.hpp"

namespace biotropy::cli::test {
namespace {

using files::test::aux;
using files::test::end_of_annotations;
using files::test::word;

class RrProgram : public Program {};

// Beats at 0.5, 1.0, 1.75, (a mark), 2.75, 5.25 and 6.0 s.
std::string six_beats() {
  return word(1, 50) + word(5, 50) + word(1, 75) + word(28, 50) + aux("(AFIB") + word(1, 50) + word(8, 250) +
         word(1, 75) + end_of_annotations();
}

TEST_F(RrProgram, IntervalsGapsAndReport) {
  scratch_.write("rec.hea", "rec 0 100\n");
  scratch_.write("rec.atr", six_beats());
  for (const std::string record : {"rec", "rec.hea", "rec.atr"}) {
    const Outcome rr = run("rr " + record + " --report report.json");
    EXPECT_EQ(rr.code, 0) << rr.errors;
    EXPECT_EQ(rr.output, "0.5\n0.75\n1\nNaN\n0.75\n") << record;
  }
  const auto report = nlohmann::json::parse(bytes_of(scratch_.path("report.json"))).at("recordings").at(0);
  EXPECT_EQ(report.at("path"), "rec.atr");
  EXPECT_EQ(report.at("sha256"), sha256_by_coreutils(scratch_.path("rec.atr").string()));
  const auto& header = report.at("other_files").at(0);
  EXPECT_EQ(header.at("path"), "rec.hea");
  EXPECT_EQ(header.at("sha256"), sha256_by_coreutils(scratch_.path("rec.hea").string()));
  EXPECT_EQ(report.at("beats"), 6);
  EXPECT_EQ(report.at("other_annotations"), 1);
  EXPECT_EQ(report.at("read"), 5);
  EXPECT_EQ(report.at("kept"), 4);
  EXPECT_EQ(report.at("policy"), "gap");
  EXPECT_EQ(report.at("gap_starts"), nlohmann::json::array({3}));
  EXPECT_EQ(report.at("removed"), nlohmann::json::parse(R"([{"position": 3, "value": 2.5, "reason": "too_long"}])"));
}

TEST_F(RrProgram, AnyAnnotator) {
  scratch_.write("rec.hea", "rec 0 100\n");
  scratch_.write("rec.wqrs", six_beats());
  EXPECT_EQ(run("rr rec --policy close --quiet").output, "0.5\n0.75\n1\n0.75\n");
  EXPECT_EQ(run("entropy rec.wqrs -m 1 -r 2").code, 0);
  scratch_.write("rec.sqrs", word(1, 50) + word(1, 60) + word(1, 70) + end_of_annotations());
  EXPECT_THAT(run("rr rec"), EndsWith(2, "one of those beside rec.hea: sqrs, wqrs"));
  EXPECT_EQ(run("rr rec --annotator sqrs --quiet").output, "0.6\n0.7\n");
}

TEST_F(RrProgram, OptionsOfCleaning) {
  scratch_.write("rec.hea", "rec 0 100\n");
  scratch_.write("rec.atr", six_beats());
  EXPECT_EQ(run("rr rec --policy close --quiet").output, "0.5\n0.75\n1\n0.75\n");
  EXPECT_EQ(run("rr rec --policy close --quiet").errors, "");
  EXPECT_EQ(run("rr rec --max inf").output, "0.5\n0.75\n1\n2.5\n0.75\n");
  EXPECT_EQ(run("rr rec --min 0.6 --max 0.9 --output-unit ms").output, "750\nNaN\n750\n");
  EXPECT_EQ(run("rr rec --max inf --consecutive").output, "0.5\n0.75\nNaN\n2.5\n0.75\n");
  EXPECT_EQ(run("rr rec --max inf --ectopic previous --ectopic-change 0.6").output, "0.5\n0.75\n1\n");
  EXPECT_EQ(run("rr rec --rate 50").output, "0.5\n0.75\n1\nNaN\n0.75\n");
  EXPECT_THAT(run("rr rec --rate 50"), Says("rate_ignored"));
  std::filesystem::remove(scratch_.path("rec.hea"));
  EXPECT_EQ(run("rr rec.atr --rate 100").output, "0.5\n0.75\n1\nNaN\n0.75\n");
  EXPECT_THAT(run("rr rec.atr"), Says("rate_assumed"));
}

TEST_F(RrProgram, ListsOfIntervals) {
  scratch_.write("rr.txt", "30.25\n0.8\n0.9\n0.1\n0.7\n");
  EXPECT_EQ(run("rr rr.txt").output, "0.8\n0.9\nNaN\n0.7\n");
  EXPECT_THAT(run("rr rr.txt").errors, HasSubstr("time to the first beat 30.25"));
  EXPECT_EQ(run("rr rr.txt --first interval --max inf --min 0").output, "30.25\n0.8\n0.9\n0.1\n0.7\n");
  scratch_.write("table.csv", "time,RR\n0,800\n1,900\n2,100\n3,700\n");
  EXPECT_EQ(run("rr table.csv --columns RR").output, "800\n900\nNaN\n700\n");
  EXPECT_EQ(run("rr table.csv --columns RR --output-unit s").output, "0.8\n0.9\nNaN\n0.7\n");
  EXPECT_EQ(run("rr table.csv").output, "800\n900\nNaN\n700\n");
  EXPECT_THAT(run("rr table.csv"), Says("time_left_out"));
  scratch_.write("two.csv", "QT,RR\n400,800\n410,900\n390,700\n");
  EXPECT_THAT(run("rr two.csv"), Fails(2, "columns"));
  // The output reads back with its gap.
  EXPECT_EQ(run("rr rr.txt -o clean.txt").output, "");
  EXPECT_EQ(run("rr clean.txt").output, "0.8\n0.9\nNaN\n0.7\n");
}

TEST_F(RrProgram, FilesOfPolar) {
  const auto polar = [](const std::string& interval) {
    return "[Params]\r\nVersion=106\r\nSMode=000000000\r\nInterval=" + interval +
           "\r\n\r\n[HRData]\r\n800\r\n2500\r\n810\r\n790\r\n";
  };
  scratch_.write("a.hrm", polar("238"));
  scratch_.write("heart.hrm", polar("5"));
  const Outcome rr = run("rr a.hrm --report report.json");
  const auto report = nlohmann::json::parse(bytes_of(scratch_.path("report.json"))).at("recordings").at(0);
  EXPECT_EQ(report.at("format"), "Polar HRM");
  EXPECT_EQ(report.at("unit_read"), "ms");
  EXPECT_EQ(rr.output, "800\nNaN\n810\n790\n");
  EXPECT_EQ(run("rr a.hrm --output-unit s --quiet").output, "0.8\nNaN\n0.81\n0.79\n");
  EXPECT_EQ(run("rr - < a.hrm").output, rr.output);
  for (const std::string command : {"rr heart.hrm", "rr - < heart.hrm", "entropy heart.hrm", "info heart.hrm"}) {
    const Outcome refused = run(command);
    EXPECT_THAT(refused, Fails(3, "unsupported")) << command;
    EXPECT_EQ(refused.output, "") << command;
  }
  // Without the option a pipe cannot be asked what it holds before it is read.
  const std::string named = run("entropy a.hrm -m 1 -r 0.5").output;
  EXPECT_THAT(named, HasSubstr("RR "));
  EXPECT_EQ(run("entropy - --rr -m 1 -r 0.5 < a.hrm").output, named);
  EXPECT_THAT(run("entropy - -m 1 -r 0.5 < a.hrm"), Fails(3, "unsupported"));
}

TEST_F(RrProgram, TimesOfBeatsAreAskedForAndRead) {
  std::string times, intervals = "30.25\n";
  double time = 30.25;
  for (int k = 0; k < 60; ++k) {
    times += std::to_string(time) + "\n";
    const double step = k % 3 == 0 ? 0.75 : 1.0;
    if (k < 59) intervals += std::to_string(step) + "\n";
    time += step;
  }
  scratch_.write("times.txt", times);
  scratch_.write("intervals.txt", intervals);
  for (const std::string command : {"rr times.txt", "entropy times.txt --rr", "multiscale times.txt --rr"}) {
    const Outcome asked = run(command);
    EXPECT_THAT(asked, Fails(2, "values")) << command;
    EXPECT_THAT(asked.errors, HasSubstr(command.starts_with("rr") ? "'--values times'" : "'--rr-values times'"));
  }
  EXPECT_EQ(run("rr times.txt --values times").output, run("rr intervals.txt").output);
  EXPECT_EQ(run("entropy times.txt --rr --rr-values times -r 0.1").output,
            run("entropy intervals.txt --rr -r 0.1").output);
  run("entropy times.txt --rr --rr-values times -o out.json");
  EXPECT_EQ(nlohmann::json::parse(bytes_of(scratch_.path("out.json"))).at("parameters").at("rr_values"), "times");
}

TEST_F(RrProgram, SeveralRecordingsAndFaults) {
  scratch_.write("a.atr", six_beats());
  scratch_.write("b.atr", word(55, 3));
  scratch_.write("c.atr", word(1, 3) + end_of_annotations());
  std::filesystem::create_directory(scratch_.path("out"));
  const Outcome rr = run("rr a.atr b.atr c.atr --rate 100 -o out");
  EXPECT_EQ(rr.code, 3);
  EXPECT_EQ(bytes_of(scratch_.path("out/a_rr.txt")), "0.5\n0.75\n1\nNaN\n0.75\n");
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("out/b_rr.txt")));
  EXPECT_EQ(count_of(rr.errors, "bad_file"), 1U);
  EXPECT_EQ(count_of(rr.errors, "too_short"), 1U);
  EXPECT_EQ(run("rr a.atr c.atr").code, 2);
  EXPECT_EQ(run("rr a.atr -o a.atr").code, 2);
  EXPECT_EQ(run("rr a.atr --report a.atr").code, 2);
  EXPECT_EQ(run("rr a.atr --min 2 --max 1").code, 2);
  EXPECT_EQ(run("rr absent.atr").code, 3);
  EXPECT_EQ(run("rr a.atr -o absent/rr.txt").code, 5);
  scratch_.write("bare.hea", "bare 0 100\n");
  EXPECT_THAT(run("rr bare"), Fails(3, "bad_file"));
}

TEST_F(RrProgram, GapsLeaveTemplatesOutUnlessTheyAreToBeAnError) {
  scratch_.write("rec.hea", "rec 0 100\n");
  scratch_.write("rec.atr", six_beats());
  const auto parameters = [&](const std::string& arguments) {
    return json_of("entropy rec -m 1 -r 5 " + arguments).at("parameters");
  };
  EXPECT_EQ(parameters("").at("missing"), "omit");
  EXPECT_EQ(parameters("--missing omit").at("missing"), "omit");
  EXPECT_EQ(parameters("--missing raise --rr-policy close").at("missing"), "raise");
  for (const std::string command : {"entropy rec -m 1 -r 1", "multiscale rec -m 1 -r 1 --scales 1"}) {
    const Outcome refused = run(command + " --missing raise");
    EXPECT_EQ(refused.code, 4) << refused.output << refused.errors;
  }
}

TEST_F(RrProgram, ResultsNameEveryFileThatWasRead) {
  scratch_.write("rec.hea", "rec 0 100\n");
  scratch_.write("rec.atr", six_beats());
  scratch_.write("sig.hea", "sig 1 250 40\nsig.dat 80\n");
  std::string samples;
  for (int k = 0; k < 40; ++k) samples += static_cast<char>(k * k % 7);
  scratch_.write("sig.dat", samples);
  const auto line = [&](const std::string& name) {
    return sha256_by_coreutils(scratch_.path(name).string()) + "  " + name + "\n";
  };
  run("entropy rec -m 1 -r 1 -o rec.nc");
  const netCDF::NcFile rec(scratch_.path("rec.nc").string(), netCDF::NcFile::read);
  EXPECT_EQ(text_attribute(rec, "sha256") + "  rec.atr\n", line("rec.atr"));
  EXPECT_EQ(text_attribute(rec, "other_files"), line("rec.hea"));
  run("entropy sig rec -m 1 -r 1 -o both.nc");
  const netCDF::NcFile both(scratch_.path("both.nc").string(), netCDF::NcFile::read);
  EXPECT_EQ(text_attribute(both, "sha256"), line("sig.hea") + line("sig.dat") + line("rec.atr") + line("rec.hea"));
  EXPECT_EQ(strings(both, "other_files"), std::vector<std::string>{line("sig.dat")});
  run("entropy sig -m 1 -r 1 -o sig.json");
  const auto json = nlohmann::json::parse(bytes_of(scratch_.path("sig.json")));
  const auto& others = json.at("provenance").at("inputs").at(0).at("other_files");
  ASSERT_EQ(others.size(), 1U);
  EXPECT_EQ(others.at(0).at("sha256").get<std::string>() + "  sig.dat\n", line("sig.dat"));
  const auto info = nlohmann::json::parse(run("info sig --full --json").output).at(0);
  EXPECT_EQ(info.at("other_files").at(0).at("sha256").get<std::string>() + "  sig.dat\n", line("sig.dat"));
}

TEST_F(RrProgram, EntropyWarnsOfATimeToTheFirstBeat) {
  scratch_.write("rr.txt", "225.8\n0.8\n0.9\n0.8\n0.7\n0.8\n0.8\n");
  EXPECT_THAT(run("entropy rr.txt -r 1"), Says("first_is_onset"));
  EXPECT_EQ(count_of(run("entropy rr.txt -r 1 --rr").errors, "first_is_onset"), 0U);
}

TEST_F(RrProgram, ReferenceCountsFromAnnotationsAndFromText) {
  BIOTROPY_NEEDS("heartbeat/nsr001.ecg", "heartbeat/nsr001_rr_secs.txt", "heartbeat/nsr009.ecg");
  const std::string folder = biotropy::test::recording("heartbeat/");
  const std::string all = " --rr-min 0 --rr-max inf";
  using Counts = std::pair<double, double>;
  const auto counts = [](const Outcome& done) {
    const CsvTable table(done.output);
    return Counts{table.number(0, "matches_m"), table.number(0, "matches_m1")};
  };
  const Counts counts_of_001 = {571022005, 437304055};
  for (const std::string& input : {folder + "nsr001.ecg", folder + "nsr001", folder + "nsr001_rr_secs.txt --rr"}) {
    const Outcome entropy = run("entropy " + input + " -o -" + all);
    EXPECT_EQ(entropy.code, 0) << entropy.errors;
    EXPECT_EQ(counts(entropy), counts_of_001) << input;
  }
  const Counts counts_of_009 = {432735429, 303684038};
  EXPECT_EQ(counts(run("entropy " + folder + "nsr009.ecg -o -" + all)), counts_of_009);
  run("rr " + folder + "nsr009.ecg --min 0 --max inf -o nsr009.txt");
  EXPECT_EQ(counts(run("entropy nsr009.txt -o -")), counts_of_009);
  const Outcome with_onset = run("entropy " + folder + "nsr001_rr_secs.txt -o -");
  EXPECT_EQ(counts(with_onset), (Counts{2611037424, 2492905748}));
  EXPECT_THAT(with_onset, Says("first_is_onset"));
}

// A record has several files; all are protected, even if only its name was given.
TEST_F(RrProgram, NoFileOfTheRecordIsReplaced) {
  std::string beats = files::test::word(1, 10);
  for (int k = 0; k < 50; ++k) beats += files::test::word(1, 70 + 7 * k % 31);
  beats += files::test::end_of_annotations();
  scratch_.write("rec.hea", "rec 0 100\n");
  scratch_.write("rec.atr", beats);
  for (const std::string name : {"rec", "rec.hea", "rec.atr"}) {
    for (const std::string output : {"-o rec.atr", "-o rec.hea", "--report rec.atr", "-o out.txt --report rec.hea"}) {
      const Outcome outcome = run("rr " + name + " " + output);
      EXPECT_THAT(outcome, Fails(2, "output")) << name << " " << output;
      EXPECT_EQ(bytes_of(scratch_.path("rec.atr")), beats) << name << " " << output;
      EXPECT_EQ(bytes_of(scratch_.path("rec.hea")), "rec 0 100\n") << name << " " << output;
    }
  }
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("out.txt")));
}

TEST_F(RrProgram, WhereNothingCouldBeReadThereIsNoReport) {
  scratch_.write("few.txt", "9\n9\n9\n");
  const Outcome outcome = run("rr few.txt --report report.json");
  EXPECT_THAT(outcome, Fails(3, "too_short"));
  EXPECT_THAT(outcome.errors, HasSubstr("; '--min' and '--max' set the limits"));
  EXPECT_THAT(run("entropy few.txt --rr").errors, HasSubstr("; '--rr-min' and '--rr-max' set the limits"));
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("report.json")));
}

}  // namespace
}  // namespace biotropy::cli::test
