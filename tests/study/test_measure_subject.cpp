// SPDX-License-Identifier: Apache-2.0
//
// One subject of a study: the files that its recording consists of, files that change while they are read, and what is
// said of it.
#include <fstream>
#include <new>

#include "biotropy/study/other_files.hpp"
#include "biotropy/study/subject.hpp"
#include "tests/files/outcome.hpp"
#include "tests/notices.hpp"
#include "tests/study/small_study.hpp"

namespace biotropy::study {
namespace {

using files::error_of;
using test::SmallStudy;
using ::testing::EndsWith;

std::vector<std::string> others_of(const Scratch& folder, const std::string& recording) {
  std::vector<std::string> names;
  for (const auto& path : other_files({}, folder.path(recording))) names.push_back(path.filename().generic_string());
  return names;
}

TEST(OtherFiles, PartsHaveTheNameOfTheRecording) {
  const Scratch folder;
  for (const char* name : {"a.vhdr", "a.vmrk", "a.eeg", "a.txt", "ab.eeg", "b.set", "b.fdt"}) folder.write(name, "x");
  EXPECT_THAT(others_of(folder, "a.vhdr"), ElementsAre("a.eeg", "a.vmrk"));
  EXPECT_THAT(others_of(folder, "b.set"), ElementsAre("b.fdt"));
  EXPECT_THAT(others_of(folder, "ab.set"), ElementsAre("ab.eeg"));
}

TEST(OtherFiles, SplitsDifferInTheirNumberAlone) {
  const Scratch folder;
  for (const char* name : {"s_split-01_meg.fif", "s_split-02_meg.fif", "s_split-10_meg.fif", "s_split-02_eeg.fif",
                           "s_split-02_meg.edf", "s_run-1_split-02_meg.fif", "s_meg.fif", "s_split-03"}) {
    folder.write(name, "x");
  }
  EXPECT_THAT(others_of(folder, "s_split-01_meg.fif"), ElementsAre("s_split-02_meg.fif", "s_split-10_meg.fif"));
  EXPECT_THAT(others_of(folder, "s_run-1_split-01_meg.fif"), ElementsAre("s_run-1_split-02_meg.fif"));
  EXPECT_THAT(others_of(folder, "s_meg.fif"), IsEmpty());
}

TEST(OtherFiles, InAFolderThatIsGone) {
  const Scratch folder;
  EXPECT_THAT(error_of([&] { other_files({}, folder.path("gone/a.edf")); }),
              IsError(ErrorCode::io, "gone: the folder cannot be read: No such file or directory"));
}

class MeasuredSubject : public ::testing::Test {
 protected:
  MeasuredSubject() : subject_(find_subjects(study_.description).at(0)) { hash(study_.description, subject_, nullptr); }

  SubjectValues measured() const {
    return measure(study_.description, subject_, [&] { return prepare_subject(study_.description, subject_, {}); }, {});
  }

  SmallStudy study_;
  Subject subject_;
};

TEST_F(MeasuredSubject, IsNotTheRecordingThatReplacesIt) {
  study_.replace("sub-001", 450);
  EXPECT_THAT(error_of([&] { measured(); }), IsError(ErrorCode::io, "sub-001.edf: the file changed while it was read"));
}

TEST_F(MeasuredSubject, IsNotThatOfAnotherTableOfChannels) {
  std::ofstream(study_.path("sub-001_channels.tsv"))
      << "name\ttype\tstatus\nA1\tEEG\tbad\nA2\tEEG\tgood\nA3\tEEG\tgood\n";
  EXPECT_THAT(error_of([&] { measured(); }), IsError(ErrorCode::io, "the file changed while it was read"));
  hash(study_.description, subject_, nullptr);
  EXPECT_EQ(measured().failure, "");
}

// A fault of a recording that is another one by now, or that is gone, says nothing about the one that was meant.
TEST_F(MeasuredSubject, AFaultIsItsOwnOnlyIfItIsAsItWas) {
  const auto fail = [&](const std::function<void()>& change) {
    return measure(study_.description, subject_,
                   [&]() -> PreparedRecording {
                     change();
                     throw Error(ErrorCode::invalid_data, subject_.path.generic_string() + ": no sense in it");
                   },
                   {});
  };
  EXPECT_EQ(fail([] {}).failure, "sub-001.edf: no sense in it");
  for (const auto& change : std::initializer_list<std::function<void()>>{
           [&] { study_.replace("sub-001", 450); }, [&] { std::filesystem::remove(subject_.path); }}) {
    EXPECT_THAT(error_of([&] { fail(change); }), IsError(ErrorCode::io, "the file changed while it was read"));
  }
}

TEST_F(MeasuredSubject, ALackOfMemoryIsNoFaultOfTheRecording) {
  EXPECT_THAT(error_of([&] {
                measure(study_.description, subject_, []() -> PreparedRecording { throw std::bad_alloc(); }, {});
              }),
              IsError(ErrorCode::out_of_memory, "not enough memory"));
}

TEST_F(MeasuredSubject, ARecordOfWfdbIsRefused) {
  const Scratch folder;
  subject_.path = folder.write("r.hea", "r 1 100 2\nr.dat 16 200 16 0 0 0 0 ECG\n");
  subject_.shown_path = "r.hea";
  folder.write("r.dat", std::string("\1\0\2\0", 4));
  hash(study_.description, subject_, nullptr);
  EXPECT_THAT(measured().failure, HasSubstr("a WFDB record lies in several files of any names"));
}

TEST_F(MeasuredSubject, SeriesWithoutSurrogatesAreSaid) {
  PreparedRecording prepared = prepare_subject(study_.description, subject_, {});
  // The second epoch of the third channel.
  const std::size_t begin = prepared.epochs.index(1, 2) * prepared.epochs.n_times;
  std::fill_n(prepared.epochs.data.begin() + static_cast<std::ptrdiff_t>(begin), prepared.epochs.n_times, 4.0);
  study_.description.measure.measure = entropy::Measure::sampen;
  study_.description.surrogates = {9, surrogates::Kind::shuffle, 1, 0};
  const auto measured_values = [&] { return measure(study_.description, subject_, [&] { return prepared; }, {}); };
  EXPECT_THAT(measured_values().notices, IsEmpty());  // it has no value either, and is in no mean
  study_.description.measure.set(*entropy::find_option("r_unit"), "absolute");
  const SubjectValues values = measured_values();
  EXPECT_EQ(values.failure, "");
  ASSERT_THAT(values.notices, ElementsAre(coded("not_tested")));
  EXPECT_THAT(values.notices[0].text, HasSubstr("epoch 2 of 3, channel A3: "));
}

TEST_F(MeasuredSubject, SeriesThatIaaftRejectsTooOftenAreSaid) {
  PreparedRecording prepared = prepare_subject(study_.description, subject_, {});
  const std::size_t begin = prepared.epochs.index(1, 2) * prepared.epochs.n_times;
  for (std::size_t t = 0; t < prepared.epochs.n_times; ++t) {
    prepared.epochs.data[begin + t] = std::exp(8.0 * std::sin(0.2 * static_cast<double>(t)));
  }
  study_.description.measure.measure = entropy::Measure::sampen;
  study_.description.surrogates = {9, surrogates::Kind::iaaft, 1, 0};
  const SubjectValues values = measure(study_.description, subject_, [&] { return prepared; }, {});
  EXPECT_EQ(values.failure, "");
  ASSERT_THAT(values.notices, ElementsAre(coded("distorted")));
  EXPECT_THAT(values.notices[0].text, EndsWith("epoch 2 of 3, channel A3"));
}

TEST_F(MeasuredSubject, ChannelsTogetherHaveOneEntry) {
  const PreparedRecording prepared = prepare_subject(study_.description, subject_, {});
  study_.description.measure.measure = entropy::Measure::mvsampen;
  for (const std::string pooled : {"no", "epoch"}) {
    study_.description.measure.set(*entropy::find_option("pool_epochs"), pooled);
    const SubjectValues values = measure(study_.description, subject_, [&] { return prepared; }, {});
    double sum = 0.0, n = 0.0;
    for (const auto& one : entropy::measure(study_.description.request(), prepared.epochs, nullptr, {}).entries) {
      sum += one.value;
      n += 1.0;
    }
    EXPECT_THAT(values.labels, ElementsAre("all"));
    EXPECT_THAT(values.values, ElementsAre(sum / n));
    EXPECT_THAT(values.valid_epochs, ElementsAre(static_cast<double>(prepared.epochs.n_epochs)));
    std::vector<Recount> again{{"all", "all", {}}};
    recount(study_.description, subject_, again, {});
    EXPECT_EQ(again[0].values, values.values);
  }
}

TEST_F(MeasuredSubject, AnAbsoluteToleranceIsForChannelsOfOneUnit) {
  PreparedRecording prepared = prepare_subject(study_.description, subject_, {});
  const auto found = [&] { return measure(study_.description, subject_, [&] { return prepared; }, {}); };
  prepared.epochs.units[1] = "mV";
  EXPECT_EQ(found().failure, "");
  study_.description.measure.options["r_unit"] = std::string("absolute");
  EXPECT_THAT(found().failure,
              EndsWith("r_unit is absolute; it must be one unit of all channels (A1 has fT, A2 mV), or an r in "
                       "units of SD"));
  prepared.epochs.units[1].clear();  // unknown
  EXPECT_EQ(found().failure, "");
  study_.description.measure.set(*entropy::find_option("r"), std::string("0.001 pT"));
  EXPECT_NE(found().failure, "");
  prepared.epochs.units[1] = "fT";
  const std::vector<double> converted = found().values;
  study_.description.measure.set(*entropy::find_option("r"), 1.0);
  EXPECT_EQ(converted, found().values);
}

TEST_F(MeasuredSubject, AnEntryOfAChannelThatIsNotThereIsRefused) {
  std::vector<Recount> entries{{"A1", "B7", {}}};
  EXPECT_THAT(error_of([&] { recount(study_.description, subject_, entries, {}); }),
              IsError(ErrorCode::invalid_data, "sub-001.edf: no channel B7"));
}

}  // namespace
}  // namespace biotropy::study
