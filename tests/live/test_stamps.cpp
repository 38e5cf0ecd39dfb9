// SPDX-License-Identifier: Apache-2.0
//
// Time stamps that do not fit the model are said once, to the caller.
#include <gmock/gmock.h>

#include "tests/live/stream_model.hpp"

namespace biotropy::live {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

template <class Time>
std::vector<std::string> warnings(const Time& time, const std::string& gap_name = "gap") {
  StateStreamSettings settings;
  settings.gap_name = gap_name;
  std::vector<std::string> said;
  StateStream stream(stream_model(false), settings, [&](const std::string& text) { said.push_back(text); });
  std::vector<double> times;
  for (int i = 0; i < 1000; ++i) times.push_back(time(i));
  States states;
  stream.push(stream_samples(1000), times, states);
  return said;
}

TEST(Stamps, OfAnotherRateAreSaidOnce) {
  EXPECT_THAT(warnings([](int i) { return i / 100.0; }), IsEmpty());
  EXPECT_THAT(warnings([](int i) { return i / 95.0; }), IsEmpty());
  EXPECT_THAT(warnings([](int i) { return i / 200.0; }), ElementsAre(HasSubstr("time stamps come 200 a second")));
  EXPECT_THAT(warnings([](int i) { return i / 50.0; }), ElementsAre(HasSubstr("time stamps come 50 a second")));
}

TEST(Stamps, ThatAreUnevenOrRunBackwardsAreSaid) {
  const auto packets = [](int i) { return 0.01 * (i - i % 4 + 0.5 * (i % 4)); };
  EXPECT_THAT(warnings(packets), ElementsAre(HasSubstr("uneven, or gap is too short: 50 of 200")));
  EXPECT_THAT(warnings(packets, "'--gap'"), ElementsAre(HasSubstr("uneven, or '--gap' is too short: 50 of 200")));
  EXPECT_THAT(warnings([](int i) { return -0.01 * i; }), ElementsAre(HasSubstr("run backwards at 200 of 200")));
  EXPECT_THAT(warnings([](int) { return 5.0; }), ElementsAre(HasSubstr("200 spacings of time stamps are 0")));
}

// Of late stamps the next ones make up for, nothing is missing.
TEST(Stamps, ThatAreSeldomLateAreSaid) {
  const auto late = [](int every) { return [every](int i) { return 0.01 * i + (i % every == 0 ? 0.007 : 0.0); }; };
  EXPECT_THAT(warnings(late(90)), ElementsAre("time stamps are uneven, or gap is too short: 2 spacings beyond it were "
                                              "made up for by the next ones; the classifier starts anew at each"));
  EXPECT_THAT(warnings(late(350)), ElementsAre(HasSubstr("2 spacings beyond it")));
  EXPECT_THAT(warnings(late(700)), IsEmpty());
  EXPECT_THAT(warnings([](int i) { return 0.01 * (i + i / 90); }), IsEmpty());
  // Trials that each begin at 0 make up for nothing.
  EXPECT_THAT(warnings([](int i) { return 0.01 * (i % 300); }), IsEmpty());
}

}  // namespace
}  // namespace biotropy::live
