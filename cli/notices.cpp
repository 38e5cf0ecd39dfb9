// SPDX-License-Identifier: Apache-2.0
#include "cli/notices.hpp"

#include <algorithm>
#include <utility>

namespace biotropy::cli {

void GatheredNotices::add(const Notice& notice) {
  const std::lock_guard lock(adding_);
  if (std::find(notices_.begin(), notices_.end(), notice) == notices_.end()) notices_.push_back(notice);
}

Notices GatheredNotices::take() {
  const std::lock_guard lock(adding_);
  return std::exchange(notices_, {});
}

}  // namespace biotropy::cli
