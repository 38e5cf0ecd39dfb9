// SPDX-License-Identifier: Apache-2.0
//
// `biotropy devices`, and `--device` of the commands that count.
#include <fmt/format.h>

#include "biotropy/device/devices.hpp"
#include "tests/cli/program.hpp"

namespace biotropy::cli::test {
namespace {

using ::testing::HasSubstr;

class DevicesProgram : public Program {};

TEST_F(DevicesProgram, ListsEveryDeviceAndItsSelfTest) {
  const Outcome devices = run("devices");
  EXPECT_EQ(devices.code, 0);
  for (device::Device* device : device::devices()) {
    EXPECT_THAT(devices.output, ::testing::ContainsRegex(fmt::format("{} .*passed", device->description().name)));
    EXPECT_THAT(devices.output, HasSubstr(device->description().model));
  }
  if (device::devices().empty()) {
    EXPECT_EQ(devices.output, "there is no device\n");
  }
  for (const std::string& remark : device::remarks()) EXPECT_THAT(devices.errors, HasSubstr(remark));
}

TEST_F(DevicesProgram, UnknownDevicesAreAMistakeOfTheCommandLine) {
  scratch_.write("a.txt", lines_of(noise(200)));
  for (const std::string device : {"gpu", "opencl:99", "cuda:99", "cpu:0"}) {
    EXPECT_THAT(run("entropy a.txt --device " + device + " -o out.csv"), EndsWith(2, "one of auto, cpu")) << device;
  }
  EXPECT_THAT(names(), ::testing::ElementsAre("a.txt"));
}

TEST_F(DevicesProgram, EveryDeviceGivesTheSame) {
  if (device::devices().empty()) GTEST_SKIP() << "no device on this machine";
  scratch_.write("a.csv", columns_of({noise(500, 1), noise(500, 2), noise(500, 3)}));
  const std::string entropies = run("entropy a.csv -o - --device cpu").output;
  const std::string pairs = run("cross a.csv -o - --device cpu").output;
  const std::string fuzzy = run("cross a.csv --measure cross-fuzzyen -o - --device cpu").output;
  EXPECT_THAT(fuzzy, HasSubstr("a.csv,0,c3,"));
  EXPECT_THAT(entropies, HasSubstr("a.csv,0,c3,"));
  EXPECT_THAT(pairs, HasSubstr("a.csv,0,c3,c2,"));
  for (device::Device* device : device::devices()) {
    const std::string name = device->description().name;
    EXPECT_EQ(run("entropy a.csv -o - --device " + name).output, entropies);
    EXPECT_EQ(run("cross a.csv -o - --device " + name).output, pairs);
    if (device->description().has_doubles) {
      EXPECT_EQ(run("cross a.csv --measure cross-fuzzyen -o - --device " + name).output, fuzzy);
    }
    EXPECT_THAT(run("cross a.csv -o - --format json --device " + name).output,
                HasSubstr(name.substr(0, name.find(':'))));
  }
}

// PoCL makes as many devices as it is asked for.
// That they give the same is tested in tests/match, with devices that stand in for a second one: two of PoCL 3.1 stop
// each other now and then.
TEST_F(DevicesProgram, SeveralDevicesAreNamedOnceEach) {
  const std::string biotropy = "POCL_DEVICES='basic basic' biotropy ";
  if (shell(biotropy + "devices").output.find("opencl:1") == std::string::npos) GTEST_SKIP() << "no second device";
  scratch_.write("a.csv", columns_of({noise(900, 1), noise(900, 2), noise(900, 3)}));
  EXPECT_THAT(shell(biotropy + "cross a.csv -o - --device opencl:0,opencl:0"), EndsWith(2, "opencl:0 is there twice"));
  EXPECT_THAT(shell(biotropy + "cross a.csv -o - --device opencl:all,opencl:1"), EndsWith(2, "opencl:1 is there twice"));
  EXPECT_THAT(shell(biotropy + "cross a.csv -o - --device opencl:0,opencl:7"), EndsWith(2, "one of auto, cpu"));
}

TEST_F(DevicesProgram, WhatADeviceCannotDoIsAnError) {
  if (device::devices().empty()) GTEST_SKIP() << "no device on this machine";
  scratch_.write("a.txt", lines_of(noise(200)));
  const std::string device = device::devices().back()->description().name;
  EXPECT_THAT(run("entropy a.txt --engine bits --device " + device), EndsWith(2, "does not run on the device"));
  EXPECT_THAT(run("entropy a.txt -m 40 --device " + device), EndsWith(2, "cannot answer this query"));
}

// A driver that accepts programs but has none of their kernels.
TEST_F(DevicesProgram, ADeviceThatFailsIsReplacedAndSaidToBe) {
  scratch_.write("a.csv", columns_of({noise(500, 1), noise(500, 2), noise(500, 3)}));
  const std::string biotropy = "BIOTROPY_CUDA='" FAKE_CUDA_DRIVER "' biotropy ";
  const Outcome devices = shell(biotropy + "devices");
  if (devices.output.find("cuda:0") == std::string::npos) GTEST_SKIP() << devices.errors;
  EXPECT_EQ(devices.code, 1);
  EXPECT_THAT(devices.output, ::testing::ContainsRegex("cuda:0 .*failed"));
  const Outcome cross = shell(biotropy + "cross a.csv -o - --device cuda");
  EXPECT_EQ(cross.code, 0);
  EXPECT_EQ(cross.output, run("cross a.csv -o - --device cpu").output);
  EXPECT_THAT(cross.errors, HasSubstr("the processor counted 9 of 9 pairs instead"));
  EXPECT_THAT(shell(biotropy + "cross a.csv -o - --format json --device cuda --quiet").output,
              HasSubstr("the processor counted 9 of 9 pairs instead"));
  const Outcome fuzzy = shell(biotropy + "cross a.csv --measure cross-fuzzyen -o - --device cuda");
  EXPECT_EQ(fuzzy.output, run("cross a.csv --measure cross-fuzzyen -o - --device cpu").output);
  EXPECT_THAT(fuzzy.errors, HasSubstr("the processor summed"));
}

}  // namespace
}  // namespace biotropy::cli::test
