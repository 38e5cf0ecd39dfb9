// SPDX-License-Identifier: Apache-2.0
//
// CUDA devices on a driver that needs no GPU, with the real compiler.
#include <cstdlib>
#include <thread>

#include "biotropy/device/devices_internal.hpp"
#include "biotropy/device/host_memory.hpp"
#include "biotropy/device/nvrtc.hpp"
#include "fake_cuda_driver.hpp"
#include "tests/error_of.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::device {
namespace {

constexpr const char* kScale = R"(
KERNEL void scale(GLOBAL const u32* input, u32 n, u64 factor, GLOBAL u64* output) {
  const u64 i = GLOBAL_ID();
  if (i < n) output[i] = input[i] * factor + GROUP_ID();
}
)";

class CudaDevices : public ::testing::Test {
 protected:
  using Scale = Entry<Array<std::uint32_t>, std::uint32_t, std::uint64_t, Array<std::uint64_t>>;

  void SetUp() override {
    std::string remark;
    if (Nvrtc::open(remark) == nullptr) GTEST_SKIP() << remark;
    setenv("BIOTROPY_CUDA", FAKE_CUDA_DRIVER, 1);
    setenv("BIOTROPY_CACHE", cache_.folder().c_str(), 1);
    make_device();
  }

  void make_device() {
    std::vector<std::string> remarks;
    list_ = cuda_devices(remarks);
    EXPECT_TRUE(remarks.empty());
    ASSERT_EQ(list_.size(), 1U);
  }

  Device& device() { return *list_.front(); }
  Source source() const { return {"scale", kScale, {}}; }

  std::vector<std::uint64_t> scaled(const std::vector<std::uint32_t>& values) {
    Scale scale(device(), *device().program(source()), "scale");
    const Array<std::uint32_t> input(device(), values);
    const Array<std::uint64_t> output(device(), values.size());
    scale({2, 64}, input, static_cast<std::uint32_t>(values.size()), 1ULL << 33, output);
    return output.read();
  }

  const Scratch cache_;
  std::vector<std::unique_ptr<Device>> list_;
};

TEST_F(CudaDevices, DescribeThemselves) {
  const Description& about = device().description();
  EXPECT_EQ(about.name, "cuda:0");
  EXPECT_EQ(about.model, "Fake GPU");
  EXPECT_EQ(about.driver, "13.1");
  EXPECT_THAT(about.compiler, HasSubstr("NVRTC"));
  EXPECT_TRUE(about.is_gpu);
  EXPECT_EQ(about.memory, std::size_t{1} << 30);
  EXPECT_EQ(about.local_memory, 49152U);
  EXPECT_EQ(about.large_local_memory, 232448U);
  EXPECT_EQ(device().free_memory(), std::size_t{1} << 28);
  EXPECT_EQ(about.units, 132U);
  EXPECT_EQ(about.largest_group, 1024U);
  EXPECT_EQ(about.megahertz, 1980.0);
}

TEST_F(CudaDevices, LaunchWithArgumentsOfEveryKind) {
  std::vector<std::uint32_t> values(100);
  for (std::uint32_t i = 0; i < 100; ++i) values[i] = 3 * i;
  const auto found = scaled(values);
  for (std::uint64_t i = 0; i < 100; ++i) ASSERT_EQ(found[i], (3 * i << 33) + i / 64);
  const auto from = device().stamp(), to = device().stamp();
  EXPECT_FLOAT_EQ(static_cast<float>(device().seconds(*from, *to)), fake::kMilliseconds * 1e-3F);
}

TEST_F(CudaDevices, ReadBesideLaterCommands) {
  Scale scale(device(), *device().program(source()), "scale");
  const Array<std::uint32_t> input(device(), std::vector<std::uint32_t>{5});
  const Array<std::uint64_t> output(device(), 1);
  scale({1, 64}, input, 1U, 3U, output);
  const auto stamp = device().stamp();
  std::vector<std::uint64_t> found(1);
  output.read_after(*stamp, found);
  EXPECT_EQ(found.front(), 15U);
  for (const char* function : {"cuEventSynchronize", "cuMemcpyDtoHAsync", "cuStreamSynchronize"}) {
    fake::fail_next(function, 700);
    EXPECT_EQ(error_of([&] { output.read_after(*stamp, found); }).code(), ErrorCode::device) << function;
  }
}

TEST_F(CudaDevices, WorkOnEveryThread) {
  std::vector<std::uint64_t> found;
  std::thread([&] { found = scaled({7}); }).join();
  EXPECT_EQ(found, std::vector<std::uint64_t>{7ULL << 33});
}

TEST_F(CudaDevices, GiveEverythingBack) {
  scaled({1, 2, 3});
  { const auto stamp = device().stamp(); }
  fake::fail_next("cuLaunchKernel", 700);
  EXPECT_EQ(error_of([&] { scaled({1}); }).code(), ErrorCode::device);
  list_.clear();
  EXPECT_EQ(fake::n_alive(), 0U);
}

TEST_F(CudaDevices, LockPagesOnceForVectorsOfTheSameSize) {
  const std::size_t before = fake::n_alive();
  const HostAllocator<std::uint32_t> allocator(device());
  const void* first = nullptr;
  for (const std::size_t size : {std::size_t{5000}, std::size_t{4097}, std::size_t{8192}}) {  // 32 KiB each
    HostVector<std::uint32_t> values(size, 3, allocator);
    if (first == nullptr) first = values.data();
    EXPECT_EQ(values.data(), first);
    EXPECT_EQ(fake::n_alive(), before + 1);
  }
  const HostVector<std::uint32_t> one(5000, 1, allocator), other(5000, 2, allocator);
  EXPECT_NE(one.data(), other.data());
  EXPECT_EQ(fake::n_alive(), before + 2);
  EXPECT_EQ(one.front() + other.back(), 3U);
}

TEST_F(CudaDevices, FreeUnusedPagesBeforeTheySayThatMemoryIsShort) {
  const HostAllocator<std::byte> allocator(device());
  { const HostVector<std::byte> unused(100'000, allocator); }
  const std::size_t before = fake::n_alive();
  fake::fail_next("cuMemHostAlloc", 2);
  { const HostVector<std::byte> taken(1'000'000, allocator); }
  EXPECT_EQ(fake::n_alive(), before) << "one block for the other";
  EXPECT_EQ(error_of([&] { HostVector<std::byte>(std::size_t{3} << 30, allocator); }).code(), ErrorCode::out_of_memory);
  list_.clear();
  EXPECT_EQ(fake::n_alive(), 0U);
}

TEST_F(CudaDevices, ErrorsCarryDeviceCallAndStatus) {
  const Error memory = error_of([&] { device().allocate(std::size_t{1} << 40); });
  EXPECT_EQ(memory.code(), ErrorCode::out_of_memory);
  EXPECT_THAT(memory.what(), AllOf(HasSubstr("CUDA, cuda:0 (Fake GPU)"), HasSubstr("cuMemAlloc of 1099511627776 bytes"),
                                   HasSubstr("CUDA_ERROR_OUT_OF_MEMORY (2)")));
  for (const char* function : {"cuMemAlloc", "cuMemcpyHtoDAsync", "cuLaunchKernel", "cuMemcpyDtoHAsync",
                               "cuStreamSynchronize", "cuModuleGetFunction"}) {
    fake::fail_next(function, 700);
    const Error error = error_of([&] { scaled({1}); });
    EXPECT_EQ(error.code(), ErrorCode::device) << function;
    EXPECT_THAT(error.what(), AllOf(HasSubstr(function), HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS (700)")));
  }
  EXPECT_EQ(scaled({1}), std::vector<std::uint64_t>{1ULL << 33});
  const auto program = device().program(source());
  EXPECT_EQ(error_of([&] { program->kernel("sentences", 1); }).code(), ErrorCode::device);
}

TEST_F(CudaDevices, ProgramsComeFromTheCacheUnlessTheDriverRefusesThem) {
  scaled({1});
  const std::size_t before = fake::n_modules();
  scaled({2});
  EXPECT_EQ(fake::n_modules(), before) << "compiled twice in one process";
  make_device();
  scaled({3});
  EXPECT_EQ(fake::n_modules(), before + 1);
  make_device();
  fake::fail_next("cuModuleLoadData", 209);  // made for another device
  EXPECT_EQ(scaled({4}), std::vector<std::uint64_t>{4ULL << 33});
}

TEST_F(CudaDevices, LaunchesThatCannotBeAreRefused) {
  const auto kernel = device().program(source())->kernel("scale", 4);
  const std::uint32_t n = 1;
  const std::vector<Argument> arguments{{nullptr, &n, sizeof n}};
  const auto launched = [&](std::size_t groups) { device().launch(*kernel, {groups, 64}, arguments); };
  EXPECT_NO_THROW(launched(0));
  for (const std::size_t groups : {std::size_t{1}, std::size_t{1} << 31}) {
    EXPECT_EQ(error_of([&] { launched(groups); }).code(), ErrorCode::internal) << groups;
  }
}

TEST_F(CudaDevices, ADriverThatFailsIsARemark) {
  const auto expect = [](const char* function, int status, const std::string& begin, const std::string& end) {
    fake::fail_next(function, status);
    std::vector<std::string> remarks;
    EXPECT_TRUE(cuda_devices(remarks).empty());
    EXPECT_THAT(remarks, ElementsAre(AllOf(HasSubstr(begin), HasSubstr(end))));
  };
  expect("cuDeviceGet", 101, "CUDA: there is no device 0: ", "(101)");
  expect("cuInit", 999, "CUDA: ", "(999)");
}

TEST_F(CudaDevices, HaveAContextFromTheirFirstUseOn) {
  EXPECT_EQ(fake::n_contexts(), 0U);
  for (const char* function : {"cuDevicePrimaryCtxRetain", "cuStreamCreate"}) {
    fake::fail_next(function, 999);
    EXPECT_EQ(error_of([&] { scaled({1}); }).code(), ErrorCode::device) << function;
  }
  EXPECT_EQ(scaled({1}), std::vector<std::uint64_t>{1ULL << 33});
  EXPECT_EQ(fake::n_contexts(), 1U);
  list_.clear();
  EXPECT_EQ(fake::n_contexts(), 0U);
}

TEST_F(CudaDevices, LeaveTheContextOfOthersCurrent) {
  int other = 0;
  fake::set_current(&other);
  scaled({1, 2, 3});
  EXPECT_EQ(fake::current_context(), &other);
  {
    const auto from = device().stamp(), to = device().stamp();
    device().seconds(*from, *to);
    device().finish();
    device().free_memory();
  }
  fake::fail_next("cuMemAlloc", 700);
  error_of([&] { scaled({1}); });
  EXPECT_EQ(fake::current_context(), &other);
  list_.clear();
  EXPECT_EQ(fake::current_context(), &other);
}

TEST_F(CudaDevices, AskForSharedMemoryBeyondTheUsualLimit) {
  Scale scale(device(), *device().program(source()), "scale");
  const Array<std::uint32_t> input(device(), std::vector<std::uint32_t>{5});
  const Array<std::uint64_t> output(device(), 1);
  for (const std::size_t bytes : {std::size_t{1000}, std::size_t{131200}, std::size_t{232448}}) {
    scale({.groups = 1, .group_size = 64, .local_bytes = bytes}, input, 1U, 2ULL, output);
    EXPECT_EQ(fake::shared_bytes(), bytes);
    EXPECT_EQ(output.read(), std::vector<std::uint64_t>{10});
  }
  const Error error =
      error_of([&] { scale({.groups = 1, .group_size = 64, .local_bytes = 232449}, input, 1U, 2ULL, output); });
  EXPECT_EQ(error.code(), ErrorCode::device);
}

}  // namespace
}  // namespace biotropy::device
