// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <numeric>

#include "biotropy/device/devices.hpp"
#include "biotropy/match/devices/device_engine.hpp"
#include "device/watched_device.hpp"
#include "tests/matchers.hpp"

namespace biotropy::bench {
namespace {

using Words = device::Array<std::uint32_t>;

constexpr const char* kText = R"(
KERNEL void add(GLOBAL u32* values, u32 n, u32 number) {
  if (GLOBAL_ID() < n) values[GLOBAL_ID()] += number;
}
KERNEL void clear(GLOBAL u32* values, u32 n) {
  if (GLOBAL_ID() < n) values[GLOBAL_ID()] = 0u;
}
)";

class WatchedDeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!device::devices().empty()) return;
    ASSERT_EQ(std::getenv("BIOTROPY_DEVICE_EXPECTED"), nullptr) << "there is no device";
    GTEST_SKIP() << "there is no device";
  }
};

TEST_F(WatchedDeviceTest, KeepsAccountOfKernelsAndCopies) {
  for (device::Device* device : device::devices()) {
    WatchedDevice watched(*device);
    const auto program = watched.program({"watched", kText, {}});
    device::Entry<Words, std::uint32_t, std::uint32_t> add(watched, *program, "add");
    device::Entry<Words, std::uint32_t> clear(watched, *program, "clear");
    std::vector<std::uint32_t> values(1000);
    std::iota(values.begin(), values.end(), 0U);
    const Words there(watched, values);
    add({8, 128}, there, 1000U, 5U);
    add({8, 128}, there, 1000U, 5U);
    std::vector<std::uint32_t> expected = values;  // the values stay as they are until the device has read them
    for (std::uint32_t& value : expected) value += 10;
    EXPECT_EQ(there.read(), expected);
    clear({8, 128}, there, 1000U);

    const auto kernels = watched.kernels();
    ASSERT_EQ(kernels.size(), 2U);
    EXPECT_EQ(kernels[0].name, "add");
    EXPECT_EQ(kernels[0].times, 2U);
    EXPECT_EQ(kernels[1].name, "clear");
    EXPECT_EQ(kernels[1].times, 1U);
    for (const auto& kernel : kernels) EXPECT_GT(kernel.seconds, 0.0);
    EXPECT_EQ(watched.copies_to().bytes, 4000U);
    EXPECT_EQ(watched.copies_to().times, 1U);
    EXPECT_EQ(watched.copies_from().bytes, 4000U);
    EXPECT_EQ(watched.kernels()[0].seconds, kernels[0].seconds);  // asking changes nothing

    watched.reset();
    EXPECT_TRUE(watched.kernels().empty());
    EXPECT_EQ(watched.copies_to().bytes, 0U);
    clear({0, 128}, there, 1000U);
    EXPECT_TRUE(watched.kernels().empty());  // nothing was launched
  }
}

TEST_F(WatchedDeviceTest, EnginesCountOnItAsOnTheDevice) {
  WatchedDevice watched(*device::devices().front());
  std::vector<double> data(300);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<double>(i * i % 97);
  const match::Samples samples(data);
  const match::Pair pair;
  const match::Query query{std::span(&samples, 1), 1, std::span(&pair, 1), {.lengths = {1, 2}, .r = 5.0}};
  std::vector<std::uint64_t> totals;
  match::device_bits(watched)->count(
      query,
      [&](const match::PairCounts& counts) {
        for (const auto& at : counts.lengths) totals.push_back(at.total);
      },
      nullptr);
  EXPECT_EQ(totals, match::count_matches(samples, samples, query.rule, {1, nullptr, "cpu"}).totals);
  std::vector<std::string> names;
  for (const auto& kernel : watched.kernels()) names.push_back(kernel.name);
  EXPECT_THAT(names, testing::IsSupersetOf({"build_tables", "find_runs", "count_rows"}));
}

}  // namespace
}  // namespace biotropy::bench
