// SPDX-License-Identifier: Apache-2.0
//
// Real recordings. Expected values of EDF and BDF files come from pyedflib 0.1.42, for the one that it refuses from MNE
// 1.13.2, of arrays and text from NumPy 2.4.6 (numpy.load, numpy.loadtxt, str.split); means and deviations (ddof 1)
// from NumPy.
#include <fmt/format.h>

#include <cmath>
#include <ostream>

#include "biotropy/files/open.hpp"
#include "biotropy/series/normalise.hpp"
#include "tests/files/mat_files.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/recordings.hpp"

namespace biotropy::files {
namespace {

using series::Channel;
using series::Recording;

Recording read(const std::string& name) {
  return open(biotropy::test::recording(name));
}

struct Fact {
  std::string file, format;
  std::size_t n_channels, channel;
  std::string label, unit;
  double rate;
  std::size_t n_samples;
  double first, middle, last, mean, sd;
  double tolerance = 1e-9;  ///< for the mean and SD, whose sums were rounded in another order
};

// The name of the test, without the bytes between the members, which nobody has set.
void PrintTo(const Fact& fact, std::ostream* out) {
  *out << fact.file << " channel " << fact.channel;
}

const Fact kFacts[] = {
    {"eeg/Subject00_2.edf", "EDF+C", 21, 0, "EEG Fp1", "uV", 500, 31000, 4.4760491256580455, 5.371867078660258,
     -0.00041360723277637904, -0.1918052696661966, 16.130312776118146},
    {"eeg/Subject00_2.edf", "EDF+C", 21, 15, "EEG O2", "uV", 500, 31000, -1.1439772454413673, -19.996747861448082,
     0.00021304127565423056, 0.12752172228003258, 16.660576291990736},
    {"eeg/Subject00_2.edf", "EDF+C", 21, 20, "ECG ECG", "mV", 500, 31000, -0.008462790936140994, -0.05150887452506294,
     9.522178988326849e-06, 0.00403564899036762, 0.11459340737896201},
    {"eeg/Subject05_2.edf", "EDF+C", 21, 0, "EEG Fp1", "uV", 500, 31000, -21.45689247302968, -25.95530853711757,
     -0.001431501640344854, -0.0397286211757224, 17.7652971834091},
    {"eeg/Subject31_1.edf", "EDF+C", 21, 0, "EEG Fp1", "uV", 500, 40000, -6.16069802075227, 5.982580165407797,
     0.00011845365072098878, 0.004470834432112611, 9.55811973322153},
    {"eeg/mne_test.edf", "EDF+C", 139, 0, "A1", "uV", 512, 3072, -15.0, 8.0, -30.0, -2.404296875, 25.33663849394764},
    {"eeg/mne_test.edf", "EDF+C", 139, 138, "Status", "uV", 512, 3072, 4352.0, 0.0, 0.0, 18.7578125, 277.3082669129098},
    {"eeg/short_psg.edf", "EDF", 7, 0, "EEG Fpz-Cz", "uV", 100, 30000, 5.016849816849817, 80.97289377289377,
     -7.454945054945055, 0.19289084249084248, 28.272169176294717},
    {"eeg/short_psg.edf", "EDF", 7, 3, "Resp oro-nasal", "", 1, 300, -482.0, 28.0, 363.0, 366.09, 555.2042516981286},
    {"eeg/short_psg.edf", "EDF", 7, 5, "Temp rectal", "DegC", 1, 300, 37.20645161290322, 37.23118279569893,
     37.19247311827957, 37.20333333333333, 0.022327144532982724},
    {"eeg/bdf_test.bdf", "BDF", 8, 0, "EEG Channel-1", "uV", 250, 18250, -1.4185906302088875, 9.596348380824827,
     3.5643579700206502, -0.44994095649269333, 13.217340604893959},
    {"eeg/bdf_test.bdf", "BDF", 8, 7, "EEG Channel-8", "uV", 250, 18250, -1.8715859575024818, -4.279613749957904,
     -4.684925358589015, 0.14718984148670422, 14.645595993525111},
    {"edge/duplicate_channel_labels.edf", "EDF+C", 3, 2, "EEG F1-Ref", "uV", 250, 2500, 17.2, -2.2, -10.8, 11.674,
     28.33848591427505},
    {"edge/test_edf_stim_channel.edf", "EDF", 25, 0, "EEG Fp1", "uV", 128, 1228, 175940.65629053177, 175926.281528954,
     175924.28145265888, 175929.44084979332, 6.2005144996381105},
    {"edge/test_edf_stim_channel.edf", "EDF", 25, 18, "EEG O2", "uV", 128, 1228, 176235.78129243915, 176220.35942626078,
     176215.70334935532, 176221.80667649308, 6.900649670543175},
    {"edge/test_uneven_samp.edf", "EDF", 2, 0, "3Hz +5/-5 V", "V", 100, 11000, 0.0, 0.0, -0.9326171875, 0.002392578125,
     3.5336061583582787},
    {"edge/test_utf8.edf", "EDF+C", 1, 0, "Fp1", "uV", 128, 89344, 6.247302967879759, 5.449774929427024,
     -0.13292133974212253, -0.29986449625115563, 16.097538781990444},
    {"edge/test_generator_datarec_generator_0_5.bdf", "BDF+C", 5, 0, "sine 10Hz", "uV", 2000, 60000, 31.4106363898895,
     31.4106363898895, 0.00017881394498431353, 0.0, 707.1125397347753},
    {"edge/test_generator_datarec_generator_0_5.bdf", "BDF+C", 5, 4, "white noise", "uV", 1998, 59940,
     616.8696651977101, 477.8396772050665, -923.6299946087596, -1.2744557614787864, 577.2703624368273},
    {"eeg/eeg_raw.npy", "NPY", 8, 0, "ch1", "", 1, 15001, 1.6601845766184287e-13, -0.8182108318780293, 5.97312984281954,
     -0.04718205749713058, 8.407472623828742},
    {"heartbeat/SampleNNISeriesLong.npy", "NPY", 1, 0, "ch1", "", 1, 4684, 664, 711, 930, 3599365.0 / 4684,
     85.35721021230724},
    {"heartbeat/nsr001_rr_secs.txt", "text", 1, 0, "col1", "", 1, 106460, 225.796875, 0.78125, 0.5546875,
     81191.3359375 / 106460, 0.7105515378073394},
    {"heartbeat/nsr019_rr_secs.txt", "text", 1, 0, "col1", "", 1, 122824, 225.953125, 0.8515625, 0.5703125,
     86230.8046875 / 122824, 0.6539609367352739},
    {"heartbeat/chf208_rr_secs.txt", "text", 1, 0, "col1", "", 1, 108496, 0.5703125, 0.734375, 0.640625,
     86457.2578125 / 108496, 0.10053532480764914},
    {"heartbeat/rest_rri.txt", "text", 1, 0, "col1", "", 1, 910, 1114, 1018, 1021, 963434.0 / 910, 57.81817771970009},
    {"eeg/OpenBCI-sampleData-1-blinks-jawClench-alpha.txt", "text", 11, 7, "col9", "", 250, 22490, 1740.11, -4551.93,
     -6470.99, -3600.22588572699, 2477.6834703899463},
    {"edge/SDconverted-2014-10-22_17-39-29.txt", "text", 8, 0, "col2", "", 1, 3471, -5758.949, -5757.742, -5721.488,
     -5728.536559060789, 30.938729315563243},
};

void expect_fact(const Fact& fact) {
  SCOPED_TRACE(fact.file + " " + fact.label);
  const Recording recording = read(fact.file);
  EXPECT_EQ(recording.format, fact.format);
  ASSERT_EQ(recording.channels.size(), fact.n_channels);
  const Channel& channel = recording.channels[fact.channel];
  EXPECT_EQ(channel.label, fact.label);
  EXPECT_EQ(channel.unit, fact.unit);
  EXPECT_EQ(channel.rate, fact.rate);
  ASSERT_EQ(channel.samples.size(), fact.n_samples);
  EXPECT_THAT(channel.gap_starts, IsEmpty());
  // Rounding of the ends of the range, at most 200,000 here; of the value itself where that is larger.
  const double precision = 1e-13 + 1e-15 * std::abs(fact.first);
  EXPECT_NEAR(channel.samples.front(), fact.first, precision);
  EXPECT_NEAR(channel.samples[fact.n_samples / 2], fact.middle, precision);
  EXPECT_NEAR(channel.samples.back(), fact.last, precision);
  const series::Moments moments = series::moments(channel.samples);
  EXPECT_NEAR(moments.mean, fact.mean, fact.tolerance);
  EXPECT_NEAR(moments.sd, fact.sd, fact.tolerance);
}

class FactsOfRecordings : public ::testing::TestWithParam<Fact> {};

TEST_P(FactsOfRecordings, AreThoseOfOtherReaders) {
  BIOTROPY_NEEDS(GetParam().file);
  expect_fact(GetParam());
}

INSTANTIATE_TEST_SUITE_P(, FactsOfRecordings, ::testing::ValuesIn(kFacts));

TEST(Recordings, FilesWithNothingToWarnOf) {
  for (const char* name :
       {"eeg/Subject00_2.edf", "eeg/Subject05_2.edf", "eeg/Subject31_1.edf", "eeg/short_psg.edf", "eeg/eeg_raw.npy",
        "heartbeat/SampleNNISeriesLong.npy", "heartbeat/nsr001_rr_secs.txt", "heartbeat/rest_rri.txt",
        "edge/test_utf8.edf", "edge/test_generator_datarec_generator_0_5.bdf", "edge/SC4001EC-Hypnogram.edf",
        "edge/test_edf_stim_channel.edf"}) {
    if (!biotropy::test::missing_recording({name}).empty()) continue;
    EXPECT_THAT(read(name).notices, IsEmpty()) << name;
  }
}

TEST(Recordings, TriggersAreNoEeg) {
  BIOTROPY_NEEDS("eeg/mne_test.edf");
  const Recording recording = read("eeg/mne_test.edf");
  EXPECT_THAT(recording.notices, warns("types_left_out"));
  EXPECT_EQ(series::select_channels(recording, "").size(), recording.channels.size() - 1);
}

TEST(Recordings, OddHeadersAreSaid) {
  BIOTROPY_NEEDS("eeg/bdf_test.bdf", "edge/duplicate_channel_labels.edf", "edge/test_uneven_samp.edf");
  EXPECT_THAT(read("eeg/bdf_test.bdf").notices, warns("annotations_missing"));
  EXPECT_THAT(read("edge/duplicate_channel_labels.edf").notices, warns("names_repeated"));
  EXPECT_THAT(read("edge/test_uneven_samp.edf").notices, ElementsAre(coded("start_invalid"), coded("bytes_left_out")));
  EXPECT_EQ(read("edge/test_uneven_samp.edf").channels[1].rate, 12.8);
  EXPECT_EQ(read("edge/test_uneven_samp.edf").channels[1].samples.size(), 1408U);
}

TEST(Recordings, Annotations) {
  BIOTROPY_NEEDS("edge/test_utf8.edf", "eeg/mne_test.edf", "edge/SC4001EC-Hypnogram.edf");
  const Recording utf8 = read("edge/test_utf8.edf");
  ASSERT_EQ(utf8.annotations.size(), 5U);
  EXPECT_NEAR(utf8.annotations[0].onset, 1.5566407, 1e-12);
  EXPECT_EQ(utf8.annotations[0].text, "XLSpike");
  EXPECT_NEAR(utf8.annotations[2].onset, 119.6054688, 1e-12);
  EXPECT_EQ(utf8.annotations[2].text,
            "\xe4\xb8\xad\xe6\x96\x87\xe6\xb5\x8b\xe8\xaf\x95\xe5\x85\xab\xe4\xb8\xaa\xe5\xad\x97");
  EXPECT_NEAR(utf8.annotations[4].onset, 583.1777344, 1e-12);

  const Recording typed = read("eeg/mne_test.edf");
  ASSERT_EQ(typed.annotations.size(), 5U);
  EXPECT_EQ(typed.annotations[1].onset, 0.1344);
  EXPECT_EQ(typed.annotations[1].duration, 0.256);
  EXPECT_EQ(typed.annotations[1].text, "type A");
  EXPECT_EQ(typed.annotations[3].duration, std::nullopt);

  const Recording sleep = read("edge/SC4001EC-Hypnogram.edf");
  EXPECT_EQ(sleep.format, "EDF+C");
  EXPECT_THAT(sleep.channels, IsEmpty());
  ASSERT_EQ(sleep.annotations.size(), 154U);
  EXPECT_EQ(sleep.annotations[1].onset, 30630.0);
  EXPECT_EQ(sleep.annotations[1].duration, 120.0);
  EXPECT_EQ(sleep.annotations[1].text, "Sleep stage 1");
  EXPECT_EQ(sleep.annotations[153].onset, 79500.0);
  EXPECT_EQ(sleep.annotations[153].text, "Sleep stage ?");
}

TEST(Recordings, AwkwardTables) {
  BIOTROPY_NEEDS("edge/rri_multiple_columns_datetime.csv", "edge/SDconverted-2014-10-22_17-39-29.txt",
                 "eeg/OpenBCI-sampleData-1-blinks-jawClench-alpha.txt");
  const Recording dated = read("edge/rri_multiple_columns_datetime.csv");
  ASSERT_EQ(dated.channels.size(), 1U);
  EXPECT_EQ(dated.channels[0].label, "rri");
  EXPECT_THAT(dated.channels[0].samples, ElementsAre(790, 815, 800, 795));
  EXPECT_THAT(dated.notices, warns("time_left_out"));

  const Recording semicolons = read("edge/rri_semicolon.csv");
  ASSERT_EQ(semicolons.channels.size(), 1U);
  EXPECT_EQ(semicolons.channels[0].label, "rri");
  EXPECT_THAT(semicolons.notices, warns("time_left_out"));

  EXPECT_THAT(read("edge/SDconverted-2014-10-22_17-39-29.txt").notices,
              ElementsAre(coded("program_recognised"), coded("time_left_out"), coded("file_cut")));
  // Its sample counter, clock times, and times since 1970.
  EXPECT_THAT(read("eeg/OpenBCI-sampleData-1-blinks-jawClench-alpha.txt").notices, warns("program_recognised"));
}

struct FifFact {
  std::string file, label, type;
  std::size_t n_channels, channel;
  double rate;
  std::size_t n_samples;
  double first, middle, last;
};

// KIT and BTi as MNE converted them, and an EEG in integers: values of MNE 1.13.2, to the last bit.
TEST(Recordings, SamplesOfFif) {
  const FifFact facts[] = {
      {"meg/kit/test_bin_raw.fif", "MEG 004", "MEGGRADAXIAL", 158, 3, 1000.0, 2000, 1.2370700167366189e-12,
       -1.0695500474861008e-12, 3.9946900496669324e-13},
      {"meg/bti/exported4D_solaris_raw.fif", "MEG 248", "MEGMAG", 253, 247, 678.1699829101562, 678,
       -2.7825165132069896e-13, 1.4846392344669557e-12, 5.563955546294963e-12},
      {"eeg/data_resting_EO_200Hz_raw.fif", "CZ-A2", "EEG", 2, 1, 200.0, 72000, -7.999999779920164e-06,
       -1.0999999583705122e-05, 0.0},
  };
  for (const FifFact& fact : facts) {
    BIOTROPY_NEEDS(fact.file);
    const Recording recording = read(fact.file);
    ASSERT_EQ(recording.channels.size(), fact.n_channels) << fact.file;
    const Channel& channel = recording.channels[fact.channel];
    EXPECT_EQ(channel.label, fact.label);
    EXPECT_EQ(channel.type, fact.type);
    EXPECT_EQ(channel.rate, fact.rate);
    ASSERT_EQ(channel.samples.size(), fact.n_samples);
    EXPECT_EQ(channel.samples.front(), fact.first) << fact.file;
    EXPECT_EQ(channel.samples[fact.n_samples / 2], fact.middle) << fact.file;
    EXPECT_EQ(channel.samples.back(), fact.last) << fact.file;
  }
}

// With the options that were decided the same is read, and nothing is decided.
TEST(Recordings, WhatWasDecidedAreOptions) {
  const Scratch scratch;
  const std::string samples = "4,0.5,7\n8,1.5,3\n12,1.25,9\n";
  std::vector<std::string> files;
  for (const std::string head : {"Time (ms),a,b\n", "index,a,b\n", "t,17,18\n", ",17,18\n", "a,b,c\n",
                                 "1428518133.00,1428518133.00,1428518133.00\n64.0,64.0,64.0\n", "sec,a,b\n,600,600\n"})
    files.push_back(scratch.write(fmt::format("{}.csv", files.size()), head + samples).generic_string());
  files.push_back(scratch.path("set.mat").generic_string());
  test::write_mat(files.back(), test::MatKind::v5, {{"x", {1, 3}, {1, 2, 3}}, {"fs", {1, 1}, {250}}});
  for (const char* name : {"eeg/eeg_raw.npy", "heartbeat/SampleNNISeriesLong.npy", "heartbeat/nsr001.hea",
                           "heartbeat/105.atr", "heartbeat/rest_rri.txt", "eeg/short_psg.edf", "eeg/bdf_test.bdf"}) {
    BIOTROPY_NEEDS(name);
    files.push_back(biotropy::test::recording(name));
  }
  for (const std::string& file : files) {
    const Recording first = open(file);
    OpenOptions options;
    for (const auto& [name, value] : first.decided) find_row(open_options(), name)->set(options, value);
    const Recording again = open(file, options);
    EXPECT_EQ(again.decided, first.decided) << file;
    ASSERT_EQ(again.channels.size(), first.channels.size()) << file;
    EXPECT_EQ(again.annotations.size(), first.annotations.size()) << file;
    for (std::size_t c = 0; c < first.channels.size(); ++c) {
      EXPECT_EQ(again.channels[c].label, first.channels[c].label) << file;
      EXPECT_EQ(again.channels[c].samples, first.channels[c].samples) << file;
      EXPECT_EQ(again.channels[c].gap_starts, first.channels[c].gap_starts) << file;
      EXPECT_EQ(again.channels[c].rate, first.channels[c].rate) << file;
    }
  }
}

// The name of a column, the shape of an array, and the file of annotations decide.
TEST(Recordings, DecidesTheUnitOfTimeTheOrientationAndTheAnnotator) {
  const Scratch scratch;
  const auto decided = [](const std::filesystem::path& path, const std::string& name) {
    for (const auto& [option, value] : open(path).decided) {
      if (option == name) return text_of(value);
    }
    return std::string();
  };
  EXPECT_EQ(decided(scratch.write("ms.csv", "Time (ms),a\n4,1\n8,2\n"), "time_unit"), "ms");
  EXPECT_EQ(decided(scratch.write("min.csv", "Time (min),a\n0.5,1\n1,2\n"), "time_unit"), "min");
  EXPECT_EQ(decided(scratch.write("hours.csv", "time [h],a\n0.5,1\n1,2\n"), "time_unit"), "h");
  EXPECT_EQ(decided(scratch.write("index.csv", "index,a\n4,1\n8,2\n"), "time_unit"), "samples");
  EXPECT_EQ(decided(scratch.write("none.csv", "time,a\n4,1\n8,2\n"), "time_unit"), "");
  scratch.write("x.dat", std::string("\1\0\2\0", 4));
  EXPECT_EQ(decided(scratch.write("x.hea", "x 1\nx.dat 16\n"), "rate"), "250");
  BIOTROPY_NEEDS("eeg/eeg_raw.npy", "heartbeat/nsr001.hea");
  EXPECT_EQ(decided(biotropy::test::recording("eeg/eeg_raw.npy"), "orientation"), "rows");
  EXPECT_EQ(decided(biotropy::test::recording("heartbeat/nsr001.hea"), "annotator"), "ecg");
}

TEST(Recordings, WhatCannotBeRead) {
  BIOTROPY_NEEDS("edge/test_file_mistake_1.txt");
  const auto error = [](const std::string& name) { return error_of([&] { read(name); }); };
  EXPECT_THAT(error("edge/empty.txt"), IsError(ErrorCode::bad_file, "the file is empty"));
  EXPECT_THAT(error("edge/test_file_mistake_1.txt"), IsError(ErrorCode::bad_file, "line 3: 's' is not a number"));
  EXPECT_THAT(error("edge/test_file_3.txt"), IsError(ErrorCode::bad_file, "line 3: '670, wat' is not a number"));
}

}  // namespace
}  // namespace biotropy::files
