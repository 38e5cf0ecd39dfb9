// SPDX-License-Identifier: Apache-2.0
//
// How a call runs: its threads and device, the callback that watches it, and its notices. The work of a watched call
// is done by another thread, so that the callback, which may belong to an interpreter, is called by the caller's own.
#pragma once

#include <functional>
#include <string>

#include "biotropy/progress.hpp"
#include "biotropy/study/signal.hpp"
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

  /// Hands over notices that came about otherwise.
  void notify(const Notices& notices) const;

 private:
  void watched(const Execution& execution, const Work& work) const;

  const biotropy_options* options_;
  Execution execution_;
};

/// Hands over study::padding_notice(). @param name of the samples, for the message.
void warn_of_padding(const Run& run, const study::Signal& signal, const std::string& name);

}  // namespace biotropy::c
