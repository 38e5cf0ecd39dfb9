// SPDX-License-Identifier: Apache-2.0
//
// OpenCL devices on a library that lets calls fail: every object that was created is released, whatever fails, and
// where the memory of the process ends behind its creation.
#include <cstdlib>
#include <new>
#include <tuple>
#include <utility>

#include "biotropy/device/devices_internal.hpp"
#include "biotropy/device/opencl_api_internal.hpp"
#include "fake_opencl.hpp"
#include "tests/error_of.hpp"
#include "tests/files/scratch.hpp"

namespace {

bool is_next_refused = false;

}  // namespace

// clang-tidy, which follows them into the matchers, would take what these keep for lost.
#ifndef __clang_analyzer__
// Not inlined, where the compiler would see that one allocates and the other frees by other functions.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  if (std::exchange(is_next_refused, false)) throw std::bad_alloc();
  if (void* place = std::malloc(bytes > 0 ? bytes : 1)) return place;
  throw std::bad_alloc();
}
// The library's own would do, but for AddressSanitizer, whose one suits its own delete alone.
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return std::exchange(is_next_refused, false) ? nullptr : std::malloc(bytes > 0 ? bytes : 1);
}
[[gnu::noinline]] void operator delete(void* place) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete(void* place, std::size_t) noexcept {
  std::free(place);
}
#endif

namespace biotropy::device {
namespace {

class OpenClDevices : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("BIOTROPY_OPENCL", FAKE_OPENCL, 1);
    setenv("BIOTROPY_CACHE", cache_.folder().c_str(), 1);
  }
  void TearDown() override {
    fake::fail("", 0);
    fake::lack(0);
  }

  // One object of every kind.
  static std::size_t use() {
    std::vector<std::string> remarks;
    const auto list = opencl_devices(remarks);
    for (const auto& device : list) {
      const auto program = device->program({"nothing", "KERNEL void nothing(u32 n) {}\n", {}});
      const auto kernel = program->kernel("nothing", 1);
      const auto buffer = device->allocate(1024);
      const auto stamp = device->stamp();
      device->finish();
    }
    return list.size();
  }

  Scratch cache_;
};

TEST_F(OpenClDevices, OneThatGivesNoQueueKeepsNothing) {
  for (const auto& [function, call] :
       {std::pair{"clCreateContext", 1}, std::pair{"clCreateCommandQueue", 1}, std::pair{"clCreateCommandQueue", 2}}) {
    fake::fail(function, call);
    std::vector<std::string> remarks;
    EXPECT_TRUE(opencl_devices(remarks).empty());
    EXPECT_THAT(remarks, ElementsAre(HasSubstr("fake gives no context or queue: CL_OUT_OF_RESOURCES (-5)"),
                                     HasSubstr("no driver for a device")));
    EXPECT_EQ(fake::alive(), "") << function << " " << call;
  }
}

TEST_F(OpenClDevices, CallsThatFailLoseNothing) {
  EXPECT_EQ(use(), 1U);
  EXPECT_EQ(fake::alive(), "");
  for (const char* function : {"clCreateProgramWithBinary", "clBuildProgram", "clCreateKernel", "clGetKernelInfo",
                               "clCreateBuffer", "clEnqueueMarkerWithWaitList"}) {
    fake::fail(function, 1);
    try {
      use();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::device) << error.what();
    }
    EXPECT_EQ(fake::alive(), "") << function;
  }
}

TEST_F(OpenClDevices, OneThatLacksWhatIsNeededIsARemark) {
  for (const auto& [name, words] : {std::pair{cl::kDeviceAvailable, "fake is not available"},
                                    std::pair{cl::kDeviceCompilerAvailable, "fake has no compiler"},
                                    std::pair{cl::kDeviceEndianLittle, "fake is not little-endian"}}) {
    fake::lack(name);
    std::vector<std::string> remarks;
    EXPECT_TRUE(opencl_devices(remarks).empty());
    EXPECT_THAT(remarks, ElementsAre(HasSubstr(words), HasSubstr("no driver for a device")));
    EXPECT_EQ(fake::alive(), "");
  }
}

TEST_F(OpenClDevices, ListsThatTheLibraryDoesNotGiveAreEmpty) {
  for (const auto& [function, call] :
       {std::pair{"clGetPlatformIDs", 1}, std::pair{"clGetDeviceIDs", 1}, std::pair{"clGetDeviceIDs", 2}}) {
    fake::fail(function, call);
    std::vector<std::string> remarks;
    EXPECT_TRUE(opencl_devices(remarks).empty()) << function << " " << call;
    EXPECT_THAT(remarks, ElementsAre(HasSubstr("no driver for a device")));
  }
}

TEST_F(OpenClDevices, ErrorsSayWhetherMemoryIsShort) {
  std::vector<std::string> remarks;
  const auto list = opencl_devices(remarks);
  for (const auto& [status, code, words] :
       {std::tuple{fake::kOutOfResources, ErrorCode::device,
                   "clCreateBuffer of 8 bytes failed: CL_OUT_OF_RESOURCES (-5)"},
        std::tuple{fake::kAllocationFailure, ErrorCode::out_of_memory, "CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)"},
        std::tuple{-61, ErrorCode::out_of_memory, "CL_INVALID_BUFFER_SIZE (-61)"},
        std::tuple{-9999, ErrorCode::device, "unknown status (-9999)"}}) {
    fake::fail("clCreateBuffer", 1, status);
    const Error error = error_of([&] { list.front()->allocate(8); });
    EXPECT_EQ(error.code(), code);
    EXPECT_THAT(error.what(), HasSubstr(words));
  }
  const auto kernel = list.front()->program({"nothing", "KERNEL void nothing(u32 n) {}\n", {}})->kernel("nothing", 1);
  const std::uint32_t n = 1;
  const std::vector<Argument> arguments{{nullptr, &n, sizeof n}};
  fake::fail("clSetKernelArg", 1);
  const auto launch = [&] { list.front()->launch(*kernel, {1, 1}, arguments); };
  EXPECT_EQ(error_of(launch).code(), ErrorCode::device);
}

// A binary that the driver does not give is no fault, and is not kept.
TEST_F(OpenClDevices, AProgramWithoutItsBinaryIsUsedAndNotKept) {
  for (const int call : {1, 2}) {
    fake::fail("clGetProgramInfo", call);
    EXPECT_EQ(use(), 1U);
    EXPECT_TRUE(std::filesystem::is_empty(cache_.folder())) << call;
    fake::fail("", 0);
  }
  EXPECT_EQ(use(), 1U);
  EXPECT_FALSE(std::filesystem::is_empty(cache_.folder()));
  EXPECT_EQ(fake::alive(), "");
}

// The first allocation after each creation; the first program is compiled, later ones come from the cache.
TEST_F(OpenClDevices, MemoryThatEndsLosesNothing) {
  for (const char* function :
       {"clCreateProgramWithSource", "clCreateProgramWithBinary", "clCreateContext", "clCreateCommandQueue",
        "clCreateKernel", "clCreateBuffer", "clEnqueueMarkerWithWaitList"}) {
    fake::when_made(function, [] { is_next_refused = true; });
    EXPECT_THROW(use(), std::bad_alloc) << function;
    fake::when_made("", nullptr);
    EXPECT_EQ(fake::alive(), "") << function;
    EXPECT_EQ(use(), 1U);
    EXPECT_EQ(fake::alive(), "");
  }
}

}  // namespace
}  // namespace biotropy::device
