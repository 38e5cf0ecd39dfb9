// SPDX-License-Identifier: Apache-2.0
#include "cli/notices.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
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

nlohmann::ordered_json json_of(const Notices& notices) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Notice& one : notices) {
    json.push_back({{"level", word(one.level)}, {"code", one.code}, {"text", one.text}});
  }
  return json;
}

}  // namespace biotropy::cli
