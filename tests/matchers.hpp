// SPDX-License-Identifier: Apache-2.0
//
// The matchers that most tests use, by their plain names, and what nearly all of them hold: strings and vectors.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace biotropy {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::DoubleNear;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsNan;
using ::testing::NanSensitiveDoubleEq;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

}  // namespace biotropy
