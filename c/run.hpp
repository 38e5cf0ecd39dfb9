// SPDX-License-Identifier: Apache-2.0
//
// How a call runs: its threads and device, the callback that watches it, and its notices. The work of a watched call
// is done by another thread, so that the callback, which may belong to an interpreter, is called by the caller's own.
#pragma once

#include <functional>

#include "biotropy/progress.hpp"
#include "biotropy/threads.hpp"
#include "c/options.hpp"

namespace biotropy::c {

class Run {
 public:
  using Work = std::function<void(const Execution& execution, const ProgressCallback& progress)>;

  /// @param options may be null. Reads `threads` and, with `measures`, `device`.
  Run(const biotropy_options* options, GivenOptions& given, bool measures);

  /// Does the work, and hands over its notices. @throws as the work; Error cancelled.
  void operator()(const Work& work) const;

  /// The same for a body for each index below n.
  void for_each(std::size_t n, const std::function<void(std::size_t index, const Execution&)>& body) const;

  /// Hands over notices that came about otherwise.
  void notify(const Notices& notices) const;

 private:
  void watched(const Execution& execution, const Work& work) const;

  const biotropy_options* options_;
  Execution execution_;
};

}  // namespace biotropy::c
