// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "biotropy/byte_order_internal.hpp"
#include "biotropy/files/open.hpp"
#include "tests/files/mat_files.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"
#include "tests/files/warnings.hpp"

namespace biotropy::files {
namespace {

using test::MatKind;
using test::MatValue;

MatValue number(const std::string& name, double value) {
  return {name, {1, 1}, {value}};
}

MatValue text(const std::string& name, const std::string& words) {
  MatValue value{name, {1, words.size()}, {words.begin(), words.end()}};
  value.kind = MatValue::Kind::text;
  return value;
}

MatValue structures(const std::string& name, std::size_t count, std::vector<MatValue> fields) {
  MatValue value{name, {1, count}, {}};
  value.kind = MatValue::Kind::structure;
  value.fields = std::move(fields);
  return value;
}

// Of every version of MATLAB's files.
class Eeglab : public ::testing::TestWithParam<MatKind> {
 protected:
  Eeglab()
      : channels_(structures("chanlocs", 2,
                             {text("labels", "Fz"), text("type", "EEG"), text("labels", "eye"), text("type", "eog")})),
        data_{"data", {2, 6}, {1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60}} {}

  std::vector<MatValue> fields() const {
    std::vector<MatValue> all = {text("setname", "x"),
                                 number("srate", 250),
                                 number("nbchan", 2),
                                 number("pnts", samples_),
                                 number("trials", trials_),
                                 data_,
                                 channels_};
    if (!events_.fields.empty()) all.push_back(events_);
    if (!reject_.fields.empty()) all.push_back(reject_);
    return all;
  }

  std::filesystem::path write() const {
    test::write_mat(scratch_.path("x.set"), GetParam(), {structures("EEG", 1, fields())});
    return scratch_.path("x.set");
  }

  std::optional<Error> error() const {
    const auto path = write();
    return error_of([&] { open(path); });
  }

  Scratch scratch_;
  MatValue channels_, data_, events_, reject_;
  double samples_ = 6, trials_ = 1;
};

INSTANTIATE_TEST_SUITE_P(Kinds, Eeglab,
                         ::testing::Values(MatKind::v5, MatKind::v5_compressed, MatKind::v7_3,
                                           MatKind::v7_3_compressed));

TEST_P(Eeglab, ChannelsRateAndSamplesInAStructureOrBesideEachOther) {
  const auto check = [](const series::Recording& recording) {
    EXPECT_EQ(recording.format, "EEGLAB");
    ASSERT_EQ(recording.channels.size(), 2u);
    EXPECT_EQ(recording.channels[0].label, "Fz");
    EXPECT_EQ(recording.channels[0].unit, "uV");
    EXPECT_EQ(recording.channels[0].type, "EEG");
    EXPECT_EQ(recording.channels[1].type, "EOG");
    EXPECT_EQ(recording.channels[1].rate, 250.0);
    EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(recording.channels[1].samples, ElementsAre(10, 20, 30, 40, 50, 60));
    EXPECT_THAT(recording.channels[0].gap_starts, IsEmpty());
    EXPECT_THAT(test::notices_of(recording), warns("types_left_out"));
  };
  check(open(write()));
  test::write_mat(scratch_.path("y.set"), GetParam(), fields());
  check(open(scratch_.path("y.set")));
  test::write_mat(scratch_.path("z.set"), GetParam(), {text("note", "x"), structures("EEG", 1, fields())});
  check(open(scratch_.path("z.set")));
}

TEST_P(Eeglab, SamplesInAFileOfTheirOwn) {
  const std::vector<float> values = {1, 10, 2, 20, 3, 30.5, 4, 40, 5, 50, 6, 60};
  std::string bytes;
  append_little_endian(std::span(values), bytes);
  data_ = text("data", "x.fdt");
  const auto path = write();
  EXPECT_THAT(error_of([&] { open(path); }),
              IsError(ErrorCode::file_not_found, "its samples are in 'x.fdt', which is not there"));
  const auto samples = scratch_.write("x.fdt", bytes);
  const series::Recording recording = open(path);
  EXPECT_THAT(recording.channels[1].samples, ElementsAre(10, 20, 30.5, 40, 50, 60));
  EXPECT_THAT(recording.other_files, ElementsAre(samples.generic_string()));
  scratch_.write("x.fdt", bytes.substr(4));
  EXPECT_THAT(error_of([&] { open(path); }),
              IsError(ErrorCode::bad_file, "x.fdt: it holds 44 bytes, and 2 channels of 6 samples need 48"));
  scratch_.write("x.fdt", bytes);
  data_ = text("data", "before.fdt");
  EXPECT_EQ(test::notices_of(open(write())).at(0).code, "other_file_read");
#ifndef _WIN32
  std::filesystem::create_symlink("before.fdt", scratch_.path("before.fdt"));
  EXPECT_THAT(error_of([&] { open(write()); }), IsError(ErrorCode::io, "before.fdt: "));
#endif
  // Nothing joined to the folder is the folder itself.
  data_ = text("data", "");
  EXPECT_EQ(test::notices_of(open(write())).at(0).code, "other_file_read");
  data_ = text("data", "/tmp/x.fdt");
  EXPECT_THAT(error(), IsError(ErrorCode::bad_file, "outside its folder"));
}

TEST_P(Eeglab, EventsAreAnnotationsAndBoundariesGaps) {
  const auto event = [](MatValue type, double latency, double duration) {
    return std::vector<MatValue>{std::move(type), number("latency", latency), number("duration", duration)};
  };
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  std::vector<MatValue> all;
  for (const auto& one : {event(text("type", "boundary"), 0.5, 7), event(text("type", "square"), 2, 0),
                          event(number("type", 13), 3.25, 5), event(text("type", "boundary"), 4.5, 50),
                          event(text("type", "boundary"), 6.5, 9)}) {
    all.insert(all.end(), one.begin(), one.end());
  }
  events_ = structures("event", 5, all);
  const series::Recording recording = open(write());
  ASSERT_EQ(recording.annotations.size(), 5u);
  EXPECT_EQ(recording.annotations[1].text, "square");
  EXPECT_EQ(recording.annotations[1].onset, 1 / 250.0);
  EXPECT_EQ(recording.annotations[2].text, "13");
  EXPECT_NEAR(recording.annotations[2].duration.value(), (5 + 50) / 250.0, 1e-12);  // across the boundary
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(4u));
  EXPECT_THAT(recording.channels[1].gap_seconds, ElementsAre(50 / 250.0));
  events_ = structures("event", 1, event(text("type", "boundary"), 3.5, unknown));
  EXPECT_THAT(open(write()).channels[0].gap_starts, ElementsAre(3u));
  EXPECT_THAT(open(write()).channels[0].gap_seconds, IsEmpty());
  // What was lost at one place in two steps is added, as by eeg_urlatency.
  all.clear();
  for (const auto& one : {event(text("type", "boundary"), 4.5, 50), event(text("type", "boundary"), 4.5, 20)}) {
    all.insert(all.end(), one.begin(), one.end());
  }
  events_ = structures("event", 2, all);
  EXPECT_THAT(open(write()).channels[0].gap_seconds, ElementsAre(70 / 250.0));
  for (const auto& type : {number("type", -99), text("type", "-99"), text("type", "Boundary")}) {
    events_ = structures("event", 1, event(type, 2.5, 0));
    EXPECT_THAT(open(write()).channels[0].gap_starts, ElementsAre(2u));
    EXPECT_THAT(test::notices_of(open(write())), warns("types_left_out"));
  }
  // Boundaries that have lost their places, and an event behind the end.
  all.clear();
  for (const auto& one : {event(text("type", "boundary"), 0.5, 7), event(text("type", "boundary"), 0.5, 7),
                          event(text("type", "square"), 1e6, 0)}) {
    all.insert(all.end(), one.begin(), one.end());
  }
  events_ = structures("event", 3, all);
  EXPECT_THAT(test::notices_of(open(write())),
              ElementsAre(coded("gap_times_unknown"), coded("events_outside"), coded("types_left_out")));
  events_ = structures("event", 1, {MatValue{"type", {0, 0}, {}}, number("latency", 2)});
  EXPECT_EQ(open(write()).annotations.at(0).text, "event");
  events_ = structures("event", 1, {text("type", "square"), text("latency", "two")});
  EXPECT_THAT(error(), IsError(ErrorCode::bad_file, "event 1 ('square') has no latency"));
}

TEST_P(Eeglab, EventsBehindGapsComeLaterByWhatWasLost) {
  struct Event {
    const char* type;
    double latency, duration;
  };
  std::vector<MatValue> all;
  for (const Event& one : {Event{"boundary", 2.5, 25}, Event{"boundary", 5, 50}, Event{"before", 2, 1},
                           Event{"across", 2, 4}, Event{"between", 3, 2}, Event{"behind", 5, 0}}) {
    for (MatValue field : {text("type", one.type), number("latency", one.latency), number("duration", one.duration)}) {
      all.push_back(std::move(field));
    }
  }
  events_ = structures("event", 6, all);
  const series::Recording recording = open(write());
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(2u, 4u));
  EXPECT_THAT(recording.channels[0].gap_seconds, ElementsAre(0.1, 0.2));
  const std::vector<std::pair<double, double>> times = {{1.5 / 250, 0.1},
                                                        {4.0 / 250 + 0.1, 0.2},
                                                        {1.0 / 250, 1.0 / 250},
                                                        {1.0 / 250, 4.0 / 250 + 0.3},
                                                        {2.0 / 250 + 0.1, 2.0 / 250},
                                                        {4.0 / 250 + 0.3, 0}};
  ASSERT_EQ(recording.annotations.size(), times.size());
  for (std::size_t k = 0; k < times.size(); ++k) {
    EXPECT_NEAR(recording.annotations[k].onset, times[k].first, 1e-12) << recording.annotations[k].text;
    EXPECT_NEAR(recording.annotations[k].duration.value(), times[k].second, 1e-12) << recording.annotations[k].text;
  }
  // One gap of unknown length leaves all of them uncounted.
  all[2] = number("duration", 0);
  events_ = structures("event", 6, all);
  EXPECT_EQ(open(write()).annotations.at(5).onset, 4.0 / 250);
}

TEST_P(Eeglab, EpochsEndInGaps) {
  data_ = {"data", {2, 2, 3}, {1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60}};
  samples_ = 2;
  trials_ = 3;
  const series::Recording recording = open(write());
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(2u, 4u));
}

TEST_P(Eeglab, EpochsThatAreMarkedForRejectionAreSaid) {
  data_ = {"data", {2, 2, 3}, {1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60}};
  samples_ = 2;
  trials_ = 3;
  const auto marks = [](const std::string& name, std::vector<double> numbers) {
    return MatValue{name, {1, numbers.size()}, std::move(numbers)};
  };
  // Colours are no marks, nor are those of components, or of other numbers of epochs.
  const std::vector<MatValue> others = {marks("rejmanualcol", {1, 1, 0.8}), marks("gcompreject", {1, 1, 1}),
                                        marks("rejjp", {0, 0, 0}), marks("rejfreq", {1, 1})};
  reject_ = structures("reject", 1, others);
  EXPECT_THAT(open(write()).notices, Each(Not(coded("rejected_epochs_read"))));
  reject_.fields.push_back(marks("rejmanual", {0, 1, 0}));
  EXPECT_THAT(open(write()).notices, Contains(Field("text", &Notice::text, HasSubstr("1 of 3 epochs"))));
  reject_.fields.push_back(marks("icarejkurt", {0, 1, 1}));
  const series::Recording recording = open(write());
  EXPECT_THAT(recording.notices, Contains(Field("text", &Notice::text, HasSubstr("2 of 3 epochs"))));
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST_P(Eeglab, DataSetsThatCannotBeRead) {
  samples_ = 5;
  EXPECT_THAT(error(), IsError(ErrorCode::bad_file, "EEG.data is not an array of 2 channels, 5 samples and 1 epochs"));
  samples_ = 2.5;
  EXPECT_THAT(error(), IsError(ErrorCode::bad_file, "pnts is 2.5; it must be a whole number"));
  samples_ = 0x1p47;
  trials_ = 4;
  EXPECT_THAT(error(), IsError(ErrorCode::bad_file, "nbchan times pnts times trials is too large"));
  trials_ = 1;
  EXPECT_THAT(error(), IsError(ErrorCode::bad_file, "is not an array of 2 channels"));
  samples_ = 0x1p49;
  EXPECT_THAT(error(), IsError(ErrorCode::bad_file, "a whole number from 1 to"));
  samples_ = 6;
  data_.is_complex = true;
  EXPECT_THAT(error(), IsError(ErrorCode::bad_file, "is not an array of 2 channels, 6 samples and 1 epochs"));
  data_.is_complex = false;
  const MatValue numbers = data_;
  data_ = text("data", "x.dat");
  scratch_.write("x.dat", std::string(48, '\0'));
  EXPECT_THAT(error(), IsError(ErrorCode::unsupported, "samples of an old EEGLAB (.dat)"));
  data_ = numbers;
  channels_ = structures("chanlocs", 1, {text("labels", "Fz")});
  EXPECT_THAT(error(), IsError(ErrorCode::bad_file, "chanlocs describes 1 channels, and nbchan is 2"));
  channels_ = MatValue{"chanlocs", {0, 0}, {}};
  EXPECT_EQ(open(write()).channels.at(1).label, "ch2");
  OpenOptions options{.variable = "EEG.data"};
  EXPECT_THAT(open(write(), options).format, StartsWith("MAT "));
  options = {};
  options.rate = 100.0;
  EXPECT_THAT(test::notices_of(open(write(), options)), warns("rate_ignored"));
}

}  // namespace
}  // namespace biotropy::files
