// SPDX-License-Identifier: Apache-2.0
//
// Where there is no other thread, the work itself calls its watcher.
#include "c/run.hpp"

namespace biotropy::c {

void Run::watched(const Execution& execution, const Work& work) const {
  CancelFlag cancel;
  Execution cancellable = execution;
  cancellable.cancel = &cancel;
  work(cancellable, [&](std::uint64_t done, std::uint64_t total) {
    if (options_->watch(options_->watch_context, done, total) != 0) cancel.cancel();
  });
  cancel.check();
}

}  // namespace biotropy::c
