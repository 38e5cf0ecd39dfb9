// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <thread>

#include "biotropy/files/isolated_internal.hpp"

namespace biotropy::files {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
const IsolationLimits kGenerous{1024 * kMegabyte, milliseconds(20'000)};

TEST(Isolated, BytesComeBackInOrder) {
  Isolated child(
      [](const Sender& sender) {
        for (int i = 0; i < 100'000; ++i) sender.send(&i, sizeof i);
      },
      kGenerous);
  for (int i = 0; i < 100'000; ++i) {
    int got = -1;
    ASSERT_TRUE(child.receive(&got, sizeof got));
    ASSERT_EQ(got, i);
  }
  char more = 0;
  EXPECT_FALSE(child.receive(&more, 1));
}

TEST(Isolated, ACrashEndsTheChildAlone) {
  for (const int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE}) {
    Isolated child(
        [&](const Sender& sender) {
          sender.send("ok", 2);
          std::raise(number);
        },
        kGenerous);
    char got[3] = {};
    EXPECT_TRUE(child.receive(got, 2));
    EXPECT_STREQ(got, "ok");
    EXPECT_FALSE(child.receive(got, 1)) << number;
  }
}

// What lies in the bytes ends every child that reads them; what somebody did to one child may not happen to the next.
TEST(Isolated, TheEndingSaysWhetherAnotherTryMayDoBetter) {
  const auto ending_of = [](const std::function<void()>& work, milliseconds silence = kGenerous.silence) {
    Isolated child([&](const Sender&) { work(); }, {1024 * kMegabyte, silence});
    char got = 0;
    EXPECT_FALSE(child.receive(&got, 1));
    return child.ending();
  };
  for (const int crash : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) {
    EXPECT_FALSE(ending_of([&] { std::raise(crash); }).may_pass) << crash;
  }
  for (const int sent : {SIGKILL, SIGTERM, SIGXCPU}) {
    EXPECT_TRUE(ending_of([&] { std::raise(sent); }).may_pass) << sent;
  }
  EXPECT_EQ(ending_of([] { std::raise(SIGKILL); }).how, "it was ended by signal 9 (Killed)");
  EXPECT_EQ(ending_of([] {}).how, "it ended with status 0");
  EXPECT_FALSE(ending_of([] { ::_exit(3); }).may_pass);
  const Ending silent = ending_of([] { std::this_thread::sleep_for(std::chrono::seconds(60)); }, milliseconds(1'000));
  EXPECT_TRUE(silent.may_pass);
  EXPECT_EQ(silent.how, "nothing came of it for 1 s");
}

TEST(Isolated, SilenceIsEndedWhenTheTimeIsUp) {
  const auto begin = steady_clock::now();
  {
    Isolated child([](const Sender&) { std::this_thread::sleep_for(std::chrono::seconds(60)); },
                   {1024 * kMegabyte, milliseconds(100)});
    char got = 0;
    EXPECT_FALSE(child.receive(&got, 1));
  }
  EXPECT_LT(steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(Isolated, AChildThatNobodyListensToIsEnded) {
  const auto begin = steady_clock::now();
  {
    Isolated child(
        [](const Sender& sender) {
          const std::string block(1 << 16, 'x');
          while (true) sender.send(block.data(), block.size());
        },
        kGenerous);
    char got = 0;
    EXPECT_TRUE(child.receive(&got, 1));
  }
  EXPECT_LT(steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(Isolated, MemoryIsLimited) {
  const auto can_map = [](std::uint64_t bytes) {
    Isolated child(
        [&](const Sender& sender) {
          void* block = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          const char answer = block != MAP_FAILED ? 'y' : 'n';
          sender.send(&answer, 1);
        },
        {256 * kMegabyte, milliseconds(20'000)});
    char answer = '?';
    EXPECT_TRUE(child.receive(&answer, 1));
    return answer;
  };
  EXPECT_EQ(can_map(64 * kMegabyte), 'y');
  EXPECT_EQ(can_map(512 * kMegabyte), 'n');
}

TEST(Isolated, WhatTheChildPrintsIsDropped) {
  ::testing::internal::CaptureStderr();
  ::testing::internal::CaptureStdout();
  {
    Isolated child(
        [](const Sender& sender) {
          std::fprintf(stderr, "noise\n");
          std::fflush(stderr);
          std::fprintf(stdout, "noise\n");
          std::fflush(stdout);
          sender.send("x", 1);
        },
        kGenerous);
    char got = 0;
    EXPECT_TRUE(child.receive(&got, 1));
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

TEST(Isolated, AProgramThatIgnoresItsChildrenIsServedToo) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  {
    Isolated child([](const Sender& sender) { sender.send("x", 1); }, kGenerous);
    char got = 0;
    EXPECT_TRUE(child.receive(&got, 1));
  }
  {
    Isolated child([](const Sender&) { std::raise(SIGSEGV); }, kGenerous);
    char got = 0;
    EXPECT_FALSE(child.receive(&got, 1));
    EXPECT_TRUE(child.ending().may_pass) << "nobody can know";
  }
  std::signal(SIGCHLD, before);
}

}  // namespace
}  // namespace biotropy::files
