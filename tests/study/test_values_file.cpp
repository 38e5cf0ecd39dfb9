// SPDX-License-Identifier: Apache-2.0
//
// Files with values of a subject, a correct checksum and wrong content: no index in them may be used.
#include "biotropy/study/values_file.hpp"

#include <cmath>
#include <functional>

#include "biotropy/files/results/arrays.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::study {
namespace {

using files::error_of;

class ValuesFile : public ::testing::Test {
 protected:
  ValuesFile() {
    values_.labels = {"A1", "A2"};
    values_.units = {"fT", "fT"};
    values_.n_epochs = 3;
    values_.epochs_used = 2;
    values_.values = {1.0, 2.0, 3.0, 4.0};
    values_.valid_epochs = {2.0, 2.0, 1.0, 2.0};
    values_.rejections = {{2, 1, "flat"}};
    write_values(path_, "sub-1", "key", values_);
  }

  SubjectValues read() const { return read_values(path_, "sub-1", "key", description_); }

  // Writes other values, and expects an error on reading.
  void expect_refused(const std::function<void(SubjectValues&)>& change) const {
    SubjectValues changed = values_;
    change(changed);
    write_values(path_, "sub-1", "key", changed);
    EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::bad_file, "is inconsistent"));
  }

  // The same for a number as stored in the file.
  void expect_number_refused(const std::string& name, double number) const {
    write_values(path_, "sub-1", "key", values_);
    files::Arrays arrays = files::read_checked_arrays(path_);
    for (files::Parameter& one : arrays.attributes) {
      if (one.name == name) one.value = number;
    }
    for (files::ArrayVariable& one : arrays.variables) {
      if (one.name == name) one.numbers[0] = number;
    }
    files::write_checked_arrays(path_, arrays);
    EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::bad_file, "")) << name << " " << number;
  }

  const Scratch scratch_;
  const std::filesystem::path path_ = scratch_.path("a.values");
  Description description_;
  SubjectValues values_;
};

TEST_F(ValuesFile, IsReadAsItWasWritten) {
  values_.notices = {note("padding", "a"), warning("gaps", "b")};
  write_values(path_, "sub-1", "key", values_);
  const SubjectValues found = read();
  EXPECT_EQ(found.values, values_.values);
  EXPECT_EQ(found.notices, values_.notices);
  EXPECT_EQ(found.rejections[0].channel, 1U);
  SubjectValues failed{.failure = "no header"};
  write_values(path_, "sub-1", "key", failed);
  EXPECT_EQ(read().failure, "no header");
}

TEST_F(ValuesFile, SizesThatDoNotFitAreRefused) {
  expect_refused([](SubjectValues& one) { one.values.pop_back(); });
  expect_refused([](SubjectValues& one) { one.values.resize(2), one.valid_epochs.resize(2); });
  expect_refused([](SubjectValues& one) { one.values.push_back(1.0), one.valid_epochs.push_back(1.0); });
  expect_refused([](SubjectValues& one) { one.labels.push_back("A3"); });
  expect_refused([](SubjectValues& one) { one.labels.clear(), one.units.clear(); });
  expect_refused([](SubjectValues& one) { one.labels[1] = "A1"; });
  expect_refused([](SubjectValues& one) { one.units.pop_back(); });
  expect_refused([](SubjectValues& one) { one.failure = "and values none the less"; });
  expect_refused([](SubjectValues& one) { one.epochs_used = 4; });
  expect_refused([](SubjectValues& one) { one.rate = 0.0; });
  // Two scales would give twice as many values.
  description_.measure.measure = entropy::Measure::sampen;
  EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::bad_file, "is inconsistent"));
}

TEST_F(ValuesFile, NumbersOfATestAreReadWhereTheStudyHasOne) {
  description_.surrogates.surrogates = 9;
  EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::bad_file, "no surrogate_mean in it"));
  values_.test.emplace();
  for (const entropy::SurrogateNumber& number : entropy::kSurrogateNumbers) {
    *values_.test.*number.column = {1.0, 2.0, 3.0, 4.0};
  }
  values_.test->z = {4.0, 3.0, 2.0, 1.0};
  write_values(path_, "sub-1", "key", values_);
  EXPECT_EQ(read().test->z, values_.test->z);
  expect_refused([](SubjectValues& one) { one.test->p.pop_back(); });
}

TEST_F(ValuesFile, IndicesAndCountsOutOfRangeAreRefused) {
  for (const double number : {2.0, 3.0, 1e6, -1.0, 0.5, 1e300, std::nan("")}) {
    expect_number_refused("rejected_channel", number);
  }
  for (const double number : {3.0, 1e6, -1.0, 0.5, HUGE_VAL, std::nan("")}) {
    expect_number_refused("rejected_epoch", number);
  }
  for (const double number : {4.0, -1.0, 0.5, std::nan("")}) expect_number_refused("valid_epochs", number);
  for (const std::string name : {"n_epochs", "epochs_used"}) {
    for (const double number : {-1.0, 0.5, 1e300, std::nan("")}) expect_number_refused(name, number);
  }
  for (const double number : {0.0, -1.0, HUGE_VAL, std::nan("")}) expect_number_refused("rate", number);
}

}  // namespace
}  // namespace biotropy::study
