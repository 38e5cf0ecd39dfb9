// SPDX-License-Identifier: Apache-2.0
//
// Time stamps that do not fit the model are said once, to the caller.
#include "tests/live/stream_model.hpp"
#include "tests/notices.hpp"

namespace biotropy::live {
namespace {

template <class Time>
Notices notices(const Time& time, const std::string& gap_name = "gap") {
  StateStreamSettings settings;
  settings.gap_name = gap_name;
  Notices said;
  StateStream stream(stream_model(false), settings, [&](const Notice& notice) { said.push_back(notice); });
  std::vector<double> times;
  for (int i = 0; i < 1000; ++i) times.push_back(time(i));
  States states;
  stream.push(stream_samples(1000), times, states);
  return said;
}

TEST(Stamps, OfAnotherRateAreSaidOnce) {
  EXPECT_THAT(notices([](int i) { return i / 100.0; }), IsEmpty());
  EXPECT_THAT(notices([](int i) { return i / 95.0; }), IsEmpty());
  EXPECT_THAT(notices([](int i) { return i / 200.0; }),
              ElementsAre(AllOf(coded("rates_differ"), Field("text", &Notice::text, HasSubstr("200")))));
  EXPECT_THAT(notices([](int i) { return i / 50.0; }),
              ElementsAre(AllOf(coded("rates_differ"), Field("text", &Notice::text, HasSubstr("50")))));
}

TEST(Stamps, ThatAreUnevenOrRunBackwardsAreSaid) {
  const auto packets = [](int i) { return 0.01 * (i - i % 4 + 0.5 * (i % 4)); };
  EXPECT_THAT(notices(packets),
              ElementsAre(AllOf(coded("stamps_uneven"), Field("text", &Notice::text, HasSubstr("50 of 200")))));
  EXPECT_THAT(notices(packets, "'--gap'"), ElementsAre(Field("text", &Notice::text, HasSubstr("'--gap'"))));
  EXPECT_THAT(notices([](int i) { return -0.01 * i; }), ElementsAre(coded("time_goes_back")));
  EXPECT_THAT(notices([](int) { return 5.0; }), ElementsAre(coded("stamps_repeated")));
}

// Of late stamps the next ones make up for, nothing is missing.
TEST(Stamps, ThatAreSeldomLateAreSaid) {
  const auto late = [](int every) { return [every](int i) { return 0.01 * i + (i % every == 0 ? 0.007 : 0.0); }; };
  const auto made_up = AllOf(coded("stamps_uneven"), Field("text", &Notice::text, HasSubstr("2 spacings")));
  EXPECT_THAT(notices(late(90)), ElementsAre(made_up));
  EXPECT_THAT(notices(late(350)), ElementsAre(made_up));
  EXPECT_THAT(notices(late(700)), IsEmpty());
  EXPECT_THAT(notices([](int i) { return 0.01 * (i + i / 90); }), IsEmpty());
  // Trials that each begin at 0 make up for nothing.
  EXPECT_THAT(notices([](int i) { return 0.01 * (i % 300); }), IsEmpty());
}

}  // namespace
}  // namespace biotropy::live
