// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <functional>
#include <span>
#include <thread>

#include "biotropy/files/isolated_internal.hpp"
#include "tests/files/scratch.hpp"
#include "tests/matchers.hpp"

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

TEST(Isolated, TheChildLeavesRequestsToStopToTheProgram) {
  Isolated child(
      [](const Sender& sender) {
        for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::raise(number);
        sender.send("ok", 2);
      },
      kGenerous);
  char got[3] = {};
  EXPECT_TRUE(child.receive(got, 2));
  EXPECT_STREQ(got, "ok");
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

// The bytes themselves end every child that reads them; an external kill may not recur.
TEST(Isolated, TheEndingSaysWhetherAnotherTryMayDoBetter) {
  using Cause = Ending::Cause;
  const auto ending_of = [](const std::function<void()>& work, milliseconds silence = kGenerous.silence) {
    Isolated child([&](const Sender&) { work(); }, {1024 * kMegabyte, silence});
    char got = 0;
    EXPECT_FALSE(child.receive(&got, 1));
    return child.ending();
  };
  for (const int crash : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) {
    EXPECT_EQ(ending_of([&] { std::raise(crash); }).cause, Cause::crash) << crash;
  }
  for (const int sent : {SIGKILL, SIGXCPU}) {
    EXPECT_EQ(ending_of([&] { std::raise(sent); }).cause, Cause::outside) << sent;
  }
  EXPECT_EQ(ending_of([] { std::raise(SIGKILL); }).how, "it was ended by signal 9 (Killed)");
  EXPECT_EQ(ending_of([] {}).how, "it ended with status 0");
  EXPECT_EQ(ending_of([] { ::_exit(99); }).cause, Cause::exit);
  const Ending silent = ending_of([] { std::this_thread::sleep_for(std::chrono::seconds(60)); }, milliseconds(1'000));
  EXPECT_EQ(silent.cause, Cause::outside);
  EXPECT_EQ(silent.how, "it sent nothing for 1 s");
}

// For example the report of a sanitizer, which is no fault of the file.
TEST(Isolated, AChildThatEndsByItselfIsADefect) {
  const std::string bytes = "bytes";
  const Input input("a.mat", std::as_bytes(std::span(bytes)));
  const auto error_after = [&](const std::function<void()>& work) {
    Isolated child([&](const Sender&) { work(); }, kGenerous);
    char got = 0;
    EXPECT_FALSE(child.receive(&got, 1));
    return unfinished(child, input, "damaged");
  };
  EXPECT_EQ(error_after([] { ::_exit(99); }).code(), ErrorCode::internal);
  EXPECT_EQ(error_after([] { std::raise(SIGSEGV); }).code(), ErrorCode::bad_file);
  const InputError killed = error_after([] { std::raise(SIGKILL); });
  EXPECT_EQ(killed.code(), ErrorCode::io);
  EXPECT_THAT(killed.what(), StartsWith("a.mat: "));
}

// Error number, or 0, of an attempt in a child.
int error_in_child(const std::function<int()>& attempt) {
  Isolated child(
      [&](const Sender& sender) {
        errno = 0;
        const int number = attempt() < 0 ? errno : 0;
        sender.send(&number, sizeof number);
      },
      kGenerous);
  int number = -1;
  EXPECT_TRUE(child.receive(&number, sizeof number));
  return number;
}

TEST(Isolated, TheChildReachesNothing) {
  const Isolated probe([](const Sender&) {}, kGenerous);
  if (!probe.is_confined()) GTEST_SKIP() << "no seccomp filter here";
  const Scratch scratch;
  const std::string path = scratch.write("secret.txt", "secret"), made = scratch.path("made.txt");
  const int opened = ::open(path.c_str(), O_RDWR);
  ASSERT_GE(opened, 0);
  char byte = 0;
  EXPECT_EQ(error_in_child([&] { return ::open(path.c_str(), O_RDONLY); }), EPERM);
  EXPECT_EQ(error_in_child([&] { return ::open(made.c_str(), O_CREAT | O_WRONLY, 0600); }), EPERM);
  EXPECT_EQ(error_in_child([&] { return static_cast<int>(::read(opened, &byte, 1)); }), EPERM);
  EXPECT_EQ(error_in_child([&] { return static_cast<int>(::write(opened, &byte, 1)); }), EBADF) << "it was closed";
  EXPECT_EQ(error_in_child([] { return ::socket(AF_INET, SOCK_STREAM, 0); }), EPERM);
  EXPECT_EQ(error_in_child([] { return ::socket(AF_UNIX, SOCK_STREAM, 0); }), EPERM);
  EXPECT_EQ(error_in_child([] { return static_cast<int>(::fork()); }), EPERM);
  EXPECT_EQ(error_in_child([] { return ::execl("/bin/true", "true", nullptr); }), EPERM);
  EXPECT_EQ(error_in_child([&] { return ::unlink(path.c_str()); }), EPERM);
  EXPECT_EQ(error_in_child([] { return ::kill(::getppid() > 0 ? ::getppid() : 1, 0); }), EPERM);
  EXPECT_EQ(error_in_child([] {
              void* code = ::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
              return code == MAP_FAILED ? -1 : 0;
            }),
            EPERM);
  ::close(opened);
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_FALSE(std::filesystem::exists(made));
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
    EXPECT_EQ(child.ending().cause, Ending::Cause::outside) << "nobody can know";
  }
  std::signal(SIGCHLD, before);
}

}  // namespace
}  // namespace biotropy::files
