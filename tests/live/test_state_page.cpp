// SPDX-License-Identifier: Apache-2.0
//
// What the live page is told about a stream, against sums that are made here, and what telling it costs the stream.
#include <cmath>
#include <deque>
#include <nlohmann/json.hpp>
#include <random>

#include "biotropy/live/state_page.hpp"
#include "tests/live/page_client.hpp"
#include "tests/live/stream_model.hpp"
#include "tests/matchers.hpp"
#include "tests/sicamm/allocations.hpp"

namespace biotropy::live {
namespace {

using nlohmann::json;

constexpr double kNoStamp = std::numeric_limits<double>::quiet_NaN();

class StatePageTest : public ::testing::Test {
 protected:
  /// One sample and its state.
  void add(StatePage& page, double time, std::vector<double> posterior, std::uint8_t flags = 0, double latency = 5.0) {
    if (queue_.takes()) queue_.push(time, false);
    const auto label = std::max_element(posterior.begin(), posterior.end()) - posterior.begin();
    page.add({time, static_cast<std::int32_t>(label), posterior, 0.0, flags}, time);
    page.add_sample({0, stamp_.value_or(time), false, {}}, latency);
    page.publish(queue_);
  }

  static json told(const StatePage& page) { return json::parse(body_of(got(page.port(), "/data"))); }

  std::vector<double> times_told(const StatePage& page) const {
    std::vector<double> times;
    const json found = told(page);
    for (const json& point : found["points"]) times.push_back(point["time"]);
    return times;
  }

  sicamm::Model model_ = stream_model(false)->model;
  SampleQueue queue_{1, 1, WhenFull::drop_oldest};
  std::optional<double> stamp_;
};

TEST_F(StatePageTest, BeforeTheFirstState) {
  StatePage page(0, model_, kRate);
  const json empty = told(page);
  EXPECT_EQ(empty["samples"], 0);
  EXPECT_EQ(empty["states"], 0);
  EXPECT_FALSE(empty.contains("label"));
  EXPECT_TRUE(empty["points"].empty());
  EXPECT_EQ(empty["classes"], json(sicamm::class_names(model_)));
  EXPECT_EQ(empty["channels"].size(), kChannels);
  EXPECT_THAT(got(page.port(), "/"), HasSubstr("<canvas"));
}

TEST_F(StatePageTest, ThePointsAreMeansOfTenthsOfASecond) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  StatePage page(0, model_, kRate);
  std::vector<std::vector<double>> expected;
  double last = -1.0, states = 0.0;
  std::vector<double> sums(3), newest;
  for (int i = 0; i < 12'000; ++i) {  // two minutes at 100 Hz
    const double time = i / 100.0;
    if (std::floor(10 * time) != last) {
      if (states > 0) expected.push_back({sums[0] / states, sums[1] / states, sums[2] / states});
      sums = {0, 0, 0};
      states = 0;
    }
    last = std::floor(10 * time);
    const double a = uniform(random), b = (1 - a) * uniform(random);
    newest = {a, b, 1 - a - b};
    for (int k = 0; k < 3; ++k) sums[k] += newest[k];
    ++states;
    add(page, time, newest, 0, i == 11'950 ? 99.0 : 5.0);
  }
  expected.push_back({sums[0] / states, sums[1] / states, sums[2] / states});
  const json found = told(page);
  const json& points = found["points"];
  ASSERT_EQ(points.size(), 600U) << "a minute of them";
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(points[i]["posterior"][k].get<double>(), expected[expected.size() - 600 + i][k], 5.1e-5);
    }
    EXPECT_EQ(points[i]["latency"], i == 595 ? 99.0 : 5.0);
  }
  EXPECT_EQ(found["posterior"], json(newest)) << "the newest as it is";
  EXPECT_EQ(found["label"], std::max_element(newest.begin(), newest.end()) - newest.begin());
  EXPECT_EQ(found["time"], 119.99);
  EXPECT_EQ(found["states"], 12'000);
  EXPECT_EQ(found["unit"], "s");
}

TEST_F(StatePageTest, CountsWhatIsMissingOrDropped) {
  StatePage page(0, model_, kRate);
  queue_.stall(true);
  add(page, 0.00, {1, 0, 0}, sicamm::kWarmUp);
  add(page, 0.01, {1, 0, 0}, sicamm::kMissing);
  add(page, 0.02, {0, 1, 0}, sicamm::kGap | sicamm::kMissing);
  add(page, 0.03, {0, 1, 0}, sicamm::kGap | sicamm::kOutlier);
  const json found = told(page);
  EXPECT_EQ(found["samples"], 4);
  EXPECT_EQ(found["dropped"], 3) << "the queue has one place";
  EXPECT_EQ(found["missing"], 2);
  EXPECT_EQ(found["gaps"], 2);
  EXPECT_EQ(found["outliers"], 1);
  EXPECT_EQ(found["flags"], json({"outlier", "gap"}));
  ASSERT_EQ(found["points"].size(), 3U) << "a gap begins a point";
  EXPECT_EQ(found["points"][0]["gap"], false);
  EXPECT_EQ(found["points"][1]["gap"], true);
}

TEST_F(StatePageTest, ShowsTheLastMinuteAndNothingBeforeTimeRanBackwards) {
  StatePage page(0, model_, kRate);
  for (const double time : {0.0, 39.95, 40.0, 100.0}) add(page, time, {1, 0, 0});
  EXPECT_THAT(times_told(page), ElementsAre(40.0, 100.0));
  for (const double time : {70.0, 70.05}) add(page, time, {1, 0, 0});
  EXPECT_THAT(times_told(page), ElementsAre(70.05));
  add(page, 1e15, {1, 0, 0});
  EXPECT_THAT(times_told(page), ElementsAre(1e15));
}

TEST_F(StatePageTest, WithoutARateAndStampsTimesAreNumbersOfSamples) {
  StatePage page(0, model_, std::nullopt);
  stamp_ = kNoStamp;
  for (int i = 0; i < 700; ++i) add(page, i, {1, 0, 0});
  EXPECT_EQ(told(page)["unit"], "samples");
  EXPECT_EQ(times_told(page).size(), 600U);
  stamp_ = 700.0;
  add(page, 700, {1, 0, 0});
  EXPECT_EQ(told(page)["unit"], "s");
}

TEST_F(StatePageTest, NamesAreGivenAsTheyAre) {
  model_.classes[0].name = "<script>alert(1)</script>";
  model_.classes[1].name = "a \"quoted\" \\ name";
  model_.classes[2].name = "no UTF-8: \xff";
  StatePage page(0, model_, kRate);
  const json names = told(page)["classes"];
  EXPECT_EQ(names[0], model_.classes[0].name);
  EXPECT_EQ(names[1], model_.classes[1].name);
  EXPECT_EQ(names[2], "no UTF-8: \xef\xbf\xbd");
  EXPECT_THAT(got(page.port(), "/"), Not(HasSubstr("alert"))) << "names come with the data alone";
}

TEST_F(StatePageTest, PosteriorsThatAreNoNumbersAreNull) {
  StatePage page(0, model_, kRate);
  add(page, 0.0, {kNoStamp, kNoStamp, kNoStamp});
  const json found = told(page);
  EXPECT_TRUE(found["posterior"][0].is_null());
  EXPECT_TRUE(found["points"][0]["posterior"][2].is_null());
}

TEST_F(StatePageTest, SlowClientsHoldUpNoSample) {
  StatePage page(0, model_, kRate);
  const std::vector<double> posterior = {0.2, 0.3, 0.5};
  add(page, 0.0, posterior);
  std::deque<PageClient> slow;
  const std::string request = "GET /data HTTP/1.1\r\nHost: localhost:" + std::to_string(page.port()) + "\r\n";
  for (int i = 0; i < 7; ++i) slow.emplace_back(page.port()).send(request);
  for (int i = 0; i < 7; ++i) slow.emplace_back(page.port()).send(request + "\r\n");  // and never read
  const json before = told(page);  // the server has been through what it was sent
  EXPECT_EQ(before["states"], 1);
  const std::size_t allocated = sicamm::allocations();
  for (int i = 1; i <= 100'000; ++i) {
    page.add({i / 100.0, 2, posterior, 0.0, 0}, i / 100.0);
    page.add_sample({0, i / 100.0, false, {}}, 5.0);
    page.publish(queue_);
  }
  EXPECT_EQ(sicamm::allocations(), allocated) << "while nobody asks, there is nothing to allocate";
  EXPECT_EQ(told(page)["states"], 100'001);
}

}  // namespace
}  // namespace biotropy::live
