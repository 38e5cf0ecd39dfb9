// SPDX-License-Identifier: Apache-2.0
//
// An OpenCL library with one device that computes nothing. It counts what is created and not released, and lets single
// calls fail.
#pragma once

#include <cstddef>
#include <string>

namespace biotropy::device::fake {

/// Makes the call of this function fail, from 1 on; 0 cancels this.
void fail(const char* function, int call);

/// Called whenever the function has created an object; null: nothing is.
void when_made(const char* function, void (*call)());

/// Objects not released, by the function that creates them: "" if there are none.
std::string alive();

}  // namespace biotropy::device::fake
