// SPDX-License-Identifier: Apache-2.0
//
// A signal that is read, with the array of its samples.
#pragma once

#include <optional>
#include <string>

#include "biotropy/study/signal.hpp"
#include "python/bindings/arrays.hpp"

namespace biotropy::python {

struct HeldSignal {
  EpochArray samples;
  std::string name;
  study::Signal signal;
  std::optional<double> rate;  // but for that of stamps
  Notices notices;
};

}  // namespace biotropy::python
