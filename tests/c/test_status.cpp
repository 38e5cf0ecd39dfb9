// SPDX-License-Identifier: Apache-2.0
//
// Every exception becomes a status with a message.
#include <gtest/gtest.h>

#include <future>
#include <new>
#include <stdexcept>
#include <system_error>

#include "c/biotropy.h"
#include "c/status.hpp"

namespace biotropy::c {
namespace {

constexpr int kLastCode = 15;

TEST(Status, EveryCodeOfTheLibraryIsAStatusWithItsNameAndMessage) {
  for (int code = 1; code <= kLastCode; ++code) {
    const auto error = static_cast<ErrorCode>(code);
    EXPECT_EQ(guarded([&] { throw Error(error, "it was " + std::string(name(error))); }), code);
    EXPECT_EQ(biotropy_last_error(), "it was " + std::string(name(error)));
    EXPECT_EQ(biotropy_status_name(code), name(error));
  }
  EXPECT_EQ(name(static_cast<ErrorCode>(kLastCode + 1)), "unknown") << "the header lacks a code";
  EXPECT_EQ(static_cast<int>(ErrorCode::invalid_argument), BIOTROPY_INVALID_ARGUMENT);
  EXPECT_EQ(static_cast<int>(ErrorCode::invalid_data), BIOTROPY_INVALID_DATA);
  EXPECT_EQ(static_cast<int>(ErrorCode::missing_values), BIOTROPY_MISSING_VALUES);
  EXPECT_EQ(static_cast<int>(ErrorCode::constant_series), BIOTROPY_CONSTANT_SERIES);
  EXPECT_EQ(static_cast<int>(ErrorCode::too_short), BIOTROPY_TOO_SHORT);
  EXPECT_EQ(static_cast<int>(ErrorCode::file_not_found), BIOTROPY_FILE_NOT_FOUND);
  EXPECT_EQ(static_cast<int>(ErrorCode::bad_file), BIOTROPY_BAD_FILE);
  EXPECT_EQ(static_cast<int>(ErrorCode::unsupported), BIOTROPY_UNSUPPORTED);
  EXPECT_EQ(static_cast<int>(ErrorCode::io), BIOTROPY_IO);
  EXPECT_EQ(static_cast<int>(ErrorCode::cancelled), BIOTROPY_CANCELLED);
  EXPECT_EQ(static_cast<int>(ErrorCode::out_of_memory), BIOTROPY_OUT_OF_MEMORY);
  EXPECT_EQ(static_cast<int>(ErrorCode::no_engine), BIOTROPY_NO_ENGINE);
  EXPECT_EQ(static_cast<int>(ErrorCode::device), BIOTROPY_DEVICE);
  EXPECT_EQ(static_cast<int>(ErrorCode::internal), BIOTROPY_INTERNAL);
  EXPECT_EQ(static_cast<int>(ErrorCode::busy), BIOTROPY_BUSY);
}

TEST(Status, NoExceptionLeaves) {
  EXPECT_EQ(guarded([] {}), BIOTROPY_OK);
  EXPECT_EQ(guarded([] { throw std::bad_alloc(); }), BIOTROPY_OUT_OF_MEMORY);
  EXPECT_STREQ(biotropy_last_error(), "out of memory");
  EXPECT_EQ(guarded([] { throw std::length_error("vector"); }), BIOTROPY_OUT_OF_MEMORY);
  const auto no_thread = std::make_error_code(std::errc::resource_unavailable_try_again);
  EXPECT_EQ(guarded([&] { throw std::system_error(no_thread); }), BIOTROPY_OUT_OF_MEMORY);
  EXPECT_EQ(guarded([] { throw std::system_error(std::make_error_code(std::errc::io_error)); }), BIOTROPY_INTERNAL);
  EXPECT_EQ(guarded([] { throw std::runtime_error("a defect"); }), BIOTROPY_INTERNAL);
  EXPECT_STREQ(biotropy_last_error(), "a defect");
  EXPECT_EQ(guarded([] { throw 1; }), BIOTROPY_INTERNAL);
}

TEST(Status, EveryThreadHasItsOwnMessage) {
  guarded([] { throw Error(ErrorCode::io, "of this thread"); });
  std::async(std::launch::async, [] {
    EXPECT_STREQ(biotropy_last_error(), "");
    guarded([] { throw Error(ErrorCode::io, "of another"); });
  }).get();
  EXPECT_STREQ(biotropy_last_error(), "of this thread");
}

}  // namespace
}  // namespace biotropy::c
