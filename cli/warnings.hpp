// SPDX-License-Identifier: Apache-2.0
//
// Warnings of the library during work, from any thread; each text once.
#pragma once

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace biotropy::cli {

class Warnings {
 public:
  void add(const std::string& text) {
    const std::lock_guard lock(adding_);
    if (std::find(texts_.begin(), texts_.end(), text) == texts_.end()) texts_.push_back(text);
  }

  /// Returns those since the last call.
  std::vector<std::string> take() {
    const std::lock_guard lock(adding_);
    return std::exchange(texts_, {});
  }

 private:
  std::mutex adding_;
  std::vector<std::string> texts_;
};

}  // namespace biotropy::cli
