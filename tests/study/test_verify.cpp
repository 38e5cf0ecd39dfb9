// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>

#include "biotropy/files/formats/edf/writer.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/files/results/arrays.hpp"
#include "biotropy/study/verify.hpp"
#include "tests/files/outcome.hpp"
#include "tests/study/small_study.hpp"

namespace biotropy::study {
namespace {

using files::error_of;
using test::SmallStudy;

Verification verified(const SmallStudy& study, std::size_t entries, std::uint64_t seed = 1) {
  return verify(study.description, study.results(), {entries, seed}, {});
}

TEST(Verify, EveryEntryOfEveryKindOfStudy) {
  SmallStudy study;
  using entropy::Measure;
  for (const Measure measure :
       {Measure::cross_apen, Measure::cross_sampen, Measure::cross_fuzzyen, Measure::apen, Measure::sampen}) {
    study.description.measure.measure = measure;
    study.run();
    const Verification found = verified(study, 1000);
    EXPECT_EQ(found.entries.size(), entropy::is_cross(measure) ? 36u : 12u) << word(measure);
    EXPECT_EQ(found.n_different(), 0u) << word(measure);
  }
  study.description.multiscale.emplace().scales = "1-3";
  study.run();
  const Verification found = verified(study, 1000);
  EXPECT_EQ(found.entries.size(), 12u);
  EXPECT_EQ(found.entries[0].counted.size(), 3u);
  EXPECT_EQ(found.n_different(), 0u);
}

TEST(Verify, PreparationRejectionsAndThresholdsTakePart) {
  SmallStudy study;
  study.description.prepare.band = {2.0, 40.0};
  study.description.prepare.reject = 1000.0;
  study.description.least_epochs = 2;
  study.run();
  EXPECT_EQ(verified(study, 1000).n_different(), 0u);
}

// One channel's padding cuts the others, which are counted again with it.
TEST(Verify, WholeRecordingsAreCutByTheirPadding) {
  SmallStudy study;
  study.description.prepare.epoch = 0;
  series::Recording recording = files::open(study.path("sub-002.edf"));
  std::fill_n(recording.channels[1].samples.begin(), 130, recording.channels[1].samples[0]);
  files::write_edf(study.path("sub-002.edf"), recording);
  study.run();
  EXPECT_EQ(verified(study, 1000).n_different(), 0u);
}

TEST(Verify, ASampleIsDrawnAnewForAnotherSeed) {
  const SmallStudy study;
  study.run();
  const auto entries = [&](std::uint64_t seed) {
    std::string text;
    for (const VerifiedEntry& one : verified(study, 5, seed).entries)
      text += one.subject + one.channel + one.partner + " ";
    return text;
  };
  EXPECT_EQ(entries(1), entries(1));
  EXPECT_NE(entries(1), entries(2));
}

TEST(Verify, OneChangedBitIsFound) {
  const SmallStudy study;
  const auto path = study.run().result->path;
  files::Arrays arrays = files::read_arrays(path);
  for (files::ArrayVariable& one : arrays.variables) {
    if (one.name == "value") one.numbers[7] = std::nextafter(one.numbers[7], 10.0);
  }
  files::write_arrays(path, arrays);
  const Verification found = verified(study, 1000);
  EXPECT_EQ(found.n_different(), 1u);
  EXPECT_FALSE(found.entries[7].equal);
}

// One bit of some 320 bytes, from all regions of the file.
TEST(Verify, AFlippedBitAnywhereIsFoundByVerifyAndStatus) {
  const SmallStudy study;
  const auto path = study.run().result->path;
  const std::string whole = bytes_of(path);
  const std::size_t step = whole.size() / 320;
  for (std::size_t at = 0; at < whole.size(); at += step) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << (at / step % 8)));
    std::ofstream(path, std::ios::binary) << bytes;
    EXPECT_THAT(error_of([&] { verified(study, 1); }), IsError(ErrorCode::bad_file, "damaged")) << at;
    EXPECT_THAT(status(study.description, study.results(), {}).damage, HasSubstr("damaged")) << at;
  }
  merge(study.description, study.results(), {});
  EXPECT_TRUE(bytes_of(path) == whole);
  EXPECT_EQ(status(study.description, study.results(), {}).damage, "");
}

TEST(Verify, ValuesOfSubjectsThatAreDamagedAreFound) {
  const SmallStudy study;
  study.run();
  for (const auto& entry : std::filesystem::directory_iterator(study.results().path() / "subjects")) {
    const std::string whole = bytes_of(entry.path());
    std::string bytes = whole;
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    std::ofstream(entry.path(), std::ios::binary) << bytes;
    EXPECT_THAT(error_of([&] { verified(study, 1); }),
                IsError(ErrorCode::bad_file, entry.path().filename().generic_string()));
    std::ofstream(entry.path(), std::ios::binary) << whole;
  }
  EXPECT_EQ(verified(study, 1).n_different(), 0u);
}

// A whole file, by its checksum, that another program has made from the result.
TEST(Verify, AResultWithOtherVariablesIsRefused) {
  const SmallStudy study;
  const auto path = study.run().result->path;
  const files::Arrays whole = files::read_arrays(path);
  const auto refused = [&](const std::function<void(files::Arrays&)>& change) {
    files::Arrays arrays = whole;
    change(arrays);
    files::write_arrays(path, arrays);
    return error_of([&] { verified(study, 1000); });
  };
  const auto with_numbers = [&](std::size_t n) {
    return refused([n](files::Arrays& arrays) {
      arrays.dimensions.emplace_back("other", n);
      const auto value = std::ranges::find(arrays.variables, "value", &files::ArrayVariable::name);
      value->dimensions = {"other"};
      value->numbers.resize(n);
    });
  };
  EXPECT_THAT(with_numbers(35), IsError(ErrorCode::bad_file, "its variables are inconsistent"));
  EXPECT_THAT(with_numbers(24), IsError(ErrorCode::bad_file, "its variables are inconsistent"));
  EXPECT_THAT(refused([](files::Arrays& arrays) {
                std::erase_if(arrays.variables, [](const files::ArrayVariable& one) { return one.name == "value"; });
              }),
              IsError(ErrorCode::bad_file, "no variable value in it"));
  EXPECT_THAT(refused([](files::Arrays& arrays) {
                arrays.dimensions.emplace_back("other", 3);
                for (files::ArrayVariable& one : arrays.variables) {
                  if (one.name != "subject" && one.name != "status") continue;
                  one.dimensions = {"other"};
                  one.texts.resize(3);
                }
              }),
              IsError(ErrorCode::bad_file, "not the subjects of the study"));
}

TEST(Verify, NeedsTheResultOfTheStudyAsItIs) {
  SmallStudy study;
  EXPECT_THAT(error_of([&] { verified(study, 5); }), IsError(ErrorCode::file_not_found, "run it first"));
  study.run();
  study.description.measure.m = {2};
  EXPECT_THAT(error_of([&] { verified(study, 5); }), IsError(ErrorCode::file_not_found, ""));
  EXPECT_THAT(error_of([&] { verified(study, 0); }), Refuses("entries", "0"));
}

}  // namespace
}  // namespace biotropy::study
