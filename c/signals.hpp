// SPDX-License-Identifier: Apache-2.0
//
// What a host knows of a recording beside its samples.
#pragma once

#include <string>

#include "biotropy/study/signal.hpp"
#include "c/biotropy.h"
#include "c/run.hpp"

struct biotropy_signal : biotropy::study::Signal {};

namespace biotropy::c {

/// study::read(), whose notices are handed over.
study::Signal read_signal(const biotropy_signal& given, const std::string& name, const Run& run);

}  // namespace biotropy::c
