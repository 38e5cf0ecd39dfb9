// SPDX-License-Identifier: Apache-2.0
//
// Guarantees of the interface, on every device of this machine.
#include <bit>
#include <cstdlib>
#include <numeric>

#include "biotropy/device/devices.hpp"
#include "tests/error_of.hpp"

namespace biotropy::device {
namespace {

// Uses every keyword of the preludes, in one kernel.
constexpr const char* kWords = R"(
DEVICE u64 triple(u64 value) { return 3 * value; }

KERNEL void words(GLOBAL const u64* input, GLOBAL u64* output, u32 size, u64 offset) {
  LOCAL_ARRAY(u64, shared, GROUP);
  const u32 lane = LOCAL_ID();
  const u64 i = GLOBAL_ID();
  shared[lane] = i < size ? input[i] : 0;
  BARRIER();
  u64 sum = 0;
  UNROLL
  for (u32 k = 0; k < GROUP; ++k) sum += shared[k];
  LOCAL const u64* first = shared;
  if (i >= size) return;
  output[i] = triple(sum) + offset + POPCOUNT(input[i]) + ((u64)POPCOUNT64(input[i]) << 8) + first[0] +
              ((u64)GROUP_ID() << 40) + ((u64)GROUP_SIZE() << 48) + sizeof(u8) + sizeof(u16) + sizeof(u32) + sizeof(u64);
}
)";
constexpr std::uint32_t kGroup = 32;

std::vector<std::uint64_t> expected_words(const std::vector<std::uint64_t>& input, std::uint64_t offset) {
  std::vector<std::uint64_t> output;
  for (std::size_t i = 0; i < input.size(); ++i) {
    const std::size_t first = i / kGroup * kGroup, last = std::min<std::size_t>(first + kGroup, input.size());
    const std::uint64_t sum = std::accumulate(input.begin() + first, input.begin() + last, std::uint64_t{0});
    const auto low = static_cast<std::uint32_t>(input[i]);
    output.push_back(3 * sum + offset + std::popcount(low) + (std::uint64_t(std::popcount(input[i])) << 8) +
                     input[first] + (i / kGroup << 40) + (std::uint64_t{kGroup} << 48) + 1 + 2 + 4 + 8);
  }
  return output;
}

class EveryDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no device on this machine";
  }
};

TEST_F(EveryDevice, DescribesItself) {
  for (Device* device : devices()) {
    const Description& description = device->description();
    EXPECT_FALSE(description.model.empty());
    EXPECT_FALSE(description.driver.empty());
    EXPECT_FALSE(description.compiler.empty());
    EXPECT_GT(description.memory, 0U);
    EXPECT_GT(description.largest_buffer, 0U);
    EXPECT_GT(description.local_memory, 0U);
    EXPECT_GT(description.units, 0U);
    EXPECT_GT(description.largest_group, 0U);
    EXPECT_EQ(&find(description.name), device);
  }
}

TEST_F(EveryDevice, KnowsEveryWordOfThePrelude) {
  for (Device* device : devices()) {
    const Source source{"words", kWords, {{"GROUP", kGroup}}};
    Entry<Array<std::uint64_t>, Array<std::uint64_t>, std::uint32_t, std::uint64_t> words(
        *device, *device->program(source), "words");
    for (const std::size_t n : {1U, 31U, 32U, 33U, 1000U}) {
      std::vector<std::uint64_t> input(n);
      for (std::size_t i = 0; i < n; ++i) input[i] = (i + 1) * 0x9e3779b97f4a7c15U >> 20;
      const Array<std::uint64_t> on_device(*device, input);
      const Array<std::uint64_t> output(*device, n);
      words({(n + kGroup - 1) / kGroup, kGroup}, on_device, output, static_cast<std::uint32_t>(n), 1ULL << 35);
      EXPECT_EQ(output.read(), expected_words(input, 1ULL << 35)) << device->description().name << ", " << n;
    }
  }
}

TEST_F(EveryDevice, KeepsWhatIsWritten) {
  for (Device* device : devices()) {
    const auto buffer = device->allocate(16);
    const std::vector<std::byte> zeros(16), part(5, std::byte{7});
    device->write(*buffer, 0, zeros);
    device->write(*buffer, 3, part);
    std::vector<std::byte> found(8);
    device->read(*buffer, 2, found);
    EXPECT_EQ(found, (std::vector<std::byte>{std::byte{0}, std::byte{7}, std::byte{7}, std::byte{7}, std::byte{7},
                                             std::byte{7}, std::byte{0}, std::byte{0}}));
    EXPECT_TRUE(Array<std::uint32_t>(*device, 0).read().empty());
    EXPECT_TRUE(Array<std::uint32_t>(*device, std::vector<std::uint32_t>()).read().empty());
  }
}

TEST_F(EveryDevice, TimesItsWork) {
  for (Device* device : devices()) {
    const Source source{"words", kWords, {{"GROUP", kGroup}}};
    Entry<Array<std::uint64_t>, Array<std::uint64_t>, std::uint32_t, std::uint64_t> words(
        *device, *device->program(source), "words");
    const std::vector<std::uint64_t> input(1 << 16, 1);
    const Array<std::uint64_t> on_device(*device, input), output(*device, input.size());
    const auto before = device->stamp();
    words({input.size() / kGroup, kGroup}, on_device, output, 1 << 16, 0);
    const auto after = device->stamp();
    EXPECT_GT(device->seconds(*before, *after), 0.0);
    EXPECT_LT(device->seconds(*before, *after), 60.0);
    device->finish();
  }
}

TEST_F(EveryDevice, ReadsBesideLaterCommands) {
  for (Device* device : devices()) {
    const Source source{"words", kWords, {{"GROUP", kGroup}}};
    Entry<Array<std::uint64_t>, Array<std::uint64_t>, std::uint32_t, std::uint64_t> words(
        *device, *device->program(source), "words");
    const std::vector<std::uint64_t> input(1 << 16, 1);
    const Array<std::uint64_t> on_device(*device, input), first(*device, input.size()), second(*device, input.size());
    words({input.size() / kGroup, kGroup}, on_device, first, 1 << 16, 0);
    const auto stamp = device->stamp();
    for (int later = 0; later < 20; ++later) words({input.size() / kGroup, kGroup}, first, second, 1 << 16, 0);
    std::vector<std::uint64_t> found(input.size());
    first.read_after(*stamp, found);
    EXPECT_EQ(found, first.read());
  }
}

TEST_F(EveryDevice, ALaunchWithoutGroupsIsNone) {
  for (Device* device : devices()) {
    const Source source{"words", kWords, {{"GROUP", kGroup}}};
    Entry<Array<std::uint64_t>, Array<std::uint64_t>, std::uint32_t, std::uint64_t> words(
        *device, *device->program(source), "words");
    const Array<std::uint64_t> nothing(*device, 0);
    EXPECT_NO_THROW(words({0, kGroup}, nothing, nothing, 0, 0));
  }
}

TEST_F(EveryDevice, ErrorsCarryTheApiTheDeviceAndTheLog) {
  for (Device* device : devices()) {
    const Description& description = device->description();
    const Error error = error_of([&] {
      device->program({"broken", "KERNEL void broken(GLOBAL u32* out) { out[0] = undeclared_name; }\n", {}});
    });
    EXPECT_EQ(error.code(), ErrorCode::device);
    EXPECT_THAT(error.what(), AllOf(HasSubstr(title(description.api)), HasSubstr(description.name), HasSubstr("broken"),
                                    HasSubstr("undeclared_name")));
    const auto program = device->program({"words", kWords, {{"GROUP", kGroup}}});
    EXPECT_EQ(error_of([&] { program->kernel("sentences", 1); }).code(), ErrorCode::device);
    if (description.api == Api::opencl) {
      EXPECT_EQ(error_of([&] { program->kernel("words", 3); }).code(), ErrorCode::internal);
    }
  }
}

TEST_F(EveryDevice, MemoryThatIsNotThereIsAnErrorOfMemory) {
  for (Device* device : devices()) {
    const std::size_t too_much = device->description().memory * 4;
    EXPECT_EQ(error_of([&] { device->allocate(too_much); }).code(), ErrorCode::out_of_memory);
  }
}

TEST(Devices, UnknownNamesAreAnErrorThatListsTheKnown) {
  std::string known = "one of auto, cpu";
  for (Device* device : devices()) known += ", " + device->description().name;
  EXPECT_EQ(error_of([] { find("opencl:99"); }).allowed(), known);
  for (const char* name : {"", "gpu", "opencl:", "opencl:x", "opencl:99", "cuda:-1"}) {
    EXPECT_THAT(error_of([&] { find(name); }), refuses("device", name));
  }
}

// Other tests of devices are skipped without a device; this one fails if a device was set up for them.
TEST(Devices, OneIsThereWhereItIsExpected) {
  if (std::getenv("BIOTROPY_DEVICE_EXPECTED") == nullptr) GTEST_SKIP() << "BIOTROPY_DEVICE_EXPECTED is not set";
  EXPECT_FALSE(devices().empty()) << "install pocl-opencl-icd";
}

TEST(Devices, AMissingOneIsARemark) {
  if (devices().empty()) {
    EXPECT_FALSE(remarks().empty());
  }
  for (const std::string& remark : remarks()) {
    EXPECT_TRUE(remark.starts_with("OpenCL: ") || remark.starts_with("CUDA: ")) << remark;
  }
}

}  // namespace
}  // namespace biotropy::device
