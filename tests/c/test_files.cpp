// SPDX-License-Identifier: Apache-2.0
//
// Files and RR intervals through the C interface are those of the C++ functions.
#include <cmath>

#include "biotropy/heartbeats/rr_intervals.hpp"
#include "biotropy/series/gaps.hpp"
#include "tests/c/arrays.hpp"
#include "tests/files/scratch.hpp"
#include "tests/notices.hpp"

namespace biotropy::c {
namespace {

int read_signals(const std::string& path, const Options& options, Result* kept = nullptr) {
  biotropy_result* made = nullptr;
  const int status = biotropy_read_signals(path.c_str(), options.get(), &made);
  Result result(made, biotropy_result_destroy);
  if (kept != nullptr) *kept = std::move(result);
  return status;
}

TEST(Files, SignalsOfATextAreItsColumns) {
  const Scratch scratch;
  const std::string path = scratch.write("two.csv", "Fz,Cz\n1,4\n2.5,5\n3,6.25\n").string();
  const Options options = make_options({{"rate", 128}});
  Result result(nullptr, biotropy_result_destroy);
  ASSERT_EQ(read_signals(path, options, &result), BIOTROPY_OK) << biotropy_last_error();
  EXPECT_THAT(reals(result, "samples"), ElementsAre(1, 2.5, 3, 4, 5, 6.25));
  EXPECT_THAT(dims(result, "samples"), ElementsAre(2, 3));
  EXPECT_THAT(texts(result, "channels"), ElementsAre("Fz", "Cz"));
  EXPECT_THAT(reals(result, "times"), ElementsAre(0, 1.0 / 128, 2.0 / 128));
  EXPECT_THAT(reals(result, "rate"), ElementsAre(128));
  EXPECT_THAT(counts(result, "gaps"), IsEmpty());
  biotropy_options_set_text(options.get(), "channels", "Cz");
  ASSERT_EQ(read_signals(path, options, &result), BIOTROPY_OK) << biotropy_last_error();
  EXPECT_THAT(reals(result, "samples"), ElementsAre(4, 5, 6.25));
}

TEST(Files, AnOptionThatIsNotAllowedIsRefused) {
  const Scratch scratch;
  const std::string path = scratch.write("one.txt", "1\n2\n3\n").string();
  for (const auto& [name, value] : std::vector<std::pair<const char*, const char*>>{{"rate", "-1"},
                                                                                    {"orientation", "diagonal"},
                                                                                    {"separator", "dot"},
                                                                                    {"decimal", "dot"},
                                                                                    {"gap_fill", "-1"},
                                                                                    {"m", "2"},
                                                                                    {"channels", "Pz"}}) {
    const Options options = make_options();
    biotropy_options_set_text(options.get(), name, value);
    EXPECT_EQ(read_signals(path, options), BIOTROPY_INVALID_ARGUMENT) << name;
  }
}

TEST(Files, NoticesOfAFileAreHandedOver) {
  const Scratch scratch;
  Notices heard;
  const Options options = make_options();
  hear(options, heard);
  const std::string path = scratch.write("rr.csv", "time,RR\n0,800\n1,900\n2,700\n").string();
  const auto wanted = heartbeats::read_rr(path);
  const Result result = result_of(biotropy_read_rr, path.c_str(), options.get());
  EXPECT_EQ(heard, wanted.notices);
  ASSERT_EQ(wanted.notices.size(), 1U);
  EXPECT_THAT(texts(result, "notices"), ElementsAre(wanted.notices.front().text));
  EXPECT_THAT(texts(result, "notice_codes"), ElementsAre(wanted.notices.front().code));
  expect_same(reals(result, "rr"), series::with_gaps(wanted.rr.channel.samples, wanted.rr.channel.gap_starts, 1));
  EXPECT_THAT(texts(result, "report"), ElementsAre(wanted.rr.report.sentence()));
  EXPECT_THAT(counts(result, "n_read"), ElementsAre(wanted.rr.report.n_read));
}

TEST(Files, ChannelsThatEndInEqualSamplesAreWarnedOf) {
  std::string table = "Fz,Cz\n";
  for (int i = 0; i < 300; ++i) table += std::to_string(i * 7 % 100) + "," + std::to_string(std::min(i, 150)) + "\n";
  const Scratch scratch;
  const std::string path = scratch.write("padded.csv", table).string();
  Notices heard;
  const Options options = make_options();
  hear(options, heard);
  Result result(nullptr, biotropy_result_destroy);
  ASSERT_EQ(read_signals(path, options, &result), BIOTROPY_OK) << biotropy_last_error();
  EXPECT_THAT(heard, ElementsAre(coded("padding")));
}

TEST(Files, IntervalsInMemoryAreCleaned) {
  const std::vector<double> values{0.8, 0.9, 5.0, 0.85, 0.1, 0.8, 0.9};
  const Options options = make_options({{"max", 2}});
  const Result result =
      result_of(biotropy_clean_rr, make_signal(values.data(), 1, 1, values.size()).get(), options.get());
  EXPECT_THAT(counts(result, "removed_index"), ElementsAre(2, 4));
  EXPECT_THAT(reals(result, "removed_value"), ElementsAre(5.0, 0.1));
  EXPECT_THAT(texts(result, "removed_reason"), ElementsAre("too_long", "too_short"));
  EXPECT_THAT(texts(result, "unit"), ElementsAre("s"));
  const double nan = std::nan("");
  expect_same(reals(result, "rr"), {0.8, 0.9, nan, 0.85, nan, 0.8, 0.9});
  biotropy_options_set_text(options.get(), "beats", "R");
  biotropy_result* made = nullptr;
  EXPECT_EQ(biotropy_clean_rr(make_signal(values.data(), 1, 1, values.size()).get(), options.get(), &made),
            BIOTROPY_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace biotropy::c
