// SPDX-License-Identifier: Apache-2.0
//
// `biotropy devices`, and `--device` of the commands that count.
#include "biotropy/device/devices.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/results.hpp"

namespace biotropy::cli::test {
namespace {

class DevicesProgram : public Program {};

TEST_F(DevicesProgram, ListsEveryDeviceAndItsSelfTest) {
  const Outcome devices = run("devices");
  EXPECT_EQ(devices.code, 0);
  const auto listed = nlohmann::json::parse(run("devices --json").output).at("devices");
  ASSERT_EQ(listed.size(), device::devices().size());
  for (std::size_t i = 0; i < listed.size(); ++i) {
    EXPECT_EQ(listed[i].at("name"), device::devices()[i]->description().name);
    EXPECT_EQ(listed[i].at("self_test"), "passed");
  }
  if (device::devices().empty()) {
    EXPECT_EQ(devices.output, "there is no device\n");
  }
  EXPECT_EQ(messages(devices.errors).size(), device::remarks().size());
}

TEST_F(DevicesProgram, UnknownDevicesAreAMistakeOfTheCommandLine) {
  scratch_.write("a.txt", lines_of(noise(200)));
  for (const std::string device : {"gpu", "opencl:99", "cuda:99", "cpu:0"}) {
    EXPECT_THAT(run("entropy a.txt --device " + device + " -o out.csv"), Fails(2, "device")) << device;
  }
  EXPECT_THAT(names(), ElementsAre("a.txt"));
}

TEST_F(DevicesProgram, EveryDeviceGivesTheSame) {
  if (device::devices().empty()) GTEST_SKIP() << "no device on this machine";
  scratch_.write("a.csv", columns_of({noise(500, 1), noise(500, 2), noise(500, 3)}));
  const std::string entropies = run("entropy a.csv -o - --device cpu").output;
  const std::string pairs = run("cross a.csv -o - --device cpu").output;
  const std::string fuzzy = run("cross a.csv --measure cross-fuzzyen -m 3 -o - --device cpu").output;
  EXPECT_EQ(CsvTable(fuzzy).size(), 9U);
  EXPECT_EQ(CsvTable(entropies).size(), 3U);
  EXPECT_EQ(CsvTable(pairs).size(), 9U);
  for (device::Device* device : device::devices()) {
    const std::string name = device->description().name;
    EXPECT_EQ(run("entropy a.csv -o - --device " + name).output, entropies);
    EXPECT_EQ(run("cross a.csv -o - --device " + name).output, pairs);
    if (device->description().has_doubles) {
      EXPECT_EQ(run("cross a.csv --measure cross-fuzzyen -m 3 -o - --device " + name).output, fuzzy);
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
  EXPECT_THAT(shell(biotropy + "cross a.csv -o - --device opencl:0,opencl:0"), Fails(2, "device"));
  EXPECT_THAT(shell(biotropy + "cross a.csv -o - --device opencl:all,opencl:1"), Fails(2, "device"));
  EXPECT_THAT(shell(biotropy + "cross a.csv -o - --device opencl:0,opencl:7"), Fails(2, "device"));
}

TEST_F(DevicesProgram, WhatADeviceCannotDoIsAnError) {
  if (device::devices().empty()) GTEST_SKIP() << "no device on this machine";
  scratch_.write("a.txt", lines_of(noise(200)));
  const std::string device = device::devices().back()->description().name;
  EXPECT_THAT(run("entropy a.txt --engine bits --device " + device), Fails(2, "no_engine"));
  EXPECT_THAT(run("entropy a.txt -m 40 --device " + device), Fails(2, "no_engine"));
}

// A driver that accepts programs but has none of their kernels.
TEST_F(DevicesProgram, ADeviceThatFailsIsReplacedAndSaidToBe) {
  scratch_.write("a.csv", columns_of({noise(500, 1), noise(500, 2), noise(500, 3)}));
  const std::string biotropy = "BIOTROPY_CUDA='" FAKE_CUDA_DRIVER "' biotropy ";
  const Outcome devices = shell(biotropy + "devices");
  if (devices.output.find("cuda:0") == std::string::npos) GTEST_SKIP() << devices.errors;
  EXPECT_EQ(devices.code, 1);
  const Outcome cross = shell(biotropy + "cross a.csv -o - --device cuda");
  EXPECT_EQ(cross.code, 0);
  EXPECT_EQ(cross.output, run("cross a.csv -o - --device cpu").output);
  EXPECT_THAT(cross, Says("device_failed"));
  EXPECT_THAT(shell(biotropy + "cross a.csv -o - --format json --device cuda --quiet").output,
              HasSubstr("device_failed"));
  const Outcome fuzzy = shell(biotropy + "cross a.csv --measure cross-fuzzyen -m 3 -o - --device cuda");
  EXPECT_EQ(fuzzy.output, run("cross a.csv --measure cross-fuzzyen -m 3 -o - --device cpu").output);
  EXPECT_THAT(fuzzy, Says("device_failed"));
}

}  // namespace
}  // namespace biotropy::cli::test
