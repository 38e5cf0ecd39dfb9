// SPDX-License-Identifier: Apache-2.0
//
// Notices of the library during work, from any thread.
#pragma once

#include <mutex>

#include "biotropy/notice.hpp"

namespace biotropy::cli {

/// Keeps each notice once.
class GatheredNotices {
 public:
  void add(const Notice& notice);

  /// Returns those since the last call.
  Notices take();

 private:
  std::mutex adding_;
  Notices notices_;
};

}  // namespace biotropy::cli
