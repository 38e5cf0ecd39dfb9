// SPDX-License-Identifier: Apache-2.0
//
// Calls that signals interrupt go on, and those that the system refuses say why.
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>

#include "biotropy/system/isolated.hpp"
#include "biotropy/system/open_file.hpp"
#include "biotropy/system/program.hpp"
#include "tests/matchers.hpp"
#include "tests/sanitized.hpp"

namespace biotropy::system {
namespace {

using std::chrono::milliseconds;

std::atomic<int> n_interruptions = 0;

/// Sends a signal to this thread again and again, whose handler lets system calls end with EINTR.
class Interruptions {
 public:
  Interruptions() {
    n_interruptions = 0;
    struct sigaction action = {};
    action.sa_handler = [](int) { ++n_interruptions; };
    ::sigaction(SIGUSR1, &action, &before_);
    thread_ = std::thread([this, here = ::pthread_self()] {
      while (!done_) {
        ::pthread_kill(here, SIGUSR1);
        std::this_thread::sleep_for(milliseconds(2));
      }
    });
  }
  ~Interruptions() {
    done_ = true;
    thread_.join();
    ::sigaction(SIGUSR1, &before_, nullptr);
  }

 private:
  struct sigaction before_ = {};
  std::atomic<bool> done_ = false;
  std::thread thread_;
};

TEST(Interrupted, ReadingGoesOn) {
  std::array<int, 2> ends = {-1, -1};
  ASSERT_EQ(::pipe(ends.data()), 0);
  std::thread writer([&] {
    while (n_interruptions < 5) std::this_thread::sleep_for(milliseconds(1));
    EXPECT_EQ(write_some(ends[1], "ab", 2), 2);
  });
  {
    const Interruptions here;
    std::array<char, 8> found{};
    EXPECT_EQ(read_some(ends[0], found.data(), found.size()), 2) << std::strerror(errno);
    EXPECT_STREQ(found.data(), "ab");
  }
  writer.join();
  for (const int end : ends) close(end);
}

// The second one closes its output long before it ends.
TEST(Interrupted, AnotherProgramIsReadAndWaitedForToItsEnd) {
  for (const std::string command : {"sleep 0.1; echo text", "echo text; exec >&-; sleep 0.1; exit 0"}) {
    const Interruptions here;
    const ProgramOutput output = output_of({"sh", "-c", command});
    EXPECT_FALSE(output.failure) << output.failure.message();
    EXPECT_TRUE(output.succeeded) << command;
    EXPECT_EQ(output.text, "text\n");
    EXPECT_GT(n_interruptions, 5);
  }
}

TEST(Interrupted, AChildIsListenedToToItsEnd) {
  const Interruptions here;
  Isolated child(
      [](const Sender& sender) {
        for (const char* const text : {"ab", "cd"}) {
          std::this_thread::sleep_for(milliseconds(50));
          sender.send(text, 2);
        }
      },
      {std::uint64_t{1} << 30, milliseconds(20'000)});
  std::array<char, 5> found{};
  EXPECT_TRUE(child.receive(found.data(), 4));
  EXPECT_STREQ(found.data(), "abcd");
  EXPECT_GT(n_interruptions, 5);
}

/// No further files can be opened.
class NoDescriptors {
 public:
  NoDescriptors() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit none = before_;
    none.rlim_cur = 0;
    ::setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_ = {};
};

TEST(Refused, APipeToAnotherProgram) {
  const ProgramOutput output = [] {
    const NoDescriptors here;
    return output_of({"true"});
  }();
  EXPECT_EQ(output.failure, std::errc::too_many_files_open);
  EXPECT_FALSE(output.succeeded);
}

TEST(Refused, APipeToAChild) {
  if (test::kSanitized) GTEST_SKIP() << "a sanitizer looks at the error's type through a pipe of its own";
  try {
    const NoDescriptors here;
    const Isolated child([](const Sender&) {}, {});
    ADD_FAILURE();
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::too_many_files_open);
    EXPECT_THAT(error.what(), HasSubstr("no pipe"));
  }
}

TEST(Programs, SayWhyTheyWereNotStartedAndHowTheyEnded) {
  EXPECT_EQ(output_of({"there-is-no-such-program"}).failure, std::errc::no_such_file_or_directory);
  EXPECT_EQ(become({"there-is-no-such-program"}), std::errc::no_such_file_or_directory);
  for (const std::string command : {"exit 3", "kill -9 $$"}) {
    const ProgramOutput output = output_of({"sh", "-c", command});
    EXPECT_FALSE(output.failure);
    EXPECT_FALSE(output.succeeded) << command;
  }
}

TEST(Descriptors, AreNumbersInTheirFolderAlone) {
  EXPECT_EQ(descriptor_at("/dev/fd/7"), 7);
  for (const char* const name : {"/dev/fd/x", "/dev/fd/7x", "/dev/fd/99999999999999", "/dev/null", "7"}) {
    EXPECT_FALSE(descriptor_at(name)) << name;
  }
}

TEST(Descriptors, WhatIsNoFileIsNotCut) {
  std::array<int, 2> ends = {-1, -1};
  ASSERT_EQ(::pipe(ends.data()), 0);
  EXPECT_FALSE(cut(ends[1], 0));
  EXPECT_FALSE(is_from_this_user(ends[1]));
  for (const int end : ends) close(end);
  EXPECT_FALSE(is_from_this_user(ends[1]));
}

}  // namespace
}  // namespace biotropy::system
