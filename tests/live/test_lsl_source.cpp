// SPDX-License-Identifier: Apache-2.0
//
// Streams of the Lab Streaming Layer as senders describe them, from a replacement of its library.
#include <chrono>
#include <cmath>
#include <limits>

#include "biotropy/live/lsl_library.hpp"
#include "biotropy/live/lsl_source.hpp"
#include "tests/environment.hpp"
#include "tests/error_of.hpp"
#include "tests/live/offered_lsl.hpp"
#include "tests/notices.hpp"

namespace biotropy::live {
namespace {

// The first test here, as a library that was opened stays open.
TEST(LslLibrary, IsNamedWhereItIsMissing) {
  test::set_variable("BIOTROPY_LSL", "/nowhere/liblsl.so");
  EXPECT_THAT(error_of([] { lsl_library(); }), refuses("lsl"));
  test::unset_variable("BIOTROPY_LSL");
}

class LslSources : public ::testing::Test {
 protected:
  LslSources() { test::set_variable("BIOTROPY_LSL", OFFERED_LSL); }

  std::vector<double> received() {
    offer(offered_);
    SampleQueue queue(16, selection_.channels.size(), WhenFull::block);
    LslSource source(selection_, 100.0, {.first = 0.1, .reconnect = 0.0},
                     [&](const Notice& notice) { notices_.push_back(notice); });
    while (!source.ended()) source.take(queue);
    units_ = source.units();
    std::vector<double> numbers;
    for (; !queue.empty(); queue.pop()) {
      numbers.push_back(queue.front().time);
      numbers.insert(numbers.end(), queue.front_values().begin(), queue.front_values().end());
    }
    return numbers;
  }

  Error refusal() {
    return error_of([&] { received(); });
  }

  OfferedStream offered_{
      2, 100.0, "source", {{{"C4", "EEG", "uV"}, {"C3", "EEG", "microvolts"}}}, {0.01, 1.0, 2.0, 0.02, 3.0, 4.0}};
  LslSelection selection_{.name = "EEG", .channels = {"C3", "C4"}, .units = {"uV", "uV"}};
  Notices notices_;
  std::vector<std::string> units_;
};

TEST_F(LslSources, GiveTheWantedChannelsInTheWantedOrder) {
  EXPECT_THAT(received(), ElementsAre(0.01, 2.0, 1.0, 0.02, 4.0, 3.0));
  selection_.match = LslMatch::position;
  EXPECT_THAT(received(), ElementsAre(0.01, 1.0, 2.0, 0.02, 3.0, 4.0));
}

TEST_F(LslSources, MayNotSayTheirRate) {
  offered_.rate = 0.0;
  EXPECT_EQ(received().size(), 6U);
  offered_.rate = 50.0;
  EXPECT_EQ(refusal().code(), ErrorCode::invalid_data);
}

TEST_F(LslSources, AreBufferedForSixMinutes) {
  received();
  EXPECT_EQ(most_buffered(), 360);
  offered_.rate = 0.0;  // then hundreds of samples, of which 100 come in a second
  received();
  EXPECT_EQ(most_buffered(), 360);
  offer(offered_);
  LslSource(selection_, 1000.0, {.first = 0.1, .reconnect = 0.0}, [](const Notice&) {});
  EXPECT_EQ(most_buffered(), 3600);
}

TEST_F(LslSources, HaveNumbers) {
  offered_.format = 3;
  EXPECT_EQ(refusal().code(), ErrorCode::invalid_data);
  offered_.format = 7;
  EXPECT_EQ(received().size(), 6U);
  offered_.samples[4] = -9007199254740992.0;
  EXPECT_EQ(refusal().code(), ErrorCode::bad_file);
  offered_.format = 2;
  EXPECT_EQ(received().size(), 6U);
}

TEST_F(LslSources, AreAskedForByTheirName) {
  const std::vector<std::pair<std::string, std::string>> names = {
      {"EEG", "name='EEG'"}, {"John's", "name=\"John's\""}, {"a\"b", "name='a\"b'"}};
  for (const auto& [name, predicate] : names) {
    selection_.name = name;
    received();
    EXPECT_EQ(asked_for(), predicate);
  }
  selection_.name = "x' or name!=\"";
  EXPECT_THAT(refusal(), refuses("lsl"));
}

TEST_F(LslSources, SayHowManySamplesWereLostAtTheEnd) {
  received();
  EXPECT_THAT(notices_, ElementsAre());
  offered_.left = 1;  // the mark of the end
  received();
  EXPECT_THAT(notices_, ElementsAre());
  offered_.left = 61;
  received();
  EXPECT_THAT(notices_, ElementsAre(AllOf(coded("samples_lost"), Field("text", &Notice::text, HasSubstr("60")))));
}

TEST_F(LslSources, HaveUnitsByPositionWhereTheyAreDescribed) {
  selection_ = {.name = "EEG", .unit = "mV", .channels = {"1", "2"}, .match = LslMatch::position};
  offered_.description[1][2] = "";
  received();
  EXPECT_THAT(units_, ElementsAre("uV", "mV"));
  offered_.description.pop_back();
  received();
  EXPECT_THAT(units_, ElementsAre());
}

TEST_F(LslSources, MayBeSilentForAWhile) {
  offered_.stays = true;
  offer(offered_);
  SampleQueue queue(16, 2, WhenFull::block);
  const auto notify = [&](const Notice& notice) { notices_.push_back(notice); };
  LslSource source(selection_, 100.0, {.first = 0.1, .reconnect = 0.0, .silence = 0.05}, notify);
  while (!source.ended()) source.take(queue);
  EXPECT_THAT(notices_, ElementsAre(coded("stream_silent")));
}

TEST_F(LslSources, ThatAreSilentAreSaidToBeThatOnce) {
  offered_.stays = true;
  offered_.samples.clear();
  offer(offered_);
  SampleQueue queue(16, 2, WhenFull::block);
  const auto notify = [&](const Notice& notice) { notices_.push_back(notice); };
  LslSource source(selection_, 100.0, {.first = 0.1, .reconnect = 5.0, .silence = 0.001}, notify);
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  while (std::chrono::steady_clock::now() < until) source.take(queue);
  EXPECT_THAT(notices_, ElementsAre(coded("stream_silent")));
  EXPECT_FALSE(source.ended());
}

TEST_F(LslSources, TakeNoMemoryForChannelsThatTheyDoNotDescribe) {
  offered_.channels = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(refusal().code(), ErrorCode::invalid_data);
  selection_.match = LslMatch::position;
  EXPECT_EQ(refusal().code(), ErrorCode::invalid_data);
}

TEST_F(LslSources, NeedLabelsUnlessChannelsAreTakenByPosition) {
  offered_.description = {{{"", "EEG", "uV"}, {"", "EEG", "uV"}}};
  EXPECT_THAT(refusal(), refuses("lsl_channels"));
  offered_.description.clear();
  EXPECT_THAT(refusal(), refuses("lsl_channels"));
  selection_.match = LslMatch::position;
  EXPECT_EQ(received().size(), 6U);
}

TEST_F(LslSources, NeedTheUnitOfTheModel) {
  offered_.description[0][2] = "";
  EXPECT_THAT(refusal(), refuses("lsl_unit"));
  selection_.unit = "uV";
  EXPECT_EQ(received().size(), 6U);
  offered_.description[0][2] = "V";
  EXPECT_EQ(refusal().code(), ErrorCode::invalid_data);
  offered_.description[0][2] = "\xb5Q\n";
  EXPECT_THAT(refusal().what(), HasSubstr("channel 'C4' is in '\xc2\xb5Q '"));
}

TEST_F(LslSources, LeaveOutChannelsOfAnotherType) {
  offered_.channels = 3;
  offered_.description.push_back({"C3", "ECG", "uV"});
  offered_.samples = {0.01, 1.0, 2.0, 3.0};
  EXPECT_EQ(refusal().code(), ErrorCode::invalid_data);
  selection_.type = "EEG";
  EXPECT_THAT(received(), ElementsAre(0.01, 2.0, 1.0));
}

TEST_F(LslSources, AreTheOnlyOnesOfTheirName) {
  offered_.others = 1;
  EXPECT_EQ(refusal().code(), ErrorCode::invalid_data);
}

TEST_F(LslSources, ComeBackBesideAnotherOneOfTheirName) {
  offer(offered_);
  SampleQueue queue(16, 2, WhenFull::block);
  LslSource source(selection_, 100.0, {.first = 0.1, .reconnect = 5.0}, [](const Notice&) {});
  EXPECT_THAT(source.units(), ElementsAre("microvolts", "uV"));
  offered_.others = 3;
  offer(offered_);
  while (!source.ended() && queue.takes()) source.take(queue);
  EXPECT_FALSE(source.ended()) << "it comes back again and again";
}

TEST_F(LslSources, ComeBackInTheSameUnits) {
  selection_.units.clear();
  offer(offered_);
  SampleQueue queue(16, 2, WhenFull::block);
  LslSource source(selection_, 100.0, {.first = 0.1, .reconnect = 5.0}, [](const Notice&) {});
  offered_.description[0][2] = "V";
  offer(offered_);
  const Error error = error_of([&] {
    while (!source.ended() && queue.takes()) source.take(queue);
  });
  EXPECT_EQ(error.code(), ErrorCode::invalid_data);
}

TEST_F(LslSources, EndWithATimeThatIsInfinite) {
  offered_.samples[3] = HUGE_VAL;
  EXPECT_EQ(refusal().code(), ErrorCode::bad_file);
}

}  // namespace
}  // namespace biotropy::live
