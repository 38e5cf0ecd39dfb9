// SPDX-License-Identifier: Apache-2.0
//
// An OpenCL library with one device that computes nothing. It counts what is created and not released, and lets single
// calls fail.
#pragma once

#include <string>

namespace biotropy::device::fake {

constexpr int kOutOfResources = -5, kAllocationFailure = -4;

/// Makes the call of this function fail with that status, from 1 on; 0 cancels this.
void fail(const char* function, int call, int status = kOutOfResources);

/// Makes the device answer 0 to this question; 0: to none.
void lack(unsigned name);

/// Called whenever the function has created an object; null: nothing is.
void when_made(const char* function, void (*call)());

/// Objects not released, by the function that creates them: "" if there are none.
std::string alive();

}  // namespace biotropy::device::fake
